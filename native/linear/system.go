package linear

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"counterproof/native"
)

// A System consists of the equations A x = B and of bounds for every unknown. Its solutions are
// integer vectors. It must not be changed after its first use.
//
// Search lists the solutions, and Count counts them without listing. Both eliminate first, and then
// search among the integer points that satisfy the equations; see walker. If the nullity of A is 0,
// there is at most one solution and no search.
//
// The following figures are from BenchmarkCount, for random boards with values from 0 to 9 whose
// clues are the sums of 3x3 cells. A 5x5 board (nullity 9) has 719,820 solutions, counted in 677
// nodes. An 11x11 board (nullity 21) has 2,568,830,670 solutions, counted in 11,223 nodes and 45
// ms. A 32x32 board (nullity 63) has 67,840 solutions, counted in ten nodes and 0.1 s, nearly all
// of which is elimination. The larger the board, the smaller the share of the integer points that
// is within the bounds.
//
// Wide bounds are hard if every unknown depends on every other: 1,000,000 nodes do not suffice to
// count a 5x5 board with values from 0 to 255. Boards whose clues add two of the four neighbours
// and subtract the other two are easier. An 8x8 board with values from 0 to 255 (nullity 8) has
// 550,734,711,660 solutions, counted in 6,963 nodes and 7 ms.
type System struct {
	A      Matrix
	B      []int // one for each row of A
	Lo, Hi []int // one for each unknown, both included; there is no solution if Lo > Hi

	memo  int64 // bytes; 0 means memoBytes
	mu    sync.Mutex
	ready *points
}

// ErrLarge is the error of Search and Count if the kernel of the matrix has numbers that are too
// large. The search computes in 64 bits.
var ErrLarge = errors.New("the numbers of the kernel are too large for 64-bit arithmetic")

// points describes the integer points that satisfy the equations, for the walker. They are x = at +
// sum of t[j] vectors[j], for integers 0 <= t[j] <= size[j]. The solutions are the points for which
// every row is within its bounds.
type points struct {
	none     bool // there is no integer point
	at, size []int64
	rows     []row     // one for each unknown that depends on t
	of       [][]int   // of[j] lists the unknowns that t[j] changes
	by       [][]int64 // by[j][k] is the change of unknown of[j][k] when t[j] grows by 1
}

// fits limits the sums that a walker computes, so that they cannot overflow.
const fits = 1 << 60

// prepare returns the integer points of the system. It eliminates only in the first call and keeps
// the result in s.ready. The error is ctx.Err() or ErrLarge.
func (s *System) prepare(ctx context.Context) (*points, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil || s.ready != nil {
		return s.ready, err
	}
	n := len(s.Lo)
	a, b := s.A, s.B
	if len(s.Hi) != n || len(a) > 0 && a.Cols() != n {
		panic(fmt.Sprintf("linear: %d columns with %d lower and %d upper bounds", a.Cols(), n, len(s.Hi)))
	}
	if len(a) == 0 { // replace the empty list of equations by 0 = 0
		a, b = Matrix{make([]int, n)}, []int{0}
	}
	p := &points{none: true}
	for i := range s.Lo {
		if s.Lo[i] > s.Hi[i] {
			s.ready = p
			return p, nil
		}
	}
	e, x0, err := solve(ctx, a, b)
	if err != nil {
		return nil, err
	}
	if x0 != nil {
		l, err := e.integers(ctx, x0)
		if err != nil {
			return nil, err
		}
		if l != nil {
			if p, err = s.points(e, l); err != nil {
				return nil, err
			}
		}
	}
	s.ready = p
	return p, nil
}

// A reach holds bounds for each unknown: how much the vectors of a lattice can add to the unknown.
type reach struct {
	lo, hi      []*big.Int // smallest and largest amount that keeps the unknown within its bounds
	least, most []*big.Int // smallest and largest amount that the vectors can add
	size        []*big.Int // vector j can be added 0 to size[j] times
}

