package reports

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
)

// graded is a record of deduction: "solved 2", the index of the hardest level,
// "stuck" or "contradiction".
func graded(puzzle, instance, says string, levels ...string) result.Record {
	r := result.Record{Task: "deduce", Puzzle: puzzle, Instance: instance, Method: "rules/" + levels[len(levels)-1],
		Status: result.Exact, Reason: result.Done, Verdict: result.Correct, Count: "1",
		Nodes: of[int64](1), Conflicts: of[int64](0), Decisions: of[int64](0), WallSeconds: of(0.5),
		Difficulty: &result.Difficulty{Levels: levels, StepsByLevel: make([]int64, len(levels))}}
	if _, err := fmt.Sscanf(says, "solved %d", &r.LevelIndex); err == nil {
		r.Deduced = result.Solved
		if r.LevelIndex >= 0 {
			r.Level = levels[r.LevelIndex]
		}
		return r
	}
	r.Deduced, r.Left, r.LeftRemovable = says, 7, of[int64](6)
	r.LevelIndex, r.Level = int64(len(levels)-1), levels[len(levels)-1]
	return r
}

var three = []string{"easy", "normal", "two words"}

// twoFamilies are ten maps and four sudokus; one map twice, by fewer levels too,
// and four records that count for nothing.
func twoFamilies() []result.Record {
	var recs []result.Record
	for i, says := range strings.Split("solved 0,solved 0,solved 0,solved -1,solved 2,solved 2,stuck,stuck,stuck,contradiction", ",") {
		recs = append(recs, graded("map", fmt.Sprint("m", i), says, three...))
	}
	for i, says := range []string{"solved 1", "solved 1", "solved 1", "stuck"} {
		recs = append(recs, graded("sudoku", fmt.Sprint("s", i), says, "singles", "pairs"))
	}
	wrong := graded("map", "w", "solved 0", three...)
	wrong.Verdict = result.Wrong
	late := unknown("m10", "rules/two words", result.Timeout)
	late.Task, late.Puzzle = "deduce", "map"
	return append(recs, graded("map", "m4", "stuck", "easy", "normal"), wrong, late, exact("01-01", "native/a", "3"), exact("01-01", "sat/b", "3"))
}

func TestPartitions(t *testing.T) {
	recs := twoFamilies()
	slices.Reverse(recs)
	q, err := newQuery(recs, Plot{}, "level")
	if err != nil {
		t.Fatal(err)
	}
	all, _ := q.partitions(mustDimension("puzzle"))
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

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 7, "0 %"}, {7, 7, "100 %"}, {1, 1000, "0.1 %"}, {999, 1000, "99.9 %"}, {1, 3, "33 %"}, {1, 100, "1 %"}} {
		if got := percent(c.n, c.of); got != c.want {
			t.Errorf("%d of %d: got %s, want %s", c.n, c.of, got, c.want)
		}
	}
}

