package margins

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"counterproof/native"
)

// ErrLimit says that counting took more work than Problem.Limit.
var ErrLimit = errors.New("counting takes more work than the limit")

// ErrMemory says that the states took more bytes than Problem.Memory.
var ErrMemory = errors.New("too many states to count: they take more memory than the limit")

// defaultMemory lets the process grow to about 2 GB, so that some jobs at once fit
// on a machine of 8 GB. It is about 2 million states of 20 numbers.
const defaultMemory = 600 << 20

// Count implements native.Counter. It multiplies the counts of the blocks. Each
// is counted line by line: what is left to do depends only on how many cross
// lines want 1, 2, ... ones more, so the ways that lead to the same such state are
// added up, and a state that fails the test of Gale and Ryser is not entered.
// Memory holds the states of two lines at a time.
//
// Nodes counts the states, Updates the moves between them.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	product := new(big.Int)
	m := p.Construct()
	if m == nil {
		return product, nil
	}
	product.SetInt64(1)
	g := p.gauge(ctx, st)
	for _, b := range m.blocks() {
		n := newLadder(b.margins).count(g)
		if g.err != nil {
			return nil, g.err
		}
		product.Mul(product, n)
	}
	return product, nil
}

// A gauge measures the work and the memory, and ends the work.
type gauge struct {
	ctx         context.Context
	st          *native.Stats
	work, limit int64
	memory      int64
	polled      int64
	err         error
}

func (p *Problem) gauge(ctx context.Context, st *native.Stats) *gauge {
	g := &gauge{ctx: ctx, st: st, limit: p.Limit, memory: p.Memory}
	if g.memory == 0 {
		g.memory = defaultMemory
	}
	return g
}

// move says whether to go on after a move from state n with a count of the given
// words, while the rungs hold so many bytes. It looks at the context every 65,536
// units of work, some milliseconds.
func (g *gauge) move(n state, words int, held int64) bool {
	g.st.Updates++
	g.work += int64(len(n) + words)
	switch {
	case held > g.memory:
		g.err = ErrMemory
	case g.limit > 0 && g.work > g.limit:
		g.err = ErrLimit
	case g.work-g.polled > 1<<16:
		g.polled = g.work
		g.err = g.st.Poll(g.ctx, 0, 0)
	}
	return g.err == nil
}

// A ladder has a rung of states in front of each line of a block and one behind
// the last.
type ladder struct {
	turned bool  // the lines are the columns
	order  []int // the lines in the order in which they are filled
	need   []int // the sums of the lines, in that order
	left   []int // the sums of the cross lines
	start  state
	bound  [][]int // as in walk
	binom  *binomials
}

// A state n has n[v] cross lines that want v ones more, for v = 1..top; those
// that want none are not kept, and n[0] is 0.
type state []int

func newLadder(p *Problem) *ladder {
	l := &ladder{need: slices.Clone(p.Rows), left: p.Cols}
	if diagram(p.Cols) > diagram(p.Rows) {
		l.turned = true
		l.need, l.left = slices.Clone(p.Cols), p.Rows
	}
	// The fullest lines first: on 16x20 with a density of 1/4 that is 0.75 to 0.9
	// of the states that the emptiest first make, and up to 1.4 times the moves.
	sums := l.need
	l.order = make([]int, len(sums))
	for i := range l.order {
		l.order[i] = i
	}
	slices.SortStableFunc(l.order, func(a, b int) int { return sums[b] - sums[a] })
	l.need = make([]int, len(sums))
	for i, line := range l.order {
		l.need[i] = sums[line]
	}
	l.start = make(state, slices.Max(l.left)+1)
	for _, n := range l.left {
		l.start[n]++
	}
	l.bound = bounds(l.need, len(l.left))
	l.binom = newBinomials(len(l.left))
	return l
}

// diagram is the number of partitions whose diagram lies within that of sums: no
// fewer than there are states with these cross lines, whatever the lines are. It
// is +Inf where a float64 ends.
func diagram(sums []int) float64 {
	sorted := slices.Clone(sums)
	slices.Sort(sorted)
	ways := make([]float64, sorted[len(sorted)-1]+1) // by the last part so far
	ways[0] = 1
	for _, n := range sorted {
		for v := 1; v <= n; v++ {
			ways[v] += ways[v-1]
		}
	}
	all := 0.0
	for _, n := range ways {
		all += n
	}
	return all
}