// reach takes one vector of l after the other, and computes by how much the vector can be multiplied,
// or returns nil if a vector has no possible multiple. The bounds of the unknown at the free column
// of the vector limit the multiple. They suffice, because the unknown at the free column of vector j
// depends only on the vectors up to j. reach moves l.at so that all multiples start from 0.
func (s *System) reach(e *Echelon, l *lattice) *reach {
	n := len(s.Lo)
	x := &reach{make([]*big.Int, n), make([]*big.Int, n), zeros(n), zeros(n), make([]*big.Int, len(l.vectors))}
	for i, at := range l.at {
		x.lo[i] = new(big.Int).Sub(big.NewInt(int64(s.Lo[i])), at)
		x.hi[i] = new(big.Int).Sub(big.NewInt(int64(s.Hi[i])), at)
	}
	t := new(big.Int)
	for j, v := range l.vectors {
		f := e.Free[j]
		first := new(big.Int).Sub(x.lo[f], x.most[f])
		last := new(big.Int).Sub(x.hi[f], x.least[f])
		first.Neg(first.Div(first.Neg(first), v[f])) // round up
		last.Div(last, v[f])
		if x.size[j] = last.Sub(last, first); last.Sign() < 0 {
			return nil
		}
		take(x.lo, first, v)
		take(x.hi, first, v)
		take(l.at, t.Neg(first), v)
		for i, c := range v {
			if c.Sign() > 0 {
				x.most[i].Add(x.most[i], t.Mul(last, c))
			} else if c.Sign() < 0 {
				x.least[i].Add(x.least[i], t.Mul(last, c))
			}
		}
	}
	return x
}

// points returns the points of the lattice l as the walker needs them, in 64 bits. It returns
// ErrLarge if the numbers do not fit.
func (s *System) points(e *Echelon, l *lattice) (*points, error) {
	none := &points{none: true}
	x := s.reach(e, l)
	if x == nil {
		return none, nil
	}
	p := &points{of: make([][]int, len(x.size)), by: make([][]int64, len(x.size))}
	for _, size := range x.size {
		p.size = append(p.size, size.Int64())
	}
	for i, at := range l.at {
		if x.lo[i].Cmp(x.most[i]) > 0 || x.hi[i].Cmp(x.least[i]) < 0 {
			return none, nil
		}
		// The entries are integers. So if the reach fits, the sizes and the entries fit as well,
		// because each size is at most the reach of its free column.
		if new(big.Int).Sub(x.most[i], x.least[i]).Cmp(big.NewInt(fits)) > 0 {
			return nil, ErrLarge
		}
		p.at = append(p.at, at.Int64())
		var r row
		for j, v := range l.vectors {
			if v[i].Sign() == 0 || p.size[j] == 0 {
				continue
			}
			r.vars, r.coefs = append(r.vars, j), append(r.coefs, v[i].Int64())
			p.of[j], p.by[j] = append(p.of[j], i), append(p.by[j], v[i].Int64())
		}
		if len(r.vars) > 0 {
			r.lo, r.hi = most(x.lo[i], x.least[i]).Int64(), least(x.hi[i], x.most[i]).Int64()
			p.rows = append(p.rows, r)
		}
	}
	return p, nil
}

func most(x, y *big.Int) *big.Int { return slices.MaxFunc([]*big.Int{x, y}, (*big.Int).Cmp) }

func least(x, y *big.Int) *big.Int { return slices.MinFunc([]*big.Int{x, y}, (*big.Int).Cmp) }

// Count implements native.Counter. The error is ctx.Err(), native.ErrLimit or ErrLarge.
func (s *System) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	w, err := s.walker(ctx, st)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return new(big.Int), nil
	}
	total := w.product(new(big.Int), w.root)
	if w.err != nil {
		return nil, w.err
	}
	return total, nil
}

