package margins

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"counterproof/native"
)

// ErrLimit is the error of Count if it would need more work than Problem.Limit.
var ErrLimit = errors.New("counting takes more work than the limit")

// ErrMemory is the error of Count if its states would take more bytes than Problem.Memory.
var ErrMemory = errors.New("too many states to count: they take more memory than the limit")

// defaultMemory is the limit of the bytes of states if Problem.Memory is 0. It is enough for about
// 2 million states of 20 numbers. With this limit, the process grows to about 2 GB, so that several
// jobs fit on a machine with 8 GB.
const defaultMemory = 600 << 20

// Count returns the number of matrices. It multiplies the counts of the blocks. It fills a block
// line by line. The rows are the lines and the columns are the cross lines, or the other way round.
// The state before a line says how many cross lines still need 1, 2, ... ones. The remaining lines
// depend only on the state, so Count adds up the numbers of ways to each state. It skips states
// that fail the test of Gale and Ryser, and keeps only the states before two successive lines at
// any time.
//
// st.Nodes counts the states, and st.Updates the moves between states.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !p.Test().Solvable() {
		return new(big.Int), nil
	}
	product := big.NewInt(1)
	g := p.gauge(ctx, st)
	for _, b := range p.blocks() {
		n := b.margins.ladder().count(g)
		if g.err != nil {
			return nil, g.err
		}
		product.Mul(product, n)
	}
	return product, nil
}

// A gauge measures the work and the memory of a count, and stops the count at the limits.
type gauge struct {
	ctx         context.Context
	st          *native.Stats
	work, limit int64
	memory      int64 // limits the bytes of the states
	polled      int64 // the work at the last poll
	err         error
}

func (p *Problem) gauge(ctx context.Context, st *native.Stats) *gauge {
	return &gauge{ctx: ctx, st: st, limit: p.Limit, memory: cmp.Or(p.Memory, defaultMemory)}
}

// move records a move from state n whose count takes the given number of words, while all rungs take
// held bytes. It returns false if the count must stop. It checks the context after every 65,536 units
// of work, which take a few milliseconds.
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

// A ladder describes how a block is filled line by line. If the lines are the rows, the cross lines
// are the columns; if the lines are the columns, the cross lines are the rows. There is one rung of
// states before each line, and one rung after the last line.
type ladder struct {
	need  []int // the sums of the lines, in the order in which they are filled
	start state
	bound [][]int // the same as in walk
	binom *binomials
}

// A state n says that n[v] cross lines still need v ones, for v = 1..len(n)-1. Cross lines that
// need no more ones are not counted, and n[0] is 0.
type state []int

// newState returns the state in which the cross lines still need the given numbers of ones. All these
// numbers are less than the parameter kinds.
func newState(left []int, kinds int) state {
	n := make(state, kinds)
	for _, v := range left {
		if v > 0 {
			n[v]++
		}
	}
	return n
}

// ladder returns the ladder for a block with the margins p. It takes either the rows or the columns as
// lines, whichever gives the smaller bound for the number of states.
func (p *Problem) ladder() *ladder {
	if diagram(p.Cols) > diagram(p.Rows) {
		return newLadder(p.Cols, p.Rows)
	}
	return newLadder(p.Rows, p.Cols)
}

// newLadder returns a ladder for the given sums of the lines and of the cross lines.
func newLadder(lines, cross []int) *ladder {
	// Fill the fullest lines first. On 16x20 with density 1/4, this makes 0.75 to 0.9 times as many
	// states as filling the emptiest lines first, and up to 1.4 times as many moves.
	l := &ladder{start: newState(cross, slices.Max(cross)+1), binom: newBinomials(len(cross))}
	for _, line := range order(lines, -1) {
		l.need = append(l.need, lines[line])
	}
	l.bound = bounds(l.need, len(cross))
	return l
}

