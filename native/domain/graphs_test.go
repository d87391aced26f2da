package domain

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"counterproof/bench/test/ratio"
	"counterproof/native"
)

// oracles holds the published graphs and numbers of colourings from encode/testdata/map.json.
type oracles struct {
	Borders [][2]string       `json:"usa49_edges"`
	USA     map[string]string `json:"usa49"`
	Graphs  map[string]struct {
		Regions int
		Edges   [][]int
		P       map[string]string
	}
}

func readOracles(tb testing.TB) (o oracles) {
	tb.Helper()
	data, err := os.ReadFile("../../encode/testdata/map.json")
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(data, &o); err != nil {
		tb.Fatal(err)
	}
	if len(o.Graphs) != 6 || len(o.USA) != 3 || len(o.Borders) != 107 {
		tb.Fatalf("%d graphs, %d counts and %d borders of the USA", len(o.Graphs), len(o.USA), len(o.Borders))
	}
	return o
}

// colouring returns the problem of colouring a graph of n vertices with k colours.
func colouring(n int, edges [][]int, k string) *Problem {
	colours, err := strconv.Atoi(k)
	if err != nil {
		panic(err)
	}
	p := &Problem{Different: edges}
	for range n {
		p.Domains = append(p.Domains, 1<<colours-1)
	}
	return p
}

// usa returns the problem of colouring the map of the USA with k colours.
func usa(o oracles, k string) *Problem {
	number := map[string]int{}
	var edges [][]int
	for _, b := range o.Borders {
		for _, s := range b {
			if _, ok := number[s]; !ok {
				number[s] = len(number)
			}
		}
		edges = append(edges, []int{number[b[0]], number[b[1]]})
	}
	return colouring(len(number), edges, k)
}

// TestGraphs checks that Count finds the published numbers of colourings of some graphs, and that
// Search finds as many if the number has at most six digits.
func TestGraphs(t *testing.T) {
	o := readOracles(t)
	for name, g := range o.Graphs {
		for k, want := range g.P {
			p := colouring(g.Regions, g.Edges, k)
			if got := counted(t, p); got != want {
				t.Errorf("%s with %s colours: Count is %s, want %s", name, k, got, want)
			}
			if len(want) > 6 {
				continue
			}
			if got := listed(t, p); fmt.Sprint(len(slices.Compact(got))) != want {
				t.Errorf("%s with %s colours: Search yields %d, want %s", name, k, len(got), want)
			}
		}
	}
}

// TestTables checks the same numbers as TestGraphs on problems in which each edge is a table. Every
// second edge is a group as well.
func TestTables(t *testing.T) {
	o := readOracles(t)
	for name, g := range o.Graphs {
		for k, want := range g.P {
			p := colouring(g.Regions, nil, k)
			table := Table{}
			for x := range 6 { // with more values than the domains have
				for y := range 6 {
					if x != y {
						table.Rows = append(table.Rows, []byte{byte(x), byte(y)})
					}
				}
			}
			for i, e := range g.Edges {
				table.Vars = e
				p.Tables = append(p.Tables, table)
				if i%2 == 0 {
					p.Different = append(p.Different, e)
				}
			}
			if got := counted(t, p); got != want {
				t.Errorf("%s with %s colours by tables: Count is %s, want %s", name, k, got, want)
			}
			if len(want) > 4 {
				continue
			}
			if got := listed(t, p); fmt.Sprint(len(got)) != want {
				t.Errorf("%s with %s colours by tables: Search yields %d, want %s", name, k, len(got), want)
			}
		}
	}
}

// TestUSA checks that Count finds the published numbers of colourings of the map of the USA.
func TestUSA(t *testing.T) {
	o := readOracles(t)
	for k, want := range o.USA {
		if got := counted(t, usa(o, k)); got != want {
			t.Errorf("%s colours: %s, want %s", k, got, want)
		}
	}
}

// TestMemo checks that Count returns the published numbers of colourings even if its memo has room
// for only a few entries.
func TestMemo(t *testing.T) {
	defer func(most int) { maxMemo = most }(maxMemo)
	maxMemo = 2000
	o := readOracles(t)
	for _, name := range []string{"icosahedron", "dodecahedron", "petersen"} {
		g := o.Graphs[name]
		for k, want := range g.P {
			var st native.Stats
			n, err := colouring(g.Regions, g.Edges, k).Count(context.Background(), &st)
			if err != nil || n.String() != want {
				t.Errorf("%s with %s colours: %v, %v, want %s", name, k, n, err, want)
			}
		}
	}
}

// BenchmarkUSA counts the colourings of the map of the USA with four and with five colours.
func BenchmarkUSA(b *testing.B) {
	o := readOracles(b)
	for _, k := range []string{"4", "5"} {
		b.Run(k, func(b *testing.B) {
			p := usa(o, k)
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				if n, err := p.Count(context.Background(), &st); err != nil || n.String() != o.USA[k] {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
		})
	}
}

// BenchmarkFew counts the solutions of a sudoku with one solution, with and without the search at the
// beginning of a count. It reports how many times as fast the search makes the count.
func BenchmarkFew(b *testing.B) {
	defer func(nodes int64) { fewNodes = nodes }(fewNodes)
	p := sudoku(3)
	place(p, "....8....91426.5.....1..9..62......55...4..12..7...3..7......53.6..1..7......4..6")
	net, err := NewNetwork(len(p.Domains), p.Different, nil)
	if err != nil {
		b.Fatal(err)
	}
	counts := func(nodes int64) func() {
		return func() {
			fewNodes = nodes
			for range 500 {
				if n, err := net.Count(b.Context(), new(native.Stats), p.Domains); err != nil || n.Int64() != 1 {
					b.Fatal(n, err)
				}
			}
		}
	}
	ratio.AtLeast(b, 2, "separators", counts(0), counts(64))
}

// BenchmarkPetersen lists the 12,960 colourings of the Petersen graph with four colours.
func BenchmarkPetersen(b *testing.B) {
	g := readOracles(b).Graphs["petersen"]
	p := colouring(g.Regions, g.Edges, "4")
	for b.Loop() {
		n := 0
		if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { n++; return true }); err != nil || n != 12960 {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkSudoku solves an easy sudoku board and the hard board of Inkala (2010), without the time
// for preparing the network.
func BenchmarkSudoku(b *testing.B) {
	for _, c := range []struct{ name, board string }{
		{"easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},
		{"inkala", "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := sudoku(3)
			place(p, c.board)
			net, err := NewNetwork(len(p.Domains), p.Different, nil)
			if err != nil {
				b.Fatal(err)
			}
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				n := 0
				if err := net.Search(context.Background(), &st, p.Domains, func([]byte) bool { n++; return true }); err != nil || n != 1 {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
		})
	}
}
