package minesweeper

import (
	"fmt"
	"math/big"
	"strconv"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
)

func (b *Board) heatMap(chance []*big.Rat, configurations *big.Int) *grid.Board {
	board := b.picture(nil)
	board.Title = b.withTotal(counted(configurations))
	shown := board.Cell
	board.Cell = func(r, c int) grid.Cell {
		p := chance[r*b.w+c]
		if p == nil {
			return shown(r, c)
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
	}
	return board
}

// counted prints a number of more than 15 digits with three significant digits.
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
	return b.bare(title, cells)
}

// bare returns a picture of the board without mines in its covered cells. The parameter marked lists
// the cells whose numbers are marked.
func (b *Board) bare(title string, marked []int) *grid.Board {
	board := b.picture(nil)
	board.Title = b.withTotal(title)
	zeros := map[int]string{} // only marked cells show a 0
	for _, i := range marked {
		if b.cells[i] == 0 {
			zeros[i] = "0"
		}
	}
	return board.Mark(marked, zeros)
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	_, _, site := b.Layout()
	p := b.picture(nil)
	texts := map[int]string{} // by cell
	for at, name := range play.Entered(b, entries) {
		texts[site[at]] = name
	}
	for _, k := range clues {
		if at := p.Clues[k]; at.In == grid.InCell && b.cells[at.At] == 0 {
			texts[at.At] = "0"
		}
	}
	return grid.Draw(p.MarkClues(clues, texts))
}
