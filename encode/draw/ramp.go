package draw

import "math"

// ramp lists the colours of heat maps for the shares 0, 1/4, 1/2, 3/4 and 1, from light yellow over
// green and blue to dark violet. The colours get darker at every step, so that a heat map can be
// read with any colour vision and in grey.
var ramp = [][3]float64{{255, 250, 205}, {199, 226, 140}, {98, 186, 150}, {46, 117, 148}, {58, 21, 88}}

// Shade returns the colour of a share, such as a probability, in a heat map. It interpolates between the
// colours of ramp.
func Shade(share float64) Colour {
	at := share * float64(len(ramp)-1)
	i := min(int(at), len(ramp)-2)
	var rgb [3]uint8
	for k := range rgb {
		rgb[k] = uint8(math.Round(ramp[i][k] + (at-float64(i))*(ramp[i+1][k]-ramp[i][k])))
	}
	return RGB(rgb[0], rgb[1], rgb[2])
}
