// Package sudoku implements sudoku with rectangular boxes, all of the same shape: boards of 4x4 to
// 25x25 cells.
//
// The native methods are native/domain, and native/cover on the cells and values that
// the clues leave open. They do not use human techniques; only the deduction rules do.
package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:    "sudoku",
	Title:   "Sudoku",
	Rules:   "Fill the board so that every row, every column and every box holds each value once.",
	Signs:   "Boards have 4, 6, 8, 9, 10, 12, 15, 16 or 25 cells at each side. Unless the board names other boxes, a box is as nearly square as possible, and never higher than wide.",
	Paper:   "Write a value into every empty cell. There are as many values as cells in a row: 1 to 9 on a board of 9x9 cells, and after the 9 come the letters, up to G on a board of 16x16 cells and up to P on a board of 25x25 cells.",
	Sites:   "The sites are the cells in reading order. The value is the number in the cell minus one.",
	Example: "..1.4......3.2..",
	Source:  "one solution: solved by hand, because at each step a cell has only one number left",
	Styles:  constraint.AtMostOneStyles,
	Formats: []string{
		"16, 36, 64, 81, 100, 144, 225, 256 or 625 characters in reading order, 1-9 and A-P, '.' for an empty cell. Also read: a-p, and rows joined by '/'. " +
			"All empty cells of a board may have another sign: '0', '_', '-', '*', 'x', 'X', '?', '~' or a space. Text after the board on its line, such as a rating or the solution, is ignored",
		"'CxR:' and the cells, for a board with C columns and R rows of boxes, so that a box is C cells high and R cells wide. " +
			"Without 'CxR:', a box is as nearly square as possible, and never higher than wide. For example, the boxes of a 6x6 board are 2 cells high and 3 wide. " +
			"With 'CxR:', boards may also have 14, 18, 20, 21, 22 or 24 cells at each side, and letters are capital",
		"game IDs of Simon Tatham's Solo with plain boxes of at most 25 cells: 'CxR:' and the clues. Parts of an ID that matter only for generation, such as 'dt', are ignored. Jigsaws, diagonals and killer cages are refused",
		"one or several boards, each with one line per row. A first line 'CxR:' gives the boxes; otherwise lines of a frame between the rows, and '|' between the parts of a row, show them. Spaces, tabs, '|', ',', ';', quotes, frames of any drawing characters, and titles such as 'Grid 01' are ignored. " +
			"Each cell may be a field of its own, such as in CSV and in Markdown, with a frame of separators or without one. Then empty fields are empty cells, and numbers above 9 may be decimals. " +
			"16 lines of 16 cells are one board of 16x16 cells if some cell has a value above 4, or if there are separators. Otherwise they are 16 boards of 4x4 cells, one per line",
		"lists in brackets, as in JSON: a list of rows or of all cells, or several such lists. A row is a list of numbers or a text, and 'null' is an empty cell",
		"CSV. The header names the column of the board: puzzle, quizzes, quiz, board, sudoku, grid, problem or question. " +
			"Without such a name, the board of a line is its only field with empty cells, or else its first full board. Other fields are ignored",
		"lines of the libraries of HoDoKu, such as ':0000:x:' and the board. Numbers after '+' count as clues, and removed candidates are ignored",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Import:   read,
	Generate: encode.Generator(sizeError, small, generate),
	Size:     encode.Size{H: 9, W: 9},
	Sizes:    "4x4; 6x6; 9x9; 16x16",
	Daily:    encode.Daily{Week: "9x9 easy, 9x9 easy, 9x9 normal, 9x9 normal, 9x9 hard, 9x9 hard, 9x9 extreme"},
}

// A Board is one instance, with its size and clues.
type Board struct {
	box
	clues string // by cell: its clue, 0 for a blank

	warnings []string
}

// Warnings says how the text of the board was read, if a person might expect something else.
func (b *Board) Warnings() []string { return b.warnings }

const symbols = ".123456789ABCDEFGHIJKLMNOP"

func (b *Board) String() string {
	text := wording.Each([]byte(b.clues), func(clue byte) byte { return symbols[clue] })
	if b.box == usual(b.side()) && slices.Contains(sides, b.side()) {
		return string(text)
	}
	return fmt.Sprintf("%dx%d:%s", b.h, b.w, text)
}

func (b *Board) Sites() []int { return slices.Repeat([]int{b.side()}, len(b.clues)) }

// Clues counts each given cell as a group of its own, in reading order.
func (b *Board) Clues() int { return len(b.clues) - strings.Count(b.clues, "\x00") }

func (b *Board) Without(groups ...int) clues.HasClues {
	left := encode.Put([]byte(b.clues), encode.Keep(b.clued(), groups), 0)
	return &Board{box: b.box, clues: string(left)}
}

func (b *Board) clued() []int {
	return encode.Where([]byte(b.clues), func(clue byte) bool { return clue > 0 })
}

func (b *Board) symbol(at int, s *encode.Solution) byte {
	if s != nil {
		return symbols[(*s)[at]+1]
	}
	return symbols[b.clues[at]]
}

func (b *Board) Draw(s *encode.Solution) string {
	dashes := strings.Repeat("-", 2*b.w)
	rule := dashes + strings.Repeat("+-"+dashes, b.h-2) + "+" + dashes + "\n"
	cells := wording.Each(encode.Left(len(b.clues), nil), func(at int) string { return string(b.symbol(at, s)) })
	rows := grid.Joined(grid.Joined(cells, b.w, " "), b.h, " | ")
	return strings.Join(grid.Joined(rows, b.h, "\n"), "\n"+rule) + "\n"
}

