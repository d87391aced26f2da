package exactcover

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/native/cover"
)

const (
	unit   = 22 // the height of a row and the least width of a column
	letter = 12 // the height of a letter in an item's name, which is written downwards
	digit  = 8  // the greatest width of a digit or of a letter in the name of a colour
	margin = 8
)

const faint draw.Colour = 0xb0b0b0ff

// Picture draws a row for each option and a column for each item. The line of a secondary item is
// dashed. An option has a disc in the columns of its items, or a box with the colour that it gives
// to an item. The number below a column says how often the item must be covered. There is no such
// number for a secondary item, or for an item that must be covered exactly once. The chosen options
// of a solution have a yellow background.
func (p Problem) Picture(s *encode.Solution) *draw.Picture { return p.paint(s, nil) }

// Marked implements clues.HasMarks. The puzzle has no clues. An option with an entry has a yellow
// background, and the entry is to the right of the option.
func (p Problem) Marked(_ []int, entries []clues.Given) *draw.Picture {
	return p.paint(nil, play.Entered(p, entries))
}

func (p Problem) paint(s *encode.Solution, entered map[int]string) *draw.Picture {
	left := float64(2*margin + digit*len(strconv.Itoa(len(p.Options))))
	centre, right := p.columns(left)
	longest := 0
	for _, item := range p.Items {
		longest = max(longest, utf8.RuneCountInString(item.Name))
	}
	top := float64(margin + letter*longest + 4)
	bottom := top + float64(unit*len(p.Options))
	out := &draw.Picture{W: right + margin, H: bottom + unit}
	for _, name := range entered {
		out.W = max(out.W, right+float64(2*margin+digit*len(name)))
	}
	ink := func(o int) draw.Colour {
		if s != nil && (*s)[o] == 0 {
			return faint
		}
		return draw.Black
	}
	middle := func(o int) float64 { return top + float64(unit*o) + unit/2 }
	for o := range p.Options {
		y := middle(o)
		if s != nil && (*s)[o] == 1 || entered[o] != "" {
			out.Rect(left, y-unit/2, right-left, unit, draw.Style{Fill: draw.Yellow})
		}
		out.Lines(draw.Style{Stroke: faint, Width: 1}, []draw.Point{{left, y}, {right, y}})
		out.Text(left-margin, y+5, strconv.Itoa(o+1), draw.Font{Size: 13, Anchor: draw.End, Fill: ink(o)})
		out.Text(right+margin, y+5, entered[o], draw.Font{Size: 13, Anchor: draw.Start})
	}
	for i, item := range p.Items {
		drawItem(out, item, centre[i], top, bottom)
	}
	for o, option := range p.Options {
		y := middle(o)
		for _, use := range option {
			x := centre[use.Item]
			if use.Colour == 0 {
				out.Circle(x, y, 6, draw.Style{Fill: ink(o)})
				continue
			}
			name := p.Colours[use.Colour-1]
			half := box(name) / 2
			out.Rect(x-half, y-8, 2*half, 16, draw.Style{Fill: draw.White, Stroke: ink(o), Width: 1.5})
			out.Text(x, y+4, name, draw.Font{Size: 12, Fill: ink(o)})
		}
	}
	return out
}

func box(name string) float64 { return float64(digit*(utf8.RuneCountInString(name)+1) - 1) }

func (p Problem) columns(left float64) (centre []float64, right float64) {
	width := slices.Repeat([]float64{unit}, len(p.Items))
	for _, option := range p.Options {
		for _, use := range option {
			if use.Colour > 0 {
				width[use.Item] = max(width[use.Item], box(p.Colours[use.Colour-1])+6)
			}
		}
	}
	for _, w := range width {
		centre = append(centre, left+w/2)
		left += w
	}
	return centre, left
}

// drawItem draws the column of an item: its line and, above the line, its name. Below the line is
// how often a primary item must be covered, unless this is exactly once.
func drawItem(out *draw.Picture, item cover.Item, x, top, bottom float64) {
	line := draw.Style{Stroke: faint, Width: 1}
	times := ""
	switch {
	case item.Secondary:
		line.Dash = 3
	case item.Lo != item.Hi:
		times = fmt.Sprintf("%d-%d", item.Lo, item.Hi)
	case item.Hi != 1:
		times = strconv.Itoa(item.Hi)
	}
	out.Lines(line, []draw.Point{{x, top}, {x, bottom}})
	out.Text(x, bottom+13, times, draw.Font{Size: 10})
	y := top - 4 - float64(letter*(utf8.RuneCountInString(item.Name)-1))
	for _, r := range item.Name {
		out.Text(x, y, string(r), draw.Font{Size: 12})
		y += letter
	}
}
