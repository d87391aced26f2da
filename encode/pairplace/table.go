package pairplace

import (
	"fmt"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

// read reads either an edge list, or tables with headers, one after the other. For a file with one
// table per line, it returns encode.ErrOneLine. The first line of such a file has only the characters of
// a table.
func read(data []byte) ([]encode.Instance, error) {
	text := strings.TrimSuffix(string(data), "\n")
	var lines []encode.Span // from the first one with a name, without lines that are only a comment
	for line := range encode.TextLines(text) {
		bare := line
		bare.Text = strings.TrimSuffix(files.Uncomment(line.Text, false), "\r")
		cells := strings.Trim(bare.Text, " \t")
		switch {
		case cells == "" && (lines == nil || strings.Trim(line.Text, " \t\r") != ""):
		case lines == nil && strings.Trim(cells, letters+"./") == "":
			return nil, encode.ErrOneLine
		default:
			lines = append(lines, bare)
		}
	}
	if lines == nil {
		return nil, encode.ErrOneLine
	}
	if _, n := header(lines, 0); n == 0 {
		return readGraph(text)
	}
	var all []encode.Instance
	for at := 0; at < len(lines); {
		t, end, err := readTable(lines, at)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
		at = end
	}
	return all, nil
}

// header reads line i as the header of a table: the letters of the columns in order, separated by
// blanks. It returns n = 0 if the line is not a header. The line "A B" can also be the first edge
// of an edge list. The line counts as a header if the next line is a row of a table with two
// columns. In an edge list, such a line would state the same edge again. A longer line of letters
// in order is always a header. So the first edge of an edge list must not be A B with a label such
// as C or C D.
func header(lines []encode.Span, i int) (indent, n int) {
	text := strings.TrimLeft(lines[i].Text, " ")
	indent = len(lines[i].Text) - len(text)
	text = strings.TrimRight(text, " ")
	n = (len(text) + 1) / 2
	if n < 2 || n > len(letters) || text != strings.Join(strings.Split(letters[:n], ""), " ") {
		return 0, 0
	}
	if n == 2 {
		if i+1 == len(lines) || lines[i+1].Text == "" {
			return 0, 0
		}
		if _, err := readRow(lines[i+1], indent, n); err != nil {
			return 0, 0
		}
	}
	return indent, n
}

// readTable reads the table whose header is in the line with the index at. The table ends
// before the next header or at the end of the file. Empty lines at its end are not rows
// of the table. An empty line between two rows is a row without letters.
func readTable(lines []encode.Span, at int) (t *Table, end int, err error) {
	indent, n := header(lines, at)
	t = &Table{n: n}
	for end = at + 1; end < len(lines); end++ {
		next := end
		for next < len(lines) && lines[next].Text == "" {
			next++
		}
		over := next == len(lines)
		if !over {
			_, k := header(lines, next)
			over = k > 2 || k == 2 && next > end
		}
		if over {
			t.lost(lines[end:next])
			end = next
			break
		}
		if t.h == most(n) {
			return nil, 0, tooMany(lines[end], n)
		}
		row, err := readRow(lines[end], indent, n)
		if err != nil {
			return nil, 0, err
		}
		t.given = append(t.given, row...)
		t.h++
	}
	if t.h == 0 {
		return nil, 0, lines[at].End().Errorf("want a row under the header")
	}
	return t, end, nil
}

// lost adds a warning if there are ignored empty lines after the table that might have been meant
// as rows.
func (t *Table) lost(empty []encode.Span) {
	if len(empty) > 0 && t.h < most(t.n) {
		t.warnings = append(t.warnings, fmt.Sprintf("line %d: ignored an empty line after a table; for a blank row, write '.' in its cells", empty[0].Line))
	}
}

// readRow reads a row whose cells are separated by blanks. Blanks at the end of the line can be
// missing.
func readRow(line encode.Span, indent, n int) ([]int, error) {
	row := make([]int, n)
	for c := range row {
		row[c] = blank
	}
	for i := range len(line.Text) {
		if line.Text[i] == ' ' {
			continue
		}
		c := (i - indent) / 2
		if i < indent || c >= n || (i-indent)%2 == 1 {
			return nil, line.From(i).Errorf("want a blank, as in the header, got %q", line.From(i).First())
		}
		x, ok := letter(line.Text[i], n)
		if !ok {
			return nil, line.From(i).Errorf("want ' ', '.' or a letter from A to %c, got %q", letters[n-1], line.From(i).First())
		}
		row[c] = x
	}
	return row, nil
}