const given draw.Colour = 0xddddddff

// Picture of a solution has the cells that the clues give in grey.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.picture(s)) }

func (b *Board) picture(s *encode.Solution) *grid.Board {
	n := b.side()
	return &grid.Board{
		H: n, W: n, BoxH: b.h, BoxW: b.w,
		Clues: grid.CellClues(b.clued()),
		Cell: func(r, c int) (cell grid.Cell) {
			at := r*n + c
			if v := b.symbol(at, s); v != '.' {
				cell.Text = string(v)
			}
			if s != nil && b.clues[at] > 0 {
				cell.Fill = given
			}
			return cell
		},
	}
}

func (b *Board) Spots() []play.Spot { return b.picture(nil).AllSpots() }

func (b *Board) Look(site, value int) play.Look { return play.Look{Text: b.ValueName(site, value)} }

// mostSide is the largest number of cells at a side of a board. The values up to 25 have the signs 1 to 9
// and A to P.
const mostSide = 25

// sides lists the boards that can be written without the shape of their boxes. The most usual sides come
// first: if a text is no board, the error is about the first side that fits equally well.
var sides = []int{4, 9, 16, 6, 8, 10, 12, 15, 25}

// A box is the shape of the boxes of a board: h rows of w cells. A board has h columns and w rows of
// boxes.
type box struct{ h, w int }

// side returns the number of cells in a row, in a column and in a box.
func (x box) side() int { return x.h * x.w }

// units returns the row, the column and the box of a cell.
func (x box) units(at int) [3]int {
	r, c := at/x.side(), at%x.side()
	return [3]int{r, c, r/x.h*x.h + c/x.w}
}

// kinds names the kinds of units in the order of the method units.
var kinds = [3]string{"row", "column", "box"}

// groups returns the cells of each unit in reading order: first the rows, then the columns, then the boxes.
func (x box) groups() [][]int {
	n := x.side()
	all := make([][]int, 3*n)
	for at := range n * n {
		for kind, unit := range x.units(at) {
			all[kind*n+unit] = append(all[kind*n+unit], at)
		}
	}
	return all
}

// usual returns the box of a board whose text has no shape: no higher than wide, and nearest to
// square. It returns the zero box if a board of this side has no boxes.
func usual(side int) (x box) {
	for h := 2; h*h <= side; h++ {
		if side%h == 0 {
			x = box{h, side / h}
		}
	}
	return x
}

// byBox returns a function that calls of once for each box, and keeps the result.
func byBox[T any](of func(box) T) func(box) T {
	var made [mostSide/2 + 1][mostSide/2 + 1]func() T // a box has at least two rows and two columns
	for h := range made {
		for w := range made {
			made[h][w] = sync.OnceValue(func() T { return of(box{h, w}) })
		}
	}
	return func(x box) T { return made[x.h][x.w]() }
}

func (b *Board) Layout() (h, w int, cell []int) {
	return b.side(), b.side(), encode.Left(len(b.clues), nil)
}

func (b *Board) ValueName(_, value int) string { return symbols[value+1 : value+2] }

// Obstacle looks for a clue that repeats in a row, column or box, then for a cell without a value
// and for a value without a cell. Boxes count from the left, row by row.
func (b *Board) Obstacle() string {
	l := layouts(b.box)
	taken := make([]uint32, len(b.clues)) // by cell: the values of clues in its units
	for u, unit := range l.units {
		var seen uint32
		for _, at := range unit {
			if v := b.clues[at]; v > 0 {
				if seen>>v&1 == 1 {
					return fmt.Sprintf("the clue %c occurs twice in %s", symbols[v], l.unit(u))
				}
				seen |= 1 << v
			}
		}
		for _, at := range unit {
			taken[at] |= seen
		}
	}
	all := uint32(1)<<(b.side()+1) - 2
	for at, clue := range []byte(b.clues) {
		if clue == 0 && taken[at] == all {
			return "every value already occurs in the row, column or box of " + layout.SiteName(b, at)
		}
	}
	for u, unit := range l.units {
	value:
		for v := byte(1); int(v) <= b.side(); v++ {
			for _, at := range unit {
				if b.clues[at] == v || b.clues[at] == 0 && taken[at]>>v&1 == 0 {
					continue value
				}
			}
			return fmt.Sprintf("%s has no cell for %c", l.unit(u), symbols[v])
		}
	}
	return ""
}

func (b *Board) Demands() []string {
	return wording.Each(b.clued(), func(at int) string {
		return fmt.Sprintf("the %c in %s", symbols[b.clues[at]], layout.SiteName(b, at))
	})
}

func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }

func (b *Board) Box() (h, w int) { return b.h, b.w }

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.picture(nil).MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil).ClueSpots() }

func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	return clues.ReduceMore(b, func(at int) int { return int(b.clues[at]) - 1 }, values)
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	clues := []byte(b.clues)
	for _, at := range sites {
		clues[at] = s[at] + 1
	}
	return &Board{box: b.box, clues: string(clues)}
}

// ReadCell reads the number in the cell: 1 to 9, then A to G.
func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	numbers := symbols[1 : b.side()+1]
	return grid.Sign(cell, numbers, "want a number in the cell, one of "+numbers)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	var rows []encode.Span // without the lines between the boxes
	for _, line := range lines {
		if line.Text == "" || strings.Trim(line.Text, "-+") != "" {
			line.Text = strings.ReplaceAll(line.Text, "|", " ")
			rows = append(rows, line)
		}
	}
	if len(rows) == 0 {
		return "", lines[0].Errorf("want rows of cells")
	}
	return grid.ReadRows(b, rows, 0, b.side(), b.side())
}