// Search implements native.Solver. An answer is the value of every unknown. The error is ctx.Err(),
// native.ErrLimit or ErrLarge.
func (s *System) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
	w, err := s.walker(ctx, st)
	if w == nil {
		return err
	}
	w.any = true
	x := make([]int, len(w.points.at))
	w.yield = func() bool {
		for i, at := range w.points.at {
			x[i] = int(at)
		}
		for j, t := range w.lo {
			for k, i := range w.points.of[j] {
				x[i] += int(t * w.points.by[j][k])
			}
		}
		return yield(x)
	}
	if w.all(w.root) {
		w.list(w.root)
	}
	return w.err
}

// key returns the key of a part in the memo. Two parts with the same key have the same answers,
// except that the variables may start from other values.
func (w *walker) key(p *part) []byte {
	key := w.keyed[:0]
	for i, x := range p.vars {
		w.lo[x], w.hi[x] = p.lo[i], p.hi[i]
		key = binary.AppendUvarint(key, uint64(x))
		key = binary.AppendUvarint(key, uint64(p.hi[i]-p.lo[i]))
	}
	for _, i := range p.rows {
		r := &w.rows[i]
		least, most := w.extent(r)
		key = binary.AppendUvarint(key, uint64(i))
		key = binary.AppendUvarint(key, uint64(max(r.lo-least, 0)))
		key = binary.AppendUvarint(key, uint64(max(most-r.hi, 0)))
	}
	w.keyed = key
	return key
}

// choose returns the index in p.vars of the variable to branch on. Among the variables that are in
// the most rows, it takes one with the fewest values.
func (w *walker) choose(p *part) int {
	for _, x := range p.vars {
		w.parent[x] = 0
	}
	for _, i := range p.rows {
		for _, x := range w.rows[i].vars {
			w.parent[x]++
		}
	}
	best := 0
	for i, x := range p.vars {
		d := w.parent[x] - w.parent[p.vars[best]]
		if d > 0 || d == 0 && p.hi[i]-p.lo[i] < p.hi[best]-p.lo[best] {
			best = i
		}
	}
	return best
}

// count returns the number of answers of a part. If w.any is true, it returns 0 if there is no
// answer, and otherwise any positive number.
func (w *walker) count(p *part) *big.Int {
	if len(p.rows) == 0 { // a part without rows has one variable
		return big.NewInt(p.hi[0] - p.lo[0] + 1)
	}
	key := string(w.key(p))
	if n, ok := w.counts[key]; ok {
		return n
	}
	total, product := new(big.Int), new(big.Int)
	k := w.choose(p)
	for v := p.lo[k]; v <= p.hi[k] && !(w.any && total.Sign() > 0); v++ {
		if w.poll() {
			return total
		}
		if parts, ok := w.branch(p, k, v); ok {
			total.Add(total, w.product(product, parts))
		}
	}
	if w.err == nil && w.budget >= 0 {
		w.budget -= int64(len(key)) + 128
		w.counts[key] = total
	}
	return total
}

// product sets z to the product of the counts of the parts, and returns z.
func (w *walker) product(z *big.Int, parts []part) *big.Int {
	z.SetInt64(1)
	for i := range parts {
		if z.Mul(z, w.count(&parts[i])); z.Sign() == 0 {
			break
		}
	}
	return z
}

func (w *walker) all(parts []part) bool {
	for i := range parts {
		if len(parts[i].rows) > 0 && w.count(&parts[i]).Sign() == 0 {
			return false
		}
	}
	return true
}

// list yields all combinations of answers of the parts. Every part must have an answer.
func (w *walker) list(parts []part) {
	if len(parts) == 0 {
		w.stopped = !w.yield()
		if !w.stopped {
			w.poll()
		}
		return
	}
	p, rest := &parts[0], parts[1:]
	k := 0
	if len(p.rows) > 0 {
		k = w.choose(p)
	}
	for v := p.lo[k]; v <= p.hi[k] && !w.stopped; v++ {
		if w.poll() {
			return
		}
		more, ok := w.branch(p, k, v)
		if ok && w.all(more) && w.err == nil {
			w.list(slices.Concat(more, rest))
		}
	}
}
