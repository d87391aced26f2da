package pairplace

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// importOne reads a file that must contain exactly one table.
func importOne(t *testing.T, data string) *Table {
	t.Helper()
	ins, err := read([]byte(data))
	if err != nil || len(ins) != 1 {
		t.Fatalf("%q: %v, %v", data, ins, err)
	}
	return ins[0].(*Table)
}

// TestControlFlow reads the control-flow graphs in the essay that introduced Pair Place. It checks
// that the graphs become the tables in the essay, and that these tables are puzzles. The picture
// must show the labels and draw each edge in the colour of its row.
func TestControlFlow(t *testing.T) {
	for _, c := range []struct {
		file, want string
		labels     int
		rows       [][]string // edges by row
	}{
		{"while", "BADC/DCBA", 0, [][]string{{"AB", "CD"}, {"AD", "BC"}}},
		{"if", "BADC/DCBA", 1, [][]string{{"AB", "CD"}, {"AD", "BC"}}},
		{"if-else", "BAFEDC/DCBAFE", 2, [][]string{{"AB", "CF", "DE"}, {"AD", "BC", "EF"}}},
	} {
		data, err := os.ReadFile("../../testdata/graphs/" + c.file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		in := importOne(t, string(data))
		if in.String() != c.want {
			t.Errorf("%s: %v, want %s", c.file, in, c.want)
		}
		if got := solutions(t, in, "native", 2); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: solutions %v", c.file, got)
		}
		d := drawing(t, in, nil)
		if n := d.count("Error Case"); n != c.labels {
			t.Errorf("%s: %d labels, want %d", c.file, n, c.labels)
		}
		checkRows(t, c.file, d, c.rows)
	}
}

// checkRows checks the edges in a picture. For each row, the edges in the colour of the row must be
// the edges in want. Every edge must have the colour of a row.
func checkRows(t *testing.T, name string, d *drawn, want [][]string) {
	t.Helper()
	if len(d.swatches) != len(want) {
		t.Fatalf("%s: %d colours beside the rows, want %d", name, len(d.swatches), len(want))
	}
	edges := 0
	for r, colour := range d.swatches {
		got := d.edges[colour]
		slices.Sort(got)
		if !slices.Equal(got, want[r]) {
			t.Errorf("%s: row %d: edges %v, want %v", name, r+1, got, want[r])
		}
		edges += len(got)
	}
	all := 0
	for _, list := range d.edges {
		all += len(list)
	}
	if all != edges {
		t.Errorf("%s: %d edges in the colour of no row", name, all-edges)
	}
}

// A drawn holds what a test finds in the picture of a table and its graph.
type drawn struct {
	texts    []string
	swatches []draw.Colour            // colours next to the rows
	edges    map[draw.Colour][]string // by colour: the letters at both ends
}

func (d *drawn) count(text string) (n int) {
	for _, x := range d.texts {
		if x == text {
			n++
		}
	}
	return n
}

// drawing makes the picture of a table and takes it apart. It relies on two facts: every
// edge ends at the centres of two circles, and every circle is followed by the letter of
// its vertex.
func drawing(t *testing.T, in *Table, s *encode.Solution) *drawn {
	t.Helper()
	d := &drawn{edges: map[draw.Colour][]string{}}
	letter := map[draw.Point]string{} // by the centre of its circle
	var circle *draw.Circle
	p := in.Picture(s)
	for _, s := range p.Shapes {
		switch s := s.(type) {
		case draw.Rect:
			if s.X+s.W > p.W {
				t.Errorf("%+v is outside of the drawing", s)
			}
			if s.Stroke == 0 && s.Fill != draw.White {
				d.swatches = append(d.swatches, s.Fill)
			}
		case draw.Circle:
			circle = &s
		case draw.Text:
			d.texts = append(d.texts, s.Text)
			if circle != nil {
				letter[draw.Point{circle.X, circle.Y}] = s.Text
				circle = nil
			}
		}
	}
	if len(letter) != in.n {
		t.Errorf("%d vertices in different places, want %d", len(letter), in.n)
	}
	for _, path := range puzzletest.Shapes[draw.Path](p) {
		for _, line := range path.Lines {
			d.edges[path.Stroke] = append(d.edges[path.Stroke], letter[line[0]]+letter[line[1]])
		}
	}
	return d
}

