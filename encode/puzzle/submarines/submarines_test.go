package submarines

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// oracles holds the published numbers that encode/testdata/submarines.json lists.
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
	puzzletest.ReadJSON(t, "../../testdata/submarines.json", &o)
	if len(o.Examples) == 0 || len(o.Pairs) < 4 || len(o.Unique) < 5 || len(o.Regular) == 0 {
		t.Fatalf("%+v", o)
	}
	return o
}

// TestExamples checks the boards of the note on puzzles of 3 April 2006: how many solutions native
// methods and SAT find, and the facts that Explain returns.
func TestExamples(t *testing.T) {
	for _, x := range readOracles(t).Examples {
		b := &Board{rows: x.R, cols: x.C}
		for _, name := range []string{"native", "sat"} {
			if got := len(puzzletest.List(t, &Puzzle, b, name, 1000)); got != x.Count {
				t.Errorf("%v by %s: %d solutions, want %d", b, name, got, x.Count)
			}
		}
		if got := puzzletest.Count(t, &Puzzle, b, "native").String(); got != fmt.Sprint(x.Count) {
			t.Errorf("%v: Count gives %s, want %d", b, got, x.Count)
		}
		known := puzzletest.Facts(t, b)
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

// TestRegular checks the numbers of solutions of n x n boards whose sums are all 1 or all 2 (n! and
// A001499).
func TestRegular(t *testing.T) {
	for k, counts := range readOracles(t).Regular {
		for i, want := range counts {
			text := strings.TrimSuffix(strings.Repeat(k+",", i+1), ",")
			in, err := parse("rows=" + text + " cols=" + text)
			if err != nil {
				t.Fatal(err)
			}
			if got := puzzletest.Count(t, &Puzzle, in.(*Board), "native").String(); got != fmt.Sprint(want) {
				t.Errorf("%v: %s solutions, want %d", in, got, want)
			}
			if want <= 720 {
				if got := len(puzzletest.List(t, &Puzzle, in.(*Board), "sat", want+1)); got != want {
					t.Errorf("%v by sat: %d solutions, want %d", in, got, want)
				}
			}
		}
	}
}

// TestPairs checks how many pairs of row sums and column sums of n x n boards have a solution, and
// how many have exactly one (A048163). It uses the native method and SAT. For n <= 3 it tries all
// pairs. For n = 4 it tries only the 4,900 pairs in which both lists are sorted. Reordering rows
// and columns does not change the number of solutions. So the test counts each of these pairs as
// often as its sums can be reordered, and in this way covers all 390,625 pairs.
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
					found := len(puzzletest.List(t, &Puzzle, &Board{rows: r, cols: c}, name, 2))
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

// sequences lists all sequences of n numbers from 0 to n. If the parameter sorted is true, it lists
// only the sorted sequences.
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

// orders returns in how many different orders a sorted sequence can be written.
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

// TestViolation checks the sites of violations. They must be cells of one row or column with the
// same value, exactly one more than the sum allows. If several rows and columns have too many such
// cells, Check must name the row or column whose surplus cell comes first in reading order.
func TestViolation(t *testing.T) {
	b := &Board{rows: []int{2, 1, 3}, cols: []int{1, 2, 3}}
	for _, c := range []struct {
		s, rule string
		sites   []int
	}{
		{"011001111", "", nil},
		{"001001111", "row 1, 2", []int{0, 1}},
		{"111001111", "row 1, 2", []int{0, 1, 2}},
		{"101101111", "column 1, 1", []int{0, 3}},
		{"011001011", "row 3, 3", []int{6}},
		{"011100111", "column 3, 3", []int{5}},
		{"110001111", "column 3, 3", []int{2}},
	} {
		in := []byte(c.s)
		for i := range in {
			in[i] -= '0'
		}
		var v *encode.Violation
		err := b.Check(encode.Solution(in))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (!facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s: %v, want %q, sites %v", c.s, err, c.rule, c.sites)
		}
	}
}

func TestDraw(t *testing.T) {
	b := &Board{rows: []int{0, 1, 1}, cols: []int{1, 1, 0}}
	if got := b.Draw(nil); got != source {
		t.Errorf("got the clues\n%swant\n%s", got, source)
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
	if got := ins[0].(encode.HasWarnings).Warnings(); len(got) != 0 {
		t.Errorf("a table of '?': %q", got)
	}
	const want = "line 6, column 1, 3"
	if got := ins[1].(encode.HasWarnings).Warnings(); len(got) != 1 || !facttest.States(got[0], want) {
		t.Errorf("got %q, want one with %s", got, want)
	}
}

// TestLimits checks that boards of up to 40,000 cells are read and larger boards are refused.
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
			if got := puzzletest.List(t, &Puzzle, in.(*Board), "native", 2); len(got) == 0 || in.Check(got[0]) != nil {
				t.Errorf("%.40s...: %d solutions", c.text, len(got))
			}
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
		if err := puzzletest.Imports(&Puzzle, data); err != nil {
			t.Error(err)
		}
	})
}
