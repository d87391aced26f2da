// Package grid is the geometry of boards in rows and columns: reading their
// notation with positions, and drawing them. It knows no rules.
package grid

import (
	"strings"

	"counterproof/encode"
)

// A Row is one row of a drawing and where it stands in the text, from 1.
type Row struct {
	Text         string
	Line, Column int
}

// maxRows is more rows than any board has: those that follow stay in the last one, with the
// '/' between them, and are refused there.
const maxRows = 1 << 16

// Rows splits the rows of a drawing in line 1, joined by '/', whose first
// character stands at the column.
func Rows(text string, column int) []Row {
	parts := strings.SplitN(text, "/", maxRows)
	rows := make([]Row, 0, len(parts))
	for _, t := range parts {
		rows = append(rows, Row{t, 1, column})
		column += len(t) + 1
	}
	return rows
}

// Same returns the common length of the rows in bytes. The error, a
// *encode.ParseError, is at the first row that differs from the first one.
func Same(rows []Row) (int, error) {
	w := len(rows[0].Text)
	for _, row := range rows {
		if len(row.Text) != w {
			return 0, encode.Errorf(row.Line, row.Column+min(w, len(row.Text)), "want rows of %d cells like the first, got %d", w, len(row.Text))
		}
	}
	return w, nil
}
