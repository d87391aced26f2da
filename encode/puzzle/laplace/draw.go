package laplace

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Draw implements encode.Instance. The first line has the kernel and the range. Below are the
// clues. The numbers of the solution, unless s is nil, are to the right of the clues.
func (b *Board) Draw(s *encode.Solution) string {
	rows := strings.Split(aligned(b.w, grid.Without(b.gone, b.clues)), "\n")
	if s != nil {
		for r, row := range strings.Split(aligned(b.w, grid.Decimals(b.numbers(s))), "\n") {
			rows[r] += " | " + row
		}
	}
	return fmt.Sprintf("%s %d..%d\n%s\n", b.kernel, b.lo, b.hi, strings.Join(rows, "\n"))
}

func (b *Board) numbers(s *encode.Solution) []int {
	if s == nil {
		return nil
	}
	return wording.Each([]byte(*s), func(v byte) int { return b.lo + int(v) })
}

// aligned returns rows of w cells each, with all cells as wide as the widest.
func aligned(w int, cells []string) string {
	wide := 0
	for _, t := range cells {
		wide = max(wide, len(t))
	}
	cells = wording.Each(cells, func(t string) string { return fmt.Sprintf("%*s", wide, t) })
	return strings.Join(grid.Joined(cells, w, " "), "\n")
}

// Picture writes each clue in small print and, unless s is nil, the number into the middle of its
// cell.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.numbered(b.numbers(s))) }

func (b *Board) numbered(x []int) *grid.Board {
	return &grid.Board{
		Title: fmt.Sprintf("%s %d..%d", b.kernel, b.lo, b.hi),
		H:     b.h, W: b.w,
		Clues: grid.CellClues(encode.Left(len(b.clues), nil)),
		Cell: func(r, c int) grid.Cell {
			cell := grid.Cell{Note: strconv.Itoa(b.clues[r*b.w+c])}
			if x != nil {
				cell.Text = strconv.Itoa(x[r*b.w+c])
			}
			return cell
		},
	}
}

func (b *Board) Spots() []play.Spot { return b.numbered(nil).AllSpots() }

func (b *Board) Look(_, value int) play.Look { return play.Look{Text: strconv.Itoa(b.lo + value)} }
