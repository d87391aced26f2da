package gf2

import (
	"context"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

// smallSide is the most equations and unknowns of a board for a cross-check, which has at most 512
// solutions.
const smallSide = 9

var sizeError = encode.Sides(maxSide)

// generate makes a random matrix and a random solution. A board with one solution needs at least as
// many equations as unknowns. If these numbers are equal, about 29 % of the matrices have an inverse.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size.H < size.W {
		return nil, &encode.SizeError{Size: size, Want: "at least as many equations (the height) as unknowns (the width), because fewer cannot have one solution"}
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := drawn(rng, size, 0.5)
		b.state(bits(rng, size.W, 0.5))
		return b, nil
	})
}

// small makes a system that may have no solution.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	size := encode.Size{H: 1 + rng.IntN(smallSide), W: 1 + rng.IntN(smallSide)}
	b := drawn(rng, size, rng.Float64())
	if rng.IntN(4) > 0 {
		b.state(bits(rng, size.W, 0.5))
	}
	return b
}

func drawn(rng *rand.Rand, size encode.Size, density float64) *Board {
	return newBoard(size.W, bits(rng, size.H*size.W, density), bits(rng, size.H, 0.5))
}

func bits(rng *rand.Rand, n int, density float64) []bool {
	all := make([]bool, n)
	for i := range all {
		all[i] = rng.Float64() < density
	}
	return all
}

// state makes the right-hand side from a solution.
func (b *Board) state(x []bool) {
	for i := range b.lights.Lit {
		b.lights.Lit[i] = false
		for j, one := range b.row(i) {
			b.lights.Lit[i] = b.lights.Lit[i] != (one && x[j])
		}
	}
}

// Parts implements clues.HasParts. The parts are the rows, which are equations, and the columns, which
// are unknowns. The rest keeps the other values of one solution, if there is a solution.
func (b *Board) Parts() []clues.Parts {
	s, ok := encode.Quick(b.Reduce())
	return clues.Lines(len(b.lights.Lit), b.lights.W, func(rows, cols []int) encode.Instance {
		part := newBoard(len(cols), encode.KeepCells(b.ones, b.lights.W, rows, cols), encode.Keep(b.lights.Lit, rows))
		if ok {
			part.state(wording.Each(cols, func(j int) bool { return s[j] == 1 }))
		}
		return part
	})
}

// Size implements layout.HasSize. The height is the number of equations, the width the number of
// unknowns.
func (b *Board) Size() encode.Size { return encode.Size{H: len(b.lights.Lit), W: b.lights.W} }

// Demands implements clues.HasDemands. The clues are the equations.
func (b *Board) Demands() (names []string) {
	for i := range b.lights.Lit {
		names = append(names, equation(i))
	}
	return names
}

// Relaxed implements clues.HasDemands.
func (b *Board) Relaxed(gone []int) encode.Instance {
	rows := encode.Left(len(b.lights.Lit), gone)
	return newBoard(b.lights.W, encode.KeepCells(b.ones, b.lights.W, rows, encode.Left(b.lights.W, nil)), encode.Keep(b.lights.Lit, rows))
}
