package margins

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"counterproof/native"
)

// ErrNone is the error of NewSampler if no matrix has the given margins.
var ErrNone = errors.New("no matrix has these margins")

// A Sampler draws uniformly random matrices with given margins. Every call of Draw changes the same
// matrix, which the Sampler keeps, so a Sampler is not safe for concurrent use.
type Sampler struct {
	m      *Matrix
	tables []*table
}

// A table holds the states before every line of a block. Here the count of a state is the number of
// ways to fill the remaining lines.
type table struct {
	*ladder
	block block
	rungs []*rung
}

// NewSampler returns a Sampler for the margins p. Like Count, it finds the states from the first
// line to the last. It then counts from the last line to the first, so it takes about twice as long
// as Count. It returns ErrNone if no matrix has these margins, and ErrLimit, ErrMemory, ctx.Err()
// or native.ErrLimit if the work was cut short.
func (p *Problem) NewSampler(ctx context.Context, st *native.Stats) (*Sampler, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Sampler{m: p.Construct()}
	if s.m == nil {
		return nil, ErrNone
	}
	g := p.gauge(ctx, st)
	for _, b := range p.blocks() {
		t := &table{ladder: b.margins.ladder(), block: b}
		t.fill(g)
		if g.err != nil {
			return nil, g.err
		}
		s.tables = append(s.tables, t)
	}
	return s, nil
}

// fill finds the states of all rungs from the first line to the last. Then it computes their counts
// from the last line to the first.
func (t *table) fill(g *gauge) {
	now := newRung(len(t.start))
	now.find(t.start)
	t.rungs = append(t.rungs, now)
	held := now.bytes // bytes of the complete rungs
	for i := range t.need {
		behind := newRung(len(t.start))
		for j := range now.count {
			g.st.Nodes++
			n := now.state(j)
			t.moves(i, n, func(next, _ state) bool {
				behind.find(next)
				return g.move(n, 0, held+behind.bytes)
			})
			if g.err != nil {
				return
			}
		}
		t.rungs = append(t.rungs, behind)
		held += behind.bytes
		now = behind
	}
	now.count[0].SetInt64(1)
	for i := len(t.need) - 1; i >= 0; i-- {
		now := t.rungs[i]
		held -= now.bytes
		for j := range now.count {
			n := now.state(j)
			t.ways(i, n, func(_, _ state, ways *big.Int) bool {
				now.add(j, ways)
				return g.move(n, len(ways.Bits())+t.binom.spent(), held+now.bytes)
			})
			if g.err != nil {
				return
			}
		}
		held += now.bytes
	}
}

// ways calls do for every move that fills line i from state n (see ladder.moves). The argument ways
// of do is the number of ways to fill this line by this move and then all later lines. The
// arguments are valid only during the call.
func (t *table) ways(i int, n state, do func(next, take state, ways *big.Int) bool) {
	var ways big.Int
	behind := t.rungs[i+1]
	t.moves(i, n, func(next, take state) bool {
		t.binom.ways(&ways, n, take)
		return do(next, take, ways.Mul(&ways, &behind.count[behind.find(next)]))
	})
}

// Count returns the number of matrices with the margins of the Sampler.
func (s *Sampler) Count() *big.Int {
	product := big.NewInt(1)
	for _, t := range s.tables {
		product.Mul(product, &t.rungs[0].count[0])
	}
	return product
}

// Draw returns a uniformly random matrix with the margins of the Sampler. The matrix is valid only
// until the next call of Draw.
func (s *Sampler) Draw(rng *rand.Rand) *Matrix {
	for _, t := range s.tables {
		t.draw(rng, s.m)
	}
	return s.m
}

// draw fills the lines of a block in order. For each line it chooses a move with a probability
// proportional to its number of ways. Then it chooses uniformly which cross lines of each kind get a
// one.
func (t *table) draw(rng *rand.Rand, m *Matrix) {
	set := func(line, cross int, one byte) {
		if t.turned {
			line, cross = cross, line
		}
		m.Cells[t.block.rows[line]*m.W+t.block.cols[cross]] = one
	}
	kinds := make([][]int, len(t.start)) // by v: the cross lines that still need v ones
	for x, n := range t.left {
		kinds[n] = append(kinds[n], x)
	}
	n := append(state(nil), t.start...)
	var chosen, following state
	for i, line := range t.order {
		rest := below(rng, &t.rungs[i].count[t.rungs[i].find(n)])
		t.ways(i, n, func(next, take state, ways *big.Int) bool {
			rest.Sub(rest, ways)
			chosen, following = append(chosen[:0], take...), append(following[:0], next...)
			return rest.Sign() >= 0
		})
		n = append(n[:0], following...)
		for x := range t.left {
			set(line, x, 0)
		}
		for v := 1; v < len(kinds); v++ {
			all := kinds[v]
			for j := range chosen[v] {
				other := j + rng.IntN(len(all)-j)
				all[j], all[other] = all[other], all[j]
				set(line, all[j], 1)
			}
			kinds[v-1] = append(kinds[v-1], all[:chosen[v]]...)
			kinds[v] = append([]int(nil), all[chosen[v]:]...)
		}
	}
}
