package puzzletest

import (
	"context"
	"math/big"
	"os"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/native"
)

// symmetries checks the part of the law of symmetry that needs no knowledge of the board's
// symmetries. Canonical must map each solution to itself or to a solution that comes earlier in
// string order. Canonical must map this earlier solution to itself. Every method must count as many
// orbits as there are solutions that Canonical maps to themselves. Orbits checks the rest of the
// law.
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

// DrawnBoards returns how many random boards a test of symmetries should use: the number in the
// environment variable SYMMETRY_BOARDS, which long runs set, or else the parameter usual.
func DrawnBoards(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("SYMMETRY_BOARDS")); err == nil {
		return n
	}
	return usual
}

// mostListed is the largest number of solutions that Orbits lists. Orbits rejects a board that has
// more.
const mostListed = 100_000

// Orbits checks the law of symmetry on one board against symmetries that the caller found without
// the puzzle's code. The function images returns the images of a solution under these symmetries.
// Generators of the group are enough, because Orbits also takes images of images. The solutions come
// from the first native method, which the law of agreement checks.
//
// Orbits returns the number of orbits. The error is nil or joins all broken laws, each a *Broken.
// The law is broken if an image is not a solution, if Canonical does not map every solution of an
// orbit to the first one, or if a method counts another number of orbits.
func Orbits(p *encode.Puzzle, text string, images func(encode.Solution) []encode.Solution) (orbits int, err error) {
	t := newTrial(p)
	t.guard("symmetry", text, "", func() {
		in, err := p.Parse(text)
		if err != nil {
			t.fail("symmetry", text, "Parse", "error %v", err)
			return
		}
		b := &board{Board: Board{Text: text}, in: in, sites: in.Sites()}
		if !t.list(b) {
			return
		}
		canonical, err := encode.Canonical(in)
		if err != nil {
			t.fail("symmetry", text, "Canonical", "error %v", err)
			return
		}
		orbits = t.divide(b, images, canonical)
		t.countOrbits(b, orbits)
	})
	return orbits, t.err()
}

// list stores all solutions in b.all, using the first native method. It returns false if the method
// fails or finds more than mostListed.
func (t *trial) list(b *board) bool {
	r := b.in.Reduce()[0]
	err := r.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		b.all = append(b.all, s)
		return len(b.all) <= mostListed
	})
	slices.Sort(b.all)
	switch {
	case err != nil:
		t.fail("symmetry", b.Text, "native/"+r.Method, "error %v", err)
	case len(b.all) > mostListed:
		t.fail("symmetry", b.Text, "native/"+r.Method, "more than %d solutions; use a smaller board", mostListed)
	default:
		return true
	}
	return false
}

// divide divides the solutions in b.all into orbits and returns the number of orbits. The function
// images gives the images of a solution. divide checks that canonical maps all solutions of an orbit
// to the first one.
func (t *trial) divide(b *board, images func(encode.Solution) []encode.Solution, canonical func(encode.Solution) encode.Solution) (orbits int) {
	done := make([]bool, len(b.all))
	for i, first := range b.all {
		if done[i] {
			continue
		}
		orbits++
		done[i] = true
		for open := []encode.Solution{first}; len(open) > 0; {
			s := open[len(open)-1]
			open = open[:len(open)-1]
			if c := canonical(s); c != first {
				t.fail("symmetry", b.Text, "Canonical", "maps %s to %s, but the first of its images is %s", b.show(s), b.show(c), b.show(first))
			}
			for _, image := range images(s) {
				k, ok := slices.BinarySearch(b.all, image)
				if !ok {
					t.fail("symmetry", b.Text, "images", "map %s to %s, which is not a solution", b.show(s), b.show(image))
				} else if !done[k] {
					done[k] = true
					open = append(open, image)
				}
			}
		}
	}
	return orbits
}
