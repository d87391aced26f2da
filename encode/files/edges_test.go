package files_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

// graph reads a graph and writes its vertices and edges as text: "a b c: 0-1 1-2".
func graph(text string, labels bool) (string, *files.Graph, error) {
	var edges [][2]int
	g, err := files.ReadGraph(text, files.GraphRules{Most: 99, Labels: labels, Edge: func(e files.Edge) error {
		edges = append(edges, [2]int{e.U, e.V})
		return nil
	}})
	if err != nil {
		return "", nil, err
	}
	var all []string
	for _, e := range edges {
		u, v := g.Number[e[0]], g.Number[e[1]]
		all = append(all, fmt.Sprintf("%d-%d", min(u, v), max(u, v)))
	}
	slices.Sort(all)
	return strings.Join(g.Names, " ") + ": " + strings.Join(all, " "), g, nil
}

// TestGraphs checks the forms of lists of edges, with and without labels.
func TestGraphs(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 2\n2 3\n3 1\n", "1 2 3: 0-1 0-2 1-2"},
		{"12 24\n24 36\n36 12\n", "12 24 36: 0-1 0-2 1-2"},
		{"0 10\n10 9\n", "0 9 10: 0-2 1-2"},
		{"36893488147419103232 2\n010 2\n", "2 010 36893488147419103232: 0-1 0-2"},
		{"0 1\n1 x\n", "0 1 x: 0-1 1-2"},
		{"DE FR\n\nFR\tES\n\n\n", "DE FR ES: 0-1 1-2"},
		{"a b # c d\n# e f\n#g h\n% i j\n// k l\n", "a b: 0-1"},
		{"a,b\nb,c\n", "a b c: 0-1 1-2"},
		{"a, b\nb ,c\n", "a b c: 0-1 1-2"},
		{"a;b\nb; c\n", "a b c: 0-1 1-2"},
		{"a b;\nb c;\n", "a b c: 0-1 1-2"},
		{"1 2; 2 3; 3 1\n", "1 2 3: 0-1 0-2 1-2"},
		{"a,b; b,c\n", "a b c: 0-1 1-2"},
		{"a -- b;\nb -> c;\nc - d", "a b c d: 0-1 1-2 2-3"},
		{"a--b--c; c -- d\n", "a b c d: 0-1 1-2 2-3"},
		{"France: Spain, Italy\nSpain: France\n", "France Spain Italy: 0-1 0-1 0-2"},
		{"1: 2 3\n2: 3\n4:\n", "1 2 3 4: 0-1 0-2 1-2"},
		{"France: Spain; Italy", "France Spain Italy: 0-1 0-2"},
		{"a b\nc\n", "a b c: 0-1"},
		{"c\na b\n", "c a b: 1-2"},
		{`"New York",Boston` + "\n" + `"x=1, y: 2 # 3" "New York"`, "New York Boston x=1, y: 2 # 3: 0-1 0-2"},
		{`"Korea, South": China` + "\nChina: \"Korea, South\" Japan\n", "Korea, South China Japan: 0-1 0-1 1-2"},
		{"source,target\na,b\n", "a b: 0-1"},
		{"\"From\";\"To\"\na;b\n", "a b: 0-1"},
		{"source target\n", "source target: 0-1"}, // not a table
		{"colours=3\na b\n", "a b: 0-1"},
		{"p edge 4 2\ne 1 2\ne 2 3\n", "1 2 3 4: 0-1 1-2"},
	} {
		for _, labels := range []bool{false, true} {
			got, _, err := graph(c.text, labels)
			if err != nil || got != c.want {
				t.Errorf("%q, labels %v: got %q, %v, want %q", c.text, labels, got, err, c.want)
			}
		}
	}
	// If no label can follow, a name may have blanks between commas and before a colon.
	for text, want := range map[string]string{
		"New York, Boston\n":                 "New York Boston: 0-1",
		"New York,Boston,5\n":                "New York Boston: 0-1",
		"Czech Republic: Germany, Poland\n":  "Czech Republic Germany Poland: 0-1 0-2",
		"United Kingdom: Ireland\nx: y, z\n": "United Kingdom Ireland x y z: 0-1 2-3 2-4",
	} {
		if got, _, err := graph(text, false); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
}

