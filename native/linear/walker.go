package linear

import (
	"cmp"
	"context"
	"encoding/binary"
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
// The time for counting is proportional to the number of different parts. Rows that are multiples
// of one another become one row, with the narrower of their bounds.
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
	rows    []row          // the rows of the problem, followed by the rows that fresh made
	raw     int            // number of rows of the problem
	index   map[string]int // the rows that fresh made, by key
	lo, hi  []int64        // bounds of the variables, while branch works on a part
	value   []int64        // values of the variables that are settled so far
	parent  []int          // for split: a forest of the variables; for choose: numbers of rows
	any     bool           // whether to find out only which parts have answers
	counts  map[string]*big.Int
	budget  int64
	keyed   []byte
	root    []part
	yield   func() bool
	stopped bool
}

// A row is a sum of variables, in ascending order, with their coefficients. In a row made by fresh,
// the greatest common divisor of the coefficients is 1 and the first coefficient is positive.
type row struct {
	vars  []int
	coefs []int64
}

type bound struct {
	row    int
	lo, hi int64
}

// A part is a set of variables, in ascending order, with their bounds and all rows that contain
// them.
type part struct {
	vars   []int
	lo, hi []int64
	rows   []bound // ascending
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
		ctx: ctx, st: st, points: p, rows: slices.Clone(p.rows), raw: len(p.rows), index: map[string]int{},
		lo: make([]int64, n), hi: make([]int64, n), value: make([]int64, n), parent: make([]int, n),
		counts: map[string]*big.Int{}, budget: cmp.Or(s.memo, memoBytes),
	}
	all := part{lo: make([]int64, n), hi: slices.Clone(p.size), rows: slices.Clone(p.open)}
	for j := range n {
		all.vars = append(all.vars, j)
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

// tighten tightens the bounds of the variables of the row in b, given the bounds of the row. It
// returns one of the constants broken (no values are left), idle, kept and closer.
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
		// c*x is between b.lo - (largest sum of the others) and b.hi - (smallest sum of the
		// others).
		l, m := ends(c, lo, hi)
		from, to := b.lo-(most-m), b.hi-(least-l)
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

// fold normalizes the rows, and replaces equal rows by one row with the narrower of their bounds. It
// returns false if these contradict each other.
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

// normalize removes from the row of b the variables that have only one value, and adapts the
// bounds. Then it divides the row by the greatest common divisor of its coefficients. The sign of
// the divisor is such that the first coefficient becomes positive.
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

// fresh adds a row to w.rows and returns the new row's index. The row has those variables of r that
// have several values, and their coefficients in r divided by g.
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

// split distributes the rows, and the variables of p that still have several values, over parts
// that share no variable.
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
