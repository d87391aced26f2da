// Package grid contains the geometry of boards with rows and columns. It reads their notation with
// positions and draws them. It knows no puzzle rules.
package grid

import (
	"errors"
	"fmt"
	"strings"

	"counterproof/encode"
)

// maxRows is larger than the number of rows of any board.
const maxRows = 1 << 16

// Rows splits a drawing of rows joined by '/' into its rows. The drawing is in line 1 of the input
// and begins at the given column.
func Rows(text string, column int) []encode.Span {
	return encode.Span{Text: text, Line: 1, Column: column}.Split("/", maxRows)
}

// Same returns the length of the rows in bytes if they all have the same length. If not, it returns
// a *encode.ParseError at the first row with a different length.
func Same(rows []encode.Span) (int, error) {
	w := len(rows[0].Text)
	for _, row := range rows {
		if n := len(row.Text); n != w {
			return 0, row.From(min(w, n)).Errorf("want rows of %d cells like the first, got %d", w, n)
		}
	}
	return w, nil
}

// Only checks the characters of a row as the method Only of encode.Span does. If the first other
// character is in the parameter solved, which has the characters of solutions, the error also says
// that the row looks like a solution.
func Only(row encode.Span, chars, want, solved string) error {
	err := row.Only(chars, want)
	var at *encode.ParseError
	if errors.As(err, &at) && strings.ContainsRune(solved, row.From(at.Column-row.Column).First()) {
		at.Err = fmt.Errorf("%w, as in the drawing of a solution, but a board has only clues", at.Err)
	}
	return err
}