// TestDeductionSummary: what is wrong or unknown first, then a line a method.
func TestDeductionSummary(t *testing.T) {
	const want = `WRONG: rules/two words on map w (done)
fewest      1 January (3)
most        1 January (3)
total       3 solutions of 1 day; mean 3, median 3
agreement   apart from deduction: 1 of 1 day agree by count, 0 by digest of the solutions too
deduced     map by rules/normal: 0 of 1 solved (0 %), 1 stuck with 7 values left, 6 of them in no solution
deduced     map by rules/two words: 6 of 10 solved (60 %), 3 stuck with 28 values left, 1 without one solution
deduced     sudoku by rules/pairs: 3 of 4 solved (75 %), 1 stuck with 7 values left
no answer   1 of 19 jobs: 1 by rules/two words (time-out)
`
	if got := (&Page{Records: twoFamilies()}).Summary(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	recs := twoFamilies()[:10]
	if got := (&Page{Records: recs}).Summary(); strings.Contains(got, "no records") || strings.Count(got, "\n") != 1 {
		t.Errorf("deduction alone:\n%s", got)
	}
}

func TestDeductions(t *testing.T) {
	var recs []result.Record
	for i, x := range []int64{1, 2, 30, 40} {
		r := graded("map", fmt.Sprint(i), "solved 0", three...)
		r.Steps, r.LongestWait, r.Nodes, r.Conflicts, r.Decisions, r.Clues = x, 2*x, of(3*x), of(4*x), of(5*x), of(6*x)
		recs = append(recs, r)
	}
	d := deductions(recs)
	if len(d) != 1 || !maps.Equal(d[0].medians, map[string]float64{"steps": 16, "longest_wait": 32, "nodes": 48, "conflicts": 64, "decisions": 80, "clues": 96, "wall_seconds": 0.5}) {
		t.Errorf("got %+v", *d[0])
	}
}

// TestCorrelate: the ten people of a much printed example, whose IQ and hours of
// television have Spearman's rho -29/165; and ties.
func TestCorrelate(t *testing.T) {
	iq := []int64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	hours := []int64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	var recs []result.Record
	for i := range iq {
		r := graded("map", fmt.Sprint(i), "solved 0", three...)
		r.Steps, r.Nodes, r.Conflicts = 7, &iq[i], &hours[i]
		r.LongestWait = -iq[i]
		recs = append(recs, r)
	}
	lost := recs[0]
	lost.Instance, lost.Nodes = "lost", nil
	m := families(append(recs, lost))[0].correlate()
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

	// Levels 0 0 1, stuck, so 3 more than all: ranks 1.5 1.5 3 4. Clues 1 3 2 4.
	// Their deviations are -1 -1 .5 1.5 and -1.5 .5 -.5 1.5: 3 over the root of
	// 4.5 * 5.
	recs = nil
	for i, says := range []string{"solved 0", "solved 0", "solved 1", "stuck"} {
		r := graded("map", fmt.Sprint(i), says, three...)
		r.LevelIndex = min(r.LevelIndex, 1) // of the stuck one too: it is harder nevertheless
		r.Clues = of([]int64{1, 3, 2, 4}[i])
		recs = append(recs, r)
	}
	m = families(recs)[0].correlate()
	if got, want := m.Rho[0][6], 3/math.Sqrt(22.5); m.Names[6] != "clues" || math.Abs(got-want) > 1e-12 {
		t.Errorf("with ties: got %v, want %v", got, want)
	}
}

func TestCoefficient(t *testing.T) {
	for rho, want := range map[float64]string{0.534: "0.53", -0.176: "−0.18", 1: "1", -1: "−1", -0.001: "0.00", 0.999: "1.00"} {
		if got := coefficient(rho); got != want {
			t.Errorf("%v: got %s, want %s", rho, got, want)
		}
	}
	if got := coefficient(math.NaN()); got != "–" {
		t.Errorf("no correlation: got %s", got)
	}
	for rho, want := range map[float64]any{1: blue, -1: vermillion, 0: white, math.Inf(1): blue} {
		if got := diverging(rho); got != want {
			t.Errorf("colour of %v: got %v, want %v", rho, got, want)
		}
	}
	if diverging(math.NaN()) != pale {
		t.Error("no correlation is not pale")
	}
}

// shaped are tables of 3, 4 and 6 columns; those of 3 and 4 are alike.
func shaped() []result.Record {
	var recs []result.Record
	for i, c := range []struct {
		size        string
		clues, full int64
	}{
		{"1x4", 1, 2}, {"3x4", 2, 6}, {"3x4", 4, 6}, {"1x3", 1, 2}, {"3x3", 2, 6}, {"3x3", 4, 6},
		{"1x6", 2, 3}, {"2x6", 4, 6}, {"10x6", 3, 30}, {"", 1, 2}, {"3x", 1, 2}, {"5x4", 0, 0},
	} {
		r := graded("pairplace", fmt.Sprint(i), "solved 0", three...)
		r.Size, r.Clues, r.FullClues = c.size, &c.clues, &c.full
		recs = append(recs, r)
	}
	return append(recs, graded("map", "x", "stuck", three...))
}

// Of 6 columns the rows are 1 2 3 and the shares 1.5 1.5 3 by rank: ρ is 1.5 over the root of
// 2 * 1.5, half the root of 3. The mean of 3x4 is that of 2/3 and 1/3.
func TestBySize(t *testing.T) {
	fig, got := drawnTexts(t, shaped(), Plot{Kind: "by-size"})
	const want = "3 columns 50 % to 50 % (ρ = 0.00), 4 columns 50 % to 50 % (ρ = 0.00), 6 columns 33 % to 90 % (ρ = 0.87)"
	if !strings.HasSuffix(fig.Answer, want) || !strings.Contains(fig.Caption, want) {
		t.Errorf("got %q, %q", fig.Answer, fig.Caption)
	}
	if written(got, "50 %") != 4 || written(got, "33 %") < 2 || written(got, "90 %") < 1 {
		t.Errorf("got %q", got)
	}
}

func TestDeductionKinds(t *testing.T) {
	recs := append(twoFamilies(), shaped()...)
	for _, test := range []struct {
		kind    string
		want    []string
		caption string
	}{
		{"levels", []string{"How hard the puzzles are", "map, n = 11", "easy", "36 %", "two words", "stuck", "sudoku, n = 4", "pairs", "75 %", "share of the puzzles"},
			"map: 4 easy, 2 two words, 4 stuck and 1 contradiction; pairplace: 12 easy; sudoku: 3 pairs and 1 stuck."},
		{"solved-by-level", []string{"map, easy", "36 % (4)", "map, two words", "55 % (6)", "sudoku, singles", "0 % (0)", "75 % (3)", "100 % (12)"},
			"11 of map, 12 of pairplace and 4 of sudoku."},
		{"rank-correlation", []string{"map, n = 11", "hardest level", "SAT conflicts", "1", "–"}, "equal values sharing their ranks"},
		{"by-size", []string{"height (cells)", "width (cells)", "10", "33 %"}, "the mean over 1 to 2 boards a cell, from 33 % to 90 %. From the fewest rows to the most, with Spearman's ρ of rows and share over the puzzles in brackets: 3 columns 50 % to 50 % (ρ = 0.00)"},
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
			got := texts(t, svg)
			for _, want := range test.want {
				if !slices.Contains(got, want) {
					t.Errorf("the SVG has no text %q among %q", want, got)
				}
			}
			if !strings.Contains(fig.Caption, test.caption) {
				t.Errorf("caption: got %q, want %q in it", fig.Caption, test.caption)
			}
		})
	}
}

