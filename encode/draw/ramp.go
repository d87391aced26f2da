package draw

import "math"

// ramp lists the colours of the shares 0, 1/4, 1/2, 3/4 and 1: light yellow, green, blue and dark violet.
// They get darker at every step, so that they can be read with any colour vision and in grey.
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

// Luminance returns the relative luminance of the contrast ratio in WCAG 2, from 0 to 1. It ignores the
// opacity.
func (c Colour) Luminance() float64 {
	y := 0.0
	for k, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		x := float64(c>>(24-8*k)&0xff) / 255
		if x <= 0.03928 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		y += weight * x
	}
	return y
}

// Ink returns black or white, whichever has the greater contrast to the colour. The contrast is at
// least 4.5, as the Web Content Accessibility Guidelines 2.1 ask for texts.
func (c Colour) Ink() Colour {
	if y := c.Luminance() + 0.05; y/0.05 >= 1.05/y {
		return Black
	}
	return White
}
