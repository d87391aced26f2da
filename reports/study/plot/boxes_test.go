package plot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// inSuite returns a record in the given suite. Its puzzle is the first word of the suite's name.
func inSuite(suite, instance, method string, clauses int64) result.Record {
	return recordtest.With(recordtest.Exact(instance, method, "1"), func(r *result.Record) {
		r.Suite, r.Clauses = suite, &clauses
		r.Puzzle, _, _ = strings.Cut(suite, " ")
	})
}

// TestBoxesOfSuites checks boxes over an axis of suites. Since each suite has only one puzzle, the
// lines distinguish only methods. The room at each suite is only for the methods of that suite. If
// the suites have different numbers of instances, each suite shows its number n. If not, the legend
// shows it.
func TestBoxesOfSuites(t *testing.T) {
	var recs []result.Record
	for i, suite := range []string{"zebra", "map", "sudoku"} {
		for k := range 4 - i {
			for _, method := range []string{"sat/a", "sat/b", "sat/c"} {
				recs = append(recs, inSuite(suite, fmt.Sprint(suite, k), method, 10))
			}
		}
	}
	recs = append(recs, inSuite("alone", "x", "sat/a", 10))
	_, got := drawnTexts(t, recs, Plot{Kind: "box", Measure: "clauses", By: "suite"})
	var names []string
	for _, text := range got {
		if slices.Contains([]string{"zebra", "map", "sudoku", "alone"}, text) {
			names = append(names, text)
		}
		if strings.Contains(text, ", ") && !strings.Contains(text, ", n = ") || text == "suite" {
			t.Errorf("a legend of more than methods, or an axis that is called suite: %q", text)
		}
	}
	if want := []string{"zebra", "map", "sudoku", "alone"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want the records' order %q", names, want)
	}
	for _, want := range []string{"sat/a", "sat/b", "sat/c", "n = 4", "n = 3", "n = 2", "n = 1"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if _, got = drawnTexts(t, recs[:12], Plot{Kind: "box", Measure: "clauses", By: "suite"}); !slices.Contains(got, "sat/c, n = 4") || slices.Contains(got, "n = 4") {
		t.Errorf("got %q", got)
	}
	recs = nil
	for i := range 9 {
		recs = append(recs, inSuite(fmt.Sprintf("%c", 'a'+i), "x", "sat/a", 10), inSuite(fmt.Sprintf("%c", 'a'+i), "x", "sat/b", 10))
	}
	f, got := drawnTexts(t, recs, Plot{Kind: "box", Measure: "clauses", By: "method"})
	if f.Left != "8 of 9 boxes in a place" || !facttest.States(f.Caption, "8 of 9 boxes") || slices.Contains(got, "i, n = 1") {
		t.Errorf("%q is left out: got %q, %q", f.Left, f.Caption, got)
	}
}

// TestBoxPlaces checks the positions of boxes. A single box is above its tick, and two boxes are at
// equal distances to the left and right of it.
func TestBoxPlaces(t *testing.T) {
	recs := []result.Record{
		inSuite("both", "1", "a", 3), inSuite("both", "1", "b", 3), inSuite("only", "2", "b", 3),
	}
	f, err := Draw(recs, Plot{Kind: "box", Measure: "clauses", By: "suite"})
	if err != nil {
		t.Fatal(err)
	}
	texts := printedTexts(t, f)
	at := func(name string) float64 {
		for _, p := range texts {
			if p.text == name {
				return float64(p.Min.X+p.Max.X) / 2
			}
		}
		t.Fatalf("no %q", name)
		return 0
	}
	var points []float64
	for _, p := range circles(t, f) {
		if p.Y > 60 { // the points below are in the legend
			points = append(points, float64(p.X))
		}
	}
	slices.Sort(points)
	if len(points) != 3 || !recordtest.Near(points[2], at("only"), 1) || !recordtest.Near((points[0]+points[1])/2, at("both"), 1) || points[1]-points[0] < 10 {
		t.Errorf("points at %v, names at %v and %v", points, at("both"), at("only"))
	}
}

func TestShortened(t *testing.T) {
	for _, c := range []struct{ names, want, prefix string }{
		{"sat/pairwise/cubes=0 sat/pairwise/cubes=10", "0 10", " sat/pairwise/cubes=…"},
		{"sat/pairwise sat/product", "pairwise product", " sat/…"},
		{"sat/pairwise sat/pairwise/cubes", "pairwise pairwise/cubes", " sat/…"},
		{"sat/a native/a", "sat/a native/a", ""},
		{"sat/a", "a", " sat/…"},
		{"a", "a", ""},
		{"satan sat", "satan sat", ""},
	} {
		short, prefix := shortened(strings.Fields(c.names))
		if strings.Join(short, " ") != c.want || prefix != c.prefix {
			t.Errorf("%s: got %q, %q", c.names, short, prefix)
		}
	}
}

// TestShareOfSuites checks the kind share over an axis of suites, where each suite has its own
// puzzle. The suites are in the order of the records. There is one line without a legend, and each
// point shows its numbers, such as "3 of 20".
func TestShareOfSuites(t *testing.T) {
	var recs []result.Record
	for i, suite := range []string{"zebra", "map", "packing"} {
		for k := range 4 {
			r := inSuite(suite, fmt.Sprint(k), "native/a", 1)
			if k > i {
				r.Count = "5"
			}
			recs = append(recs, r)
		}
	}
	f, got := drawnTexts(t, recs, Plot{Kind: "share", By: "suite"})
	if want := "zebra 25% (1 of 4), map 50% (2 of 4), packing 75% (3 of 4)"; !facttest.States(f.Answer, want) {
		t.Errorf("got  %q\nwant %q", f.Answer, want)
	}
	for _, want := range []string{"1 of 4", "2 of 4", "3 of 4"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	for _, name := range []string{"zebra", "map", "packing"} {
		if n := written(got, name); n != 1 {
			t.Errorf("%s is written %d times", name, n)
		}
	}
}

func written(texts []string, want string) (n int) {
	for _, text := range texts {
		if text == want {
			n++
		}
	}
	return n
}

// TestHistogramOfWholeNumbers checks that methods with the same values share a panel. Each whole
// number on the axis must have a tick, and each bar must have the number of instances above it.
// The answer must list all values.
func TestHistogramOfWholeNumbers(t *testing.T) {
	var recs []result.Record
	for i, n := range []string{"1", "1", "1", "2", "4"} {
		recs = append(recs, recordtest.Exact(fmt.Sprint(i), "native/a", n), recordtest.Exact(fmt.Sprint(i), "sat/b", n))
	}
	f, got := drawnTexts(t, recs, Plot{Kind: "histogram", Measure: "count"})
	if want := "native/a and sat/b 1: 3, 2: 1, 4: 1"; !facttest.States(f.Answer, want) {
		t.Errorf("got %q, want %q", f.Answer, want)
	}
	if n := written(got, "solutions"); n != 1 || written(got, "instances") != 1 {
		t.Errorf("got %q", got)
	}
	places := map[string][]float64{}
	for _, p := range printedTexts(t, f) {
		places[p.text] = append(places[p.text], float64(p.Min.X+p.Max.X)/2)
	}
	// The text 3 is above the bar of 1, and occurs again as a tick on both axes.
	one := places["1"]
	if !slices.ContainsFunc(places["3"], func(x float64) bool {
		return slices.ContainsFunc(one, func(y float64) bool { return recordtest.Near(x, y, 0.5) })
	}) {
		t.Errorf("the number of the bar of 1 is not above its tick: %v", places)
	}
	recs[1].Count = "2"
	if f, _ = drawnTexts(t, recs, Plot{Kind: "histogram", Measure: "count"}); !facttest.States(f.Answer, "native/a 1: 3, 2: 1, 4: 1; sat/b 1: 2, 2: 2, 4: 1") {
		t.Errorf("got %q", f.Answer)
	}
}

// TestExtremesOfFew checks that up to 40 instances are drawn as one list, with each instance once.
// If the counts are up to symmetry, the axis must say so.
func TestExtremesOfFew(t *testing.T) {
	var recs []result.Record
	for i := range 41 {
		recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprint("board", i), "native/a", fmt.Sprint(i)), func(r *result.Record) { r.Orbits = true }))
	}
	for _, c := range []struct{ n, names, axes int }{{1, 1, 1}, {40, 40, 1}, {41, 40, 2}} {
		_, got := drawnTexts(t, recs[:c.n], Plot{Kind: "extremes"})
		names, axes := 0, 0
		for _, text := range got {
			if strings.HasPrefix(text, "board") {
				names++
			}
			if strings.HasPrefix(text, "solutions") && facttest.States(text, "symmetry") {
				axes++
			}
		}
		if names != c.names || axes != c.axes {
			t.Errorf("%d instances: %d names at %d axes, want %d at %d", c.n, names, axes, c.names, c.axes)
		}
	}
}
