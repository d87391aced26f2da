package sudoku

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

func parse(text string) (*Board, error) {
	if b := plain(text); b != nil {
		return b, nil
	}
	all, err := readText(files.Uncomment(text, false))
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, encode.Errorf(1, 1, "want one board, got %d", len(all))
	}
	return all[0], nil
}

// read reads the boards of a file. If its first line has only the cells of a board of at least 9x9
// cells, read returns encode.ErrOneLine, so that the caller reads one board per line.
func read(data []byte) ([]encode.Instance, error) {
	text := files.Uncomment(string(data), false)
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	if b := plain(strings.TrimRight(first, "\r")); b != nil && b.side() > 4 && !strings.Contains(text, "\n#") {
		return nil, encode.ErrOneLine
	}
	all, err := readText(text)
	return wording.Each(all, func(b *Board) encode.Instance { return b }), err
}

func readText(text string) ([]*Board, error) {
	flat := frames.Replace(text)
	if at := object.FindStringIndex(flat); at != nil {
		return nil, place(encode.Errorf(1, at[0]+1, "want a list of rows, got an object: paste only the list of its board"), text)
	}
	x, below := box{}, flat
	if at := aboveRows.FindStringSubmatchIndex(flat); at != nil {
		var err error
		if x, err = boxOf(encode.OneLine(flat[:at[1]-1]), flat[at[2]:at[3]], flat[at[4]:at[5]]); err != nil {
			return nil, place(err, text)
		}
		below = strings.Repeat(" ", at[1]-1) + flat[at[1]-1:]
	}
	lines, err := split(unnested(below))
	if err != nil {
		return nil, place(err, text)
	}
	found, drawn := kind(0), false
	for _, l := range lines {
		found |= l.kind
		drawn = drawn || l.kind&(dashedLine|ruleLine) > 0 || l.kind == rowLine && strings.ContainsAny(strings.Trim(l.Text, separators), separators)
	}
	all := []reading{{good: -1, err: miscounted(append(lines, line{encode.OneLine(""), 0})[0].Span)}}
	for _, more := range []kind{rowLine, hollowLine, dashedLine} {
		if found&more > 0 {
			kept := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.kind&(rowLine|titleLine|more) == 0 })
			all = append(all, readings(kept, drawn)...)
		}
	}
	r := agreed(all, encode.OneLine(flat))
	if r.err != nil {
		return nil, place(r.err, text)
	}
	first := r.boards[0]
	if x == (box{}) && r.drawn {
		if x, err = boxIn(lines, first.side()); err != nil {
			return nil, place(err, text)
		}
	}
	for _, b := range r.boards {
		switch n := b.side(); {
		case x == (box{}):
		case x.side() != n:
			return nil, encode.Errorf(1, 1, "want a board of %dx%[1]d cells after %dx%d:, got %dx%[4]d cells", x.side(), x.h, x.w, n)
		default:
			b.box = x
		}
	}
	first.warnings = append(first.warnings, r.warnings...)
	for _, name := range section.FindAllString(flat, -1) {
		first.warnings = append(first.warnings, "ignored the section "+strings.TrimSpace(name)+", because a board has only clues")
	}
	return r.boards, nil
}

// frames replaces '!', box-drawing characters and blocks by as many bytes.
var frames = func() *strings.Replacer {
	pairs := []string{"!", "|"}
	for r := '\u2500'; r <= '\u259f'; r++ {
		as := "|\v|"
		if strings.ContainsRune("─━┄┅┈┉╌╍═╴╶╸╺╼╾", r) {
			as = "==="
		}
		pairs = append(pairs, string(r), as)
	}
	return strings.NewReplacer(pairs...)
}()

// place changes the position of an error from a column of the text, where a line break counts as one
// column, to a line and a column.
func place(err error, text string) error {
	var at *encode.ParseError
	if !errors.As(err, &at) {
		return err
	}
	before := text[:min(at.Column-1, len(text))]
	return &encode.ParseError{Line: 1 + strings.Count(before, "\n"), Column: len(before) - strings.LastIndex(before, "\n"), Err: at.Err}
}

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

type kind int

const (
	rowLine    kind = 1 << iota // with cells
	hollowLine                  // only separators and blanks: a row of empty cells, or nothing
	dashedLine                  // also '-', '_' or '~': a row of empty cells, or a line between boxes
	ruleLine                    // a line between boxes
	titleLine                   // words
)

type line struct {
	encode.Span
	kind
}

var (
	word    = regexp.MustCompile(`^[^\pL\pN.]*(?:\pL{2,}|\pL,\pL(?:,\pL)?$)`) // begins a title
	cells16 = regexp.MustCompile(`[0-9A-PXx.?]{16}`)                          // occurs in no title
	section = regexp.MustCompile(`(?im)^\[(?:state|pencilmarks|colou?rs)\]`)  // begins a section that is not the board
)

// aboveRows matches the shape of the boxes of the rows on the next lines.
var aboveRows = regexp.MustCompile(`^\s*([0-9]{1,2})x([0-9]{1,2}):[ \t\r]*\n`)

