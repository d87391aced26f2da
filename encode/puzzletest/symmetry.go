package puzzletest

import (
	"context"
	"math/big"
	"slices"

	"counterproof/encode"
	"counterproof/native"
)

// symmetries checks the part of the law of symmetry that needs no knowledge of the board's
// symmetries. Canonical must map each solution to itself or to an earlier solution in string order,
// which it must map to itself. Every method must count as many orbits as there are solutions that
// Canonical maps to themselves. Orbits checks the rest of the law.
func (t *trial) symmetries(b *board) {
	canonical, err := encode.Canonical(b.in)
	if err != nil {
		t.unknown(b)
		return
	}
	if canonical == nil {
		t.fail("symmetry", b.Text, "Canonical", "returns neither a function nor an error")
		return
	}
	if !b.listed() {
		return
	}
	orbits := 0
	for _, s := range b.all {
		c := canonical(s)
		if _, ok := slices.BinarySearch(b.all, c); !ok {
			t.fail("symmetry", b.Text, "Canonical", "maps %s to %s, which is not a solution", b.show(s), b.show(c))
			return
		}
		if again := canonical(c); c > s || again != c {
			t.fail("symmetry", b.Text, "Canonical", "maps %s to %s and then to %s: want the first image, which it maps to itself", b.show(s), b.show(c), b.show(again))
			return
		}
		if c == s {
			orbits++
		}
	}
	t.countOrbits(b, orbits)
}

// unknown checks that no native method counts orbits on a board that does not know its symmetries.
func (t *trial) unknown(b *board) {
	for _, r := range b.in.Reduce() {
		if r.Orbits != nil {
			t.fail("symmetry", b.Text, "native/"+r.Method, "counts up to symmetry, but the board does not know its symmetries")
		}
	}
}

// countOrbits checks that the native methods that can count orbits without listing solutions find
// the given number.
func (t *trial) countOrbits(b *board, orbits int) {
	for _, r := range b.in.Reduce() {
		if r.Orbits == nil {
			continue
		}
		got, err := r.Orbits(context.Background(), new(native.Stats))
		switch {
		case err != nil:
			t.fail("symmetry", b.Text, "native/"+r.Method, "Orbits: error %v", err)
		case got.Cmp(big.NewInt(int64(orbits))) != 0:
			t.fail("symmetry", b.Text, "native/"+r.Method, "Orbits is %v, want %d", got, orbits)
		}
	}
}
