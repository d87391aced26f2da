package pairplace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/edgecolour"
)

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
	t := &Table{h: k, n: n, graph: g, warnings: read.Warnings}
	for range k {
		for c := range n {
			t.given = append(t.given, c)
		}
	}
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
