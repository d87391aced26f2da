package mapcolour

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// oracles holds the published graphs and counts in encode/testdata/map.json, which states
// their sources.
type oracles struct {
	Borders [][2]string       `json:"usa49_edges"`
	USA     map[string]string `json:"usa49"`
	Graphs  map[string]struct {
		Regions int
		Edges   [][2]int
		P       map[string]string
	}
}

func readOracles(t testing.TB) (o oracles) {
	t.Helper()
	puzzletest.ReadJSON(t, "../../testdata/map.json", &o)
	return o
}

func counted(t testing.TB, f func(context.Context, *native.Stats) (*big.Int, error)) string {
	t.Helper()
	n, err := f(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// listed runs a search and returns the number of solutions, and how many of them Canonical leaves
// unchanged.
func listed(t testing.TB, m *Map, search func(context.Context, *native.Stats, func(encode.Solution) bool) error) (all, orbits int) {
	t.Helper()
	canonical, err := encode.Canonical(m)
	if err != nil {
		t.Fatal(err)
	}
	err = search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		all++
		if canonical(s) == s {
			orbits++
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, orbits
}

// TestGraphs checks the number of colourings of published graphs with k colours, P(G,k). It also
// checks that the formula for colourings up to permutation of the colours agrees with a list of
// these colourings.
func TestGraphs(t *testing.T) {
	for name, g := range readOracles(t).Graphs {
		for k, want := range g.P {
			m := newMap(g.Regions, int(k[0]-'0'))
			m.edges = g.Edges
			m.order()
			m = mustParse(t, m.String())
			native := m.Reduce()[0]
			if got := counted(t, native.Count); got != want {
				t.Errorf("%s with %s colours: %s, want %s", name, k, got, want)
			}
			if len(want) > 5 {
				continue
			}
			n, orbits := listed(t, m, native.Search)
			if fmt.Sprint(n) != want {
				t.Errorf("%s with %s colours: %d listed, want %s", name, k, n, want)
			}
			if got := counted(t, native.Orbits); got != fmt.Sprint(orbits) {
				t.Errorf("%s with %s colours: %s up to permutation, %d listed", name, k, got, orbits)
			}
		}
	}
}

// TestOrbits checks numbers of colourings up to permutation of the colours that no clue names. The
// boards include K4 with four colours and an odd cycle. For graphs without edges the numbers are
// partitions into at most k classes, which are sums of Stirling numbers (OEIS A102661). With given
// colours, the numbers are Bell numbers (A000110), 2-Bell numbers (A005493, partitions that keep
// two regions apart), or results counted by hand.
func TestOrbits(t *testing.T) {
	for _, c := range []struct{ text, raw, orbits string }{
		{"regions=4 colours=4 edges=0-1,0-2,0-3,1-2,1-3,2-3", "24", "1"},
		{"regions=4 colours=3 edges=0-1,0-2,0-3,1-2,1-3,2-3", "0", "0"},
		{"regions=1 colours=1", "1", "1"},
		{"regions=1 colours=7", "7", "1"},
		{"regions=4 colours=2", "16", "8"},
		{"regions=4 colours=3", "81", "14"},
		{"regions=5 colours=3", "243", "41"},
		{"regions=5 colours=5", "3125", "52"},
		{"regions=5 colours=3 edges=0-1,1-2,2-3,3-4,0-4", "30", "5"},
		{"regions=1 colours=8", "8", "1"},
		{"regions=1 colours=62", "62", "1"},
		{"regions=2 colours=62", "3844", "2"},
		{"regions=5 colours=8", "32768", "52"},
		{"regions=3 colours=9 edges=0-1,0-2,1-2", "504", "1"},
		{"regions=2 colours=3 given=1:0", "3", "2"},
		{"regions=2 colours=1 given=1:0", "1", "1"},
		{"regions=2 colours=2 given=0:1,1:0", "1", "1"},
		{"regions=3 colours=62 given=2:61", "3844", "5"},
		{"regions=4 colours=9 given=0:3", "729", "15"},
		{"regions=4 colours=8 given=0:3,1:5", "64", "10"},
		{"regions=5 colours=9 given=0:8,1:0", "729", "37"},
		{"regions=4 colours=4 given=1:2,2:2", "16", "5"},
		{"regions=3 colours=4 edges=0-1,1-2 given=1:3", "9", "2"},
		{"regions=3 colours=4 edges=0-1 given=0:0,1:0", "0", "0"},
	} {
		m := mustParse(t, c.text)
		r := m.Reduce()[0]
		if got := counted(t, r.Count); got != c.raw {
			t.Errorf("%s: %s, want %s", c.text, got, c.raw)
		}
		if got := counted(t, r.Orbits); got != c.orbits {
			t.Errorf("%s: %s up to permutation, want %s", c.text, got, c.orbits)
		}
		if _, got := listed(t, m, r.Search); fmt.Sprint(got) != c.orbits {
			t.Errorf("%s: %d listed up to permutation, want %s", c.text, got, c.orbits)
		}
	}
}

// TestUSA checks that a file with the borders between 49 regions of the USA is read, and
// that the map has the published numbers of colourings.
func TestUSA(t *testing.T) {
	o := readOracles(t)
	for k, want := range o.USA {
		file := "# colours=" + k + "\n"
		for _, b := range o.Borders {
			file += b[0] + " " + b[1] + "\n"
		}
		all, err := read([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		m := all[0].(*Map)
		if len(m.given) != 49 || len(m.edges) != 107 {
			t.Fatalf("%d regions, %d borders", len(m.given), len(m.edges))
		}
		if w := m.Warnings(); len(w) != 1 || !facttest.States(w[0], "AL, region 48") {
			t.Errorf("warnings %q", w)
		}
		if got := counted(t, m.Reduce()[0].Count); got != want {
			t.Errorf("%s colours: %s, want %s", k, got, want)
		}
		if k == "4" {
			// Three colours are not enough, so each partition can be coloured in 4!
			// ways.
			n, _ := new(big.Int).SetString(want, 10)
			if got := counted(t, m.Reduce()[0].Orbits); got != n.Div(n, big.NewInt(24)).String() {
				t.Errorf("%s colours up to permutation: %s, want %v", k, got, n)
			}
		}
	}
}

// TestWarnings checks that a map gets four colours and a warning if its file does not
// state the number of colours.
func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"p edge 2 1\ne 1 2\n":              "4",
		"c colours=2\np edge 2 1\ne 1 2\n": "",
		"0 1\n":                            "4",
		"#colours=4\n0 1\n":                "",
	} {
		all, err := read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		w := strings.Join(all[0].(*Map).Warnings(), "; ")
		if !facttest.States(w, want) || (w == "") != (want == "") {
			t.Errorf("%q: warning %q, want %q", text, w, want)
		}
	}
}

// TestWithout checks that Without removes exactly the chosen given colours and leaves the
// map unchanged.
func TestWithout(t *testing.T) {
	for _, c := range []struct {
		text string
		gone []int
		want string
	}{
		{"regions=4 colours=3 edges=0-1 given=0:2,2:0,3:1", []int{2, 0}, "regions=4 colours=3 edges=0-1 given=2:0"},
		{"regions=4 colours=3 given=1:1", []int{0}, "regions=4 colours=3"},
		{"3x2n5:aaae,a2a31", []int{1}, "3x2n5:aaae,a2b1"},
		{"3x2n5:aaae,a2a31", nil, "3x2n5:aaae,a2a31"},
	} {
		m := mustParse(t, c.text)
		if got := m.Without(c.gone...).String(); got != c.want {
			t.Errorf("%s without %v: %s, want %s", c.text, c.gone, got, c.want)
		}
		if m.String() != c.text {
			t.Errorf("%s became %s", c.text, m)
		}
	}
}

// TestShrunk checks that shrinking removes exactly one region, border or given colour at
// a time. A map from a game ID must first lose its picture.
func TestShrunk(t *testing.T) {
	for text, want := range map[string][]string{
		"regions=3 colours=2 edges=0-1,1-2 given=0:1": {
			"regions=2 colours=2 edges=0-1", "regions=2 colours=2 given=0:1", "regions=2 colours=2 edges=0-1 given=0:1",
			"regions=3 colours=2 edges=1-2 given=0:1", "regions=3 colours=2 edges=0-1 given=0:1",
			"regions=3 colours=2 edges=0-1,1-2",
		},
		"regions=1 colours=2": nil,
	} {
		var got []string
		for in := range puzzletest.Shrunk(mustParse(t, text)) {
			got = append(got, in.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s shrinks to %q, want %q", text, got, want)
		}
	}
	for in := range puzzletest.Shrunk(mustParse(t, "3x2n5:aaae,a2a31")) {
		if got, want := in.String(), "regions=5 colours=4 edges=0-1,0-3,1-2,1-3,1-4,2-4 given=1:2,3:3,4:1"; got != want {
			t.Errorf("the picture shrinks to %s, want %s", got, want)
		}
		break
	}
}

// TestSmall checks that boards for a cross-check are small and have at most 200
// solutions. They must include graphs and pictures with no, one and several solutions.
func TestSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	seen := map[string]int{}
	for range 400 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		m := in.(*Map)
		n := counted(t, m.Reduce()[0].Count)
		if len(n) > 3 || n > "200" && len(n) == 3 {
			t.Errorf("%v: %s solutions", m, n)
		}
		all := new(big.Int).Exp(big.NewInt(int64(m.colours)), big.NewInt(int64(len(m.given))), nil)
		if all.Cmp(big.NewInt(1_000_000)) > 0 {
			t.Errorf("%v: %v assignments", m, all)
		}
		kind := "graph"
		if m.picture != nil {
			kind = "picture"
		}
		if m.Clues() == 0 {
			seen[kind+" without clues"]++
		}
		if n != "0" && n != "1" {
			n = "some"
		}
		seen[kind+" of "+n]++
		seen[fmt.Sprintf("%s of %d regions", kind, len(m.given))]++
	}
	for _, kind := range []string{"graph of 0", "graph of 1", "graph of some", "graph without clues", "graph of 1 regions", "graph of 9 regions",
		"picture of 0", "picture of 1", "picture of some", "picture of 5 regions", "picture of 9 regions"} {
		if seen[kind] == 0 {
			t.Errorf("no %s in %v", kind, seen)
		}
	}
}

// TestLarge checks that a map with the largest number of regions and colours can be read
// from a .col file, written, and solved.
func TestLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("c colours=62\np edge 4096 8190\n")
	for r := 2; r <= 4096; r++ {
		fmt.Fprintf(&b, "e %d %d\ne %d %d\n", r, r-1, r, r/2)
	}
	all, err := read([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	m := mustParse(t, all[0].String())
	if len(m.given) != 4096 || m.colours != 62 {
		t.Errorf("%d regions, %d colours", len(m.given), m.colours)
	}
	if s, ok := encode.Quick(m.Reduce()); !ok || m.Check(s) != nil {
		t.Error("no colouring found")
	}
}
