package sudoku

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// parse reads a board in any of the notations on one line.
func parse(text string) (*Board, error) {
	switch {
	case strings.Contains(text, ":"):
		return parseID(text)
	case strings.Contains(text, "/"):
		rows := grid.Rows(text, 1)
		if boxOf(len(rows)) == 0 {
			return nil, encode.Errorf(1, len(text)+1, "want 4, 9 or 16 rows, got %d", len(rows))
		}
		return parseRows(rows)
	}
	n := 0
	switch len(text) {
	case 16:
		n = 4
	case 81:
		n = 9
	case 256:
		n = 16
	default:
		return nil, encode.Errorf(1, len(text)+1, "want 16, 81 or 256 cells, got %d", len(text))
	}
	var clues [256]byte
	for i := range len(text) {
		v, ok := cell(text[i], n)
		if !ok {
			return nil, noCell(text[i:], n, 1, i+1)
		}
		clues[i] = v
	}
	return &Board{boxOf(n), string(clues[:n*n])}, nil
}

// boxOf returns the side of a box on a board with the given number of rows: 2, 3 or 4.
// It returns 0 if there is no such board.
func boxOf(rows int) int {
	switch rows {
	case 4:
		return 2
	case 9:
		return 3
	case 16:
		return 4
	}
	return 0
}

// cell reads the character of one cell of an n x n board. The value 0 means a blank
// cell.
func cell(char byte, n int) (v byte, ok bool) {
	switch {
	case char == '.' || char == '0':
		return 0, true
	case '1' <= char && char <= '9':
		v = char - '0'
	case 'A' <= char && char <= 'G':
		v = char - 'A' + 10
	case 'a' <= char && char <= 'g':
		v = char - 'a' + 10
	}
	return v, v > 0 && int(v) <= n
}

// noCell returns the error for a text whose first character does not denote a cell of
// an n x n board.
func noCell(text string, n, line, column int) error {
	r, _ := utf8.DecodeRuneInString(text)
	return encode.Errorf(line, column, "want '.' or a number from 1 to %c, got %q", symbols[n], r)
}

// between lists the characters that may separate the cells of a row.
const between = " \t\r|"

// parseRows reads a board from the texts of its 4, 9 or 16 rows.
func parseRows(rows []encode.Span) (*Board, error) {
	n := len(rows)
	clues := make([]byte, 0, n*n)
	for _, row := range rows {
		width := 0
		for i := range len(row.Text) {
			if strings.IndexByte(between, row.Text[i]) >= 0 {
				continue
			}
			v, ok := cell(row.Text[i], n)
			if !ok {
				return nil, noCell(row.Text[i:], n, row.Line, row.Column+i)
			}
			if width++; width > n {
				return nil, encode.Errorf(row.Line, row.Column+i, "want a row of %d cells, got more", n)
			}
			clues = append(clues, v)
		}
		if width < n {
			return nil, encode.Errorf(row.Line, row.Column+len(row.Text), "want a row of %d cells, got %d", n, width)
		}
	}
	return &Board{boxOf(n), string(clues)}, nil
}

// read reads boards over several lines, one after another. A file is in this notation
// if its first row has 4, 9 or 16 cells. There is one exception: if all lines have 16
// cells and could be 4x4 boards, every line is a board. In this case, and for any other
// notation, read returns encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	first, rest, _ := strings.Cut(strings.TrimLeft(string(data), " \t\r\n"), "\n")
	for rest != "" && isRule(first) {
		first, rest, _ = strings.Cut(rest, "\n")
	}
	if isRule(first) || strings.ContainsAny(first, "/:") {
		return nil, encode.ErrOneLine
	}
	n := len(first) - count(first, between)
	if boxOf(n) == 0 || n == 16 && !wide(string(data)) {
		return nil, encode.ErrOneLine
	}
	var all []encode.Instance
	var rows []encode.Span
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		text = strings.TrimRight(text, " \t\r\n")
		if isRule(text) {
			continue
		}
		rows = append(rows, encode.Span{Text: text, Line: line, Column: 1})
		if len(rows) < n {
			continue
		}
		b, err := parseRows(rows)
		if err != nil {
			return nil, err
		}
		all, rows = append(all, b), rows[:0]
	}
	if len(rows) > 0 {
		last := rows[len(rows)-1]
		return nil, encode.Errorf(last.Line, len(last.Text)+1, "want %d rows, got %d", n, len(rows))
	}
	return all, nil
}