// diagram returns the number of partitions whose Young diagram lies within the diagram of the given
// sums. For the sums of the cross lines, the result is an upper bound for the number of states,
// whatever the sums of the lines. diagram returns +Inf if the number is too large for a float64.
func diagram(sums []int) float64 {
	sorted := slices.Clone(sums)
	slices.Sort(sorted)
	ways := make([]float64, sorted[len(sorted)-1]+1) // by the last part of the partition so far
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

// moves calls do for every move: every choice of how many cross lines of each kind get a one when
// line i is filled from state n. The kind of a cross line is the number of ones that it still needs.
// The arguments of do are the next state and the choice, by kind, both valid only during the call. If
// do returns false, moves stops.
func (l *ladder) moves(i int, n state, do func(next, take state) bool) {
	top := len(n) - 1
	take, next := make(state, top+2), make(state, top+1)
	below := make([]int, top+1) // by v: cross lines that need 1 to v-1 ones
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
		// Try the largest k first, because it leaves the smallest sums. If k leads to no state, a
		// smaller k does not lead to a state either. So no time is lost between two states.
		for k := min(need, n[v]); k >= 0 && need-k <= below[v]; k-- {
			// The partial sums that the test of Gale and Ryser bounds are concave in the number of
			// cross lines. So it is enough to check them after the last cross line of each kind.
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

// A rung holds the states before one line (or after the last line) and a count for each.
type rung struct {
	kinds int            // the length of each state
	index map[string]int // the index of a state by its key
	flat  []int          // the states, one after the other
	count []big.Int
	bytes int64  // memory of all fields, approximately
	key   []byte // a buffer of find
}

// perState is the number of bytes that a state takes in a rung, besides its numbers, its key and
// the words of its count. The big.Int takes 32 bytes, and its unused words take another 32. The
// index takes 50 bytes, because a slot of the map takes 25 bytes and half of the slots are empty.
const perState = 32 + 32 + 50

func newRung(kinds int) *rung {
	return &rung{kinds: kinds, index: map[string]int{}, key: make([]byte, 0, 2*kinds)}
}

func (r *rung) state(i int) state { return r.flat[i*r.kinds : (i+1)*r.kinds] }

// find returns the index of state n in the rung, and adds a new state with a count of 0.
func (r *rung) find(n state) int {
	key := r.key[:0]
	for _, x := range n[1:] {
		key = binary.AppendUvarint(key, uint64(x))
	}
	i, ok := r.index[string(key)]
	if !ok {
		i = len(r.count)
		r.index[string(key)] = i
		r.flat = append(r.flat, n...)
		r.count = append(r.count, big.Int{})
		r.bytes += int64(perState + 8*len(n) + len(key))
	}
	return i
}

func (r *rung) add(i int, ways *big.Int) {
	count := &r.count[i]
	before := len(count.Bits())
	count.Add(count, ways)
	r.bytes += int64(8 * (len(count.Bits()) - before))
}

// count returns the number of matrices. During the call, the count of a state is the ways to reach
// it.
func (l *ladder) count(g *gauge) *big.Int {
	now := newRung(len(l.start))
	now.find(l.start)
	now.count[0].SetInt64(1)
	return l.countFrom(g, now)
}

// countFrom returns a sum over all states of the first rung: the count of each state times the
// number of ways to fill all lines from this state. In every state, the sums of the cross lines
// must have the same total as the sums of the lines.
func (l *ladder) countFrom(g *gauge, now *rung) *big.Int {
	var ways, tmp big.Int
	for i := range l.need {
		behind := newRung(len(l.start))
		for j := range now.count {
			g.st.Nodes++
			n := now.state(j)
			l.moves(i, n, func(next, take state) bool {
				tmp.Mul(&now.count[j], l.binom.ways(&ways, n, take))
				behind.add(behind.find(next), &tmp)
				return g.move(n, len(tmp.Bits())+l.binom.spent(), now.bytes+behind.bytes)
			})
			if g.err != nil {
				return new(big.Int)
			}
		}
		now = behind
	}
	if len(now.count) == 0 {
		return new(big.Int)
	}
	return &now.count[0]
}

// binomials provides C(n,k) for n up to the number of cross lines of a ladder.
type binomials struct {
	small [][]uint64 // [n][k], or nil if some product can exceed 64 bits
	large map[[2]int]*big.Int
	work  int // work on large binomials since the last call of spent
}

// spent returns the work on large binomials since its last call, in the units of the gauge.
func (b *binomials) spent() int {
	work := b.work
	b.work = 0
	return work
}

// small is the largest number of cross lines for which products of binomials are computed in 64
// bits. For n cross lines, such a product is one term of Vandermonde's sum for some C(n,k), so for
// up to 67 cross lines it is at most C(67,33) < 2^64.
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
