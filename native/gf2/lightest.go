package gf2

import (
	"context"
	"iter"
	"math"
	"math/bits"
	"slices"

	"counterproof/native"
	"counterproof/native/hitting"
)

const (
	// maxSteps limits the work of Lightest, in operations on words. They take about five seconds.
	// One more vector in the kernel may double the work.
	maxSteps = 1 << 31
	// maxSyndrome is the largest number of parity checks for which Lightest searches a part by
	// syndromes. The 2^24 syndromes then take 128 MB.
	maxSyndrome = 24
	// stepCost is the cost of one step of the search by syndromes, in operations on words. A step
	// is slow because it accesses memory at random.
	stepCost = 4
	// maxKernel limits the memory for a basis of the kernel, in words. If the basis takes more,
	// Lightest gives up.
	maxKernel = 1 << 25
)

// Lightest returns a solution with the fewest ones, or nil if there is no solution. If the search
// would take too long, ok is false. st.Nodes counts the vectors and syndromes examined. The error
// is ctx.Err().
//
// The task is to find the nearest codeword of a linear code, which is hard in general (Berlekamp,
// McEliece and van Tilborg 1978). Lightest splits the kernel into connected parts: two vectors of
// the basis that have a 1 in common are in the same part. Each part can be searched separately. For
// a part of k vectors over n columns, Lightest chooses the cheaper of two searches. One tries all
// 2^k sums of vectors in the order of a Gray code. The other is a breadth-first search over the
// 2^(n-k) syndromes, with n steps for each. If the total cost is above maxSteps, Lightest gives up.
// It can handle a part of 29 vectors over 64 columns, or of 27 vectors over 640 columns. It neither
// branches by weight nor makes use of a narrow band.
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

// A part is a connected part of a kernel: some vectors of its basis, and the columns in which they
// have ones.
type part struct {
	vectors []Vector // over the columns of the part
	columns []int
	free    []int // for each vector: the column of the part where only this vector has a 1
}

func (e *Echelon) parts(kernel []Vector) []*part {
	owner := slices.Repeat([]int{-1}, e.cols) // for each column: a vector with a 1 there, or -1
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
	at := make([]int, e.cols) // for each column: its number within its part
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

func (v Vector) ones() iter.Seq[int] { return hitting.Set(v).All() }

// gray returns the cost of byGray in operations on words. Each sum costs its words plus two.
func (p *part) gray() float64 {
	return math.Ldexp(float64((len(p.columns)+63)/64+2), len(p.vectors))
}

// syndromes returns the cost of bySyndrome in operations on words, infinite for too many syndromes.
func (p *part) syndromes() float64 {
	checks := len(p.columns) - len(p.vectors)
	if checks > maxSyndrome {
		return math.Inf(1)
	}
	return stepCost * math.Ldexp(float64(len(p.columns)), checks)
}

// lighten replaces the solution x by a solution with the fewest possible ones in the columns of the
// part. The other columns of x stay the same.
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

// every is the number of steps of byGray between two checks of the context.
const every = 1 << 16

// byGray returns the vector with the fewest ones among all sums of start and vectors of the part.
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

// bySyndrome returns a vector with as few ones as the result of byGray. It uses a breadth-first
// search. The part has one parity check for each of its columns with a pivot, and a syndrome is a
// sum of columns of the parity-check matrix. The search reaches the syndromes that are sums of few
// columns first. It ends at the syndrome of start.
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
		if start.At(i) { // start is 0 at the free columns
			target |= bit
		}
		for k, v := range p.vectors {
			if v.At(i) {
				column[p.free[k]] |= bit
			}
		}
	}
	last := make([]int32, 1<<checks) // 1 + the last column added; 0: not visited yet
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
