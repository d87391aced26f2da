package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/theme"
	"counterproof/reports/test/recordtest"
)

func TestPartitions(t *testing.T) {
	recs := recordtest.TwoFamilies()
	slices.Reverse(recs)
	q, err := newQuery(data.NewSource(recs), Plot{Measure: "level"})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := q.partitions(data.MustDimension("puzzle"))
	var got []string
	for _, p := range all {
		got = append(got, fmt.Sprintf("%s %d %v %v %s", p.Name, p.Of, p.Counts, p.cumulative(), p.text()))
	}
	want := []string{
		"map 10 [4 0 2 3 1] [4 4 6] map: 4 easy, 2 two words, 3 stuck and 1 contradiction",
		"sudoku 4 [0 3 1 0] [0 3] sudoku: 3 pairs and 1 stuck",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCorrelate checks two correlations. The first is a textbook example of ten people, whose
// IQ and hours of television have Spearman's rho -29/165. The second correlation has ties.
func TestCorrelate(t *testing.T) {
	iq := []int64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	hours := []int64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	var recs []result.Record
	for i := range iq {
		r := recordtest.Graded("map", fmt.Sprint(i), "solved 0", recordtest.Three...)
		r.Steps, r.Nodes, r.Conflicts = 7, &iq[i], &hours[i]
		r.LongestWait = -iq[i]
		recs = append(recs, r)
	}
	lost := recs[0]
	lost.Instance, lost.Nodes = "lost", nil
	m := correlate(families(append(recs, lost))[0])
	if want := []string{"hardest level", "steps", "longest wait", "native nodes", "SAT conflicts", "SAT decisions"}; m.N != 10 || !slices.Equal(m.Names, want) {
		t.Fatalf("got %d boards, %q, want 10, %q", m.N, m.Names, want)
	}
	for _, c := range []struct {
		a, b int
		want float64
	}{{3, 4, -29.0 / 165}, {4, 3, -29.0 / 165}, {2, 4, 29.0 / 165}, {3, 3, 1}, {2, 3, -1}, {0, 3, math.NaN()}, {1, 1, math.NaN()}} {
		if got := m.Rho[c.a][c.b]; math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s and %s: got %v, want %v", m.Names[c.a], m.Names[c.b], got, c.want)
		}
	}

	// The levels are 0, 0, 1 and stuck, which counts as 3 and is harder than all levels. Their
	// ranks are 1.5, 1.5, 3 and 4. The clues have the ranks 1, 3, 2 and 4. The deviations from the
	// mean are -1, -1, 0.5, 1.5 and -1.5, 0.5, -0.5, 1.5. Rho is therefore 3 over the root of 4.5 *
	// 5.
	recs = nil
	for i, says := range []string{"solved 0", "solved 0", "solved 1", "stuck"} {
		r := recordtest.Graded("map", fmt.Sprint(i), says, recordtest.Three...)
		r.LevelIndex = min(r.LevelIndex, 1) // the same level on the stuck board, which counts as harder anyway
		r.Clues = recordtest.Of([]int64{1, 3, 2, 4}[i])
		recs = append(recs, r)
	}
	m = correlate(families(recs)[0])
	if got, want := m.Rho[0][6], 3/math.Sqrt(22.5); m.Names[6] != "clues" || math.Abs(got-want) > 1e-12 {
		t.Errorf("with ties: got %v, want %v", got, want)
	}
}

func TestCoefficient(t *testing.T) {
	for rho, want := range map[float64]string{0.534: "0.53", -0.176: "−0.18", 1: "1", -1: "−1", -0.001: "0.00", 0.999: "1.00"} {
		if got := format.Coefficient(rho); got != want {
			t.Errorf("%v: got %s, want %s", rho, got, want)
		}
	}
	if got := format.Coefficient(math.NaN()); got != "–" {
		t.Errorf("no correlation: got %s", got)
	}
	for rho, want := range map[float64]any{1: theme.Blue, -1: theme.Vermillion, 0: theme.White, math.Inf(1): theme.Blue} {
		if got := diverging(rho); got != want {
			t.Errorf("colour of %v: got %v, want %v", rho, got, want)
		}
	}
	if diverging(math.NaN()) != theme.Pale {
		t.Error("no correlation is not pale")
	}
}

// shaped returns records of Pair Place tables with 3, 4 and 6 columns. The shares of clues left
// out are equal for 3 and 4 columns.
func shaped() []result.Record {
	var recs []result.Record
	for i, c := range []struct {
		size        string
		clues, full int64
	}{
		{"1x4", 1, 2}, {"3x4", 2, 6}, {"3x4", 4, 6}, {"1x3", 1, 2}, {"3x3", 2, 6}, {"3x3", 4, 6},
		{"1x6", 2, 3}, {"2x6", 4, 6}, {"10x6", 3, 30}, {"", 1, 2}, {"3x", 1, 2}, {"5x4", 0, 0},
	} {
		r := recordtest.Graded("pairplace", fmt.Sprint(i), "solved 0", recordtest.Three...)
		r.Size, r.Clues, r.FullClues = c.size, &c.clues, &c.full
		recs = append(recs, r)
	}
	return append(recs, recordtest.Graded("map", "x", "stuck", recordtest.Three...))
}

// TestBySize checks the correlation between the number of rows and the share of clues left out. For
// the tables with 6 columns, the rows have the ranks 1, 2 and 3, and the shares have the ranks 1.5,
// 1.5 and 3. So ρ is 1.5 over the root of 2 * 1.5. This is half the root of 3. The cell for 3x4
// must be the mean of 2/3 and 1/3.
func TestBySize(t *testing.T) {
	fig, got := drawnTexts(t, shaped(), Plot{Kind: "by-size"})
	const want = "3 columns 50%, 50% (ρ = 0.00), 4 columns 50%, 50% (ρ = 0.00), 6 columns 33%, 90% (ρ = 0.87)"
	if !facttest.States(fig.Answer, want) || !facttest.States(fig.Caption, want) {
		t.Errorf("got %q, %q", fig.Answer, fig.Caption)
	}
	if written(got, "50%") != 4 || written(got, "33%") < 2 || written(got, "90%") < 1 {
		t.Errorf("got %q", got)
	}
}

func TestDeductionKinds(t *testing.T) {
	recs := append(recordtest.TwoFamilies(), shaped()...)
	for _, test := range []struct {
		kind    string
		want    []string
		caption string
	}{
		{"levels", []string{"map, n = 11", "easy", "36%", "two words", "stuck", "sudoku, n = 4", "pairs", "75%", "share"},
			"map: 4 easy, 2 two words, 4 stuck and 1 contradiction; pairplace: 12 easy; sudoku: 3 pairs and 1 stuck."},
		{"solved-by-level", []string{"map, easy", "36% (4)", "map, two words", "55% (6)", "sudoku, singles", "0% (0)", "75% (3)", "100% (12)"},
			"11, map, 12, pairplace, 4, sudoku"},
		{"rank-correlation", []string{"map, n = 11", "hardest level", "SAT conflicts", "1", "–"}, "ρ"},
		{"by-size", []string{"height (cells)", "width (cells)", "10", "33%"}, "1, 2 boards, 33%, 90%, 3 columns 50%, 50% (ρ = 0.00)"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			fig, err := Draw(recs, Plot{Kind: test.kind})
			if err != nil {
				t.Fatal(err)
			}
			svg, err := fig.SVG()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := fig.PNG(); err != nil {
				t.Fatal(err)
			}
			got := recordtest.SVGTexts(t, svg)
			for _, want := range test.want {
				if !slices.Contains(got, want) && !drawn(got, want) {
					t.Errorf("the SVG has no text %q among %q", want, got)
				}
			}
			if !facttest.States(fig.Caption, test.caption) {
				t.Errorf("caption: got %q, want %q in it", fig.Caption, test.caption)
			}
		})
	}
}