// TestStatedColours checks which texts state the number of colours.
func TestStatedColours(t *testing.T) {
	for text, want := range map[string]string{
		"# colours=3\n1 2":                "3",
		"#colours=3\n1 2":                 "3",
		"# colors = 3\n1 2":               "3",
		"# Colour: 3\n1 2":                "3",
		"# 3 colours\n1 2":                "3",
		"#   3   COLORS  \n1 2":           "3",
		"1 2\n1 3\n# 1 color":             "1",
		"colors=3\n1 2":                   "3",
		"1 2\nColours = 3\n":              "3",
		"% 3 colours\n1 2":                "3",
		"# 3 colours\ncolours=3\n1 2":     "3",
		"c 3 colours\np edge 2 1\ne 1 2":  "3",
		"c colors=3\np edge 2 1\ne 1 2":   "3",
		"# 3 colours are enough\n1 2":     "",
		"# colours\n1 2":                  "",
		"1 2 # 3 colours":                 "", // a note about the edge
		"c x colours=3\np edge 2 1\n":     "",
		"3 colours\n1 2":                  "3",
		"3 COLORS\n1 2":                   "3",
		"3 collies\n1 2":                  "", // an edge
		"# the number is colours=3\n1 2 ": "",
	} {
		_, g, err := graph(text, false)
		if err != nil || g.Colours.Text != want {
			t.Errorf("%q: %v, %v, want %q", text, g, err, want)
		}
	}
}

