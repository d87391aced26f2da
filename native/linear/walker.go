package linear

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"counterproof/native"
)

// memoBytes limits the approximate memory for the memo of one search or count, in bytes. When the
// memo is full, the walker still looks up parts but stores no more.
const memoBytes = 1 << 29

// A walker searches for the integers t[j], its variables, for which every row is within its bounds
// (see points). A row is a sum of some of the variables with coefficients. The walker gives one
// variable a value and tightens the bounds of the others until nothing changes. It drops the rows
// that cannot leave their bounds any more. Then it splits the remaining variables and rows into
// parts, such that no row has variables of two parts. The number of answers of a part depends only
// on its rows and on the distances between its bounds. These form the key under which the walker
// stores the number of answers in a memo. This is the method of #SAT solvers that cache components
// (Sang, Bacchus, Beame, Kautz, Pitassi 2004), for sums instead of clauses.
//
// The time for counting is proportional to the number of different parts.
//
// Search first finds out in the same way whether each part has an answer at all. So every branch in
// which Search lists answers contains an answer.
//
// The walker uses no linear programming. If large parts have no answer, and the bounds do not show
// this, the time is exponential in the nullity.
//
// Stats.Nodes counts the values tried, and Stats.Updates the variables whose bounds were tightened.
type walker struct {
	ctx context.Context
	st  *native.Stats
	err error

	points  *points
	rows    []row
	lo, hi  []int64 // bounds of the settled variables, and of those of the part on which branch works
	parent  []int   // for split: a forest of the variables; for choose: numbers of rows
	any     bool    // whether to find out only which parts have answers
	counts  map[string]*big.Int
	budget  int64
	keyed   []byte
	root    []part
	yield   func() bool
	stopped bool
}

// A row is a sum of variables, in ascending order, with their coefficients and bounds.
type row struct {
	vars   []int
	coefs  []int64
	lo, hi int64
}

// A part is a set of variables, in ascending order, with their bounds and all rows that contain
// them and can still leave their bounds.
type part struct {
	vars   []int
	lo, hi []int64
	rows   []int // ascending
}

// walker returns a walker for the system, or nil if it finds at once that there is no solution. The
// error is ctx.Err() or ErrLarge.
func (s *System) walker(ctx context.Context, st *native.Stats) (*walker, error) {
	p, err := s.prepare(ctx)
	if err != nil || p.none {
		return nil, err
	}
	n := len(p.size)
	w := &walker{
		ctx: ctx, st: st, points: p, rows: p.rows,
		lo: make([]int64, n), hi: make([]int64, n), parent: make([]int, n),
		counts: map[string]*big.Int{}, budget: cmp.Or(s.memo, memoBytes),
	}
	all := part{lo: make([]int64, n), hi: slices.Clone(p.size)}
	for j := range n {
		all.vars = append(all.vars, j)
	}
	for i := range p.rows {
		all.rows = append(all.rows, i)
	}
	var ok bool
	if w.root, ok = w.branch(&all, -1, 0); !ok {
		return nil, nil
	}
	return w, nil
}

func (w *walker) poll() bool {
	if w.err == nil {
		w.err = w.st.Poll(w.ctx, 0, 0)
	}
	return w.err != nil
}

// branch gives variable p.vars[k] the value v, unless k is -1, and tightens the bounds of the
// others. It returns the parts that remain, or false if some row cannot stay within its bounds.
func (w *walker) branch(p *part, k int, v int64) ([]part, bool) {
	w.st.Nodes++
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
		for _, i := range rows {
			state := w.tighten(&w.rows[i])
			if state == broken {
				return nil, false
			}
			changed = changed || state == closer
			if state != idle {
				open = append(open, i)
			}
		}
		rows = open
	}
	return w.split(p, rows), true
}

const (
	broken = iota // the row cannot be within its bounds
	idle          // the row is within its bounds for all values of its variables
	kept          // the row can still leave its bounds, and no bound of a variable changed
	closer        // the row can still leave its bounds, and some bound of a variable was tightened
)

// ends returns the smallest and the largest value of c*x for lo <= x <= hi.
func ends(c, lo, hi int64) (least, most int64) {
	if c < 0 {
		return c * hi, c * lo
	}
	return c * lo, c * hi
}

func (w *walker) extent(r *row) (least, most int64) {
	for i, x := range r.vars {
		l, m := ends(r.coefs[i], w.lo[x], w.hi[x])
		least, most = least+l, most+m
	}
	return least, most
}

// tighten tightens the bounds of the variables of a row, given the bounds of the row. It returns one
// of the constants broken (no values are left), idle, kept and closer.
func (w *walker) tighten(r *row) int {
	least, most := w.extent(r)
	switch {
	case least > r.hi || most < r.lo:
		return broken
	case least >= r.lo && most <= r.hi:
		return idle
	}
	state := kept
	for i, x := range r.vars {
		c, lo, hi := r.coefs[i], w.lo[x], w.hi[x]
		if lo == hi {
			continue
		}
		// c*x is between r.lo - (largest sum of the others) and r.hi - (smallest sum of the
		// others).
		l, m := ends(c, lo, hi)
		from, to := r.lo-(most-m), r.hi-(least-l)
		if c < 0 {
			from, to = -to, -from
		}
		newLo, newHi := max(lo, ceil(from, max(c, -c))), min(hi, floor(to, max(c, -c)))
		if newLo == lo && newHi == hi {
			continue
		}
		if newLo > newHi {
			return broken
		}
		w.st.Updates++
		state = closer
		newL, newM := ends(c, newLo, newHi)
		least, most = least+newL-l, most+newM-m
		w.lo[x], w.hi[x] = newLo, newHi
	}
	return state
}

func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

func ceil(x, y int64) int64 { return -floor(-x, y) }

// split distributes the rows, and the variables of p that still have several values, over parts
// that share no variable.
func (w *walker) split(p *part, rows []int) []part {
	for _, x := range p.vars {
		w.parent[x] = x
	}
	first := func(i int) int { // a variable of the row with several values
		r := &w.rows[i]
		return r.vars[slices.IndexFunc(r.vars, w.open)]
	}
	for _, i := range rows {
		top := first(i)
		for _, x := range w.rows[i].vars {
			if w.open(x) {
				a, c := w.find(top), w.find(x)
				w.parent[max(a, c)] = min(a, c)
			}
		}
	}
	var parts []part
	place := map[int]int{}
	for _, x := range p.vars {
		if !w.open(x) {
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
	for _, i := range rows {
		q := &parts[place[w.find(first(i))]]
		q.rows = append(q.rows, i)
	}
	return parts
}

func (w *walker) open(x int) bool { return w.lo[x] < w.hi[x] }

func (w *walker) find(x int) int {
	for w.parent[x] != x {
		w.parent[x] = w.parent[w.parent[x]]
		x = w.parent[x]
	}
	return x
}