// TestDeductionMissing checks that each kind of plot about deduction either draws incomplete
// records or returns an error that says what they lack.
func TestDeductionMissing(t *testing.T) {
	few := recordtest.Graded("map", "a", "stuck", "only")
	for _, test := range []struct {
		name  string
		recs  []result.Record
		drawn string
	}{
		{"no records", nil, ""},
		{"one", []result.Record{few}, "levels solved-by-level"},
		{"contradictions", []result.Record{recordtest.Graded("map", "a", "contradiction", "only"), recordtest.Graded("map", "b", "contradiction", "only"), recordtest.Graded("map", "c", "contradiction", "only")}, "levels solved-by-level rank-correlation"},
		{"one shape", shaped()[:1], "levels solved-by-level by-size"},
	} {
		var drawn []string
		for _, k := range Kinds[7:11] {
			fig, err := Draw(test.recs, Plot{Kind: k.Name})
			if err != nil {
				if !strings.HasPrefix(err.Error(), k.Name+": ") {
					t.Errorf("%s: got error %q", test.name, err)
				}
				continue
			}
			drawn = append(drawn, k.Name)
			if _, err := fig.PNG(); err != nil {
				t.Errorf("%s: %s: %v", test.name, k.Name, err)
			}
		}
		if got := strings.Join(drawn, " "); got != test.drawn {
			t.Errorf("%s: drawn %q, want %q", test.name, got, test.drawn)
		}
	}
}
