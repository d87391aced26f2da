package grid

import (
	"math"

	"counterproof/encode/draw"
)

const (
	hull = 16 // half the width of a ship
	part = 8  // half the width of the sign for '#', which stands for any part of a ship
)

func (p *paper) ship(kind byte, ink draw.Colour, x, y int) {
	half := hull
	switch kind {
	case 0:
		return
	case 'c':
		p.Circle(float64(x), float64(y), hull, draw.Style{Fill: ink})
		return
	case 't', 'b', 'l', 'r':
		var corners []draw.Point
		for _, at := range rounded() {
			switch kind {
			case 'b':
				at = [2]int{-at[0], -at[1]}
			case 'l':
				at = [2]int{at[1], -at[0]}
			case 'r':
				at = [2]int{-at[1], at[0]}
			}
			corners = append(corners, draw.Point{float64(x + at[0]), float64(y + at[1])})
		}
		p.Polygons(draw.Style{Fill: ink}, corners)
		return
	case '#':
		half = part
	}
	p.rect(x-half, y-half, 2*half, 2*half, draw.Style{Fill: ink})
}

// rounded returns the corners of the shape of the top end of a ship, relative to its centre. The
// corners are the two lower corners of the square, and points on a half circle, 15 degrees apart.
func rounded() [][2]int {
	corners := [][2]int{{hull, hull}, {-hull, hull}}
	for i := range 13 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 12)
		corners = append(corners, [2]int{int(math.Round(-hull * cos)), int(math.Round(-hull * sin))})
	}
	return corners
}
