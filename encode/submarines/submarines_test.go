package submarines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/method"
	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// oracles are the numbers of encode/testdata/submarines.json.
type oracles struct {
	Examples []struct {
		R, C, Rstar []int
		Count       int
	} `json:"seed_examples"`
	Pairs   []int            `json:"pairs_square_1_4"`
	Unique  []int            `json:"unique_pairs_square_0_4"`
	Regular map[string][]int `json:"regular_margins_n1_8"`
}

func readOracles(t *testing.T) (o oracles) {
	t.Helper()
	data, err := os.ReadFile("../testdata/submarines.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || len(o.Examples) == 0 || len(o.Pairs) < 4 || len(o.Unique) < 5 || len(o.Regular) == 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	return o
}

// list lists solutions by one method, up to a number of them.
func list(t *testing.T, b *Board, name string, limit int) []encode.Solution {
	t.Helper()
	m, err := method.Resolve(&Puzzle, b, name)
	if err != nil {
		t.Fatal(err)
	}
	var all []encode.Solution
	err = m.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		all = append(all, s)
		return len(all) < limit
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func counted(t *testing.T, b *Board) string {
	t.Helper()
	n, err := b.Reduce()[0].Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

func facts(t *testing.T, b *Board) map[string]encode.Fact {
	t.Helper()
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]encode.Fact{}
	for _, f := range x.Facts {
		by[f.Name] = f
	}
	return by
}

// TestExamples: the boards of the note on puzzles of 3 April 2006, by both
// engines, and what is explained of them.
func TestExamples(t *testing.T) {
	for _, x := range readOracles(t).Examples {
		b := &Board{rows: x.R, cols: x.C}
		for _, name := range []string{"native", "sat"} {
			if got := len(list(t, b, name, 1000)); got != x.Count {
				t.Errorf("%v by %s: %d solutions, want %d", b, name, got, x.Count)
			}
		}
		if got := counted(t, b); got != fmt.Sprint(x.Count) {
			t.Errorf("%v: %s are counted, want %d", b, got, x.Count)
		}
		known := facts(t, b)
		if got, want := known["totals"].Value, []int{total(x.R), total(x.C)}; !slices.Equal(got.([]int), want) {
			t.Errorf("%v: totals are %v, want %v", b, got, want)
		}
		if got := known["solvable"].Value; got != (x.Count > 0) {
			t.Errorf("%v: solvable is %v, want %v", b, got, x.Count > 0)
		}
		if x.Count > 0 {
			if got := known["solutions"].Value; got != fmt.Sprint(x.Count) {
				t.Errorf("%v: solutions is %v, want %d", b, got, x.Count)
			}
			if got := known["unique"].Value; got != (x.Count == 1) {
				t.Errorf("%v: unique is %v, want %v", b, got, x.Count == 1)
			}
		}
		sum := 0
		for k, r := range x.Rstar {
			sum += r
			if got := known["partial_sums"].Value.([]partialSum)[k]; got.K != k+1 || got.Conjugate != sum {
				t.Errorf("%v: partial sum %d of R* is %d, want %d", b, got.K, got.Conjugate, sum)
			}
		}
	}
}

func total(sums []int) (n int) {
	for _, x := range sums {
		n += x
	}
	return n
}

// TestRegular: all sums 1 and all sums 2 (A001499).
func TestRegular(t *testing.T) {
	for k, counts := range readOracles(t).Regular {
		for i, want := range counts {
			text := strings.TrimSuffix(strings.Repeat(k+",", i+1), ",")
			in, err := parse("rows=" + text + " cols=" + text)
			if err != nil {
				t.Fatal(err)
			}
			if got := counted(t, in.(*Board)); got != fmt.Sprint(want) {
				t.Errorf("%v: %s solutions, want %d", in, got, want)
			}
			if want <= 720 {
				if got := len(list(t, in.(*Board), "sat", want+1)); got != want {
					t.Errorf("%v by sat: %d solutions, want %d", in, got, want)
				}
			}
		}
	}
}

// TestPairs: how many pairs of sums of n x n have a solution, and one solution
// (A048163), by both engines. Rows and columns may change places, so for n = 4
// the 4,900 sorted pairs stand for all 390,625; n <= 3 goes through all of them.
func TestPairs(t *testing.T) {
	o := readOracles(t)
	for n := 1; n <= 4; n++ {
		sides := sequences(n, n == 4)
		for _, name := range []string{"native", "sat"} {
			solvable, unique := 0, 0
			for _, r := range sides {
				for _, c := range sides {
					weight := 1
					if n == 4 {
						weight = orders(r) * orders(c)
					}
					found := len(list(t, &Board{rows: r, cols: c}, name, 2))
					if found > 0 {
						solvable += weight
					}
					if found == 1 {
						unique += weight
					}
				}
			}
			if solvable != o.Pairs[n-1] || unique != o.Unique[n] {
				t.Errorf("%dx%d by %s: %d solvable pairs and %d unique ones, want %d and %d", n, n, name, solvable, unique, o.Pairs[n-1], o.Unique[n])
			}
		}
	}
}

// sequences are those of n numbers from 0 to n, or the sorted ones alone.
func sequences(n int, sorted bool) [][]int {
	all := [][]int{nil}
	for range n {
		var longer [][]int
		for _, s := range all {
			for x := range n + 1 {
				if !sorted || len(s) == 0 || x >= s[len(s)-1] {
					longer = append(longer, append(slices.Clone(s), x))
				}
			}
		}
		all = longer
	}
	return all
}

// orders is the number of orders of a sorted sequence.
func orders(sorted []int) int {
	n, run := 1, 0
	for i, x := range sorted {
		if run++; i > 0 && x != sorted[i-1] {
			run = 1
		}
		n = n * (i + 1) / run
	}
	return n
}

func TestExplainUnsolvable(t *testing.T) {
	for _, c := range []struct{ text, solvable, sums string }{
		{"rows=3,2,0 cols=1,3,1", "no: the fullest column wants 3 submarines, the rows have at most 2 for so many columns",
			"C(1) = 3 <= 2 = R*(1) fails\nC(1..2) = 4 <= 4 = R*(1..2) holds\nC(1..3) = 5 <= 5 = R*(1..3) holds\n"},
		{"rows=3,1,0 cols=2,2,0", "no: the 2 fullest columns want 4 submarines, the rows have at most 3 for so many columns",
			"C(1) = 2 <= 2 = R*(1) holds\nC(1..2) = 4 <= 3 = R*(1..2) fails\nC(1..3) = 4 <= 4 = R*(1..3) holds\n"},
		{"rows=1,2 cols=2,2", "no: the rows want 3 submarines, the columns 4",
			"C(1) = 2 <= 2 = R*(1) holds\nC(1..2) = 4 <= 3 = R*(1..2) fails\n"},
		{"rows=1,1 cols=1,0", "no: the rows want 2 submarines, the columns 1",
			"C(1) = 1 <= 2 = R*(1) holds\nC(1..2) = 1 <= 2 = R*(1..2) holds\n"},
		{"rows=0,3 cols=1,2", "no: row 2 wants 3 submarines in 2 cells",
			"C(1) = 2 <= 1 = R*(1) fails\nC(1..2) = 3 <= 2 = R*(1..2) fails\n"},
		{"rows=2,1 cols=0,3", "no: column 2 wants 3 submarines in 2 cells",
			"C(1) = 3 <= 2 = R*(1) fails\nC(1..2) = 3 <= 3 = R*(1..2) holds\n"},
	} {
		in, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := facts(t, in.(*Board))
		if len(got) != 4 || got["solutions"].Value != "0" || got["solvable"].Value != false || got["solvable"].Text != c.solvable || got["partial_sums"].Text != c.sums {
			t.Errorf("%s: %+v\nwant %s\n%s", c.text, got, c.solvable, c.sums)
		}
	}
}

// TestExplainAmbiguous: rows=2,2,1 cols=1,3,1 has two solutions, printed in the
// note of 3 April 2006, and so one chain.
func TestExplainAmbiguous(t *testing.T) {
	got := facts(t, &Board{rows: []int{2, 2, 1}, cols: []int{1, 3, 1}})
	both := []string{"110011010", "011110010"}
	first, second := got["solution"].Value.(string), got["second_solution"].Value.(string)
	if first == second || !slices.Contains(both, first) || !slices.Contains(both, second) {
		t.Errorf("solutions %s and %s, want %v", first, second, both)
	}
	if want := "?1?/?1?/010"; got["forced"].Value != want {
		t.Errorf("forced %v, want %s", got["forced"].Value, want)
	}
	chain, err := json.Marshal(got["chain"].Value)
	if err != nil {
		t.Fatal(err)
	}
	// From a cell of the first solution down or up, to the other column and back.
	want := map[string][2]string{
		"110011010": {"[[0,0],[1,0],[1,2],[0,2]]", "(1,1) (2,1) (2,3) (1,3)"},
		"011110010": {"[[0,2],[1,2],[1,0],[0,0]]", "(1,3) (2,3) (2,1) (1,1)"},
	}[first]
	if string(chain) != want[0] || got["chain"].Text != want[1] {
		t.Errorf("chain %s, %q, want %v", chain, got["chain"].Text, want)
	}
}

// TestForced holds forced against the list of solutions, and the chain and the
// second solution against the rules.
func TestForced(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for range 300 {
		b := small(rng)
		all := list(t, b, "native", 10_000)
		got := facts(t, b)
		if len(all) == 0 {
			continue
		}
		if want := shared(all, len(b.cols)); got["forced"].Value != want {
			t.Errorf("%v: forced is %v, want %s", b, got["forced"].Value, want)
		}
		if (got["second_solution"].Value != nil) != (len(all) > 1) || (got["chain"].Value != nil) != (len(all) > 1) {
			t.Errorf("%v: second solution %v, chain %v of %d", b, got["second_solution"].Value, got["chain"].Value, len(all))
		}
		for _, name := range []string{"solution", "second_solution"} {
			if text, ok := got[name].Value.(string); ok {
				s, err := encode.ParseSolution(text, b.Sites())
				if err != nil || b.Check(s) != nil {
					t.Errorf("%v: %s %s: %v, %v", b, name, text, err, b.Check(s))
				}
			}
		}
	}
}

func shared(all []encode.Solution, w int) string {
	var text []byte
	for i := range all[0] {
		if i > 0 && i%w == 0 {
			text = append(text, '/')
		}
		if slices.ContainsFunc(all, func(s encode.Solution) bool { return s[i] != all[0][i] }) {
			text = append(text, '?')
		} else {
			text = append(text, '0'+all[0][i])
		}
	}
	return string(text)
}

// TestExplainLarge: what cannot be counted in a moment is a text, and everything
// else is known.
func TestExplainLarge(t *testing.T) {
	side := strings.TrimSuffix(strings.Repeat("100,", 200), ",")
	in, err := parse("rows=" + side + " cols=" + side)
	if err != nil {
		t.Fatal(err)
	}
	got := facts(t, in.(*Board))
	if f := got["solutions"]; f.Value != nil || !strings.HasPrefix(f.Text, "two or more") {
		t.Errorf("solutions: %+v", f)
	}
	if got["unique"].Value != false || got["second_solution"].Value == nil || strings.Trim(got["forced"].Value.(string), "?/") != "" {
		t.Errorf("unique %v, forced %v", got["unique"].Value, got["forced"].Value)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := in.(*Board).Explain(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestExplainPicture(t *testing.T) {
	for text, want := range map[string][2]int{ // boards and chains
		"rows=2,2,1 cols=1,3,1": {2, 1},
		"rows=2,1,3 cols=1,2,3": {1, 0},
		"rows=3,2,0 cols=1,3,1": {1, 0},
	} {
		in, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		x, err := in.(*Board).Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var svg strings.Builder
		if err := x.SVG(&svg); err != nil {
			t.Fatal(err)
		}
		frames := strings.Count(svg.String(), `stroke-width="2.5"`)
		if chains := strings.Count(svg.String(), "<path"); frames != want[0] || chains != want[1] {
			t.Errorf("%s: %d boards and %d chains, want %v", text, frames, chains, want)
		}
	}
}

// TestViolation: the sites are those of one value in one line, as many as are one
// too many, and the earliest such cell decides.
func TestViolation(t *testing.T) {
	b := &Board{rows: []int{2, 1, 3}, cols: []int{1, 2, 3}}
	for _, c := range []struct {
		s, rule string
		sites   []int
	}{
		{"011001111", "", nil},
		{"001001111", "row 1 has fewer submarines than 2", []int{0, 1}},
		{"111001111", "row 1 has more submarines than 2", []int{0, 1, 2}},
		{"101101111", "column 1 has more submarines than 1", []int{0, 3}},
		{"011001011", "row 3 has fewer submarines than 3", []int{6}},
		{"011100111", "column 3 has fewer submarines than 3", []int{5}},
		{"110001111", "column 3 has fewer submarines than 3", []int{2}},
	} {
		in := []byte(c.s)
		for i := range in {
			in[i] -= '0'
		}
		var v *encode.Violation
		err := b.Check(encode.Solution(in))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (v.Rule != c.rule || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s: %v, want %q, sites %v", c.s, err, c.rule, c.sites)
		}
	}
}

func TestDraw(t *testing.T) {
	b := &Board{rows: []int{0, 1, 1}, cols: []int{1, 1, 0}}
	if got := b.Draw(nil); got != source {
		t.Errorf("the clues are drawn as\n%swant\n%s", got, source)
	}
	s := encode.Solution("\x00\x00\x00\x01\x00\x00\x00\x01\x00")
	if got, want := b.Draw(&s), ". . . | 0\n1 . . | 1\n. 1 . | 1\n------+\n1 1 0\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	b = &Board{rows: []int{10}, cols: []int{1, 12}}
	if got, want := b.Draw(nil), " ?  ? | 10\n------+\n 1 12\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestWarning(t *testing.T) {
	ins, err := read([]byte("? ? | 1\n? ? | 1\n----+\n1 1\n\n1 . | 1\n? 0 | 1\n----+\n1 1\n"))
	if err != nil || len(ins) != 2 {
		t.Fatal(ins, err)
	}
	if got := ins[0].(encode.Warned).Warnings(); len(got) != 0 {
		t.Errorf("a table of '?': %q", got)
	}
	want := []string{"line 6, column 1: cells that are filled in (3) are dropped: the sums are the puzzle"}
	if got := ins[1].(encode.Warned).Warnings(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLimits: 40,000 cells are read, 40,001 are not.
func TestLimits(t *testing.T) {
	ones := func(n int) string { return strings.TrimSuffix(strings.Repeat("1,", n), ",") }
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{"rows=" + ones(200) + " cols=" + ones(200), true},
		{"rows=" + ones(200) + " cols=" + ones(201), false},
		{"rows=40000 cols=" + ones(40_000), true},
		{"rows=1 cols=" + ones(40_001), false},
		{strings.Repeat(strings.Repeat("? ", 200)+"| 1 ", 201) + strings.Repeat("-", 400) + "+" + strings.Repeat(" 1", 200), false},
		{strings.Repeat(strings.Repeat("? ", 200)+"| 1 ", 200) + strings.Repeat("-", 400) + "+" + strings.Repeat(" 1", 200), true},
	} {
		in, err := parse(c.text)
		if (err == nil) != c.ok {
			t.Errorf("%.40s...: %v", c.text, err)
		}
		if err == nil {
			if got := list(t, in.(*Board), "native", 2); len(got) == 0 || in.Check(got[0]) != nil {
				t.Errorf("%.40s...: %d solutions", c.text, len(got))
			}
		}
	}
}

// TestGenerate: boards of a size have one solution and are as likely as each
// other: of 2x3 there are 46 (A099594).
func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	all := func(encode.Instance) bool { return true }
	drawn := map[string]int{}
	for range 4600 {
		in, err := generate(rng, encode.Size{H: 2, W: 3}, all)
		if err != nil {
			t.Fatal(err)
		}
		drawn[in.String()]++
	}
	for text, n := range drawn {
		if n < 50 || n > 150 { // 5 standard deviations of 10
			t.Errorf("%s is drawn %d times of 4600, want about 100", text, n)
		}
		in, err := parse(text)
		if err != nil || counted(t, in.(*Board)) != "1" {
			t.Errorf("%s: %v, or not one solution", text, err)
		}
	}
	if len(drawn) != 46 {
		t.Errorf("%d boards of 2x3, want 46", len(drawn))
	}
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 100, W: 100}, {H: 1, W: 100}} {
		in, err := generate(rng, size, all)
		if err != nil {
			t.Fatal(err)
		}
		if b := in.(*Board); len(b.rows) != size.H || len(b.cols) != size.W || counted(t, b) != "1" {
			t.Errorf("%v: %v", size, b)
		}
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: 3, W: 0}, {H: -1, W: 3}, {H: 101, W: 1}, {H: 1, W: 101}} {
		if in, err := generate(rng, size, all); err == nil {
			t.Errorf("%v: %v", size, in)
		} else if bad, ok := err.(*encode.SizeError); !ok || bad.Size != size {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestGenerateAnySize: boards for a cross-check are small, of all kinds and
// shapes.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	kinds, shapes := map[string]int{}, map[string]int{}
	for range 400 {
		in, err := generate(rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if len(b.Sites()) > smallCells {
			t.Fatalf("%v: %d cells", b, len(b.Sites()))
		}
		switch n := len(list(t, b, "native", 2000)); {
		case n >= 2000:
			t.Errorf("%v has 2000 solutions and more", b)
		case n > 1:
			kinds["ambiguous"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
		switch h, w := len(b.rows), len(b.cols); {
		case h == 1 && w == 1:
			shapes["1x1"]++
		case h == 1:
			shapes["1xn"]++
		case w == 1:
			shapes["nx1"]++
		case h != w:
			shapes["oblong"]++
		}
	}
	if len(kinds) != 3 || len(shapes) != 4 {
		t.Errorf("kinds %v, shapes %v", kinds, shapes)
	}
}

func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
	}{
		{"rows=2,1,3 cols=1,2,3", 6}, {"rows=1 cols=1", 0}, {"rows=1 cols=1,0", 2}, {"rows=3,2,0 cols=1,3,1", 6},
	} {
		in, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		solvable := counted(t, in.(*Board)) != "0"
		for smaller := range in.(*Board).Shrunk() {
			n++
			b := smaller.(*Board)
			if len(b.rows)+len(b.cols) != len(in.(*Board).rows)+len(in.(*Board).cols)-1 || solvable && counted(t, b) == "0" {
				t.Errorf("%s: %v, %s solutions", c.text, b, counted(t, b))
			}
		}
		if n != c.n || in.String() != c.text {
			t.Errorf("%s: %d smaller boards, want %d; it is now %v", c.text, n, c.n, in)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{Puzzle.Example, "rows=0 cols=00", "? ? | 1 ----+ 1 0", ". 1 | 40000 -+ 1", "rows=1,,2 cols=", "|", "+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

func FuzzImport(f *testing.F) {
	for _, seed := range []string{source, source + source, "? | 1\n-+\n1", "0 1 | 1\r\n----+\n 0\t1\n", "|", "? | 1 -+", "rows=1 cols=1\n|"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ins, err := read(data)
		if err == encode.ErrOneLine {
			return
		}
		if err != nil {
			var at *encode.ParseError
			lines := strings.Split(string(data), "\n")
			if !errors.As(err, &at) || at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column > len(lines[at.Line-1])+1 {
				t.Errorf("%q: %v is at no place of the text", data, err)
			}
			return
		}
		for _, in := range ins {
			if err := puzzletest.Reads(&Puzzle, in.String()); err != nil {
				t.Error(err)
			}
		}
	})
}
