package minesweeper

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

// ramp lists the colours of the probabilities 0, 1/4, 1/2, 3/4 and 1: light yellow,
// green, blue and dark violet. They get darker at every step, so that they can be read
// with any colour vision and in grey.
var ramp = [][3]float64{{255, 250, 205}, {199, 226, 140}, {98, 186, 150}, {46, 117, 148}, {58, 21, 88}}

// shade returns the colour of the probability x. It interpolates between the colours of
// ramp.
func shade(x float64) (rgb [3]float64) {
	at := x * float64(len(ramp)-1)
	i := min(int(at), len(ramp)-2)
	for k := range rgb {
		rgb[k] = math.Round(ramp[i][k] + (at-float64(i))*(ramp[i+1][k]-ramp[i][k]))
	}
	return rgb
}

func colour(rgb [3]float64) draw.Colour {
	return draw.RGB(uint8(rgb[0]), uint8(rgb[1]), uint8(rgb[2]))
}

// luminance returns the relative luminance of a colour as WCAG 2 defines it for the
// contrast ratio. It is between 0 and 1.
func luminance(rgb [3]float64) float64 {
	y := 0.0
	for k, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		x := rgb[k] / 255
		if x <= 0.03928 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		y += weight * x
	}
	return y
}

// ink returns black or white, whichever has the greater contrast on the colour rgb.
func ink(rgb [3]float64) draw.Colour {
	if y := luminance(rgb) + 0.05; y/0.05 >= 1.05/y {
		return draw.Black
	}
	return draw.White
}

// heatMap returns a picture of the probabilities: safe cells have the word "safe", mines
// have a disc, and other covered cells have a percentage.
func (b *Board) heatMap(chance []*big.Rat, configurations *big.Int) *grid.Board {
	return &grid.Board{
		Title: b.withTotal(counted(configurations)),
		H:     b.h,
		W:     b.w,
		Cell: func(r, c int) grid.Cell {
			p := chance[r*b.w+c]
			if p == nil {
				return b.shown(r*b.w + c)
			}
			x, _ := p.Float64()
			rgb := shade(x)
			cell := grid.Cell{Fill: colour(rgb), Ink: ink(rgb), Size: 13} // the text ">99%" is 34 wide
			switch {
			case p.Sign() == 0:
				cell.Text = "safe"
			case p.Cmp(certain) == 0:
				cell.Disc = true
			case x < 0.005:
				cell.Text = "<1%"
			case x > 0.995:
				cell.Text = ">99%"
			default:
				cell.Text = strconv.Itoa(percent(p)) + "%"
			}
			return cell
		},
	}
}

// counted formats a number of configurations. A number of more than 15 digits gets three
// significant digits.
func counted(n *big.Int) string {
	text := n.String()
	switch {
	case text == "1":
		return "1 configuration"
	case len(text) > 15:
		return fmt.Sprintf("%.3g configurations", new(big.Float).SetInt(n))
	}
	return text + " configurations"
}

func (b *Board) withTotal(title string) string {
	if b.mines < 0 {
		return title
	}
	return title + " (" + b.title() + ")"
}

// conflictMap returns a picture that marks the numbers that contradict each other.
func (b *Board) conflictMap(cells []int, total bool) *grid.Board {
	title := "the marked numbers contradict each other"
	switch {
	case len(cells) == 0:
		title = "the total contradicts the board"
	case total:
		title = "the marked numbers and the total contradict each other"
	case len(cells) == 1:
		title = "the marked number contradicts the board"
	}
	marked := map[int]bool{}
	for _, i := range cells {
		marked[i] = true
	}
	return b.bare(title, marked)
}

// bare returns a picture of the board without mines in its covered cells. It marks the
// given numbers.
func (b *Board) bare(title string, marked map[int]bool) *grid.Board {
	return &grid.Board{
		Title: b.withTotal(title),
		H:     b.h,
		W:     b.w,
		Cell: func(r, c int) grid.Cell {
			i := r*b.w + c
			if b.cells[i] == covered {
				return grid.Cell{Fill: coveredFill}
			}
			cell := b.shown(i)
			if marked[i] {
				cell.Fill, cell.Ink = draw.Yellow, 0
				cell.Text = strconv.Itoa(int(b.cells[i])) // show 0 too
			}
			return cell
		},
	}
}