// TestDrawing checks that the edges of the drawn graph are the pairs of the solution.
// Without a solution, they must be the pairs given as clues.
func TestDrawing(t *testing.T) {
	o := readOracles(t)
	in := o.Square.table(t)
	checkRows(t, "clues", drawing(t, in, nil), [][]string{{"BC", "DE"}, {"BE"}, {"AE"}, {"AB", "CE"}, nil})
	var b []byte
	for _, row := range o.Square.Solution {
		for _, x := range row {
			b = append(b, byte(strings.IndexRune(letters, x)))
		}
	}
	s := encode.Solution(b)
	var want [][]string
	for _, row := range o.Square.Solution {
		var pairs []string
		for c, x := range row {
			if own := letters[c : c+1]; own < string(x) {
				pairs = append(pairs, own+string(x))
			}
		}
		want = append(want, pairs)
	}
	checkRows(t, "solution", drawing(t, in, &s), want)
	text := "A B C D E F\n" + spaced(o.Square.Solution)
	if got := in.Draw(&s); got != text {
		t.Errorf("drawn as\n%swant\n%s", got, text)
	}
	if got, want := in.Draw(nil), "A B C D E F\n. C B E D .\n. E . . B .\nE . . . A .\nB A E . C .\n. . . . . .\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	// This table has a pair of which only one letter is given, and letters that
	// contradict each other.
	checkRows(t, "lone letters", drawing(t, mustParse(t, ".A../BC../D..A"), nil), [][]string{{"AB"}, {"AB", "BC"}, {"AD"}})
	// All 51 rows have different colours.
	if d := drawing(t, mustParse(t, strings.Repeat(strings.Repeat(".", 52)+"/", 50)+strings.Repeat(".", 52)), nil); len(slices.Compact(slices.Sorted(slices.Values(d.swatches)))) != 51 {
		t.Errorf("colours %v", d.swatches)
	}
}

func spaced(rows []string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(strings.Split(row, ""), " ") + "\n")
	}
	return b.String()
}

// TestNames checks that the columns are in the order in which the vertices first appear
// in the edge list. The picture must have the names of the vertices and the labels of the
// edges.
func TestNames(t *testing.T) {
	in := importOne(t, "start loop enter & go\nloop body\nbody start back\n")
	if in.String() != "BAC/ACB/CBA" {
		t.Error(in)
	}
	d := drawing(t, in, nil)
	for _, text := range []string{"start", "loop", "body", "enter & go", "back"} {
		if d.count(text) != 1 {
			t.Errorf("%q is not in the drawing: %q", text, d.texts)
		}
	}
	checkRows(t, "names", d, [][]string{{"AB"}, {"BC"}, {"AC"}})
	if got, want := in.Draw(nil), "A B C  # named start, loop, body\nB A C\nA C B\nC B A\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if got := importOne(t, "B A\n").Draw(nil); got != "A B\nB A\n" {
		t.Errorf("names that are the letters of their columns are drawn:\n%s", got)
	}
	// Numbers are in numerical order, letters in the order of the alphabet, and other names in the order
	// of their first use.
	for list, want := range map[string]string{
		"10 9;9 2;2 10":        "2, 9, 10",
		"x 10;10 9;9 x":        "x, 10, 9",
		"c: a, b;a: b":         "a, b, c",
		"p edge 2 1;e 2 1":     "1, 2",
		`"a b" "c, d";c "a b"`: "a b, c, d, c",
	} {
		in := importOne(t, strings.ReplaceAll(list, ";", "\n"))
		if got, _, _ := strings.Cut(in.Draw(nil), "\n"); !strings.HasSuffix(got, "  # named "+want) {
			t.Errorf("%s: the header is %q, want the names %q", list, got, want)
		}
	}
	// A long label is not cut off.
	long := strings.Repeat("long ", 16)[:79]
	if d := drawing(t, importOne(t, "A B "+long+"\n"), nil); d.count(long) != 1 {
		t.Errorf("%q is not in the drawing: %q", long, d.texts)
	}
	if in := in.Without(0).(*Table); drawing(t, in, nil).count("start") != 0 {
		t.Error("a table that has lost a clue still has the graph")
	}
}