// moves calls do for every state in which line i can leave state n, with the
// numbers of cross lines of each kind that get a one; both are valid during
// the call only.
func (l *ladder) moves(i int, n state, do func(next, take state) bool) {
	top := len(n) - 1
	take, next := make(state, top+2), make(state, top+1)
	below := make([]int, top+1) // cross lines that want 1 to v-1
	for v := 2; v <= top; v++ {
		below[v] = below[v-1] + n[v-1]
	}
	bound := l.bound[i+1]
	stopped := false
	var choose func(v, need, lines, sum int) (found bool)
	choose = func(v, need, lines, sum int) (found bool) {
		if v == 0 {
			stopped = !do(next, take[:top+1])
			return true
		}
		// Most ones first: they leave the least to want, so where k lead to no
		// state, fewer lead to none, and no time is spent between two states.
		for k := min(need, n[v]); k >= 0 && need-k <= below[v]; k-- {
			// Partial sums are concave in the number of cross lines, so they
			// need a look only where one kind ends.
			now := n[v] - k + take[v+1]
			all, want := lines+now, sum+now*v
			if all > 0 && want > bound[all-1] {
				break
			}
			take[v], next[v] = k, now
			if !choose(v-1, need-k, all, want) || stopped {
				break
			}
			found = true
		}
		return found
	}
	choose(top, l.need[i], 0, 0)
}

// A rung has the states in front of one line and a number for each.
type rung struct {
	index map[string]int
	flat  []int // the states, one behind the other
	count []big.Int
	bytes int64 // of all of this, about
}

// perState are the bytes that a state takes besides its numbers, its key and its
// count: 32 of the big.Int, 32 of the words that it keeps to grow, and 25 of the
// index, which is half empty.
const perState = 32 + 32 + 50

func newRung() *rung { return &rung{index: map[string]int{}} }

// state is number i of those of kinds numbers each.
func (r *rung) state(i, kinds int) state { return r.flat[i*kinds : (i+1)*kinds] }

// find is the index of n, which is added if it is new. key is space for its
// text.
func (r *rung) find(n state, key []byte) (i int, space []byte) {
	key = key[:0]
	for _, x := range n[1:] {
		for ; x >= 0x80; x >>= 7 {
			key = append(key, byte(x)|0x80)
		}
		key = append(key, byte(x))
	}
	i, ok := r.index[string(key)]
	if !ok {
		i = len(r.count)
		r.index[string(key)] = i
		r.flat = append(r.flat, n...)
		r.count = append(r.count, big.Int{})
		r.bytes += int64(perState + 8*len(n) + len(key))
	}
	return i, key
}

// add adds ways to the count of state i.
func (r *rung) add(i int, ways *big.Int) {
	count := &r.count[i]
	before := len(count.Bits())
	count.Add(count, ways)
	r.bytes += int64(8 * (len(count.Bits()) - before))
}

// count is the number of matrices: the count of a state is the number of ways
// that lead to it.
func (l *ladder) count(g *gauge) *big.Int {
	now := newRung()
	now.find(l.start, nil)
	now.count[0].SetInt64(1)
	var key []byte
	var ways, tmp big.Int
	for i := range l.need {
		behind := newRung()
		for j := range now.count {
			g.st.Nodes++
			n := now.state(j, len(l.start))
			l.moves(i, n, func(next, take state) bool {
				var to int
				to, key = behind.find(next, key)
				tmp.Mul(&now.count[j], l.binom.ways(&ways, n, take))
				behind.add(to, &tmp)
				return g.move(n, len(tmp.Bits())+l.binom.spent(), now.bytes+behind.bytes)
			})
			if g.err != nil {
				return nil
			}
		}
		now = behind
	}
	return &now.count[0]
}

// binomials of n up to the number of cross lines.
type binomials struct {
	small [][]uint64 // nil if some product may not fit
	large map[[2]int]*big.Int
	work  int // for large ones since spent
}

// spent is the work since it was called last, in units of the gauge.
func (b *binomials) spent() int {
	work := b.work
	b.work = 0
	return work
}

// small binomials and their products stay below C(67,33) < 2^64: the products
// are terms of one such number (Vandermonde).
const small = 67

func newBinomials(n int) *binomials {
	b := &binomials{large: map[[2]int]*big.Int{}}
	if n > small {
		return b
	}
	for i := range n + 1 {
		row := make([]uint64, i+1)
		row[0], row[i] = 1, 1
		for k := 1; k < i; k++ {
			row[k] = b.small[i-1][k-1] + b.small[i-1][k]
		}
		b.small = append(b.small, row)
	}
	return b
}

// ways sets z to the number of ways to choose take[v] of n[v] cross lines for
// all v.
func (b *binomials) ways(z *big.Int, n, take state) *big.Int {
	if b.small != nil {
		x := uint64(1)
		for v := 1; v < len(n); v++ {
			x *= b.small[n[v]][take[v]]
		}
		return z.SetUint64(x)
	}
	z.SetInt64(1)
	for v := 1; v < len(n); v++ {
		if take[v] == 0 || take[v] == n[v] {
			continue
		}
		at := [2]int{n[v], take[v]}
		x := b.large[at]
		if x == nil {
			x = new(big.Int).Binomial(int64(n[v]), int64(take[v]))
			b.large[at] = x
			b.work += min(at[1], at[0]-at[1]) * len(x.Bits()) / 8
		}
		z.Mul(z, x)
	}
	return z
}
