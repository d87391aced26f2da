package linear

import (
	"context"
	"encoding/binary"
	"math/big"
	"slices"

	"counterproof/native"
)

// memoBytes is how much a walk may keep in its memo, in bytes, roughly. A full
// memo is still asked but takes nothing more.
const memoBytes = 1 << 29

// A walker goes over the integers t that keep every row, a sum of some of them,
// within its bounds. It gives one t a value, draws the bounds of the others
// closer until nothing changes (a row that its variables cannot break any more
// is dropped), and splits what is left into parts that share no row. A part
// depends on its rows and on the distances between bounds alone; that is the key
// under which its number of answers is kept. This is the #SAT solver's recipe of
// components and their caching (Sang, Bacchus, Beame, Kautz, Pitassi 2004), for
// sums instead of clauses.
//
// Counting takes as long as there are different parts. Rows that are the same
// sum, up to sign and factor, are one row of the narrower bounds.
//
// Search asks first whether each part has an answer at all, in the same way, so
// that every branch it enters leads to one.
//
// It does no linear programming: a system whose parts stay large and have no
// integer point that the bounds can see takes time exponential in the nullity.
//
// Nodes are the values tried, Updates the bounds drawn closer.
type walker struct {
	ctx context.Context
	st  *native.Stats
	err error

	rows    []row          // those of the problem, then those that fresh made
	raw     int            // of the former
	index   map[string]int // of the latter
	lo, hi  []int64        // of the variables, while a part is settled
	value   []int64        // of the variables on the way to here
	parent  []int          // of the variables, while a part is split
	counts  map[string]*big.Int
	exists  map[string]bool
	budget  int64
	keyed   []byte
	root    []part
	yield   func() bool
	stopped bool

	infeasible     bool
	nodes, updates int64
}

// A row is a sum of variables, ascending, with their coefficients, of greatest
// common divisor 1 and the first of them positive once settle has made it.
type row struct {
	vars  []int
	coefs []int64
}

// A bound says that a row lies between lo and hi.
type bound struct {
	row    int
	lo, hi int64
}

// A part is some variables, ascending, with their bounds, and all rows that they
// are in.
type part struct {
	vars   []int
	lo, hi []int64
	rows   []bound // ascending
}

func (s *System) walker(ctx context.Context, st *native.Stats, p *points) *walker {
	n := len(p.size)
	w := &walker{
		ctx: ctx, st: st, rows: slices.Clone(p.rows), raw: len(p.rows), index: map[string]int{},
		lo: make([]int64, n), hi: make([]int64, n), value: make([]int64, n), parent: make([]int, n),
		counts: map[string]*big.Int{}, exists: map[string]bool{}, budget: s.memo,
	}
	if w.budget == 0 {
		w.budget = memoBytes
	}
	all := part{lo: make([]int64, n), hi: slices.Clone(p.size), rows: slices.Clone(p.open)}
	for j := range n {
		all.vars = append(all.vars, j)
	}
	var ok bool
	w.root, ok = w.branch(&all, -1, 0)
	w.infeasible = !ok
	return w
}

func (w *walker) report() {
	w.st.Nodes += w.nodes
	w.st.Updates += w.updates
}

// poll looks at the context and the limit. It returns true if the walk has to end.
func (w *walker) poll() bool {
	if w.err == nil {
		w.err = w.st.Poll(w.ctx, w.nodes, w.updates)
	}
	return w.err != nil
}

// branch gives variable k of the part a value, unless k is -1, and returns the
// parts that are left; false if some bound cannot be kept.
func (w *walker) branch(p *part, k int, v int64) ([]part, bool) {
	w.nodes++
	for i, x := range p.vars {
		w.lo[x], w.hi[x] = p.lo[i], p.hi[i]
	}
	if k >= 0 {
		w.lo[p.vars[k]], w.hi[p.vars[k]] = v, v
	}
	rows := slices.Clone(p.rows)
	for changed := true; changed; {
		changed = false
		open := rows[:0]
		for _, b := range rows {
			state := w.tighten(&b)
			if state == broken {
				return nil, false
			}
			changed = changed || state == closer
			if state != idle {
				open = append(open, b)
			}
		}
		rows = open
	}
	for _, x := range p.vars {
		if w.lo[x] == w.hi[x] {
			w.value[x] = w.lo[x]
		}
	}
	rows, ok := w.fold(rows)
	if !ok {
		return nil, false
	}
	return w.split(p, rows), true
}

const (
	broken = iota
	idle   // no value of the variables can break it
	kept
	closer // some bound of a variable was drawn closer
)

// extent returns the least and the most that a row can be within the bounds of its
// variables.
func (w *walker) extent(r *row) (least, most int64) {
	for i, x := range r.vars {
		if c := r.coefs[i]; c > 0 {
			least += c * w.lo[x]
			most += c * w.hi[x]
		} else {
			least += c * w.hi[x]
			most += c * w.lo[x]
		}
	}
	return least, most
}

