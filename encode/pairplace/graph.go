package pairplace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/edges"
)

const (
	maxName  = 40 // in bytes
	maxLabel = 80
	// patience limits the work of the search for a colouring, so that the search takes at most
	// about a second.
	patience = 100_000_000
)

// A graph holds what an edge list says beyond the pairs of its table: names, labels, and the reason
// if the graph is not a puzzle.
type graph struct {
	names   []string          // by column
	labels  map[[2]int]string // by the columns of an edge, the smaller first
	refusal error             // why the graph is not a puzzle
}

// An edge is read from one line of an edge list. The fields u and v are the vertices at
// its ends.
type edge struct {
	u, v  int
	label string
}

// readGraph reads an edge list and turns it into a table by colouring its edges.
func readGraph(lines []string) ([]encode.Instance, error) {
	g := &graph{labels: map[[2]int]string{}}
	number := map[string]int{}
	seen := map[[2]int]int{} // by edge: the number of its line
	var list []edge
	at := 0 // the line of the first edge
	for i, line := range lines {
		one, rest := encode.Span{Text: line, Line: i + 1, Column: 1}.Word()
		two, rest := rest.Word()
		label := rest.Trim()
		if one.Text == "" {
			continue
		}
		if two.Text == "" {
			return nil, two.Errorf("want a second vertex after %q", one.Text)
		}
		if len(list) == 0 {
			at = i + 1
		}
		var ends [2]int
		for x, w := range [2]encode.Span{one, two} {
			if err := sound(w.Text, maxName); err != "" {
				return nil, w.Errorf("want a vertex of %s, got %q", err, w.Text)
			}
			v, ok := number[w.Text]
			if !ok {
				v = len(number)
				if v == len(letters) {
					return nil, w.Errorf("want at most %d vertices, one letter for each, got one more: %q", len(letters), w.Text)
				}
				number[w.Text] = v
				g.names = append(g.names, w.Text)
			}
			ends[x] = v
		}
		if ends[0] == ends[1] {
			return nil, two.Errorf("want two different vertices, got %q twice", two.Text)
		}
		key := [2]int{min(ends[0], ends[1]), max(ends[0], ends[1])}
		if before := seen[key]; before > 0 {
			return nil, one.Errorf("want each edge once, got the edge of line %d again", before)
		}
		seen[key] = i + 1
		if err := sound(label.Text, maxLabel); err != "" {
			return nil, label.Errorf("want a label of %s, got %q", err, label.Text)
		}
		list = append(list, edge{ends[0], ends[1], label.Text})
	}
	t, err := g.table(list)
	if err != nil {
		return nil, encode.Errorf(at, 1, "want a graph that is not %w", err)
	}
	return []encode.Instance{t}, nil
}

// sound checks the name of a vertex or the label of an edge. If the text is not valid, sound
// returns what a valid text must look like. If the text is valid, sound returns "".
func sound(text string, most int) string {
	switch {
	case len(text) > most:
		return fmt.Sprintf("at most %d bytes", most)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, encode.Unsafe):
		return "printable characters"
	}
	return ""
}

// table colours the edges and makes a row of each colour. A column without an edge of the
// colour holds its own letter. The error is the error of the colouring.
func (g *graph) table(list []edge) (*Table, error) {
	column := g.columns()
	n := len(g.names)
	p := &edges.Graph{N: n}
	for _, e := range list {
		u, v := column[e.u], column[e.v]
		p.Edges = append(p.Edges, [2]int{u, v})
		if e.label != "" {
			g.labels[[2]int{min(u, v), max(u, v)}] = e.label
		}
	}
	colours, k, err := edges.Colour(context.Background(), p, patience, new(native.Stats))
	if err != nil {
		return nil, err
	}
	t := &Table{h: k, n: n, graph: g}
	for range k {
		for c := range n {
			t.given = append(t.given, c)
		}
	}
	for i, e := range p.Edges {
		r := colours[i] * n
		t.given[r+e[0]], t.given[r+e[1]] = e[1], e[0]
	}
	g.refusal = t.unmatched(g.names)
	return t, nil
}

// columns returns the column of each vertex, and puts the names of g into the order of columns. If
// all names are letters, the columns are in the order of the letters. For other names, the columns
// are in the order in which the vertices first appear.
func (g *graph) columns() []int {
	order := make([]int, len(g.names)) // by column: its vertex
	alphabetic := true
	for v, name := range g.names {
		order[v] = v
		alphabetic = alphabetic && len(name) == 1 && strings.Contains(letters, name)
	}
	if alphabetic {
		slices.SortFunc(order, func(u, v int) int {
			return strings.Index(letters, g.names[u]) - strings.Index(letters, g.names[v])
		})
	}
	column := make([]int, len(order))
	names := make([]string, len(order))
	for c, v := range order {
		column[v], names[c] = c, g.names[v]
	}
	g.names = names
	return column
}

// unmatched checks a table made from a graph. It returns the reason why the table is not a puzzle,
// or nil if the table is a puzzle.
func (t *Table) unmatched(names []string) error {
	kind := [2]string{"perfect", "near-perfect"}[t.n%2]
	before := make([]int, t.n) // by column: 1 + the row in which the column was unpaired
	var twice error
	for r := range t.h {
		var open []string
		for c := range t.n {
			if t.given[r*t.n+c] != c {
				continue
			}
			open = append(open, encode.Short(names[c]))
			if before[c] > 0 && twice == nil {
				twice = fmt.Errorf("%s is unpaired in two colours, %d and %d", encode.Short(names[c]), before[c], r+1)
			}
			before[c] = r + 1
		}
		if len(open) > t.n%2 {
			if few := 3; len(open) > few+1 {
				open = append(open[:few], fmt.Sprint(len(open)-few, " others"))
			}
			last := len(open) - 1
			return fmt.Errorf("colour %d is not a %s matching: %s and %s are unpaired", r+1, kind, strings.Join(open[:last], ", "), open[last])
		}
	}
	return twice
}
