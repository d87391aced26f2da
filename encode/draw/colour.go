package draw

import (
	"image/color"
	"math"
)

// These colours are the palette of Okabe and Ito (Color Universal Design, 2008). People with any
// kind of colour vision can distinguish them.
const (
	Black     Colour = 0x000000ff
	Orange    Colour = 0xe69f00ff
	Sky       Colour = 0x56b4e9ff
	Green     Colour = 0x009e73ff
	Yellow    Colour = 0xf0e442ff
	Blue      Colour = 0x0072b2ff
	Vermilion Colour = 0xd55e00ff
	Purple    Colour = 0xcc79a7ff
)

// White and the pale colours are backgrounds for text. Grey is for lines.
const (
	White      Colour = 0xffffffff
	Grey       Colour = 0x888888ff
	PaleYellow Colour = 0xfff7c2ff
	PaleSky    Colour = 0xd5ecfbff
)

// RGB returns the opaque colour with the given red, green and blue.
func RGB(r, g, b uint8) Colour {
	return Colour(r)<<24 | Colour(g)<<16 | Colour(b)<<8 | 0xff
}

// RGBA returns red, green and blue, each multiplied by the opacity, and the opacity itself. Each
// number is from 0 to 65535.
func (c Colour) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}.RGBA()
}

// Ink returns black or white, whichever has more contrast to the colour. The contrast is at least
// 4.5, as the Web Content Accessibility Guidelines 2.1 require for text.
func (c Colour) Ink() Colour {
	if c.luminance() > 0.179 { // both inks have the same contrast there
		return Black
	}
	return White
}

func (c Colour) luminance() float64 {
	channel := func(shift int) float64 {
		x := float64(c>>shift&0xff) / 0xff
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(24) + 0.7152*channel(16) + 0.0722*channel(8)
}

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
