package lightsout

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/toggle"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/gf2"
)

// These constants limit a board for a cross-check: it has at most 19 buttons, so 2^19 assignments,
// and at most 2^7 solutions.
const (
	smallCells   = 19
	smallNullity = 7
)

var sizeError = encode.Area(1, maxCells)

// generate presses random buttons on a dark board, until some light is on. Every solvable board
// arises from 2^nullity sets of buttons, so all solvable boards with a light are equally likely.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := darkBoard(size.H, size.W, false, nil)
		b.scramble(rng)
		if !slices.Contains(b.Lit, true) {
			return nil, nil
		}
		return b, nil
	})
}

func random(rng *rand.Rand, size encode.Size, density float64) (encode.Instance, error) {
	if err := sizeError(size); err != nil {
		return nil, err
	}
	b := darkBoard(size.H, size.W, false, nil)
	for i := range b.Lit {
		b.Lit[i] = rng.Float64() < density
	}
	return b, nil
}

func darkBoard(h, w int, torus bool, flips []bool) *Board {
	return newBoard(toggle.Dark(h, w), torus, flips)
}

func (b *Board) scramble(rng *rand.Rand) {
	for i := range b.Lit {
		if rng.IntN(2) == 0 {
			b.press(i, func(j int) { b.Lit[j] = !b.Lit[j] })
		}
	}
}

// small makes a plain board, a torus, or a board with a random toggle matrix. It may have no solution,
// or no light.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	for {
		h, w := encode.SmallSides(rng, 6, smallCells)
		kind := rng.IntN(3)
		var flips []bool
		if kind == 1 {
			flips = randomFlips(rng, h*w)
		}
		b := darkBoard(h, w, kind == 0, flips)
		e, err := gf2.Eliminate(context.Background(), new(native.Stats), b.Matrix(), nil)
		if err != nil || e.Nullity() > smallNullity {
			continue
		}
		if rng.IntN(2) == 0 {
			b.scramble(rng)
			return b
		}
		for i := range b.Lit {
			b.Lit[i] = rng.IntN(2) == 0
		}
		return b
	}
}

// randomFlips makes a random toggle matrix for n cells, sparse or dense. Most of the matrices are
// not symmetric. A matrix may be singular on purpose: two buttons toggle the same lights, or there
// is a light that no button toggles.
func randomFlips(rng *rand.Rand, n int) []bool {
	flips := make([]bool, n*n)
	ones := 1 + rng.IntN(6) // the number of ones in 12 entries, on average
	for k := range flips {
		flips[k] = rng.IntN(12) < ones
	}
	if rng.IntN(3) == 0 { // two equal buttons
		i, j := rng.IntN(n), rng.IntN(n)
		copy(flips[i*n:(i+1)*n], flips[j*n:(j+1)*n])
	}
	if rng.IntN(6) == 0 { // a light without a button
		for j, i := rng.IntN(n), 0; i < n; i++ {
			flips[i*n+j] = false
		}
	}
	return flips
}

// Parts returns the rows, the columns and the lights that are on. On a board with a toggle matrix,
// each remaining button still toggles those remaining lights that it toggled before.
func (b *Board) Parts() []clues.Parts {
	return b.PartsOf("lights", func(lights toggle.Board, cells []int) encode.Instance {
		var flips []bool
		if b.flips != nil {
			flips = encode.KeepCells(b.flips, len(b.Lit), cells, cells)
		}
		return newBoard(lights, b.torus, flips)
	})
}
