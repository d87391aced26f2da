package minesweeper

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// maxCells is that of a board, and the greatest total.
const maxCells = 40_000

// parse reads a board on one line.
func parse(text string) (*Board, error) {
	if strings.Contains(text, ":") {
		return parseID(text)
	}
	mines, rest, err := total(text, 1)
	if err != nil {
		return nil, err
	}
	if mines >= 0 {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, " "); !ok {
			return nil, encode.Errorf(1, len(text)-len(rest)+1, "want a space and the rows after the total, got %q", grid.Short(rest))
		}
	}
	return drawn(grid.Rows(rest, len(text)-len(rest)+1), mines)
}

// total reads "mines=10" where the text begins with it, and gives what follows;
// else -1 and the text.
func total(text string, line int) (mines int, rest string, err error) {
	rest, ok := strings.CutPrefix(text, "mines=")
	if !ok {
		return -1, text, nil
	}
	n, digits := number(rest)
	if digits == 0 || n > maxCells {
		return 0, "", encode.Errorf(line, len("mines=")+1, "want a total of mines from 0 to %d, got %q", maxCells, grid.Short(rest))
	}
	return n, rest[digits:], nil
}

// number reads the digits that a text begins with; more than maxCells is
// maxCells + 1.
func number(text string) (n, digits int) {
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		n = min(10*n+int(text[digits]-'0'), maxCells+1)
		digits++
	}
	return n, digits
}

// drawn reads the rows of a drawing.
func drawn(rows []grid.Row, mines int) (*Board, error) {
	b := &Board{h: len(rows), mines: mines}
	for _, row := range rows {
		for i := range len(row.Text) {
			var shows int8
			switch x := row.Text[i]; {
			case x == '?':
				shows = covered
			case x == '*':
				shows = flagged
			case x == '.':
				shows = 0
			case '0' <= x && x <= '8':
				shows = int8(x - '0')
			default:
				r, _ := utf8.DecodeRuneInString(row.Text[i:])
				return nil, encode.Errorf(row.Line, row.Column+i, "want '1' to '8' or '.' (open), '?' (covered) or '*' (a known mine), got %q", r)
			}
			b.cells = append(b.cells, shows)
		}
	}
	first := rows[0]
	if first.Text == "" {
		return nil, encode.Errorf(first.Line, first.Column, "want rows of '1' to '8', '.', '?' and '*', joined by '/', got no cells")
	}
	var err error
	if b.w, err = grid.Same(rows); err != nil {
		return nil, err
	}
	if len(b.cells) > maxCells {
		return nil, encode.Errorf(first.Line, first.Column, "want at most %d cells, got %d", maxCells, len(b.cells))
	}
	return b, nil
}

// read reads boards in lines, parted by empty lines. A file with ':', '/' or a
// space within a line has one board a line.
func read(data []byte) ([]encode.Instance, error) {
	var boards []encode.Instance
	var lines []grid.Row // of the board
	all := strings.Split(string(data), "\n")
	for i, text := range all {
		all[i] = strings.TrimRight(text, " \t\r")
		if strings.ContainsAny(all[i], ":/ \t") {
			return nil, encode.ErrOneLine
		}
	}
	for i, text := range append(all, "") {
		if text != "" {
			lines = append(lines, grid.Row{Text: text, Line: i + 1, Column: 1})
			continue
		}
		if len(lines) == 0 {
			continue
		}
		b, err := inLines(lines)
		if err != nil {
			return nil, err
		}
		boards = append(boards, b)
		lines = nil
	}
	if len(boards) == 0 {
		return nil, encode.ErrOneLine
	}
	return boards, nil
}

// inLines reads one board, its total in the first or the last line or in none.
func inLines(lines []grid.Row) (*Board, error) {
	mines := -1
	for _, i := range [2]int{0, len(lines) - 1} {
		if mines >= 0 || i >= len(lines) {
			continue
		}
		n, rest, err := total(lines[i].Text, lines[i].Line)
		switch {
		case err != nil:
			return nil, err
		case n < 0:
			continue
		case rest != "":
			return nil, encode.Errorf(lines[i].Line, len(lines[i].Text)-len(rest)+1, "want the end of the line after the total, got %q", grid.Short(rest))
		case len(lines) == 1:
			return nil, encode.Errorf(lines[i].Line, len(lines[i].Text)+1, "want the rows of a board below the total")
		}
		mines = n
		lines = append(lines[:i:i], lines[i+1:]...)
	}
	return drawn(lines, mines)
}
