// Package grid is the geometry of boards in rows and columns: reading their
// notation with positions, and drawing them. It knows no rules.
package grid

import (
	"counterproof/encode"
)

// maxRows is more rows than any board has.
const maxRows = 1 << 16

// Rows splits the rows of a drawing in line 1, joined by '/', whose first
// character stands at the column.
func Rows(text string, column int) []encode.Span {
	return encode.Span{Text: text, Line: 1, Column: column}.Split("/", maxRows)
}

// Same returns the common length of the rows in bytes. The error, a
// *encode.ParseError, is at the first row that differs from the first one.
func Same(rows []encode.Span) (int, error) {
	w := len(rows[0].Text)
	for _, row := range rows {
		if n := len(row.Text); n != w {
			return 0, row.From(min(w, n)).Errorf("want rows of %d cells like the first, got %d", w, n)
		}
	}
	return w, nil
}