// boxIn returns the box of a board of n x n cells that is drawn on lines. The rows between two lines of a
// frame show its height. The parts between upright lines show how many boxes are side by side, which is
// the same number. Where lines do not show it, the box is the usual one.
func boxIn(lines []line, n int) (box, error) {
	high, across, rows := n, 0, 0
	last := lines[0]
	for _, l := range lines {
		switch {
		case l.kind == rowLine:
			across, rows, last = max(across, len(parts(l.Span))), rows+1, l
		case l.kind == ruleLine && rows > 0:
			high, rows = min(high, rows), 0
		}
	}
	if high < n && rows > 0 {
		high = min(high, rows)
	}
	for _, shown := range []*int{&high, &across} {
		if *shown < 2 || *shown >= n || n%*shown > 0 {
			*shown = usual(n).h
		}
	}
	if high != across {
		return box{}, last.Errorf("want boxes of one shape, but the lines between rows, or their absence, mean boxes of %dx%d cells, "+
			"and the '|' in the rows, or their absence, boxes of %dx%d cells: draw both, or write %[1]dx%[2]d: or %[3]dx%[4]d: above the rows", high, n/high, across, n/across)
	}
	return box{high, n / high}, nil
}

func kindOf(text string) kind {
	if strings.Trim(text, separators+".*-_~") == "" {
		switch {
		case strings.ContainsAny(text, "+="):
			return ruleLine
		case strings.ContainsAny(text, "-_~"):
			return dashedLine
		case strings.ContainsAny(text, ".*"):
			return rowLine
		}
		return hollowLine
	}
	if len(text) >= mostSide && strings.Trim(strings.ToUpper(text), separators+empty+symbols[1:]) == "" {
		return rowLine
	}
	name := strings.TrimLeft(word.FindString(text), separators+empty)
	if strings.Trim(name, "abcdefgxABCDEFGX") == "" || name == "null" || name == "None" || cells16.MatchString(text) {
		return rowLine
	}
	return titleLine
}

// longest is larger than the number of bytes of any line with a board and further fields.
const longest = 1 << 13

// split returns the lines of a text. It drops empty lines, lines that begin with '#', and the sections
// that are not the board. It refuses lines that are longer than any line with a board, and too many lines
// that are too short for a row.
func split(flat string) (lines []line, err error) {
	other, at, short := false, 1, 0
	lines = make([]line, 0, min(strings.Count(flat, "\n")+1, len(flat)/(sides[0]+1)+longest))
	for text := range strings.SplitSeq(flat, "\n") {
		l := line{encode.Span{Text: strings.TrimRight(text, "\r"), Line: 1, Column: at}, 0}
		if at += len(text) + 1; l.Text == "" || l.Text[0] == '#' {
			continue
		}
		if len(text) > longest {
			return nil, l.Errorf("want at most %d bytes on a line with a board, got %d", longest, len(text))
		}
		if len(text) < sides[0] {
			if short++; short > longest {
				return nil, l.Errorf("want rows of at least %d cells, got %q", sides[0], l.Text)
			}
		}
		if l.kind = kindOf(l.Text); l.kind == titleLine {
			other = section.MatchString(l.Text)
		}
		if !other {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

var (
	nested   = regexp.MustCompile(`^\s*(?:[\w .:<>*&\[\]]*=\s*)?([\[{])(?:[^\pL]|null|None)`) // begins a list, as in JSON or in a program
	object   = regexp.MustCompile(`\{\s*["']?\pL\w*["']?\s*:`)                                // begins an object of JSON
	rowEnd   = regexp.MustCompile(`([^"',\n]{4,}["']),`)                                      // ends a text of several cells
	brackets = strings.NewReplacer("\n", " ", "\r", " ", "[", " ", "{", " ", "],", "\n ", "},", "\n ", "]", "\n", "}", "\n")
)

func unnested(flat string) string {
	at := nested.FindStringSubmatchIndex(flat)
	if at == nil {
		return flat
	}
	list := strings.TrimRight(flat[at[2]:], " \t\r\n;]}")
	return rowEnd.ReplaceAllString(strings.Repeat(" ", at[2])+brackets.Replace(list), "$1\n")
}

var (
	header = regexp.MustCompile(`(?i)(?:^|([,;|\t]))\s*"?(?:puzzles?|quizzes|quiz|boards?|sudokus?|grid|problem|question)"?\s*(?:([,;|\t])|$)`)
	quoted = regexp.MustCompile(`"[^"]*"`)
)

func columnOf(lines []line) (column []line) {
	m := header.FindStringSubmatch(lines[0].Text)
	if m == nil || m[1]+m[2] == "" {
		return nil
	}
	comma := (m[1] + m[2])[:1]
	before, _, _ := strings.Cut(lines[0].Text, m[0])
	k := strings.Count(before+m[1], comma)
	for _, l := range lines[1:] {
		l.Text = quoted.ReplaceAllStringFunc(l.Text, func(q string) string { return strings.ReplaceAll(q, comma, " ") })
		values := append(l.Split(comma, longest), slices.Repeat([]encode.Span{l.End()}, k+1)...)
		column = append(column, line{values[k], rowLine})
	}
	return column
}
