package domain

import (
	"context"
	"fmt"
	"math/bits"

	"counterproof/native"
)

// engine is the state of one search or count: the current domains, and a trail of their earlier
// values.
type engine struct {
	*Network
	dom   []uint64
	trail []change // empty until the first call of settle: changes at the root are never undone

	searching bool // settle was called

	settled     []int32  // variables whose values are not yet removed from their peers
	staleGroups []uint64 // groups to check again
	staleTables worklist // tables to check again
	alive       []uint64 // a buffer for support: the rows that are still possible
	hits        []int32  // a buffer for propagate

	blame []int32 // for each variable: how often it had no value left, or its group too few values

	ctx           context.Context
	st            *native.Stats
	err           error
	polled, nodes int64
	updates       int64 // number of changes of a domain
}

type change struct {
	v   int32
	old uint64
}

type worklist struct {
	list []int32
	in   []bool
}

func (w *worklist) add(i int32) {
	if !w.in[i] {
		w.in[i] = true
		w.list = append(w.list, i)
	}
}

func (w *worklist) pop() int32 {
	i := w.list[len(w.list)-1]
	w.list = w.list[:len(w.list)-1]
	w.in[i] = false
	return i
}

// start returns an engine for the given domains, without propagating anything. It returns an error
// if the number of domains differs from the number of variables, or ctx.Err().
func (n *Network) start(ctx context.Context, st *native.Stats, domains []uint64) (*engine, error) {
	if len(domains) != n.n {
		return nil, fmt.Errorf("want %d domains, got %d", n.n, len(domains))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e, _ := n.ended.Get().(*engine)
	if e == nil {
		e = &engine{
			Network:     n,
			dom:         make([]uint64, n.n),
			settled:     make([]int32, 0, n.n),
			staleGroups: make([]uint64, (len(n.groups)+63)/64),
			staleTables: worklist{in: make([]bool, len(n.tables))},
			alive:       make([]uint64, n.words),
			hits:        make([]int32, n.n+1),
			blame:       make([]int32, n.n),
		}
	}
	copy(e.dom, domains)
	clear(e.blame)
	e.ctx, e.st, e.err, e.polled, e.nodes, e.updates, e.searching = ctx, st, nil, 0, 0, 0, false
	return e, nil
}

// end adds the work of the engine to the statistics, and keeps its memory for the next search. A new
// engine took a tenth of the time of a sudoku. The error says why the search was cut short.
func (e *engine) end() error {
	e.st.Nodes += e.nodes
	e.st.Updates += e.updates
	err := e.err
	e.fail()
	e.trail, e.ctx, e.st = e.trail[:0], nil, nil
	e.ended.Put(e)
	return err
}

func (e *engine) root() bool {
	if e.never {
		return false
	}
	for v, d := range e.dom {
		switch {
		case d == 0:
			return false
		case d&(d-1) == 0:
			e.settled = append(e.settled, int32(v))
		}
	}
	for g := range e.groups {
		e.staleGroups[g/64] |= 1 << (g % 64)
	}
	for t := range e.tables {
		e.staleTables.add(int32(t))
	}
	return e.propagate()
}

func (e *engine) settle(v int32, d uint64) bool {
	e.searching = true
	return e.set(v, d) && e.propagate()
}

// undo takes back the latest changes of domains, until the trail has the length mark.
func (e *engine) undo(mark int) {
	for i := len(e.trail) - 1; i >= mark; i-- {
		e.dom[e.trail[i].v] = e.trail[i].old
	}
	e.trail = e.trail[:mark]
}

// set reduces the domain of variable v to its subset d, and notes what has to be propagated. It
// returns false if d is empty.
func (e *engine) set(v int32, d uint64) bool {
	e.updates++
	if e.searching {
		e.trail = append(e.trail, change{v, e.dom[v]})
	}
	e.dom[v] = d
	if d&(d-1) == 0 {
		if d == 0 {
			e.blame[v]++
			return e.fail()
		}
		e.settled = append(e.settled, v)
	}
	for _, m := range e.stale[v] {
		e.staleGroups[m.word] |= m.bits
	}
	for _, t := range e.tablesOf[v] {
		e.staleTables.add(t)
	}
	return true
}

// fail drops what was still to be propagated, because there is no solution. It returns false.
func (e *engine) fail() bool {
	e.settled = e.settled[:0]
	clear(e.staleGroups)
	for len(e.staleTables.list) > 0 {
		e.staleTables.pop()
	}
	return false
}

// propagate applies all rules until nothing changes, the cheapest rule first. It returns false if
// this shows that there is no solution.
func (e *engine) propagate() bool {
	for {
		for len(e.settled) > 0 {
			v := e.settled[len(e.settled)-1]
			e.settled = e.settled[:len(e.settled)-1]
			dom, d, hits, n := e.dom, e.dom[v], e.hits, 0
			for _, w := range e.peers[v] { // without a branch, which the processor would often guess wrong
				hits[n] = w
				if dom[w]&d != 0 {
					n++
				}
			}
			for _, w := range hits[:n] {
				if !e.set(w, dom[w]&^d) {
					return false
				}
			}
		}
		g := e.staleGroup()
		switch {
		case g >= 0:
			if !e.places(e.groups[g]) {
				return false
			}
		case len(e.staleTables.list) > 0:
			if !e.support(&e.tables[e.staleTables.pop()]) {
				return false
			}
		default:
			return true
		}
	}
}

func (e *engine) staleGroup() int {
	for w, m := range e.staleGroups {
		if m != 0 {
			e.staleGroups[w] = m & (m - 1)
			return 64*w + bits.TrailingZeros64(m)
		}
	}
	return -1
}

// places applies the rule of hidden singles to a group: if only one of its variables can have a
// value that must occur, this variable gets the value. It returns false if there is no solution.
func (e *engine) places(group []int32) bool {
	var once, twice, done uint64
	for _, v := range group {
		d := e.dom[v]
		twice |= once & d
		once |= d
		if d&(d-1) != 0 {
			d = 0
		}
		done |= d
	}
	switch n := bits.OnesCount64(once); {
	case n < len(group):
		for _, v := range group {
			e.blame[v]++
		}
		return e.fail()
	case n > len(group):
		return true
	}
	single := once &^ (twice | done)
	if single == 0 {
		return true
	}
	for _, v := range group {
		m := e.dom[v] & single
		if m == 0 {
			continue
		}
		if m&(m-1) != 0 { // two values have only this place
			return e.fail()
		}
		if !e.set(v, m) {
			return false
		}
	}
	return true
}

// support removes from the domains of the variables of table t the values that occur in no possible
// row of t. It returns false if a domain becomes empty.
func (e *engine) support(t *relation) bool {
	alive := e.alive[:t.words]
	for w := range alive {
		all := ^uint64(0)
		for i, v := range t.vars {
			var some uint64
			for d := e.dom[v]; d != 0; d &= d - 1 {
				if rows := t.rows[i][bits.TrailingZeros64(d)]; rows != nil {
					some |= rows[w]
				}
			}
			all &= some
		}
		alive[w] = all
	}
	for i, v := range t.vars {
		keep := uint64(0)
		for d := e.dom[v]; d != 0; d &= d - 1 {
			for w, rows := range t.rows[i][bits.TrailingZeros64(d)] {
				if rows&alive[w] != 0 {
					keep |= d & -d
					break
				}
			}
		}
		if keep != e.dom[v] && !e.set(v, keep) {
			return false
		}
	}
	return true
}

// degree returns how often near would call its function. Without a function, it takes half the time.
func (e *engine) degree(v int32) (n int) {
	for _, w := range e.peers[v] {
		if d := e.dom[w]; d&(d-1) != 0 {
			n++
		}
	}
	for _, t := range e.tablesOf[v] {
		for _, w := range e.tables[t].vars {
			if d := e.dom[w]; d&(d-1) != 0 {
				n++
			}
		}
	}
	return n
}

// near calls f for each open variable in a group or table of v. A variable of several tables occurs several
// times, and v itself occurs once for each of its tables.
func (e *engine) near(v int32, f func(w int32)) {
	open := func(list []int32) {
		for _, w := range list {
			if d := e.dom[w]; d&(d-1) != 0 {
				f(w)
			}
		}
	}
	open(e.peers[v])
	for _, t := range e.tablesOf[v] {
		open(e.tables[t].vars)
	}
}

func (e *engine) poll() bool {
	if work := e.nodes<<6 + e.updates; work-e.polled >= 1<<16 {
		e.polled = work
		e.err = e.st.Poll(e.ctx, e.nodes, e.updates)
	}
	return e.err != nil
}
