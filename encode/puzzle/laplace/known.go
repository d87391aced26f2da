package laplace

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/linear"
)

func (b *Board) Layout() (h, w int, cell []int) { return b.h, b.w, encode.Left(len(b.clues), nil) }

func (b *Board) ValueName(_, value int) string { return strconv.Itoa(b.lo + value) }

// Obstacle looks for a clue that is less than the least possible sum of the numbers in its cells,
// or more than the greatest possible sum.
func (b *Board) Obstacle() string {
	for i, clue := range b.clues {
		cells := b.sees(nil, i)
		least, most := b.bounds(cells)
		if clue < least || clue > most {
			return fmt.Sprintf("the clue %d at %s is not between %d and %d, the least and the greatest sum of its %d cells", clue, layout.SiteName(b, i), least, most, len(cells))
		}
	}
	return ""
}

func (b *Board) Demands() []string {
	return wording.Fill(len(b.clues), func(i int) string { return fmt.Sprintf("the %d at %s", b.clues[i], layout.SiteName(b, i)) })
}

func (b *Board) Relaxed(gone []int) encode.Instance {
	if len(gone) == 0 {
		return b
	}
	return clues.Relaxed{Instance: &Board{kernel: b.kernel, lo: b.lo, hi: b.hi, h: b.h, w: b.w, clues: b.clues, gone: gone}}
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.numbered(nil).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.numbered(nil).ClueSpots() }

// ReduceGiven implements clues.TakesGiven. A given value becomes both bounds of its unknown.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	return b.reduce(sync.OnceValue(func() *linear.System {
		s := b.newSystem()
		for i, v := range values {
			if v != clues.NotGiven {
				s.Lo[i], s.Hi[i] = b.lo+v, b.lo+v
			}
		}
		return s
	}))
}

func (b *Board) reduce(system func() *linear.System) []encode.Reduction {
	return []encode.Reduction{encode.Decoded("linear", linear.Version, system, func(x []int) encode.Solution {
		return encode.MakeSolution(b.wide(), wording.Each(x, func(v int) int { return v - b.lo }))
	})}
}

func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	x, err := strconv.Atoi(cell.Text)
	if err != nil || x < b.lo || x > b.hi {
		return 0, cell.Errorf("want a number from %d to %d, got %q", b.lo, b.hi, cell.Text)
	}
	return x - b.lo, nil
}

// ReadDrawing implements encode.HasDrawing. The numbers are to the right of the clues.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	rows, err := grid.Lines(lines, 1, b.h)
	if err != nil {
		return "", err
	}
	right := make([]encode.Span, len(rows))
	for r, row := range rows {
		var ok bool
		if _, right[r], ok = row.Cut("|"); !ok {
			return "", right[r].Errorf("want '|' and the numbers of the solution after the clues")
		}
	}
	return grid.ReadRows(b, right, 0, b.h, b.w)
}

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

// wide reports whether a cell has so many values that solutions have four bytes for each.
func (b *Board) wide() bool { return b.hi-b.lo >= 256 }

func (b *Board) numbers(s *encode.Solution) []int {
	if s == nil {
		return nil
	}
	return wording.Each(s.Values(b.wide()), func(v int) int { return b.lo + v })
}

// aligned returns rows of w cells each, with all cells as wide as the widest.
func aligned(w int, cells []string) string {
	wide := wording.Most(cells, func(t string) int { return len(t) })
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
