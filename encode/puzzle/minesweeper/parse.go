package minesweeper

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
)

// maxCells is the largest number of cells of a board, and also the largest total.
const maxCells = 40_000

// parse reads a board on one line: a game ID or a drawing whose rows are joined by '/'. In a drawing,
// the total is a row of its own, which is the first one or the last one.
func parse(text string) (*Board, error) {
	if strings.Contains(text, ":") {
		return parseID(text)
	}
	mines, rest, err := total(encode.OneLine(text))
	if err != nil {
		return nil, err
	}
	if mines >= 0 {
		if rest.Text == "" || !strings.Contains(" /", rest.Text[:1]) {
			return nil, rest.Errorf("want a space and the rows after the total, got %q", word(rest))
		}
		rest = rest.From(1)
	}
	rows := grid.Rows(rest.Text, rest.Column)
	if last := len(rows) - 1; mines < 0 && last > 0 {
		if mines, rest, err = total(rows[last]); err != nil {
			return nil, err
		}
		if mines >= 0 {
			rows = rows[:last]
			if rest.Text != "" {
				return nil, rest.Errorf("want nothing after the total on its line, got %q", word(rest))
			}
		}
	}
	return drawn(rows, mines)
}

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

func word(text encode.Span) string {
	if end := strings.IndexAny(text.Text, " \t,/"); end >= 0 {
		text = text.Until(max(end, 1))
	}
	return wording.Short(text.Text)
}

// drawn reads a board from the rows of a drawing. The parameter mines is the total, or
// -1.
func drawn(rows []encode.Span, mines int) (*Board, error) {
	b := &Board{h: len(rows), mines: mines}
	for _, row := range rows {
		if err := grid.Only(row, marks+"0", "'1' to '8' or '.' (open), '?' (covered) or '*' (a known mine)", "-"); err != nil {
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
