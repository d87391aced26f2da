package pairplace

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

func parse(text string) (encode.Instance, error) {
	rows := grid.Rows(text, 1)
	n, err := grid.Same(rows)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > len(letters) {
		return nil, encode.Errorf(1, min(n, len(letters))+1, "want rows of 1 to %d columns, got %d", len(letters), n)
	}
	t := &Table{h: len(rows), n: n}
	if t.h > most(n) {
		return nil, tooMany(rows[most(n)], n)
	}
	for _, row := range rows {
		for c := range n {
			x, ok := letter(row.Text[c], n)
			if !ok {
				return nil, row.From(c).Errorf("want '.' or a letter from A to %c, got %q", letters[n-1], row.From(c).First())
			}
			t.given = append(t.given, x)
		}
	}
	return t, nil
}

// letter returns the column that a letter in a table of n columns stands for, or blank for a '.'.
func letter(text byte, n int) (value int, ok bool) {
	if text == '.' {
		return blank, true
	}
	value = strings.IndexByte(letters[:n], text)
	return value, value >= 0
}

func tooMany(row encode.Span, n int) error {
	return row.Errorf("want at most %d rows if there are %d columns, got one more", most(n), n)
}
