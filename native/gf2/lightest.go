package gf2

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"counterproof/native"
)

const (
	// maxSteps is the work that Lightest does at most, in words: about five
	// seconds. One vector more in the kernel may double it.
	maxSteps = 1 << 31
	// maxSyndrome is the most parity checks of a part whose syndromes are
	// searched: 2^24 of them take 128 MB.
	maxSyndrome = 24
	// stepCost is a step of that search, at random in memory, in words.
	stepCost = 4
	// maxKernel is the most words that a whole basis of the kernel may take.
	maxKernel = 1 << 25
)

// Lightest is a solution of least weight; nil if there is none, and ok is false
// if that was too much to look for. st.Nodes counts the vectors and syndromes
// looked at. The error is ctx.Err().
//
// It is the nearest codeword of a linear code, which is hard in general
// (Berlekamp, McEliece and van Tilborg 1978). The solutions are a product of
// one set for each connected part of the kernel: vectors of the basis that have
// a 1 in common are in one part. A part of k vectors over n columns takes
// whichever is less of 2^k sums of vectors, by a Gray code, and a breadth-first
// search by weight over the 2^(n-k) syndromes, n steps each. Where that is above
// maxSteps it gives up: 29 vectors over 64 columns are within reach, 27 over
// 640. There is no branching by weight and no use of a narrow band.
func (e *Echelon) Lightest(ctx context.Context, st *native.Stats) (x Vector, ok bool, err error) {
	if err := ctx.Err(); err != nil || !e.solves {
		return nil, err == nil, err
	}
	x = e.Solution()
	if e.Nullity()*len(x) > maxKernel {
		return nil, false, nil
	}
	kernel := make([]Vector, e.Nullity())
	for i := range kernel {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		kernel[i] = e.Kernel(i)
	}
	parts := e.parts(kernel)
	cost := 0.0
	for _, p := range parts {
		cost += min(p.gray(), p.syndromes())
	}
	if cost > maxSteps {
		return nil, false, nil
	}
	for _, p := range parts {
		if err := p.lighten(ctx, st, x); err != nil {
			return nil, false, err
		}
	}
	return x, true, nil
}

// A part is a connected part of a kernel: vectors and the columns where they
// have ones.
type part struct {
	vectors []Vector // over columns, numbered anew
	columns []int
	free    []int // the column, as numbered anew, of which a vector has the only 1
}

// parts splits the basis of the kernel.
func (e *Echelon) parts(kernel []Vector) []*part {
	owner := slices.Repeat([]int{-1}, e.cols) // a vector of the part of a column
	parent := make([]int, len(kernel))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, v := range kernel {
		parent[i] = i
		for j := range v.ones() {
			if owner[j] < 0 {
				owner[j] = i
			}
			parent[root(owner[j])] = root(i)
		}
	}
	of := map[int]*part{}
	var parts []*part
	at := make([]int, e.cols) // the columns' new numbers
	for j, i := range owner {
		if i < 0 {
			continue
		}
		p := of[root(i)]
		if p == nil {
			p = &part{}
			of[root(i)] = p
			parts = append(parts, p)
		}
		at[j] = len(p.columns)
		p.columns = append(p.columns, j)
	}
	for i, v := range kernel {
		p := of[root(i)]
		narrow := NewVector(len(p.columns))
		for j := range v.ones() {
			narrow.Set(at[j])
		}
		p.vectors = append(p.vectors, narrow)
		p.free = append(p.free, at[e.free[i]])
	}
	return parts
}

// ones yields the places of the ones in order.
func (v Vector) ones() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i, w := range v {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// gray is what the Gray code costs: the words that it goes through, and two
// more a vector.
func (p *part) gray() float64 {
	return math.Ldexp(float64((len(p.columns)+63)/64+2), len(p.vectors))
}

// syndromes is what the search over syndromes costs, in words of the Gray code.
func (p *part) syndromes() float64 {
	checks := len(p.columns) - len(p.vectors)
	if checks > maxSyndrome {
		return math.Inf(1)
	}
	return stepCost * math.Ldexp(float64(len(p.columns)), checks)
}

// lighten gives x, a solution, the lightest bits in the columns of the part.
func (p *part) lighten(ctx context.Context, st *native.Stats, x Vector) error {
	start := NewVector(len(p.columns))
	for i, j := range p.columns {
		if x.At(j) {
			start.Set(i)
		}
	}
	search := p.byGray
	if p.syndromes() < p.gray() {
		search = p.bySyndrome
	}
	best, err := search(ctx, st, start)
	if err != nil {
		return err
	}
	for i, j := range p.columns {
		if best.At(i) != x.At(j) {
			x.Flip(j)
		}
	}
	return nil
}

// every is the number of steps between two looks at the context.
const every = 1 << 16

// byGray goes through all sums of start and vectors.
func (p *part) byGray(ctx context.Context, st *native.Stats, start Vector) (Vector, error) {
	x := append(Vector(nil), start...)
	best, least := append(Vector(nil), x...), x.Weight()
	for step := uint64(1); ; step++ {
		st.Nodes++
		i := bits.TrailingZeros64(step)
		if i == len(p.vectors) || least == 0 {
			return best, nil
		}
		if step%every == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		weight := 0
		v := p.vectors[i][:len(x)]
		for j := range x {
			x[j] ^= v[j]
			weight += bits.OnesCount64(x[j])
		}
		if weight < least {
			least = weight
			copy(best, x)
		}
	}
}

// bySyndrome goes through the syndromes, the sums of columns of the parity
// checks of the part, by the number of columns that they take. A column with a
// pivot is a check of its own.
func (p *part) bySyndrome(ctx context.Context, st *native.Stats, start Vector) (Vector, error) {
	column := make([]uint32, len(p.columns))
	isFree := make([]bool, len(p.columns))
	for _, f := range p.free {
		isFree[f] = true
	}
	checks := 0
	target := uint32(0)
	for i := range p.columns {
		if isFree[i] {
			continue
		}
		bit := uint32(1) << checks
		checks++
		column[i] = bit
		if start.At(i) { // at the free columns start is 0
			target |= bit
		}
		for k, v := range p.vectors {
			if v.At(i) {
				column[p.free[k]] |= bit
			}
		}
	}
	last := make([]int32, 1<<checks) // one more than the last column taken
	last[0] = -1
	queue := []uint32{0}
	for last[target] == 0 {
		s := queue[0]
		queue = queue[1:]
		if st.Nodes++; st.Nodes%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for i, c := range column {
			if last[s^c] == 0 {
				last[s^c] = int32(i) + 1
				queue = append(queue, s^c)
			}
		}
	}
	best := NewVector(len(p.columns))
	for s := target; last[s] > 0; {
		i := last[s] - 1
		best.Set(int(i))
		s ^= column[i]
	}
	return best, nil
}
