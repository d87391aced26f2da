// Package nonogram implements nonograms, also called Paint by Numbers, in black and
// white. Every row and column lists the lengths of its runs of black cells, in order.
// The native methods are in the package native/runlength.
//
// A line is a row or a column. Solving line by line looks at one line at a time and
// decides the cells that have the same colour in all fillings of the line. Probing also
// supposes a colour of one cell at a time and solves line by line from there.
//
// The package does not support colours. It rejects files with more than one ink.
package nonogram

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
	"counterproof/native/runlength"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "nonogram",
	Title: "Paint by Numbers",
	Rules: "Fill cells so that the runs of filled cells in every row and column have the lengths that the clue of this row or column lists. " +
		"A clue lists the runs of a row from the left and the runs of a column from the top. " +
		"At least one empty cell separates two runs, and a row or column with an empty clue has no filled cell. Some cells may be given as filled or empty. There are no colours.",
	Paper:     "The numbers left of a row and above a column are its clue. Fill cells, and mark cells that stay empty with a dot.",
	Sites:     "The sites are the cells in reading order. The value is 1 for a filled cell and 0 for an empty one.",
	Hybrid:    "probing solves most boards in milliseconds, and SAT, which learns from contradictions, those on which probing stalls",
	HashCells: true,
	Example:   example,
	Source:    "one solution, .#.#./#####/#####/.###./..#.., by hand; the rules are from the note on puzzles of 3 April 2006",
	Styles:    []string{"starts", "places", "automaton"},
	Formats: []string{
		"game IDs of Simon Tatham's Pattern: 'WxH:' (width first), then the clues of the columns, then the clues of the rows. Clues are joined by '/', and the runs of a clue by '.'. " +
			"The given cells follow after a comma. A letter from 'a' to 'y' means 0 to 24 cells that are not given, and then a given white cell. In upper case, the given cell is black. 'z' means 25 cells that are not given. " +
			"At most 256x256 cells",
		"'.non' files (Steve Simpson), one puzzle, or several separated by lines of '===='. All runs must have the same colour",
		"webpbn XML, one puzzle or several. A puzzle without clues gets them from its goal, which is a picture of the solution. Besides the background, only one colour is allowed",
		"lists of runs: the runs of each row on a line, an empty line, then the runs of each column. Spaces or commas separate runs, and 0 means none",
		"CWD files: the height on a line, the width on a line, then lists of runs as above",
		"'.mk' files (Petr and Mirek Olšák): the height and the width on one line, the runs of the rows, a line '#', the runs of the columns",
		"'.g' files (Petr and Mirek Olšák): any text, then the runs of the rows and of the columns, before, between and after which lines begin with ':'. Triddlers and several colours are refused",
		"'.nin' files (Jakub Wilk): the width and the height on one line, the runs of the rows, the runs of the columns",
		"what the commands 'show' and 'solve' print. Without the first line of 'show', black and white cells are ignored with a warning",
	},
	Parse:    parse,
	Import:   read,
	Generate: encode.Generator(sizeError, small, generate),
	Random:   random,
	Size:     encode.Size{H: 15, W: 15},
	Sizes:    "5x5; 10x10; 15x15; 20x20",
	Daily:    encode.Daily{Week: "5x5 easy, 8x8 easy, 8x8 normal, 10x10 normal, 12x12 hard, 15x15 hard, 15x15 extreme"},

	FromPicture: fromPicture,
}

const example = "5x5:2/4/4/4/2/1.1/5/5/3/1"

// maxSide is the largest height and width of a board. Even the formulas of smaller boards can be
// too large.
const maxSide = 256

const (
	open  = runlength.Unknown
	white = runlength.Zero
	black = runlength.One
)

// A Board is one instance. The runs of every clue fit into their row or column.
type Board struct {
	rows, cols [][]int           // lengths of the runs
	given      []runlength.State // by cell, in reading order: open, white or black; nil if all are open
	gone       []int             // the lines whose clues Check, Encode and Draw ignore; nil unless Relaxed made the board
	warnings   []string
}

func (b *Board) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%dx%d:", len(b.cols), len(b.rows))
	for i, runs := range slices.Concat(b.cols, b.rows) {
		if i > 0 {
			text.WriteByte('/')
		}
		text.WriteString(strings.Join(grid.Decimals(runs), "."))
	}
	gap := 0
	skip := func(most int) {
		for ; gap > most; gap -= 25 {
			text.WriteByte('z')
		}
	}
	for at, v := range b.given {
		if at == 0 {
			text.WriteByte(',')
		}
		if v == open {
			gap++
			continue
		}
		skip(24)
		text.WriteByte([...]byte{white: 'a', black: 'A'}[v] + byte(gap))
		gap = 0
	}
	// After the last given cell, a letter up to y only skips cells.
	if skip(24); gap > 0 {
		text.WriteByte('a' + byte(gap))
	}
	return text.String()
}