// TestGraphMistakes checks the errors about lists of edges. An empty want means that the text
// does not look like a list of edges.
func TestGraphMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"# a b\n", ""},
		{"France\nSpain\n", ""},
		{"regions=3 colours=4 edges=0-1\nregions=2 colours=2", ""},
		{"3x2n5:aaae,a2a31\n3x2n5:aaae,a2a31", ""},
		{"| 1 2 |\n", ""},
		{"1-2\n2-3\n", ""},
		{"[[0,1],[1,2]]", ""},
		{"a b\nfoo=bar\n", `line 2, column 1, "foo=bar"`},
		{"a,b\nb,c\nx,y=2\n", `line 3, column 3, "y=2"`},
		{"a b\n\n  a,\n", "line 3, column 5"},
		{"a b\n,a\n", "line 2, column 1"},
		{"a b\n1-2,2-3\n", `line 2, column 1, "1-2"`},
		{"a b\nb: c: d\n", `line 2, column 4, "c:"`},
		{"a b\nb: c,, d\n", "line 2, column 6"},
		{"a b\n1, 2 5\n", `line 2, column 4, "2 5"`},
		{"a b\n\"c, d\n", `line 2, column 1`},
		{"a b\n(c, d)\n", `line 2, column 1, "(c"`},
		{"a b\na x\x1b\n", `line 2, column 3, "x\x1b"`},
		{"a b\na " + strings.Repeat("é", 81) + "\n", "line 2, column 3, 80"},
		{"a b\nNew York;Boston\n", `line 2, column 1, "New York"`},
		{"a b\nNew York; New Jersey\n", `line 2, column 1, "New York"`},
		{"# 3 colours\na b\n# 4 colours\n", `line 3, column 3, "3", "4"`},
		{"*Vertices 3\n1 \"A\"\n2 \"B\"\n*Edges\n1 2\n", "line 1, column 1, Pajek"},
		{"\n  *Network x\n*Vertices 3\n", "line 2, column 3, Pajek"},
		{"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", "line 1, column 1, Matrix Market"},
		{"e 1 2\ne 2 3\ne 3 1\n", "line 1, column 1, p edge N M"},
		{"c a triangle\ne 1 2\ne 2 3\n", "line 2, column 1, p edge N M"},
		{"- a b\n- b c\n", ""},
		{"* a\n* b\n", ""},
		{"graph G {\n a -- b;\n}\n", "line 1, column 1, GraphViz, a -- b"},
		{"a -- b;\nb -- c [color=red];\n", "line 2, column 6"},
		{"p edge 100 1\ne 1 2\n", `line 1, column 8, 1, 99`},
		{"p edge 3 1\ne 1 2 3 4\n", "line 2, column 1, COMMENT"},
		{"p edge 3 1\nn 4 1\n", `line 2, column 3, 1, 3, "4"`},
	} {
		_, _, err := graph(c.text, false)
		switch {
		case err == nil:
			t.Errorf("%q: no error, want %s", c.text, c.want)
		case (err == encode.ErrOneLine) != (c.want == "") || !facttest.States(err.Error(), c.want):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	var many strings.Builder
	for i := range 99 {
		fmt.Fprintf(&many, "x%d y\n", i)
	}
	if _, _, err := graph(many.String(), false); err == nil || !facttest.States(err.Error(), `line 99, column 1, 99, "x98"`) {
		t.Errorf("100 vertices: %v", err)
	}
}

// TestGraphForms writes 2,000 random graphs in random forms. Each text must give the same graph. A
// text that loses a name must be refused, or give the graph that it then describes.
func TestGraphForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 4))
	names := strings.Fields("Ada Bob Cid Dora 7 12 100 Émile x-ray Ost.West o'Neil")
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	for range 2000 {
		n := 2 + rng.IntN(8)
		order := rng.Perm(len(names))[:n] // in this order the text uses the names
		if rng.IntN(3) == 0 {
			order = rng.Perm(9)[:n] // only numbers
		}
		name := func(v int) string {
			if n <= 9 && slices.Max(order) < 9 && len(order) == n && order[0]%2 == 0 {
				return strconv.Itoa(10 * order[v])
			}
			return names[order[v]]
		}
		var lines, used []string
		want := map[string]bool{}
		use := func(v int) string {
			if !slices.Contains(used, name(v)) {
				used = append(used, name(v))
			}
			return name(v)
		}
		separator := pick(" ", "\t", ", ", ",", ";", " -- ", " -> ", " - ", "  ")
		end := ""
		if separator == " -- " {
			end = pick("", ";")
		}
		for range 1 + rng.IntN(2*n) {
			u, v := rng.IntN(n), rng.IntN(n)
			if u == v {
				lines = append(lines, use(u)) // a vertex
				continue
			}
			x, y := use(u), use(v)
			want[min(x, y)+"|"+max(x, y)] = true
			switch rng.IntN(6) {
			case 0:
				lines = append(lines, x+": "+y)
			case 1:
				lines = append(lines, `"`+x+`"`+separator+`"`+y+`"`+end)
			default:
				lines = append(lines, x+separator+y+end)
			}
			switch rng.IntN(8) {
			case 0:
				lines[len(lines)-1] += pick(" # note", " # x y", "\t# 3 colours", " #")
			case 1:
				lines = append(lines, pick("", "# note", "#note", "% a b", "// a b", "  "))
			case 2:
				lines[len(lines)-1] = pick(" ", "\t", "  ") + lines[len(lines)-1] + pick(" ", "\t", "\r")
			}
		}
		text := strings.Join(lines, "\n") + pick("", "\n", "\n\n")
		if len(want) == 0 {
			continue
		}
		got := map[string]bool{}
		var edges []files.Edge
		g, err := files.ReadGraph(text, files.GraphRules{Most: 99, Edge: func(e files.Edge) error {
			edges = append(edges, e)
			return nil
		}})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if slices.ContainsFunc(g.Warnings, func(w string) bool { return strings.Contains(w, "numbers of vertices") }) {
			continue // TestCounts
		}
		for _, e := range edges {
			x, y := g.Names[g.Number[e.U]], g.Names[g.Number[e.V]]
			got[min(x, y)+"|"+max(x, y)] = true
			if e.To.Text != y && e.To.Text != `"`+y+`"` {
				t.Errorf("%q: the name %q is at %v", text, y, e.To)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: edges %v, want %v", text, got, want)
		}
		if _, err := strconv.Atoi(strings.Join(used, "")); err == nil {
			slices.SortFunc(used, func(x, y string) int {
				a, _ := strconv.Atoi(x)
				b, _ := strconv.Atoi(y)
				return a - b
			})
		}
		if !slices.Equal(g.Names, used) {
			t.Errorf("%q: names %q, want %q", text, g.Names, used)
		}
	}
}