// TestLeftOver checks that a graph whose colours leave columns over becomes a table with one
// solution, the colouring. With an odd number of columns, the table is free if a row leaves more
// than one column over or if a column is left over twice. The essay asks whether "this
// edge-colouring problem" can be tidied up into a puzzle; here any graph can.
func TestLeftOver(t *testing.T) {
	for _, c := range []struct {
		list, text string
		rows       int
	}{
		{"A B;B C;C D", "BADC/ACBD", 2},
		{"x y;x z;x w", "ACBD/ADCB/BACD", 3},
		{"A B;C D;E A", "", 2},
		{"A B;A C", "BAC/CBA", 2},
		{"A B;B C;C A", "BAC/ACB/CBA", 3},
		{"A B;C D;E F;G A", "", 2},
		// There are four colours of two edges each. D has only two edges, so it is
		// unpaired in two colours.
		{"A B;A C;A D;A E;B C;B E;C E;D B", "", 4},
		// The wheel of five vertices takes four colours of two edges each, and only the hub
		// is paired in all colours.
		{"A B;B C;C D;D A;E A;E B;E C;E D", "", 4},
	} {
		in := importOne(t, strings.ReplaceAll(c.list, ";", "\n"))
		if c.text != "" && in.String() != c.text || in.h != c.rows {
			t.Errorf("%s: %v, want %s, %d rows", c.list, in, c.text, c.rows)
		}
		again := mustParse(t, in.String())
		for _, name := range []string{"brute", "native", "sat"} {
			if got := solutions(t, again, name, 2); len(got) != 1 || got[0] != strings.TrimPrefix(in.String(), "free:") {
				t.Errorf("%s: %v has the solutions %v by %s", c.list, in, got, name)
			}
		}
		n := 0
		for _, list := range drawing(t, in, nil).edges {
			n += len(list)
		}
		if want := strings.Count(c.list, ";") + 1; n != want {
			t.Errorf("%s: %d edges are drawn, want %d", c.list, n, want)
		}
		if puzzle, odd := !in.free, mustParse(t, strings.TrimPrefix(in.String(), "free:")); puzzle != (len(solutions(t, odd, "brute", 1)) == 1) {
			t.Errorf("%s: free is %v, but without it, %v has %v", c.list, in.free, odd, solutions(t, odd, "brute", 1))
		}
	}
}

// TestWarnings checks that an empty line after a table gives a warning if the table might have had
// another row.
func TestWarnings(t *testing.T) {
	for data, want := range map[string]string{
		source:                       "",
		"A B C D\nB A D C\n":         "",
		"A B C D\nB A D C\n\n":       "line 3",
		"A B C D\nB A D C\n\n\n":     "line 3",
		"A B C\nB A\n.\n  C\n\n":     "",
		"A B C D\nB A D C\n\nD\n":    "",
		"\n\nA B C D\nB A D C\n    ": "",
		"A B\nC D\nE\n":              "the vertex E",
		"A B\nC A\n":                 "",
		"A B\nB C\nC A\n# 4 colours": "ignored the number of colours in line 4",
		"# colours=3\nA B\nB C\nC A": "",
		"from,to\nA,B\n":             "read line 1",
	} {
		got := strings.Join(importOne(t, data).Warnings(), ";")
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
}

// TestLargestGraph checks that the complete graph of 52 vertices is read as a full table
// of 52 columns.
func TestLargestGraph(t *testing.T) {
	var b strings.Builder
	for u := range 52 {
		for v := range u {
			fmt.Fprintf(&b, "n%d n%d\n", u, v)
		}
	}
	in := importOne(t, b.String())
	if in.h != 51 || in.n != 52 {
		t.Errorf("%dx%d", in.h, in.n)
	}
}

func FuzzImport(f *testing.F) {
	for _, data := range []string{source, "A B\nB A\n", "A B\nC D\nA D\nB C Error Case\n", "x y\n", "BADC\n", "A B C\n\nB\n"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Imports(&Puzzle, []byte(text)); err != nil {
			t.Error(err)
		}
		ins, _ := read([]byte(text))
		for _, in := range ins {
			if err := in.(*Table).Picture(nil).WriteSVG(io.Discard); err != nil {
				t.Error(err)
			}
		}
	})
}
