//go:build !js

package formula

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/native"
)

// table returns the solutions of a formula by its truth table: the values of the shown variables for which the
// other variables have values that satisfy every clause or constraint, as the function holds says.
func table(vars int, shown []int, holds func(value []bool) bool) []encode.Solution {
	found := map[encode.Solution]bool{}
	for n := range 1 << vars {
		value := make([]bool, vars+1)
		for v := 1; v <= vars; v++ {
			value[v] = n>>(v-1)&1 == 1
		}
		if holds(value) {
			s := make([]byte, len(shown))
			for i, v := range shown {
				if value[v] {
					s[i] = 1
				}
			}
			found[encode.Solution(s)] = true
		}
	}
	all := []encode.Solution{}
	for s := range found {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

func clausesHold(clauses [][]int) func(value []bool) bool {
	return func(value []bool) bool {
		return !slices.ContainsFunc(clauses, func(c []int) bool {
			return !slices.ContainsFunc(c, func(l int) bool { return value[max(l, -l)] == (l > 0) })
		})
	}
}

// TestTruthTables compares, on random formulas, the solutions of SAT, of brute force and of Check with truth
// tables. The formulas have empty clauses, unit clauses, tautologies, repeated literals and repeated clauses.
func TestTruthTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 38))
	for i := range 300 {
		vars := 1 + rng.IntN(7)
		clauses := make([][]int, rng.IntN(12))
		var text strings.Builder
		for k := range clauses {
			for range rng.IntN(4) + min(1, rng.IntN(20)) {
				clauses[k] = append(clauses[k], (1+rng.IntN(vars))*(1-2*rng.IntN(2)))
			}
			if k > 0 && rng.IntN(8) == 0 {
				clauses[k] = clauses[k-1]
			}
		}
		shown := []int{}
		for v := 1; v <= vars; v++ {
			if i%3 == 0 || rng.IntN(2) == 0 {
				shown = append(shown, v)
			}
		}
		fmt.Fprintf(&text, "c p show %s0\np cnf %d %d\n", spaced(shown), vars, len(clauses))
		for _, c := range clauses {
			text.WriteString(spaced(c) + "0\n")
		}
		compare(t, &Dimacs, text.String(), nil, table(vars, shown, clausesHold(clauses)))
	}
}

func spaced(numbers []int) (text string) {
	for _, n := range numbers {
		text += fmt.Sprint(n, " ")
	}
	return text
}

// TestConstraints does the same for linear constraints, half of which have a projection.
func TestConstraints(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 38))
	type linear struct {
		weights []int
		sign    string
		bound   int
	}
	for i := range 150 {
		vars := 1 + rng.IntN(5)
		rows := make([]linear, 1+rng.IntN(4))
		var text strings.Builder
		fmt.Fprintf(&text, "* #variable= %d #constraint= %d\n", vars, len(rows))
		for k := range rows {
			rows[k] = linear{make([]int, vars), []string{">=", "<=", "="}[rng.IntN(3)], rng.IntN(9) - 4}
			for v := range vars {
				rows[k].weights[v] = rng.IntN(9) - 4
				fmt.Fprintf(&text, "%+d x%d ", rows[k].weights[v], v+1)
			}
			fmt.Fprintf(&text, "%s %d ;\n", rows[k].sign, rows[k].bound)
		}
		shown, project := []int{}, (*string)(nil)
		for v := 1; v <= vars; v++ {
			if i%2 == 0 || rng.IntN(2) == 0 {
				shown = append(shown, v)
			}
		}
		if i%2 == 1 {
			project = new(strings.ReplaceAll(strings.TrimSpace(spaced(shown)), " ", ","))
		}
		compare(t, &OPB, text.String(), project, table(vars, shown, func(value []bool) bool {
			return !slices.ContainsFunc(rows, func(r linear) bool {
				sum := 0
				for v, w := range r.weights {
					if value[v+1] {
						sum += w
					}
				}
				return r.sign != "<=" && sum < r.bound || r.sign != ">=" && sum > r.bound
			})
		}))
	}
}

func compare(t *testing.T, p *encode.Puzzle, text string, project *string, want []encode.Solution) {
	t.Helper()
	in, err := p.OfFile("f", []byte(text), project)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	again, err := p.Parse(in.String())
	if err != nil || again.String() != in.String() || !slices.Equal(again.Sites(), in.Sites()) {
		t.Fatalf("%s: read again: %v %v", text, again, err)
	}
	list := func(search func(context.Context, *native.Stats, func(encode.Solution) bool) error) []encode.Solution {
		got := []encode.Solution{}
		if err := search(t.Context(), new(native.Stats), func(s encode.Solution) bool { got = append(got, s); return true }); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		slices.Sort(got)
		return got
	}
	if got := list(encode.BruteForce(in).Search); !slices.Equal(got, want) {
		t.Fatalf("%s\nbrute force: got %q, want %q", text, got, want)
	}
	for _, style := range p.Styles {
		m, err := lookup.Resolve(p, in, method.MustParse("sat/"+style))
		if err != nil {
			t.Fatal(err)
		}
		if got := list(func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
			return m.Search(ctx, new(lookup.Stats), yield)
		}); !slices.Equal(got, want) {
			t.Fatalf("%s\nsat/%s: got %q, want %q", text, style, got, want)
		}
	}
	nogoods(t, in, text, want)
}

