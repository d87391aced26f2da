package pairplace

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

// read reads tables with headers, one behind the other, or an edge list. A file
// whose first line is neither a header nor two words has one table a line.
func read(data []byte) ([]encode.Instance, error) {
	text := strings.TrimSuffix(string(data), "\n")
	// Before it is cut into lines, which takes many times the memory of short ones.
	if first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n"); !strings.ContainsAny(strings.TrimRight(first, " \t\r"), " \t") {
		return nil, encode.ErrOneLine
	}
	lines := strings.Split(text, "\n")
	start := -1
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
		if start < 0 && strings.Trim(lines[i], " \t") != "" {
			start = i
		}
	}
	if start < 0 || !strings.ContainsAny(strings.Trim(lines[start], " \t"), " \t") {
		return nil, encode.ErrOneLine
	}
	if _, n := header(lines, start); n == 0 {
		return readGraph(lines)
	}
	var all []encode.Instance
	for at := start; at < len(lines); {
		t, end, err := readTable(lines, at)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
		at = end
	}
	return all, nil
}

// header reads line i as a header: the letters of the columns in order, a blank
// between. n is 0 if it is none. "A B" is an edge too; it is a header where a row
// of two columns comes next, in which an edge list would have the edge twice. An
// edge list must not begin with an edge A B with the label C, or C D and so on.
func header(lines []string, i int) (indent, n int) {
	text := strings.TrimLeft(lines[i], " ")
	indent = len(lines[i]) - len(text)
	text = strings.TrimRight(text, " ")
	n = (len(text) + 1) / 2
	if n < 2 || n > len(letters) || text != strings.Join(strings.Split(letters[:n], ""), " ") {
		return 0, 0
	}
	if n == 2 {
		if i+1 == len(lines) || lines[i+1] == "" {
			return 0, 0
		}
		if _, err := readRow(encode.Span{Text: lines[i+1], Line: i + 2, Column: 1}, indent, n); err != nil {
			return 0, 0
		}
	}
	return indent, n
}

// readTable reads the table whose header is line at. It ends before the next
// header, or at the end of the file; empty lines there are none of its rows. An
// empty line between two rows is a row that has lost its blanks.
func readTable(lines []string, at int) (t *Table, end int, err error) {
	indent, n := header(lines, at)
	t = &Table{n: n}
	for end = at + 1; end < len(lines); end++ {
		next := end
		for next < len(lines) && lines[next] == "" {
			next++
		}
		over := next == len(lines)
		if !over {
			_, k := header(lines, next)
			over = k > 2 || k == 2 && next > end
		}
		if over {
			t.lost(end, next)
			end = next
			break
		}
		if t.h == most(n) {
			return nil, 0, tooMany(encode.Span{Line: end + 1, Column: 1}, n)
		}
		row, err := readRow(encode.Span{Text: lines[end], Line: end + 1, Column: 1}, indent, n)
		if err != nil {
			return nil, 0, err
		}
		t.given = append(t.given, row...)
		t.h++
	}
	if t.h == 0 {
		return nil, 0, encode.Errorf(at+1, len(lines[at])+1, "want a row under the header")
	}
	return t, end, nil
}

// lost warns of empty lines that may have been rows.
func (t *Table) lost(from, to int) {
	if from < to && t.h < most(t.n) {
		t.warnings = append(t.warnings, fmt.Sprintf("line %d: an empty line behind a table is no row of it: write '.' for blank cells", from+1))
	}
}

// readRow reads a row, a blank between the cells; blanks at its end may be
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
