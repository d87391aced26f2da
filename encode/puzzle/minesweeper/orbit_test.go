package minesweeper

import (
	"math/rand/v2"
	"testing"
)

// TestOrbitOfGame compares the orbits of games and of their reflections. A game with another first cell is
// another game, although its mines are the same.
func TestOrbitOfGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 1))
	for range 100 {
		h, w := 2+rng.IntN(4), 2+rng.IntN(4)
		first := rng.IntN(h * w)
		g := &game{h: h, w: w, mine: make([]bool, h*w), first: first}
		mirror := &game{h: h, w: w, mine: make([]bool, h*w), first: first/w*w + w - 1 - first%w}
		swap := &game{h: w, w: h, mine: make([]bool, h*w), first: first%w*h + first/w}
		for i := range g.mine {
			g.mine[i] = i != first && rng.IntN(3) == 0
			mirror.mine[i/w*w+w-1-i%w] = g.mine[i]
			swap.mine[i%w*h+i/w] = g.mine[i]
		}
		closed := &game{h: h, w: w, mine: g.mine, first: -1}
		want, err := g.board().Orbit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, image := range []*game{mirror, swap, closed} {
			got, err := image.board().Orbit(t.Context())
			if err != nil || (got.String() == want.String()) != (i < 2) {
				t.Errorf("%s has the orbit %v, %s has %v (%v)", g, want, image, got, err)
			}
		}
		if again, err := parse(want.String()); err != nil || len(again.Sites()) != len(g.board().Sites()) {
			t.Errorf("the orbit %v of %s has other sites (%v)", want, g, err)
		}
	}
}
