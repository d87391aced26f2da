package sudoku

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"counterproof/encode"
)

// params matches the parameters in a game ID of Simon Tatham's Solo: the sides of a
// box, the variant of the rules, the symmetry and the difficulty. The last two only
// matter for generating boards.
var params = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?([jxk]*)(?:a|m[248]|md[24]|r[24])?(?:d[a-z])?$`)

var (
	shaped  = regexp.MustCompile(`^[0-9]{1,2}x[0-9]{1,2}:[.0-9A-P/]+$`) // the boxes and the cells of a board
	sized   = regexp.MustCompile(`^[0-9]+x[0-9]+[0-9a-z]*:`)            // begins a game ID of Solo, or a board with its boxes
	solo    = regexp.MustCompile(`^[0-9][0-9a-z]*:`)                    // begins a game ID of Solo, right or wrong
	token   = regexp.MustCompile(`[0-9]+|.`)                            // a number, a gap or a '_' of a game ID
	library = regexp.MustCompile(`^:[\w-]*:[\w-]*:`)                    // begins a line of a library of HoDoKu
)

// boxOf returns the box of a board with c columns and r rows of boxes.
func boxOf(shape encode.Span, c, r string) (x box, err error) {
	x.h, _ = strconv.Atoi(c)
	x.w, _ = strconv.Atoi(r)
	if x.h < 2 || x.w < 2 || x.side() > mostSide {
		return x, shape.Errorf("want the columns and rows of boxes, at least 2x2, for a board of at most %dx%[1]d cells, got %q", mostSide, shape.Text)
	}
	return x, nil
}

// parseShaped reads CxR: and the cells, whose rows may be joined by '/'. Letters are capital, because small
// letters are gaps in a game ID.
func parseShaped(s encode.Span) (*Board, error) {
	shape, cells, _ := s.Cut(":")
	c, r, _ := strings.Cut(shape.Text, "x")
	x, err := boxOf(shape, c, r)
	if err != nil {
		return nil, err
	}
	rows := cells.Split("/", longest)
	n := x.side()
	if len(rows) > 1 && len(rows) != n {
		return nil, s.End().Errorf("want %d rows, got %d", n, len(rows))
	}
	var all []cell
	for _, row := range rows {
		some, err := dense(row, n, n*n)
		if err != nil {
			return nil, err
		}
		if w := n * n / len(rows); len(some) != w {
			return nil, row.End().Errorf("want %d cells, got %d", w, len(some))
		}
		all = append(all, some...)
	}
	return newBoard(x, all)
}

// parseID reads a game ID of Solo, CxR:CLUES, where C and R are the columns and rows of boxes.
// Numbers are clues, the letters a to z are gaps of 1 to 26 cells, and '_' separates
// two numbers.
func parseID(id encode.Span) (*Board, error) {
	text := id.Text
	size, _, _ := strings.Cut(text, ":")
	p := params.FindStringSubmatch(size)
	if p == nil {
		return nil, id.Errorf("want the size of a box before ':', for example 3x3:, got %q", size)
	}
	for k, variant := range []string{"j", "x", "k"} {
		if i := strings.Index(p[3], variant); i >= 0 {
			return nil, id.From(params.FindStringSubmatchIndex(size)[6]+i).Errorf("want plain boxes, got a board with %s", [...]string{"jigsaw pieces", "diagonals", "killer cages"}[k])
		}
	}
	x, err := boxOf(id.Until(len(size)), p[1], p[2])
	if err != nil {
		return nil, err
	}
	n := x.side()
	var clues []byte
	before := ' ' // 'a' for a gap, '1' for a clue, or '_'
	for _, at := range token.FindAllStringIndex(text[len(size)+1:], -1) {
		t := id.From(len(size) + 1 + at[0]).Until(at[1] - at[0])
		v, _ := encode.Number(t.Text, n)
		switch c := t.Text[0]; {
		case 'a' <= c && c <= 'z' && before != '_':
			clues, before = append(clues, make([]byte, c-'a'+1)...), 'a'
		case c == '_' && before == '1' && len(clues) < n*n:
			before = '_'
		case v > 0 && v <= n && before != '1':
			clues, before = append(clues, byte(v)), '1'
		default:
			return nil, t.Errorf("want a clue from 1 to %d, a gap a-z or '_' between two clues, got %q", n, t.Text)
		}
		if len(clues) > n*n {
			return nil, t.Errorf("want %d cells, got more", n*n)
		}
	}
	if len(clues) < n*n {
		return nil, id.End().Errorf("want %d cells, got %d", n*n, len(clues))
	}
	return &Board{box: x, clues: string(clues)}, nil
}

// parseLibrary reads a line of a library of HoDoKu: a technique, its candidates, the board, candidates
// that are removed, and the result, each after a ':'. A '+' before a number says that a player found
// it.
func parseLibrary(s encode.Span) (*Board, error) {
	board, rest, _ := s.From(len(library.FindString(s.Text))).Cut(":")
	n := strings.Count(board.Text, "+")
	board.Text = strings.ReplaceAll(board.Text, "+", "")
	r := whole(board)
	if r.err != nil {
		return nil, r.err
	}
	b := r.boards[0]
	if n > 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("read the %d numbers after '+' as clues", n))
	}
	if strings.Trim(rest.Text, ": ") != "" {
		b.warnings = append(b.warnings, "ignored the candidates after the board, because a board has only clues")
	}
	return b, nil
}
