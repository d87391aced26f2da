// Package pentomino tiles boards with the twelve free pentominoes, each used at most once. The
// package encode/board/polyomino has the rules. Rotations and reflections of a tiling are different
// solutions unless the caller counts up to symmetry.
package pentomino

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "pentomino",
	Title: "Pentominoes",
	Rules: "Cover the board with pentominoes, using each of the twelve at most once. Pentominoes may be rotated and flipped. " +
		"A board of 5k cells takes k of them.",
	Signs: "If the notation names pentominoes, exactly these are used.",
	Paper: "The pentominoes that may be used are next to the board or below it, each with its letter. If they have more cells than the board, some of them are left over. " +
		"Draw the outlines of the pentominoes onto the board.",
	Sites:     "The sites are the cells of the board in reading order. The value of a cell is the number of the pentomino that covers it. The pentominoes are numbered from 0 in the order F I L N P T U V W X Y Z. If the notation names pentominoes, only the named ones are numbered.",
	HashCells: true,
	Example:   "...../#..#./...../.#.##",
	Source:    "Golomb, Polyominoes; counts of rectangles: Haselgrove 1960, Fletcher 1965",
	Styles:    constraint.AtMostOneStyles,
	Formats: []string{
		"'6x10' (height x width), or the board drawn in rows of '.' and '#' joined by '/'. To say which pentominoes to use, add their letters: '5x5:FILPV'",
		"the board drawn over several lines, and below it the letters if there are any: ':FILPV'. Closed cells are '#' or blank. The board is refused if its rows may also be indented, or of different lengths",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Import:   read,
	Generate: generate,
	Size:     usual,
	Sizes:    "3x5; 4x5; 5x6; 6x10",
	Sets: []encode.Set{
		{Name: "rectangles", Doc: "the four rectangles of 60 cells: 3x20 4x15 5x12 6x10", List: rectangles},
	},
	Daily: encode.Daily{Week: "3x5, 4x5, 5x5, 4x7, 5x6, 5x7, 6x6"},
}

const names = "FILNPTUVWXYZ"

// shapes holds the drawings of the twelve pentominoes under the names that Golomb gave them.
var shapes = map[byte]string{
	'F': ".xx/xx/.x",
	'I': "xxxxx",
	'L': "x/x/x/xx",
	'N': "xx/.xxx",
	'P': "xx/xx/x",
	'T': "xxx/.x/.x",
	'U': "x.x/xxx",
	'V': "x/x/xxx",
	'W': "x/xx/.xx",
	'X': ".x/xxx/.x",
	'Y': ".x/xx/.x/.x",
	'Z': "xx/.x/.xx",
}

// A Board is one instance: a board and the pentominoes that may or must be used.
type Board struct {
	*polyomino.Tiling
	named string // the pentominoes to use, in order; empty if any may be used
}

func (b *Board) String() string {
	text := b.Board.String()
	if b.Full() {
		text = fmt.Sprintf("%dx%d", b.H, b.W)
	}
	if b.named != "" {
		text += ":" + b.named
	}
	return text
}

// Draw without a solution also names the pentominoes to use, if they are given, below the board.
func (b *Board) Draw(s *encode.Solution) string {
	text := b.Tiling.Draw(s)
	if s == nil && b.named != "" {
		text += ":" + b.named + "\n"
	}
	return text
}

func newBoard(cells *polyomino.Board, named string) *Board {
	lo := 0
	if named != "" || len(cells.Cells) == 5*len(names) { // a board of 60 cells needs all twelve
		lo = 1
	}
	var pieces []polyomino.Piece
	for _, letter := range []byte(cmp.Or(named, names)) {
		p := polyomino.MustPiece(shapes[letter], letter)
		p.Lo = lo
		pieces = append(pieces, p)
	}
	t, err := polyomino.NewTiling(cells, pieces)
	if err != nil {
		panic("pentomino: " + err.Error())
	}
	return &Board{t, named}
}

func parse(text string) (*Board, error) {
	drawn, list, some := encode.OneLine(text).Cut(":")
	cells, err := open(drawn)
	switch {
	case err != nil:
		return nil, err
	case some:
		return using(cells, list)
	}
	return newBoard(cells, ""), nil
}

func open(drawn encode.Span) (*polyomino.Board, error) {
	h, w, ok := drawn.Cut("x")
	if !ok || strings.ContainsAny(drawn.Text, ".#") {
		board, _, err := polyomino.ParseBoard(grid.Rows(drawn.Text, 1), false)
		return board, err
	}
	rows, err := side(h)
	columns, wrong := side(w)
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	if rows*columns > polyomino.MaxCells {
		return nil, drawn.Errorf("a board has at most %d cells, got %d", polyomino.MaxCells, rows*columns)
	}
	return rectangle(rows, columns), nil
}

