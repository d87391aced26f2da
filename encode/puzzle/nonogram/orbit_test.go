package nonogram

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/native/runlength"
)

// TestOrbitOfGiven compares the orbits of boards with given cells and of their reflections. The function back
// reads a clue from the other end.
func TestOrbitOfGiven(t *testing.T) {
	back := func(lines [][]int) (all [][]int) {
		for _, runs := range lines {
			all = append(all, []int{})
			for _, n := range slices.Backward(runs) {
				all[len(all)-1] = append(all[len(all)-1], n)
			}
		}
		return all
	}
	rng := rand.New(rand.NewPCG(37, 1))
	for range 100 {
		h, w := 1+rng.IntN(5), 1+rng.IntN(5)
		made, err := random(rng, encode.Size{H: h, W: w}, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		b := made.(*Board)
		b.given = make([]runlength.State, h*w)
		b.given[0] = black
		for i := range b.given {
			b.given[i] = [...]runlength.State{open, open, white, black}[rng.IntN(4)]
		}
		mirror := &Board{rows: back(b.rows), cols: slices.Clone(b.cols), given: make([]runlength.State, h*w)}
		slices.Reverse(mirror.cols)
		swap := &Board{rows: b.cols, cols: b.rows, given: make([]runlength.State, h*w)}
		for i, v := range b.given {
			mirror.given[i/w*w+w-1-i%w] = v
			swap.given[i%w*h+i/w] = v
		}
		want, err := b.Orbit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, image := range []*Board{mirror, swap} {
			if got, err := image.Orbit(t.Context()); err != nil || got.String() != want.String() {
				t.Errorf("%s has the orbit %v, its image %s has %v (%v)", b, want, image, got, err)
			}
		}
	}
}
