package csp

import (
	"context"
	"slices"

	"counterproof/native"
)

// An event says how a domain changed. The events of a constraint are a bit set.
type event uint8

const (
	onFix    event = 1 << iota // one value is left
	onBounds                   // the least or the greatest value changed
	onHole                     // another value was removed
	onAny    = onFix | onBounds | onHole
)

// A watcher is a constraint that wants to know the changes of a variable.
type watcher struct {
	constraint int32
	wakes      event
}

// An engine is the state of one search.
type engine struct {
	ctx       context.Context
	st        *native.Stats
	err       error  // ends the search
	failed    *int64 // may be nil
	downwards int    // the variable whose large values come first, or -1
	witness   bool   // the search looks for one solution
	last      int    // the variable of the last contradiction

	doms        []domain
	open        int // the number of variables that are not fixed
	propagators []propagator
	scopes      [][]int
	watchers    [][]watcher // of each variable
	weight      []float64   // of each variable: the shares in its constraints, and once more for each contradiction
	shown       []int32     // the shown variables, and all others
	hidden      []int32
	isShown     []bool

	queue  []int32 // the constraints to filter; the first ones are done
	queued []bool

	ints  trail[int]
	words trail[uint64]
	marks [][2]int // the lengths of the trails at each decision

	nodes, updates, failures int64
	steps                    int // until the next poll
	buffer                   []Range
	sets                     [3][]Range // of Apply and Element
	mask                     []uint64

	splitter
}

// A trail has the former values of changed memory.
type trail[T any] []saved[T]

type saved[T any] struct {
	at  *T
	old T
}

func (t *trail[T]) save(p *T) { *t = append(*t, saved[T]{p, *p}) }

func (t *trail[T]) undo(length int) {
	for i := len(*t) - 1; i >= length; i-- {
		*(*t)[i].at = (*t)[i].old
	}
	*t = (*t)[:length]
}

// set changes an integer until the search goes back behind the last push.
func (e *engine) set(p *int, value int) {
	e.ints.save(p)
	*p = value
}

func (e *engine) push() {
	e.marks = append(e.marks, [2]int{len(e.ints), len(e.words)})
}

// pop undoes all changes since the last push.
func (e *engine) pop() {
	m := e.marks[len(e.marks)-1]
	e.marks = e.marks[:len(e.marks)-1]
	e.ints.undo(m[0])
	e.words.undo(m[1])
}

// add adds a constraint. It sets e.err if the constraint is too large.
func (e *engine) add(c Constraint) {
	p := c.start(e)
	scope := slices.Clone(p.scope())
	slices.Sort(scope)
	scope = slices.Compact(scope)
	for _, v := range scope {
		e.watchers[v] = append(e.watchers[v], watcher{int32(len(e.propagators)), p.wakes()})
	}
	e.propagators, e.scopes = append(e.propagators, p), append(e.scopes, scope)
}

// changed wakes the constraints of a variable after a change of its domain.
func (e *engine) changed(v int, ev event) {
	e.updates++
	if e.steps--; e.fixed(v) && ev&onBounds != 0 {
		ev |= onFix
		e.set(&e.open, e.open-1)
	}
	for _, w := range e.watchers[v] {
		if w.wakes&ev != 0 && !e.queued[w.constraint] {
			e.enqueue(w.constraint)
		}
	}
}

func (e *engine) enqueue(c int32) {
	if e.queued == nil {
		return // everything is filtered at the beginning
	}
	e.queued[c] = true
	e.queue = append(e.queue, c)
}

// propagate filters until nothing changes. It returns false after a contradiction, or if the search has to
// end because of e.err.
func (e *engine) propagate() bool {
	ok := true
	for i := 0; i < len(e.queue); i++ {
		c := e.queue[i]
		e.queued[c] = false
		if !ok || e.err != nil {
			continue
		}
		if ok = e.propagators[c].filter(e); !ok {
			e.failures++
			for _, v := range e.scopes[c] {
				e.weight[v] += e.share(c)
			}
		}
		e.poll()
	}
	e.queue = e.queue[:0]
	return ok && e.err == nil
}

// share returns the share of each variable in a constraint.
func (e *engine) share(c int32) float64 { return 1 / float64(max(1, len(e.scopes[c])-1)) }

// interval is the number of steps between two polls.
const interval = 256

func (e *engine) poll() {
	if e.steps--; e.steps <= 0 && e.err == nil {
		e.steps = interval
		e.err = e.st.Poll(e.ctx, e.nodes, e.updates)
	}
}

// end adds the work to the statistics and returns the error of the search.
func (e *engine) end() error {
	e.st.Nodes += e.nodes
	e.st.Updates += e.updates
	if e.failed != nil {
		*e.failed += e.failures
	}
	return e.err
}