// Whatever is missing, a kind draws or says what it lacks.
func TestDeductionMissing(t *testing.T) {
	few := graded("map", "a", "stuck", "only")
	for _, test := range []struct {
		name  string
		recs  []result.Record
		drawn string
	}{
		{"no records", nil, ""},
		{"one", []result.Record{few}, "levels solved-by-level"},
		{"contradictions", []result.Record{graded("map", "a", "contradiction", "only"), graded("map", "b", "contradiction", "only"), graded("map", "c", "contradiction", "only")}, "levels solved-by-level rank-correlation"},
		{"one shape", shaped()[:1], "levels solved-by-level by-size"},
	} {
		var drawn []string
		for _, k := range Kinds[7:11] {
			fig, err := Draw(test.recs, Plot{Kind: k.Name})
			if err != nil {
				if !strings.HasPrefix(err.Error(), k.Name+": no ") {
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

func TestDeductionPage(t *testing.T) {
	var b strings.Builder
	if err := writeHTML(&b, Page{Title: "T", Records: twoFamilies()[:14]}, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<dt>map by rules/two words</dt><dd>6 of 10 solved (60 %), 3 stuck with 28 values left, 1 without one solution</dd>",
		`<tr><td class="word">sudoku</td><td class="word">rules/<wbr>pairs</td><td data-sort="4">4</td><td data-sort="3">3</td><td data-sort="1">1</td><td data-sort="0">0</td><td data-sort="1.75">1.75</td><td data-sort="0.5">500 ms</td>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, none := range []string{"no records of counts", "<h2>The methods</h2>", `class="alarm"`} {
		if strings.Contains(b.String(), none) {
			t.Errorf("the page has %s", none)
		}
	}
}

// Repetitions of a board are one board: ten boards three times each, of which the first has no
// answer in two runs, and the second in one; their times are 1, 2 and 3 s.
func TestDeductionRepetitions(t *testing.T) {
	var recs []result.Record
	for board := range 10 {
		for run := range 3 {
			r := graded("map", fmt.Sprint(board), "solved 0", three...)
			r.Repetition, r.WallSeconds = run, of(float64(run+1))
			if run+board < 2 {
				r.Status, r.Reason, r.Count, r.Difficulty = result.Unknown, result.Timeout, "", nil
			}
			recs = append(recs, r)
		}
	}
	d := deductions(recs)
	if len(d) != 1 || d[0].Boards != 9 || d[0].Solved != 9 || d[0].medians["wall_seconds"] != 2 {
		t.Errorf("got %+v", *d[0])
	}
}
