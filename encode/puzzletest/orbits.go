package puzzletest

import (
	"context"
	"os"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/native"
)

// DrawnBoards returns how many random boards a test of symmetries should use: the number in the
// environment variable SYMMETRY_BOARDS if it is set, for long runs, and usual otherwise.
func DrawnBoards(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("SYMMETRY_BOARDS")); err == nil {
		return n
	}
	return usual
}

// mostListed is the largest number of solutions that a board for Orbits may have.
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
