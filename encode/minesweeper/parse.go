package minesweeper

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// maxCells is the largest number of cells of a board, and also the largest total.
const maxCells = 40_000

// parse reads a board on one line: a game ID or a drawing whose rows are joined by '/'.
func parse(text string) (*Board, error) {
	if strings.Contains(text, ":") {
		return parseID(text)
	}
	mines, rest, err := total(encode.OneLine(text))
	if err != nil {
		return nil, err
	}
	if mines >= 0 {
		if !strings.HasPrefix(rest.Text, " ") {
			return nil, rest.Errorf("want a space and the rows after the total, got %q", word(rest))
		}
		rest = rest.From(1)
	}
	return drawn(grid.Rows(rest.Text, rest.Column), mines)
}

// beforeTotal is the text in front of the total number of mines.
const beforeTotal = "mines="

// total reads the total, such as "mines=10", at the start of row and returns the text
// that follows. If there is no total, it returns -1 and the whole row.
func total(row encode.Span) (mines int, rest encode.Span, err error) {
	if !strings.HasPrefix(row.Text, beforeTotal) {
		return -1, row, nil
	}
	rest = row.From(len(beforeTotal))
	n, digits := encode.LeadingNumber(rest.Text, maxCells)
	if digits == 0 || n > maxCells {
		return 0, rest, rest.Errorf("want a total of mines from 0 to %d, got %q", maxCells, word(rest))
	}
	return n, rest.From(digits), nil
}

// word returns the start of the parameter text up to a blank, ',' or '/', for an error message.
func word(text encode.Span) string {
	if end := strings.IndexAny(text.Text, " \t,/"); end >= 0 {
		text = text.Until(max(end, 1))
	}
	return encode.Short(text.Text)
}

// drawn reads a board from the rows of a drawing. The parameter mines is the total, or
// -1.
func drawn(rows []encode.Span, mines int) (*Board, error) {
	b := &Board{h: len(rows), mines: mines}
	for _, row := range rows {
		if err := row.Only(marks+"0", "'1' to '8' or '.' (open), '?' (covered) or '*' (a known mine)"); err != nil {
			return nil, err
		}
		for _, x := range []byte(strings.ReplaceAll(row.Text, "0", ".")) {
			b.cells = append(b.cells, flagged+int8(strings.IndexByte(marks, x)))
		}
	}
	first := rows[0]
	if first.Text == "" {
		return nil, first.Errorf("want rows of '1' to '8', '.', '?' and '*', joined by '/', got no cells")
	}
	var err error
	if b.w, err = grid.Same(rows); err != nil {
		return nil, err
	}
	if len(b.cells) > maxCells {
		return nil, first.Errorf("want at most %d cells, got %d", maxCells, len(b.cells))
	}
	return b, nil
}

// read reads boards that are drawn over several lines, separated by empty lines. It ignores blanks
// around a line. It returns encode.ErrOneLine for a file with one board per line. Such a file
// contains ':' or '/', which no drawing contains, or has a row after each total on the same line.
// If one total is followed by a row on the same line and another total is not, it is unclear where
// the boards begin. Then read returns an error.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	var whole, part encode.Span // the first line with a whole board, and the first line with a row or a total
	for line := range encode.TextLines(text) {
		line = line.Trim()
		which := &part
		switch {
		case line.Text == "":
			continue
		case strings.ContainsAny(line.Text, ":/"): // no drawing contains these, so each line is a board
			return nil, encode.ErrOneLine
		case strings.HasPrefix(line.Text, beforeTotal) && strings.ContainsAny(line.Text, " \t"):
			which = &whole
		}
		if which.Line == 0 {
			*which = line
		}
	}
	if part.Line == 0 {
		return nil, encode.ErrOneLine
	}
	if whole.Line > 0 {
		return nil, part.Errorf("want a whole board on the line, as in line %d, got %q", whole.Line, word(part))
	}
	return drawings(text)
}

// drawings reads drawings that are separated by empty lines.
func drawings(text string) ([]encode.Instance, error) {
	var all []encode.Instance
	var rows []encode.Span // rows of the current board
	end := func() error {
		if len(rows) == 0 {
			return nil
		}
		b, err := inLines(rows)
		all, rows = append(all, b), rows[:0]
		return err
	}
	for line := range encode.TextLines(text) {
		if line = line.Trim(); line.Text == "" {
			if err := end(); err != nil {
				return nil, err
			}
		} else if len(rows) <= maxCells+1 { // including a total, this is one line more than any board has
			rows = append(rows, line)
		}
	}
	if err := end(); err != nil {
		return nil, err
	}
	return all, nil
}

// inLines reads one board from its lines. The total can be on the first line or the last line, or
// missing.
func inLines(lines []encode.Span) (*Board, error) {
	mines := -1
	for _, i := range [2]int{0, len(lines) - 1} {
		if mines >= 0 || i >= len(lines) {
			continue
		}
		line := lines[i]
		n, rest, err := total(line)
		switch {
		case err != nil:
			return nil, err
		case n < 0:
			continue
		case rest.Text != "":
			return nil, rest.Errorf("want nothing after the total on its line, got %q", word(rest))
		case len(lines) == 1:
			return nil, line.End().Errorf("want the rows of a board below the total")
		}
		mines = n
		lines = append(lines[:i:i], lines[i+1:]...)
	}
	return drawn(lines, mines)
}
