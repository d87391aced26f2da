package laplace

import (
	"context"
	"fmt"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/linear"
)

// smallSize is the largest number of assignments of a board for a cross-check.
const smallSize = 1_000_000

// generate chooses a random number from 0 to 9 for each cell and makes the clues from these numbers.
// It uses the kernel whose matrix has the smaller nullity at that size. If both nullities are above
// 0, few boards have one solution (2x2: one in 2500). So generate tries at least 100 boards, and
// boards with about 100,000 cells in all, before it gives up.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	kernels, nullity, err := nearest(ctx, size)
	if err != nil {
		return nil, err
	}
	tries := max(100, 100_000/(size.H*size.W))
	in, err := encode.Pick(ctx, size, tries, keep, func() (encode.Instance, error) {
		b := newBoard(kernels[rng.IntN(len(kernels))], 0, 9, size.H, size.W)
		b.state(b.random(rng))
		return b, nil
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w (the nullity is %d)", err, nullity)
	}
	return in, err
}

// nearest returns the kernel (sum or diff) whose matrix has the smaller nullity at the given size,
// and this nullity. It returns both kernels if the nullities are equal.
func nearest(ctx context.Context, size encode.Size) (best []kernel, nullity int, err error) {
	for _, k := range []kernel{sum, diff} {
		e, err := linear.Reduce(ctx, newBoard(k, 0, 0, size.H, size.W).matrix())
		if err != nil {
			return nil, 0, err
		}
		switch n := e.Nullity(); {
		case best == nil || n < nullity:
			best, nullity = []kernel{k}, n
		case n == nullity:
			best = append(best, k)
		}
	}
	return best, nullity, nil
}

func newBoard(k kernel, lo, hi, h, w int) *Board {
	return &Board{kernel: k, lo: lo, hi: hi, h: h, w: w, clues: make([]int, h*w)}
}

func (b *Board) random(rng *rand.Rand) []int {
	return wording.Fill(b.h*b.w, func(int) int { return b.lo + rng.IntN(b.hi-b.lo+1) })
}

func (b *Board) state(x []int) {
	for i, row := range b.matrix() {
		b.clues[i] = 0
		for j, weight := range row {
			b.clues[i] += weight * x[j]
		}
	}
}

// small makes a random board for a cross-check. It has up to 20 cells and 10^6 assignments. On a
// board with several cells, each number has at most ten possible values, so the board has at most
// about 1000 solutions. On one board in three, small changes the clues at random, so that there may
// be no solution.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	h := 1 + rng.IntN(5)
	w := 1 + rng.IntN(min(20/h, 6))
	if rng.IntN(2) == 0 {
		h, w = w, h
	}
	most := 1
	for most < 256 && power(most+1, h*w) <= smallSize && (most < 10 || h*w == 1) {
		most++
	}
	values := 1 + rng.IntN(most)
	if values == 1 && rng.IntN(3) > 0 { // a range of one value makes a dull board
		values = most
	}
	lo := rng.IntN(25) - 12
	b := newBoard([]kernel{sum, diff}[rng.IntN(2)], lo, lo+values-1, h, w)
	b.state(b.random(rng))
	switch rng.IntN(6) {
	case 0: // change one clue by 1
		b.clues[rng.IntN(len(b.clues))] += 1 - 2*rng.IntN(2)
	case 1: // change several clues by 1
		x := b.random(rng)
		b.state(x)
		for i := range b.clues {
			if rng.IntN(4) == 0 {
				b.clues[i] += rng.IntN(3) - 1
			}
		}
	}
	return b
}

// power returns b^e. If b^e is above smallSize, power may return any number above smallSize.
func power(b, e int) int {
	p := 1
	for ; e > 0 && p <= smallSize; e-- {
		p *= b
	}
	return p
}

// Parts implements clues.HasParts. The parts are the rows, the columns and the values of the
// range. Only a value at an end of the range can be removed. After rows or columns are removed,
// Parts computes the clues again from the remaining numbers of one solution. If Parts does not find
// a solution quickly, the remaining cells keep their clues.
func (b *Board) Parts() []clues.Parts {
	var x []int
	if s, ok := encode.Quick(b.Reduce()); ok {
		x = b.numbers(&s)
	}
	lines := clues.Lines(b.h, b.w, func(rows, cols []int) encode.Instance { return b.window(rows, cols, x) })
	n := b.hi - b.lo + 1
	return append(lines, clues.Parts{Kind: "values", N: n, Without: func(gone ...int) encode.Instance {
		left := encode.Left(n, gone)
		if len(left) == 0 || left[len(left)-1]-left[0] != len(left)-1 {
			return nil
		}
		narrow := newBoard(b.kernel, b.lo+left[0], b.lo+left[len(left)-1], b.h, b.w)
		copy(narrow.clues, b.clues)
		return narrow
	}})
}

func (b *Board) window(rows, cols []int, x []int) *Board {
	part := newBoard(b.kernel, b.lo, b.hi, len(rows), len(cols))
	if x != nil {
		part.state(encode.KeepCells(x, b.w, rows, cols))
	} else {
		copy(part.clues, encode.KeepCells(b.clues, b.w, rows, cols))
	}
	return part
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.h, W: b.w} }
