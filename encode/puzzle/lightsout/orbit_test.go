package lightsout

import (
	"math/rand/v2"
	"testing"

	"counterproof/encode/board/toggle"
)

// TestOrbitOfMatrix turns boards with random matrices, and compares their orbits.
func TestOrbitOfMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 1))
	for range 100 {
		h, w := 1+rng.IntN(3), 1+rng.IntN(3)
		n := h * w
		b := newBoard(toggle.Dark(h, w), false, make([]bool, n*n))
		for i := range b.flips {
			b.flips[i] = rng.IntN(2) == 0
		}
		for i := range b.Lit {
			b.Lit[i] = rng.IntN(2) == 0
		}
		mirror, swap := newBoard(toggle.Dark(h, w), false, make([]bool, n*n)), newBoard(toggle.Dark(w, h), false, make([]bool, n*n))
		for i, lit := range b.Lit {
			mirror.Lit[i/w*w+w-1-i%w] = lit
			swap.Lit[i%w*h+i/w] = lit
			for j := range b.Lit {
				mirror.flips[(i/w*w+w-1-i%w)*n+j/w*w+w-1-j%w] = b.flips[i*n+j]
				swap.flips[(i%w*h+i/w)*n+j%w*h+j/w] = b.flips[i*n+j]
			}
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