// tighten draws the bounds of the variables of one row closer.
func (w *walker) tighten(b *bound) int {
	r := &w.rows[b.row]
	least, most := w.extent(r)
	switch {
	case least > b.hi || most < b.lo:
		return broken
	case least >= b.lo && most <= b.hi:
		return idle
	}
	state := kept
	for i, x := range r.vars {
		c, lo, hi := r.coefs[i], w.lo[x], w.hi[x]
		if lo == hi {
			continue
		}
		// c*x lies between b.lo - (most of the others) and b.hi - (least of them).
		newLo, newHi := lo, hi
		if c > 0 {
			newLo = max(lo, ceil(b.lo-(most-c*hi), c))
			newHi = min(hi, floor(b.hi-(least-c*lo), c))
		} else {
			newLo = max(lo, ceil(-(b.hi-(least-c*hi)), -c))
			newHi = min(hi, floor(-(b.lo-(most-c*lo)), -c))
		}
		if newLo == lo && newHi == hi {
			continue
		}
		if newLo > newHi {
			return broken
		}
		w.updates++
		state = closer
		if c > 0 {
			least += c * (newLo - lo)
			most += c * (newHi - hi)
		} else {
			least += c * (newHi - hi)
			most += c * (newLo - lo)
		}
		w.lo[x], w.hi[x] = newLo, newHi
	}
	return state
}

// floor and ceil divide by a positive number.
func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

func ceil(x, y int64) int64 { return -floor(-x, y) }

// fold normalizes the rows and joins those that are the same sum. It returns false
// if two of them contradict each other.
func (w *walker) fold(rows []bound) ([]bound, bool) {
	for i := range rows {
		w.normalize(&rows[i])
	}
	slices.SortFunc(rows, func(a, b bound) int { return a.row - b.row })
	joined := rows[:0]
	for _, b := range rows {
		if n := len(joined); n > 0 && joined[n-1].row == b.row {
			last := &joined[n-1]
			last.lo, last.hi = max(last.lo, b.lo), min(last.hi, b.hi)
		} else {
			joined = append(joined, b)
		}
		if last := joined[len(joined)-1]; last.lo > last.hi {
			return nil, false
		}
	}
	return joined, true
}

// normalize removes the settled variables from a row and divides it by the greatest
// common divisor of its coefficients, with the sign of the first.
func (w *walker) normalize(b *bound) {
	r := w.rows[b.row]
	g, sign, open := int64(0), int64(1), 0
	for j, x := range r.vars {
		if w.lo[x] < w.hi[x] {
			if open == 0 && r.coefs[j] < 0 {
				sign = -1
			}
			g = gcd(g, r.coefs[j])
			open++
		}
	}
	if open == len(r.vars) && b.row >= w.raw {
		return
	}
	key := w.keyed[:0]
	for j, x := range r.vars {
		if w.lo[x] == w.hi[x] {
			b.lo -= r.coefs[j] * w.lo[x]
			b.hi -= r.coefs[j] * w.lo[x]
		} else {
			key = binary.AppendUvarint(key, uint64(x))
			key = binary.AppendVarint(key, sign*r.coefs[j]/g)
		}
	}
	if sign < 0 {
		b.lo, b.hi = -b.hi, -b.lo
	}
	b.lo, b.hi = ceil(b.lo, g), floor(b.hi, g)
	w.keyed = key
	id, ok := w.index[string(key)]
	if !ok {
		id = w.fresh(r, sign*g, string(key))
	}
	b.row = id
}

// fresh adds a row: the open variables of r, their coefficients divided by g.
func (w *walker) fresh(r row, g int64, key string) int {
	var fresh row
	for j, x := range r.vars {
		if w.lo[x] < w.hi[x] {
			fresh.vars = append(fresh.vars, x)
			fresh.coefs = append(fresh.coefs, r.coefs[j]/g)
		}
	}
	w.rows = append(w.rows, fresh)
	w.index[key] = len(w.rows) - 1
	w.budget -= int64(len(key)) + 16*int64(len(fresh.vars)) + 128
	return len(w.rows) - 1
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// split sorts the open variables and the rows into parts.
func (w *walker) split(p *part, rows []bound) []part {
	for _, x := range p.vars {
		w.parent[x] = x
	}
	for _, b := range rows {
		vars := w.rows[b.row].vars
		for _, x := range vars[1:] {
			if a, c := w.find(vars[0]), w.find(x); a != c {
				w.parent[max(a, c)] = min(a, c)
			}
		}
	}
	var parts []part
	place := map[int]int{}
	for _, x := range p.vars {
		if w.lo[x] == w.hi[x] {
			continue
		}
		top := w.find(x)
		i, ok := place[top]
		if !ok {
			i = len(parts)
			place[top] = i
			parts = append(parts, part{})
		}
		q := &parts[i]
		q.vars, q.lo, q.hi = append(q.vars, x), append(q.lo, w.lo[x]), append(q.hi, w.hi[x])
	}
	for _, b := range rows {
		q := &parts[place[w.find(w.rows[b.row].vars[0])]]
		q.rows = append(q.rows, b)
	}
	return parts
}

func (w *walker) find(x int) int {
	for w.parent[x] != x {
		w.parent[x] = w.parent[w.parent[x]]
		x = w.parent[x]
	}
	return x
}
