package minesweeper

import (
	"fmt"
	"math/big"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
)

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
			fill := draw.Shade(x)
			cell := grid.Cell{Fill: fill, Ink: fill.Ink(), Size: 13} // the text ">99%" is 34 wide
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

// counted prints how many configurations there are. If n has more than 15 digits, counted prints
// three significant digits.
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
	switch {
	case b.mines < 0:
		return title
	case title == "":
		return b.title()
	}
	return title + " (" + b.title() + ")"
}

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

// bare returns a picture of the board without mines in its covered cells. The parameter marked is
// the set of the cells whose numbers are marked.
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
				cell.Text = strconv.Itoa(int(b.cells[i])) // show a 0 as well
			}
			return cell
		},
	}
}

func (b *Board) Marked(clues []int, entries []encode.Given) *draw.Picture {
	numbers := b.shownNumbers()
	_, _, site := b.Layout()
	marked := map[int]bool{}
	p := b.bare("", marked)
	for _, k := range clues {
		if k < len(numbers) {
			marked[numbers[k]] = true
		} else {
			p.MarkTitle = true
		}
	}
	texts := map[int]string{} // by cell
	for at, name := range encode.Entered(b, entries) {
		texts[site[at]] = name
	}
	return grid.Draw(p.Mark(nil, texts))
}