// TestCounts checks when a first line of two numbers states the numbers of vertices and edges.
// Everything else is an edge.
func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n":     "4 5", // a cycle of four with a chord: 48 colourings
		"4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n":     "4 5",
		"# a triangle\n3 3\n1 2\n2 3\n3 1\n": "3 3",
		"5 3\n2 4 0.5\n2 3 1\n3 4 1\n":       "5 3", // two isolated vertices
		"5 1\n2 4\n":                         "4 2",
		"10 2\n2 9\n9 10\n":                  "3 3",
		"1 2\n2 3\n3 1\n":                    "3 3",
		"3 5\n1 2\n2 3\n3 1\n":               "4 4", // 5 is another number of edges
		"2 3\n1 2\n2 3\n3 1\n":               "3 4", // 3 is not among 2 vertices
		"3 0\n":                              "2 1",
		"2 1 5\n1 2 4\n":                     "2 2",
	} {
		edges, g, err := graph(text, false)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := fmt.Sprint(len(g.Names), strings.Count(edges, "-")); got != want {
			t.Errorf("%q: vertices and edges %s, want %s", text, got, want)
		}
	}
}

// TestOneEdge checks that a list in a file for a named puzzle may have one line.
func TestOneEdge(t *testing.T) {
	for text, want := range map[string]string{"hello world": "regions=2 colours=4 edges=0-1", "France: Spain": "regions=2 colours=4 edges=0-1"} {
		if got, err := all("map", text); err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	if got, err := all("map", "1 2\n2 3\n"); err != nil || len(got) != 1 {
		t.Errorf("two lines: %q, %v", got, err)
	}
}

// all returns the canonical texts of the boards in a text.
func all(puzzle, text string) (boards []string, err error) {
	ins, err := files.Read(catalog.Find(puzzle), []byte(text), files.Reading{})
	if err != nil {
		return nil, err
	}
	for in, err := range ins {
		if err != nil {
			return nil, err
		}
		boards = append(boards, in.String())
	}
	return boards, nil
}

// TestShownNames checks that the output of show for a board with names is read as that board, with and
// without the line of the canonical notation. A solution must be read with and without the names.
func TestShownNames(t *testing.T) {
	for _, c := range []struct{ puzzle, text, solution string }{
		{"map", "# 3 colours\nAL: GA, FL\nGA: FL\nHI:\n", "0122"},
		{"map", "# 3 colours\n1 2\n2 3\n", "010"},
		{"map", "c colours=3\np edge 3 2\ne 1 2\ne 2 3\n", "010"},
		{"pairplace", "start loop\nloop body\nbody start\n", "102021210"},
		{"pairplace", "10 2\n2 9\n9 10\n", "021102210"},
	} {
		p := catalog.Find(c.puzzle)
		ins, err := p.Import([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		named := ins[0]
		plain, err := p.Parse(named.String())
		if err != nil {
			t.Fatal(err)
		}
		drawn := named.Draw(nil)
		if !strings.Contains(drawn, encode.NameSign) || strings.Contains(named.String(), "AL") {
			t.Errorf("%q: drawn as\n%s", c.text, drawn)
		}
		for _, text := range []string{named.String() + "\n" + drawn, "# 3 colours\n" + drawn} {
			if c.puzzle == "map" && text[0] == '#' {
				continue // refused: the notation of a map states the number of colours
			}
			if got, err := all(c.puzzle, text); err != nil || !slices.Equal(got, []string{named.String()}) {
				t.Errorf("%q: got %q, %v, want %q", text, got, err, named)
			}
		}
		s, err := encode.ParseSolution(c.solution, named.Sites())
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []encode.Instance{named, plain} {
			for _, to := range []encode.Instance{named, plain} {
				reads, err := encode.ReadSolution(to, from.Draw(&s))
				if err != nil || reads[0].Solution != s {
					t.Errorf("%q: %v from\n%s", c.text, err, from.Draw(&s))
				}
			}
		}
		// Other names than the board has are refused.
		wrong := strings.Replace(named.Draw(&s), encode.NameSign, encode.NameSign+"not ", 1)
		if _, err := encode.ReadSolution(named, wrong); err == nil {
			t.Errorf("%q: other names are accepted:\n%s", c.text, wrong)
		}
		var at *encode.ParseError
		if _, err := all(c.puzzle, named.String()+"\n"+strings.Replace(drawn, encode.NameSign, "  named ", 1)); !errors.As(err, &at) {
			t.Errorf("%q: a word that show does not write is accepted: %v", c.text, err)
		}
	}
}
