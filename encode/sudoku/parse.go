package sudoku

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// parse reads a board in any of the notations on one line.
func parse(text string) (*Board, error) {
	switch {
	case strings.Contains(text, ":"):
		return parseID(encode.OneLine(text))
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
	return &Board{box: boxOf(n), clues: string(clues[:n*n])}, nil
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
	return &Board{box: boxOf(n), clues: string(clues)}, nil
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
