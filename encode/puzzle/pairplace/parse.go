package pairplace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/edgecolour"
)

func parse(text string) (encode.Instance, error) {
	cells, free := strings.CutPrefix(text, freeSign)
	rows := grid.Rows(cells, 1+len(text)-len(cells))
	n, err := grid.Same(rows)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > len(letters) {
		return nil, rows[0].From(min(n, len(letters))).Errorf("want rows of 1 to %d columns, got %d", len(letters), n)
	}
	t := &Table{h: len(rows), n: n, free: free}
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

// comment stands for a line that is only a comment. Such a line is not an empty row.
const comment = "#"

// read reads either an edge list, or tables with headers, one after the other. For a file with one
// table per line, it returns encode.ErrOneLine. The first line of such a file has only the characters of
// a table.
func read(data []byte) ([]encode.Instance, error) {
	text := strings.TrimSuffix(string(data), "\n")
	var first encode.Span
	for line := range encode.TextLines(text) {
		first.Text = strings.TrimRight(files.Uncomment(line.Text, false), " \t\r")
		if first.Line = line.Line; first.Text != "" {
			break
		}
	}
	// Check this before splitting the text into lines, which needs many times the
	// memory if the lines are short.
	cells, free := strings.CutPrefix(first.Text, freeSign)
	if strings.Trim(cells, " \t"+letters+"./") == "" && !strings.ContainsAny(strings.Trim(cells, " \t"), " \t") && !(free && cells == "") {
		return nil, encode.ErrOneLine
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(files.Uncomment(line, false), "\r")
		if line != lines[i] && strings.Trim(lines[i], " \t") == "" && strings.Trim(line, " \t\r") != "" {
			lines[i] = comment
		}
	}
	start := first.Line - 1
	if _, n := header(lines, start); n == 0 && !isFree(lines[start]) {
		return readGraph(text)
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

// header reads line i as the header of a table: the letters of the columns in order, separated by
// blanks. It returns n = 0 if the line is not a header. The line "A B" can also be the first edge
// of an edge list. The line counts as a header if the next line is a row of a table with two
// columns. In an edge list, such a line would state the same edge again. A longer line of letters
// in order is always a header. So the first edge of an edge list must not be A B with a label such
// as C or C D.
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

// isFree reports whether the table after a line is free. No row of a table has a colon.
func isFree(line string) bool { return strings.Trim(line, " \t") == freeSign }

// readTable reads the table whose header, or the sign before it, is in the line with the index at.
// The table ends before the next table or at the end of the file. Empty lines at its end are not rows
// of the table. An empty line between two rows is a row without letters.
func readTable(lines []string, at int) (t *Table, end int, err error) {
	free := isFree(lines[at])
	if free {
		at++
	}
	if at == len(lines) {
		at--
	}
	indent, n := header(lines, at)
	if n == 0 {
		return nil, 0, encode.Errorf(at+1, 1, "want the header of a table after %s, such as 'A B C'", freeSign)
	}
	t = &Table{n: n, free: free}
	for end = at + 1; end < len(lines); end++ {
		if lines[end] == comment {
			continue
		}
		next := end
		for next < len(lines) && (lines[next] == "" || lines[next] == comment) {
			next++
		}
		over := next == len(lines)
		if !over {
			_, k := header(lines, next)
			over = k > 2 || k == 2 && next > end || isFree(lines[next])
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

func (t *Table) lost(from, to int) {
	if from < to && t.h < most(t.n) {
		t.warnings = append(t.warnings, fmt.Sprintf("line %d: ignored an empty line after a table; for a blank row, write '.' in its cells", from+1))
	}
}

func readRow(line encode.Span, indent, n int) ([]int, error) {
	row := slices.Repeat([]int{blank}, n)
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

const (
	maxLabel = 80 // in bytes
	// patience limits the work of the search for a colouring, so that the search takes at most
	// about a second.
	patience = 100_000_000
)

// A graph holds what an edge list says beyond the pairs of its table: names, labels, and the order of edges.
type graph struct {
	names  []string          // by column
	edges  [][2]int          // columns, as written
	labels map[[2]int]string // by the columns of an edge, the smaller first
}

func readGraph(text string) ([]encode.Instance, error) {
	var list []files.Edge
	seen := map[[2]int]files.Edge{} // by the ends of the edge, the smaller first
	read, err := files.ReadGraph(text, files.GraphRules{Most: len(letters), Labels: true, Edge: func(e files.Edge) error {
		key := [2]int{min(e.U, e.V), max(e.U, e.V)}
		before, again := seen[key]
		switch label := e.Label.Text; {
		case e.U == e.V:
			return e.To.Errorf("want two different vertices, got %q twice", e.To.Text)
		case again && e.Listed && before.Listed && before.U == e.V:
			before.Listed = false // the edge is in the lists of both ends, and must not follow a third time
			seen[key] = before
			return nil
		case again:
			return e.From.Errorf("want each edge once, got the edge of line %d again", before.From.Line)
		case len(label) > maxLabel:
			return e.Label.Errorf("want a label of at most %d bytes, got %q", maxLabel, label)
		case !utf8.ValidString(label) || strings.ContainsFunc(label, wording.Unsafe):
			return e.Label.Errorf("want a label of printable characters, got %q", label)
		}
		seen[key] = e
		list = append(list, e)
		return nil
	}})
	if err == nil && list == nil {
		err = encode.Errorf(1, 1, "want a graph with an edge, got none")
	}
	if err != nil {
		return nil, err
	}
	t, err := table(read, list)
	if err != nil {
		return nil, encode.Errorf(list[0].From.Line, 1, "want a graph that is not %w", err)
	}
	return []encode.Instance{t}, nil
}

// table colours the edges and makes a row of each colour. A column without an edge of the
// colour holds its own letter. If the number of columns is odd and the rules of such tables do not
// allow these letters, the table is free. The error is the error of the colouring.
func table(read *files.Graph, list []files.Edge) (*Table, error) {
	g := &graph{names: read.Names, labels: map[[2]int]string{}}
	column := g.columns()
	n := len(g.names)
	p := &edgecolour.Graph{N: n}
	alone := encode.Left(n, nil) // columns without an edge
	for _, e := range list {
		u, v := column[read.Number[e.U]], column[read.Number[e.V]]
		p.Edges = append(p.Edges, [2]int{u, v})
		if e.Label.Text != "" {
			g.labels[[2]int{min(u, v), max(u, v)}] = e.Label.Text
		}
		alone = slices.DeleteFunc(alone, func(c int) bool { return c == u || c == v })
	}
	g.edges = p.Edges
	colours, k, err := edgecolour.Colour(context.Background(), p, patience, new(native.Stats))
	if err != nil {
		return nil, err
	}
	t := &Table{h: k, n: n, graph: g, given: slices.Repeat(encode.Left(n, nil), k), warnings: read.Warnings}
	for i, e := range p.Edges {
		r := colours[i] * n
		t.given[r+e[0]], t.given[r+e[1]] = e[1], e[0]
	}
	for _, c := range alone {
		t.warnings = append(t.warnings, fmt.Sprintf("the vertex %s has no edge, so its column is unpaired in every row", wording.Short(g.names[c])))
	}
	if stated := read.Colours.Text; stated != "" && stated != fmt.Sprint(k) {
		t.warnings = append(t.warnings, fmt.Sprintf("ignored the number of colours in line %d, because a table has the fewest colours that the graph needs, %d", read.Colours.Line, k))
	}
	t.free = t.n%2 == 1 && t.Obstacle() != ""
	return t, nil
}

// Graph implements encode.HasGraph. The vertices are the columns.
func (t *Table) Graph() (names []string, edges [][2]int, labels []string) {
	if t.graph == nil {
		return nil, nil, nil
	}
	return t.graph.names, t.graph.edges, wording.Each(t.graph.edges, func(e [2]int) string {
		return t.graph.labels[[2]int{min(e[0], e[1]), max(e[0], e[1])}]
	})
}

// columns returns the column of each vertex, and puts the names of g into the order of columns. If
// all names are letters, the columns are in the order of the letters. For other names, the columns
// are in the order in which the vertices first appear.
func (g *graph) columns() []int {
	order := encode.Left(len(g.names), nil) // by column: its vertex
	if !slices.ContainsFunc(g.names, func(name string) bool { return len(name) != 1 || !strings.Contains(letters, name) }) {
		slices.SortFunc(order, func(u, v int) int {
			return strings.Index(letters, g.names[u]) - strings.Index(letters, g.names[v])
		})
	}
	column := make([]int, len(order))
	for c, v := range order {
		column[v] = c
	}
	g.names = encode.Keep(g.names, order)
	return column
}