func rectangle(h, w int) *polyomino.Board {
	return polyomino.NewBoard(h, w, func(r, c int) bool { return true })
}

func using(cells *polyomino.Board, list encode.Span) (*Board, error) {
	if list.Text == "" {
		return nil, list.Errorf("want pentominoes after ':', such as FILPV")
	}
	for i, x := range list.Text {
		switch {
		case !strings.ContainsRune(names, x):
			return nil, list.From(i).Errorf("want a pentomino of %s, got %q", names, x)
		case strings.ContainsRune(list.Text[:i], x):
			return nil, list.From(i).Errorf("want each pentomino once, got %c twice", x)
		}
	}
	use := slices.Sorted(slices.Values([]byte(list.Text)))
	return newBoard(cells, string(use)), nil
}

// read reads boards whose closed cells are blank, as Draw draws them without a solution. An empty line
// ends a board. If no blank is in front of a cell, or if there is anything else, read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	var all []encode.Instance
	sketched := false
	for lines := range files.Blocks(string(data), true, polyomino.MaxCells) {
		last := lines[len(lines)-1]
		named := len(lines) > 1 && strings.HasPrefix(last.Text, ":")
		if named {
			lines = lines[:len(lines)-1]
		}
		rows, blank := polyomino.Sketched(lines)
		if slices.ContainsFunc(rows, func(row encode.Span) bool { return strings.Trim(row.Text, ".#") != "" }) {
			return nil, encode.ErrOneLine
		}
		w := len(strings.TrimSpace(lines[0].Text))
		if blank && !slices.ContainsFunc(lines, func(line encode.Span) bool {
			cells := strings.TrimSpace(line.Text)
			return len(cells) != w || strings.Contains(cells, " ")
		}) {
			return nil, lines[0].Errorf("want '#' for closed cells, because these lines may also be rows of the same length, some of them indented")
		}
		sketched = sketched || blank
		cells, _, err := polyomino.ParseBoard(rows, false)
		if err != nil {
			return nil, err
		}
		b := newBoard(cells, "")
		if named {
			if b, err = using(cells, last.From(1)); err != nil {
				return nil, err
			}
		}
		all = append(all, b)
	}
	if !sketched {
		return nil, encode.ErrOneLine
	}
	return all, nil
}

func side(text encode.Span) (int, error) {
	n, err := strconv.Atoi(text.Text)
	if err != nil || n < 1 || n > polyomino.MaxCells || strconv.Itoa(n) != text.Text {
		return 0, text.Errorf("want a height and a width of at most %d like 6x10, or rows of '.' and '#', got %q", polyomino.MaxCells, text.Text)
	}
	return n, nil
}

func rectangles(string) ([]encode.Instance, error) {
	return wording.Each([]int{3, 4, 5, 6}, func(h int) encode.Instance { return newBoard(rectangle(h, 60/h), "") }), nil
}

var usual = encode.Size{H: 4, W: 5}

// generate makes a random board that has a solution. It places different pentominoes next to each
// other in a grid of the given size or, for the zero size, of 4x5, until they cover about four
// fifths of the grid. The covered cells become the board.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	size = cmp.Or(size, usual)
	h, w := size.H, size.W
	if h < 1 || w < 1 || h*w < 5 || h*w > 400 {
		return nil, &encode.SizeError{Size: size, Want: "5 to 400 cells"}
	}
	k := max(1, min(len(names), h*w*4/25))
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		pieces := wording.Each(rng.Perm(len(names))[:k], func(i int) polyomino.Piece {
			return polyomino.MustPiece(shapes[names[i]], names[i])
		})
		cells := polyomino.Heap(rng, h, w, pieces)
		if cells == nil {
			return nil, nil
		}
		return newBoard(cells, ""), nil
	})
}

func (b *Board) Parts() []clues.Parts {
	return []clues.Parts{b.Smaller(func(board *polyomino.Board, pieces []polyomino.Piece) encode.Instance {
		named := ""
		if b.named != "" {
			for i := range pieces {
				named += string(pieces[i].Letter)
			}
		}
		if named == "" && len(board.Cells) == len(b.Cells) {
			return nil // the board is the same, and the notation does not name its pentominoes
		}
		return newBoard(board, named)
	})}
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections of the board.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		board, _, err := polyomino.ParseBoard(grid.Rows(t.Drawing(b.Board.String()), 1), false)
		if err != nil {
			panic("pentomino: " + err.Error())
		}
		return newBoard(board, b.named)
	})
}
