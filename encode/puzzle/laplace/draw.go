package laplace

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
)

// Draw implements encode.Instance. The first line has the kernel and the range. Below are the
// clues. The numbers of the solution, unless s is nil, are to the right of the clues.
func (b *Board) Draw(s *encode.Solution) string { return b.paint(s, func(int) bool { return true }) }

func (b *Board) paint(s *encode.Solution, needed func(cell int) bool) string {
	boards := [][]string{aligned(b.w, grid.Needed(b.clues, needed))}
	if s != nil {
		boards = append(boards, aligned(b.w, grid.Decimals(b.numbers(*s))))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s %d..%d\n", b.kernel, b.lo, b.hi)
	for r := range b.h {
		for i, rows := range boards {
			if i > 0 {
				text.WriteString(" | ")
			}
			text.WriteString(rows[r])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func (b *Board) numbers(s encode.Solution) []int {
	x := make([]int, len(s))
	for i := range x {
		x[i] = b.lo + int(s[i])
	}
	return x
}

func aligned(w int, cells []string) []string {
	wide := 0
	for _, t := range cells {
		wide = max(wide, len(t))
	}
	rows := make([]string, len(cells)/w)
	for r := range rows {
		row := make([]string, w)
		for c := range row {
			row[c] = fmt.Sprintf("%*s", wide, cells[r*w+c])
		}
		rows[r] = strings.Join(row, " ")
	}
	return rows
}

// Picture writes each clue in small print and, unless s is nil, the number into the middle of its
// cell.
func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	if s != nil {
		return grid.Draw(b.numbered(b.numbers(*s)))
	}
	return grid.Draw(b.numbered(nil))
}

func (b *Board) numbered(x []int) *grid.Board {
	return &grid.Board{
		Title: fmt.Sprintf("%s %d..%d", b.kernel, b.lo, b.hi),
		H:     b.h, W: b.w,
		Cell: func(r, c int) grid.Cell {
			cell := grid.Cell{Note: strconv.Itoa(b.clues[r*b.w+c])}
			if x != nil {
				cell.Text = strconv.Itoa(x[r*b.w+c])
			}
			return cell
		},
	}
}

func (b *Board) Spots() []encode.Spot { return b.numbered(nil).AllSpots() }

func (b *Board) Look(_, value int) encode.Look { return encode.Look{Text: strconv.Itoa(b.lo + value)} }
