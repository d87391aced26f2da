package bars

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
)

type field struct{ word, shift, width uint8 }

func (f field) get(key []uint64) int {
	return int(key[f.word] >> f.shift & (1<<f.width - 1))
}

func (f field) set(key []uint64, x int) {
	key[f.word] = key[f.word]&^((1<<f.width-1)<<f.shift) | uint64(x)<<f.shift
}

func (p *Problem) transposed() *Problem {
	q := &Problem{H: p.W, W: p.H, Bars: p.Bars, Rows: p.Cols, Cols: p.Rows}
	if p.Cells == nil {
		return q
	}
	turn := [...]Kind{Unknown, Zero, One, Single, Middle, Top: Left, Bottom: Right, Left: Top, Right: Bottom}
	q.Cells = make([]Kind, len(p.Cells))
	for r := range q.H {
		for c := range q.W {
			q.Cells[r*q.W+c] = turn[p.Cells[c*p.W+r]]
		}
	}
	return q
}

// spread estimates the binary logarithm of the number of states that a transfer of this problem
// needs.
func (p *Problem) spread() float64 {
	x := 0.0
	for _, sum := range p.Cols {
		x += 1 + math.Log2(float64(max(sum, 0)+1))
	}
	return x
}

// newTransfer prepares to count the matrices of p with at most the given number of bytes of states.
// It returns nil if the sums contradict the lengths of the bars.
func newTransfer(ctx context.Context, st *native.Stats, p *Problem, memory int) *transfer {
	b := p.board()
	if b == nil {
		return nil
	}
	p = &Problem{H: p.H, W: p.W, Bars: p.Bars, Rows: b.sums[:p.H], Cols: b.sums[p.H:], Cells: p.Cells}
	if q := p.transposed(); q.spread() < p.spread() {
		p = q
	}
	t := &transfer{p: p, ctx: ctx, st: st, memory: memory, lengths: b.lengths, number: b.number}
	bound := big.NewInt(1)
	for i, k := range t.lengths {
		bound.Mul(bound, t.places(k, t.number[i]))
	}
	t.limbs = bound.BitLen()/64 + 1
	t.bound()
	t.layout()
	return t
}

// places finds the cells where a bar of length k can start, and appends them to t.start. It returns
// an upper bound for the number of ways to place up to n such bars.
func (t *transfer) places(k, n int) *big.Int {
	p := t.p
	start := make([]uint8, p.H*p.W)
	all := int64(0)
	for r := range p.H {
		for c := range p.W {
			if c+k <= p.W && p.allows(r, c, k, false) {
				start[r*p.W+c] |= across
				all++
			}
			if k > 1 && r+k <= p.H && p.allows(r, c, k, true) {
				start[r*p.W+c] |= down
				all++
			}
		}
	}
	t.start = append(t.start, start)
	sum, binomial := big.NewInt(1), big.NewInt(1)
	for i := range int64(n) {
		binomial.Mul(binomial, big.NewInt(max(all-i, 0)))
		binomial.Quo(binomial, big.NewInt(i+1))
		sum.Add(sum, binomial)
	}
	return sum
}

func (t *transfer) bound() {
	p := t.p
	t.most = make([][]int, p.H+1)
	t.most[p.H] = make([]int, p.W)
	for r := p.H - 1; r >= 0; r-- {
		t.most[r] = slices.Clone(t.most[r+1])
		for c := range p.W {
			if p.kind(r, c) != Zero && p.Rows[r] != 0 {
				t.most[r][c]++
			}
		}
	}
}

func (t *transfer) layout() {
	word, shift := 0, 0
	add := func(most int) field {
		width := bits.Len(uint(most))
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		f := field{uint8(word), uint8(shift), uint8(width)}
		shift += width
		return f
	}
	longest := 0
	if len(t.lengths) > 0 {
		longest = t.lengths[0]
	}
	sums := false
	for _, sum := range t.p.Cols {
		t.code = append(t.code, add(must+longest-1))
		t.left = append(t.left, add(max(sum, 0)))
		sums = sums || sum >= 0
	}
	t.prev = add(1)
	t.rowLeft = add(max(slices.Max(t.p.Rows), 0))
	t.fleets = 1
	for _, n := range t.number {
		t.stride = append(t.stride, t.fleets)
		t.fleets = min(t.fleets*(n+1), maxFleets)
	}
	// Without column sums, most combinations of remaining bars occur with most values of the other
	// fields. So the key then omits the combination, and each state has one count per combination.
	if !sums && t.fleets <= 1<<12 {
		t.from = make([][]uint32, len(t.lengths))
		for i := range t.fleets {
			for j, n := range t.number {
				if i/t.stride[j]%(n+1) > 0 {
					t.from[j] = append(t.from[j], uint32(i))
				}
			}
		}
	} else {
		t.fleet = add(t.fleets - 1)
	}
	t.words = word + 1
}
