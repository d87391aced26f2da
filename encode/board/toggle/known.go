package toggle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/gf2"
)

func (b *Board) Layout() (h, w int, cell []int) { return b.H, b.W, encode.Left(len(b.Lit), nil) }

func (b *Board) ValueName(_, value int) string { return [...]string{"not pressed", "pressed"}[value] }

// maxObstacle is the largest number of lights of a board for which Obstacle looks for a reason.
const maxObstacle = 1024

// Obstacle returns a sentence about lights that prove the board unsolvable: every button changes an
// even number of these lights, but an odd number of these lights is lit. By linear algebra, such
// lights exist on every board without a solution. Obstacle returns an empty text for a solvable
// board, and also for a large board.
func (b *Board) Obstacle() string {
	if chosen := b.Odd(); chosen != nil {
		return b.contradiction(chosen)
	}
	return ""
}

// Odd returns the lights of Obstacle, if possible as few as possible. It returns nil for a solvable
// board, and also for a large board.
func (b *Board) Odd() gf2.Vector {
	n := len(b.Lit)
	if max(n, b.buttons()) > maxObstacle {
		return nil
	}
	// There is an unknown for each light, which says whether the light is chosen. There is an
	// equation for each button: it changes an even number of chosen lights. In the last equation,
	// the number of chosen lights that are lit is odd.
	system, a := b.System(), gf2.NewMatrix(b.buttons()+1, n)
	for light := range n {
		for _, button := range system.A.Ones(light) {
			a.Set(button, light)
		}
		if b.Lit[light] {
			a.Set(b.buttons(), light)
		}
	}
	odd := gf2.NewVector(b.buttons() + 1)
	odd.Set(b.buttons())
	ctx := context.Background()
	e, err := gf2.Eliminate(ctx, new(native.Stats), a, odd)
	if err != nil || !e.Solvable() {
		return nil
	}
	chosen, ok, err := e.Lightest(ctx, new(native.Stats))
	if err != nil {
		return nil
	}
	if !ok {
		chosen = e.Solution()
	}
	return chosen
}

func (b *Board) contradiction(chosen gf2.Vector) string {
	var rows []string
	all, lit := chosen.Weight(), 0
	for r := range b.H {
		var columns []string
		for c := range b.W {
			if i := r*b.W + c; chosen.At(i) {
				columns = append(columns, fmt.Sprint(c+1))
				if b.Lit[i] {
					lit++
				}
			}
		}
		if columns != nil {
			word := "column"
			if len(columns) > 1 {
				word = "columns"
			}
			rows = append(rows, fmt.Sprintf("row %d, %s %s", r+1, word, strings.Join(columns, ", ")))
		}
	}
	if all == 1 {
		return "no button changes the light at " + rows[0] + ", which is lit"
	}
	are := "are"
	if lit == 1 {
		are = "is"
	}
	return fmt.Sprintf("every button changes an even number of these %d lights, but %d of them %s lit, an odd number: %s", all, lit, are, strings.Join(rows, "; "))
}

// ParseRows reads a board from its rows of '#' and '.'. It returns an error if there are no cells, or
// more than the parameter most.
func ParseRows(rows []encode.Span, most int) (Board, error) {
	b := Board{H: len(rows)}
	for _, row := range rows {
		if err := grid.Only(row, ".#", "'#' (lit) or '.' (not lit)", "@o"); err != nil {
			return b, err
		}
		for _, x := range row.Text {
			b.Lit = append(b.Lit, x == '#')
		}
	}
	var err error
	b.W, err = grid.Same(rows)
	switch {
	case rows[0].Text == "":
		return b, rows[0].Errorf("want rows of '#' (lit) and '.' (not lit), got no cells")
	case err != nil:
		return b, err
	case len(b.Lit) > most:
		return b, rows[0].Errorf("want at most %d cells, got %d", most, len(b.Lit))
	}
	return b, nil
}

// ReadCell reads a character of a drawing, as explained by the constant Legend.
func (b *Board) ReadCell(i int, cell encode.Span) (byte, error) {
	if b.Lit[i] {
		return grid.Sign(cell, "#@", "this cell is lit: want '#', or '@' if it is pressed")
	}
	return grid.Sign(cell, ".o", "this cell is not lit: want '.', or 'o' if it is pressed")
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadCharacters(b, lines, 0)
}

// PartsOf does the work of clues.HasParts. The parts are the rows, the columns, and the lights that are
// on; the parameter kind is the name of these lights. The parameter of makes the instance for a part of
// the board, which consists of the given cells of b.
func (b *Board) PartsOf(kind string, of func(part Board, cells []int) encode.Instance) []clues.Parts {
	all, on := encode.Left(len(b.Lit), nil), encode.Where(b.Lit, func(lit bool) bool { return lit })
	lines := clues.Lines(b.H, b.W, func(rows, cols []int) encode.Instance {
		cells := encode.KeepCells(all, b.W, rows, cols)
		return of(Board{H: len(rows), W: len(cols), Lit: encode.Keep(b.Lit, cells)}, cells)
	})
	return append(lines, clues.Parts{Kind: kind, N: len(on), Without: func(gone ...int) encode.Instance {
		less := Board{H: b.H, W: b.W, Lit: slices.Clone(b.Lit)}
		for _, k := range gone {
			less.Lit[on[k]] = false
		}
		return of(less, all)
	}})
}
