package lightsout

import (
	"context"
	"errors"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
)

// mostShifted is the largest number of cells of a torus that Orbit shifts. If all lights are off, it takes about
// a second.
const mostShifted = 10_000

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, and on a torus also the
// shifts. A matrix is turned with its lights.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	if b.torus && len(b.Lit) > mostShifted {
		return nil, errors.New("the torus has more than 10,000 cells")
	}
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.H, b.W)
		from := t.Cells(b.H, b.W)
		lit := encode.Keep(b.Lit, from)
		if b.torus {
			lit = shifted(h, w, lit)
		}
		var flips []bool
		for _, i := range from {
			if b.flips != nil {
				flips = append(flips, encode.Keep(b.flips[i*len(from):][:len(from)], from)...)
			}
		}
		return newBoard(toggle.Board{H: h, W: w, Lit: lit}, b.torus, flips)
	})
}

// shifted returns the lights of a torus after the shift that makes the text the smallest. In a text, a light
// that is on comes before one that is off.
func shifted(h, w int, lit []bool) []bool {
	at := func(shift, i int) bool {
		return lit[(i/w+shift/w)%h*w+(i%w+shift%w)%w]
	}
	best := 0
	for shift := range lit {
		for i := range lit {
			if on := at(shift, i); on != at(best, i) {
				if on {
					best = shift
				}
				break
			}
		}
	}
	all := make([]bool, len(lit))
	for i := range all {
		all[i] = at(best, i)
	}
	return all
}
