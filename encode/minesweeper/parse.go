package minesweeper

import (
	"iter"
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
	mines, rest, err := total(encode.Span{Text: text, Line: 1, Column: 1})
	if err != nil {
		return nil, err
	}
	if mines >= 0 {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, " "); !ok {
			return nil, encode.Errorf(1, len(text)-len(rest)+1, "want a space and the rows after the total, got %q", word(rest))
		}
	}
	return drawn(grid.Rows(rest, len(text)-len(rest)+1), mines)
}

// beforeTotal is what a total is written after.
const beforeTotal = "mines="

// total reads "mines=10" where the row begins with it, and gives what follows;
// else -1 and the row's text.
func total(row encode.Span) (mines int, rest string, err error) {
	rest, ok := strings.CutPrefix(row.Text, beforeTotal)
	if !ok {
		return -1, row.Text, nil
	}
	n, digits := number(rest)
	if digits == 0 || n > maxCells {
		return 0, "", encode.Errorf(row.Line, row.Column+len(beforeTotal), "want a total of mines from 0 to %d, got %q", maxCells, word(rest))
	}
	return n, rest[digits:], nil
}

// word is what a text begins with, up to a blank, ',' or '/', for a message.
func word(text string) string {
	if end := strings.IndexAny(text, " \t,/"); end >= 0 {
		text = text[:max(end, 1)]
	}
	return encode.Short(text)
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
func drawn(rows []encode.Span, mines int) (*Board, error) {
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

// read reads boards in lines, parted by empty lines; blanks around a line are no
// part of it. A file with ':' or '/' in it, which no drawing has, or with a row
// beside every total has one board a line. One with a row beside some of its
// totals is refused, for what of it is one board nobody knows.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	var whole, part encode.Span // the first line that is a board, and the first that is a row or a total
	for line := range lines(text) {
		which := &part
		switch {
		case line.Text == "":
			continue
		case strings.ContainsAny(line.Text, ":/"): // in no drawing, so that a row is a board too
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
		return nil, encode.Errorf(part.Line, part.Column, "want a whole board on the line, as in line %d, got %q", whole.Line, word(part.Text))
	}
	return drawings(text)
}

// drawings reads boards between empty lines.
func drawings(text string) ([]encode.Instance, error) {
	var all []encode.Instance
	var rows []encode.Span // of the board that is being read
	end := func() error {
		if len(rows) == 0 {
			return nil
		}
		b, err := inLines(rows)
		all, rows = append(all, b), rows[:0]
		return err
	}
	for line := range lines(text) {
		if line.Text == "" {
			if err := end(); err != nil {
				return nil, err
			}
		} else if len(rows) <= maxCells+1 { // with a total, one more than a board has
			rows = append(rows, line)
		}
	}
	if err := end(); err != nil {
		return nil, err
	}
	return all, nil
}

// lines yields the lines of a text, without the blanks around them.
func lines(text string) iter.Seq[encode.Span] {
	return func(yield func(encode.Span) bool) {
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			n++
			line = strings.TrimRight(line, " \t\r")
			trimmed := strings.TrimLeft(line, " \t")
			if !yield(encode.Span{Text: trimmed, Line: n, Column: len(line) - len(trimmed) + 1}) {
				return
			}
		}
	}
}

// inLines reads one board, its total in the first or the last line or in none.
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
		case rest != "":
			return nil, encode.Errorf(line.Line, line.Column+len(line.Text)-len(rest), "want the end of the line after the total, got %q", word(rest))
		case len(lines) == 1:
			return nil, encode.Errorf(line.Line, line.Column+len(line.Text), "want the rows of a board below the total")
		}
		mines = n
		lines = append(lines[:i:i], lines[i+1:]...)
	}
	return drawn(lines, mines)
}