// Warnings implements encode.HasWarnings. A goal is a solution that the file states. If the goal
// contradicts the clues, the goal is ignored, and Warnings returns a warning.
func (b *Board) Warnings() []string { return b.warnings }

func (b *Board) Sites() []int { return slices.Repeat([]int{2}, len(b.rows)*len(b.cols)) }

func (b *Board) givenAt(at int) runlength.State {
	if b.given == nil {
		return open
	}
	return b.given[at]
}

func (b *Board) givenCells() []int {
	return encode.Where(b.given, func(v runlength.State) bool { return v != open })
}

// Clues counts each given cell as a group of its own, in reading order.
func (b *Board) Clues() int { return len(b.givenCells()) }

func (b *Board) Without(groups ...int) clues.HasClues {
	less := b.clone()
	less.give(encode.Put(less.given, encode.Keep(b.givenCells(), groups), open))
	return less
}

// give replaces the given cells. If all cells are open, b.given becomes nil.
func (b *Board) give(cells []byte) {
	b.given = nil
	if slices.ContainsFunc(cells, func(v byte) bool { return v != open }) {
		b.given = cells
	}
}

// Draw draws the clues on the left and above, '#' for black cells, '.' for white cells and '?' for
// unknown cells.
func (b *Board) Draw(s *encode.Solution) string {
	lines := encode.Put(shown(slices.Concat(b.rows, b.cols)), b.gone, []string{"?"})
	h := len(b.rows)
	return b.text(lines[:h], lines[h:], func(at int) byte {
		if s != nil {
			return ".#"[(*s)[at]]
		}
		return "?.#"[b.givenAt(at)]
	})
}

func shown(lines [][]int) [][]string {
	all := make([][]string, len(lines))
	for i, runs := range lines {
		if all[i] = grid.Decimals(runs); len(runs) == 0 {
			all[i] = []string{"0"}
		}
	}
	return all
}

// height returns the number of lines that the runs of columns take above the board.
func height(above [][]string) int {
	return wording.Most(above, func(runs []string) int { return len(runs) })
}

func (b *Board) text(left, above [][]string, cell func(at int) byte) string {
	margin := wording.Most(left, func(runs []string) int { return len(strings.Join(runs, " ")) })
	width := wording.Most(slices.Concat(above...), func(n string) int { return len(n) })
	deep := height(above)
	var out strings.Builder
	row := func(clue string, cells func(c int) string) {
		line := []byte(fmt.Sprintf("%*s ", margin, clue))
		for c := range b.cols {
			line = fmt.Appendf(line, " %*s", width, cells(c))
		}
		out.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	for i := range deep {
		row("", func(c int) string {
			if k := i - deep + len(above[c]); k >= 0 {
				return above[c][k]
			}
			return ""
		})
	}
	for r, runs := range left {
		row(strings.Join(runs, " "), func(c int) string { return string(cell(r*len(b.cols) + c)) })
	}
	return out.String()
}

// Picture without a solution shows the given cells: black, or white with an x.
func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	if s == nil {
		return grid.Draw(b.sheet("", b.clueCell))
	}
	return grid.Draw(b.sheet("", func(at int) byte { return ".#"[(*s)[at]] }))
}

func (b *Board) clueCell(at int) byte { return ".x#"[b.givenAt(at)] }

func (b *Board) sheet(title string, cell func(at int) byte) *grid.Board {
	return &grid.Board{
		Title: title,
		H:     len(b.rows),
		W:     len(b.cols),
		BoxH:  lines,
		BoxW:  lines,
		Cell: func(r, c int) grid.Cell {
			switch cell(r*len(b.cols) + c) {
			case '#':
				return grid.Cell{Fill: draw.Black}
			case '?':
				return grid.Cell{Fill: draw.Yellow}
			case 'x':
				return grid.Cell{Text: "x"}
			}
			return grid.Cell{}
		},
		Before: shown(b.rows),
		Above:  shown(b.cols),
		Clues:  append(grid.CellClues(b.givenCells()), grid.LineClues(encode.Left(len(b.rows)+len(b.cols), nil))...),
	}
}

func (b *Board) Spots() []play.Spot { return b.sheet("", b.clueCell).AllSpots() }

func (b *Board) Look(_, value int) play.Look {
	return [2]play.Look{{Mark: play.CrossMark}, {Fill: draw.Black}}[value]
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	clues := func(lines [][]int, reverse bool) [][]int {
		return wording.Each(lines, func(runs []int) []int {
			runs, _ = grid.Turned(grid.Turn{Down: reverse}, runs, nil)
			return runs
		})
	}
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		image := &Board{}
		image.rows, image.cols = grid.Turned(t, clues(b.rows, t.Across), clues(b.cols, t.Down))
		if b.given != nil {
			image.give(encode.Keep(b.given, t.Cells(len(b.rows), len(b.cols))))
		}
		return image
	})
}