// isRule reports whether a line is empty or only draws a line between boxes.
func isRule(line string) bool { return count(line, between+"-+=") == len(line) }

// count returns how many bytes of the text occur in the parameter set.
func count(text, set string) int {
	n := 0
	for i := range len(text) {
		if strings.IndexByte(set, text[i]) >= 0 {
			n++
		}
	}
	return n
}

// wide reports whether a file with rows of 16 cells contains a 16x16 board. It does if
// it contains values above 4, or anything that a list of 4x4 boards, one per line, does
// not contain.
func wide(data string) bool {
	for line := range strings.Lines(data) {
		line = strings.Trim(line, " \t\r\n")
		if len(line) > 0 && (isRule(line) || strings.ContainsAny(line, " \t|56789abcdefgABCDEFG")) {
			return true
		}
	}
	return false
}

// params matches the parameters in a game ID of Simon Tatham's Solo: the sides of a
// box, the variant of the rules, the symmetry and the difficulty. The last two only
// matter for generating boards.
var params = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?([jxk]*)(?:a|m[248]|md[24]|r[24])?(?:d[a-z])?$`)

// parseID reads a game ID of Solo, CxR:CLUES, where C and R are the sides of a box.
// Numbers are clues, the letters a to z are gaps of 1 to 26 cells, and '_' separates
// two numbers.
func parseID(text string) (*Board, error) {
	size, _, _ := strings.Cut(text, ":")
	p := params.FindStringSubmatch(size)
	if p == nil {
		return nil, encode.Errorf(1, 1, "want the size of a box before ':', for example 3x3:, got %q", size)
	}
	for k, variant := range []string{"j", "x", "k"} {
		if i := strings.Index(p[3], variant); i >= 0 {
			return nil, encode.Errorf(1, params.FindStringSubmatchIndex(size)[6]+i+1, "want plain boxes, got a board with %s", [...]string{"jigsaw pieces", "diagonals", "killer cages"}[k])
		}
	}
	box, _ := strconv.Atoi(p[1])
	if box < 2 || box > 4 || p[2] != p[1] {
		return nil, encode.Errorf(1, 1, "want boxes of 2x2, 3x3 or 4x4 cells, got %q", size)
	}
	n := box * box
	clues := make([]byte, 0, n*n)
	parted := true // whether a number may follow
	for at := len(size) + 1; at < len(text); {
		from := at
		cells, v := 1, 0
		switch c := text[at]; {
		case 'a' <= c && c <= 'z':
			cells, parted = int(c-'a')+1, true
			at++
		case c == '_' && !parted:
			if at++; at == len(text) || text[at] < '0' || text[at] > '9' {
				return nil, encode.Errorf(1, at+1, "want a number after '_'")
			}
			parted = true
			continue
		case '0' <= c && c <= '9' && parted:
			for at < len(text) && '0' <= text[at] && text[at] <= '9' {
				v = min(10*v+int(text[at]-'0'), n+1)
				at++
			}
			if v < 1 || v > n {
				return nil, encode.Errorf(1, from+1, "want a clue from 1 to %d, got %q", n, text[from:at])
			}
			parted = false
		default:
			r, _ := utf8.DecodeRuneInString(text[at:])
			return nil, encode.Errorf(1, at+1, "want a clue from 1 to %d, a gap a-z or '_' between two clues, got %q", n, r)
		}
		if len(clues)+cells > n*n {
			return nil, encode.Errorf(1, from+1, "want %d cells, got more", n*n)
		}
		for range cells {
			clues = append(clues, byte(v))
		}
	}
	if len(clues) < n*n {
		return nil, encode.Errorf(1, len(text)+1, "want %d cells, got %d", n*n, len(clues))
	}
	return &Board{box, string(clues)}, nil
}
