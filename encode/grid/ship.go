package grid

import (
	"fmt"
	"math"
	"strings"
)

const (
	hull = 16 // half the width of a ship
	part = 8  // half the width of a part that may be any
)

// ship draws a part of a ship in the square at x, y: a disc, a square or a
// square with a round end.
func ship(b *strings.Builder, kind byte, ink string, x, y int) {
	x, y = x+unit/2, y+unit/2
	half := hull
	switch kind {
	case 0:
		return
	case 'c':
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="%d" fill="%s"/>`+"\n", x, y, hull, ink)
		return
	case 't', 'b', 'l', 'r':
		fmt.Fprintf(b, `<path fill="%s" d="`, ink)
		for i, at := range rounded() {
			switch kind {
			case 'b':
				at = [2]int{-at[0], -at[1]}
			case 'l':
				at = [2]int{at[1], -at[0]}
			case 'r':
				at = [2]int{-at[1], at[0]}
			}
			fmt.Fprintf(b, "%c%d %d", [2]byte{'M', 'L'}[min(i, 1)], x+at[0], y+at[1])
		}
		b.WriteString("Z\"/>\n")
		return
	case '#':
		half = part
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x-half, y-half, 2*half, 2*half, ink)
}

// rounded are the corners of the top end of a ship around its centre: the two of
// the square below, and a half circle in steps of 15 degrees.
func rounded() [][2]int {
	corners := [][2]int{{hull, hull}, {-hull, hull}}
	for i := range 13 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 12)
		corners = append(corners, [2]int{int(math.Round(-hull * cos)), int(math.Round(-hull * sin))})
	}
	return corners
}
