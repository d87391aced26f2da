// Package toggle draws and explains boards of lights that buttons toggle. Each cell has a button
// and a light. The package knows no puzzle rules: the lights that a button toggles are given as
// linear equations over GF(2).
package toggle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/gf2"
)

// A Board is a grid of H x W buttons. Lit says of each light whether it is on. The lights are in the
// cells of the buttons, row by row, unless Show draws them elsewhere; then any number of lights is
// allowed.
type Board struct {
	H, W  int
	Lit   []bool
	Title string // above pictures of the board; may be empty
	Words Words
	// Puzzle is the instance to which the board belongs. Its matrix says which lights each button toggles.
	Puzzle Puzzle
	// Show draws, for explanations, the pressed buttons of s on a board with the given lights, as text
	// and as a part of a picture. If s is nil, the text is not used. A nil Show draws a light and a
	// button in each cell.
	Show func(title string, lit []bool, s *encode.Solution) (string, *grid.Board)
}

// A Puzzle is an instance with a board of lights. Matrix returns the matrix of its linear system over
// GF(2), with a row for each light and a column for each button.
type Puzzle interface {
	encode.Instance
	Matrix() *gf2.Matrix
}

// Dark returns a board of h x w lights that are off.
func Dark(h, w int) Board { return Board{H: h, W: w, Lit: make([]bool, h*w)} }

// Crosses returns the matrix of a board on which each button toggles its own light and the neighbours up,
// down, left and right. On a torus, opposite ends of a row or column are neighbours.
func Crosses(h, w int, torus bool) *gf2.Matrix {
	n := h * w
	m := gf2.NewMatrix(n, n)
	pair := func(i, j int) {
		m.Set(i, j)
		m.Set(j, i)
	}
	for i := range n {
		m.Set(i, i)
		switch {
		case i%w < w-1:
			pair(i, i+1)
		case torus:
			pair(i, i-w+1)
		}
		switch {
		case i+w < n:
			pair(i, i+w)
		case torus:
			pair(i, i%w)
		}
	}
	return m
}

// System returns the linear system. The right-hand sides say which lights are lit.
func (b *Board) System() gf2.System {
	s := gf2.System{A: b.Puzzle.Matrix(), B: gf2.NewVector(len(b.Lit))}
	for i, lit := range b.Lit {
		if lit {
			s.B.Set(i)
		}
	}
	return s
}

// Sites returns one site for each button. The value 1 means pressed.
func (b *Board) Sites() []int { return slices.Repeat([]int{2}, b.buttons()) }

func (b *Board) buttons() int { return b.H * b.W }

// Legend explains, in the rules of a puzzle, the characters that Draw uses.
const Legend = "A solution is drawn on the board as it was before the presses: '#' is lit, '.' is not lit, '@' is lit and pressed, 'o' is pressed but not lit."

// Draw implements encode.Instance. The constant Legend explains the characters.
func (b *Board) Draw(s *encode.Solution) string {
	cells := wording.Fill(len(b.Lit), func(i int) string { return string(".#o@"[b.look(i, s)]) })
	return strings.Join(grid.Joined(cells, b.W, ""), "\n") + "\n"
}

func (b *Board) look(i int, s *encode.Solution) int {
	look := 0
	if b.Lit[i] {
		look = 1
	}
	if s != nil && (*s)[i] == 1 {
		look += 2
	}
	return look
}

// TextColours implements layout.HasTextColours. There are three colours: for lit cells, for cells
// whose button is pressed, and for cells that are lit and pressed.
func (b *Board) TextColours(s *encode.Solution) []int {
	var tints []int
	for i := range b.Lit {
		tints = append(tints, []int{0, 4, 1, 2}[b.look(i, s)]) // yellow, blue, orange
		if i%b.W == b.W-1 {
			tints = append(tints, 0)
		}
	}
	return tints
}

// Picture draws lit cells yellow, and a disc in each cell whose button is pressed.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.picture(b.Title, s)) }

func (b *Board) picture(title string, s *encode.Solution) *grid.Board {
	return &grid.Board{Title: title, H: b.H, W: b.W, Cell: func(r, c int) grid.Cell {
		look := b.look(r*b.W+c, s)
		return grid.Cell{Fill: [2]draw.Colour{1: draw.Yellow}[look&1], Disc: look&2 != 0}
	}}
}

// Marked implements clues.HasMarks. An entry has a frame with a disc for a pressed button, or with
// an x for a button that is not pressed. An entry does not have a yellow background, because lit
// cells are yellow.
func (b *Board) Marked(_ []int, entries []clues.Given) *draw.Picture {
	p := b.picture(b.Title, nil)
	plain := p.Cell
	p.Cell = func(r, c int) grid.Cell {
		cell := plain(r, c)
		for _, e := range entries {
			if e.Site != r*b.W+c {
				continue
			}
			cell.Frame = draw.Vermilion
			if cell.Disc = e.Value == 1; !cell.Disc {
				cell.Text = "x"
			}
		}
		return cell
	}
	return grid.Draw(p)
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.H, W: b.W} }

func (b *Board) Spots() []play.Spot { return b.picture(b.Title, nil).AllSpots() }

// Look implements play.HasSpots. A pressed button has a disc.
func (b *Board) Look(_, value int) play.Look {
	return play.Look{Mark: [2]play.Mark{1: play.DiscMark}[value]}
}

// On is the look of a light that is on, for play.HasToggles.
var On = play.Look{Fill: draw.Yellow}

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
	cells := encode.Where(encode.Left(len(b.Lit), nil), chosen.At)
	all, lit := len(cells), len(encode.Where(cells, func(i int) bool { return b.Lit[i] }))
	for r := range b.H {
		own := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return i/b.W != r })
		columns := wording.Each(own, func(i int) string { return fmt.Sprint(i%b.W + 1) })
		if columns != nil {
			rows = append(rows, fmt.Sprintf("row %d, column%s %s", r+1, "s"[:min(len(columns)-1, 1)], strings.Join(columns, ", ")))
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
		b.Lit = append(b.Lit, wording.Each([]byte(row.Text), func(x byte) bool { return x == '#' })...)
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
func (b *Board) ReadCell(i int, cell encode.Span) (int, error) {
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
		return of(Board{H: b.H, W: b.W, Lit: encode.Put(slices.Clone(b.Lit), encode.Keep(on, gone), false)}, all)
	}})
}