// nogoods checks every assignment: Check accepts exactly the solutions, and no solution agrees with another
// assignment on all sites that its Violation names.
func nogoods(t *testing.T, in encode.Instance, text string, want []encode.Solution) {
	t.Helper()
	k := len(in.Sites())
	for n := range 1 << k {
		s := make([]byte, k)
		for i := range s {
			s[i] = byte(n >> i & 1)
		}
		err := in.Check(encode.Solution(s))
		drawn := encode.Solution(s)
		if got, err := encode.ReadSolution(in, in.Draw(&drawn)); err != nil || len(got) != 1 || got[0].Solution != drawn {
			t.Fatalf("%s: the drawing %s is read as %q: %v", text, in.Draw(&drawn), got, err)
		}
		if _, right := slices.BinarySearch(want, encode.Solution(s)); right != (err == nil) {
			t.Fatalf("%s: Check(%v): %v", text, s, err)
		}
		if v, ok := err.(*encode.Violation); ok && slices.ContainsFunc(want, func(o encode.Solution) bool {
			return !slices.ContainsFunc(v.Sites, func(i int) bool { return o[i] != s[i] })
		}) {
			t.Fatalf("%s: Check(%v): %v, and a solution has these values", text, s, err)
		}
	}
}

// TestExamples checks the counts of the examples by hand-made truth tables.
func TestExamples(t *testing.T) {
	compare(t, &Dimacs, exampleFormula, nil, table(4, []int{1, 2, 3}, clausesHold([][]int{{1, 2}, {-1, -2}, {-2, 4}, {-4, 3}, {-1}})))
	for _, p := range []*encode.Puzzle{&Dimacs, &OPB} {
		if in := p.ExampleBoard(); in.String() != p.Example {
			t.Errorf("the example is %s, want %s", in, p.Example)
		}
	}
}

// TestTexts checks canonical texts: what they have, and what is refused.
func TestTexts(t *testing.T) {
	const text = "c p show 3 1 0\np cnf 3 1\n1 -3 0\n"
	in, err := Dimacs.OfFile("a b.cnf", []byte(text), new("2,1,2"))
	if err != nil {
		t.Fatal(err)
	}
	hash := contents.Hash([]byte(text))
	if got, want := in.String(), "a b.cnf sha256:"+hash+" project=1,2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := wording.Identity(in.String()), "sha256:"+hash+" project=1,2"; got != want {
		t.Errorf("the identity is %q, want %q", got, want)
	}
	quoted := "p cnf 1 0\nc made from " + in.String() // only a comment
	if got, err := Dimacs.Parse(quoted); err != nil || len(got.Sites()) != 1 {
		t.Errorf("%q: got %v, %v", quoted, got, err)
	}
	if got, err := Dimacs.Import([]byte(quoted)); err != nil || len(got[0].Sites()) != 1 {
		t.Errorf("%q: got %v, %v", quoted, got, err)
	}
	for _, name := range []string{"a\nb", "a\x1bb", "a;b", "a|b", "a/b", ""} {
		if _, err := Dimacs.OfFile(name, []byte(text), nil); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
	for _, project := range []string{"0", "4", "x", "1,,2", "-1"} {
		if _, err := Dimacs.OfFile("f", []byte(text), &project); err == nil {
			t.Errorf("the projection %q is accepted", project)
		}
	}
	for _, text := range []string{"f", "f sha256:" + strings.Repeat("0", 64), "f sha256:" + hash[1:], "p cnf 1000000000 1\n1 0\n"} {
		if _, err := Dimacs.Parse(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestUndecided checks a formula whose other variables need a long search: pigeons do not fit into holes.
func TestUndecided(t *testing.T) {
	const pigeons, holes = 11, 10
	at := func(p, h int) int { return 2 + p*holes + h }
	var clauses []string
	for p := range pigeons {
		c := "-1 " // needed only if variable 1 is true
		for h := range holes {
			c += fmt.Sprint(at(p, h), " ")
			for q := range p {
				clauses = append(clauses, fmt.Sprintf("%d %d 0\n", -at(p, h), -at(q, h)))
			}
		}
		clauses = append(clauses, c+"0\n")
	}
	text := fmt.Sprintf("c p show 1 0\np cnf %d %d\n%s", 1+pigeons*holes, len(clauses), strings.Join(clauses, ""))
	in, err := Dimacs.OfFile("pigeons", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Check("\x01"); err != encode.ErrUndecided {
		t.Errorf("got %v, want %v", err, encode.ErrUndecided)
	}
	if err := in.Check("\x00"); err != nil {
		t.Errorf("without pigeons: %v", err)
	}
	err = encode.BruteForce(in).Search(t.Context(), new(native.Stats), func(encode.Solution) bool { return true })
	if err != encode.ErrUndecided {
		t.Errorf("brute force: got %v, want %v", err, encode.ErrUndecided)
	}
}
