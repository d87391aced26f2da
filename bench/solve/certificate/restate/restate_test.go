package restate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
)

// extra lists boards with what drawn boards lack: multiplicities, items without options, boards
// without a solution, repeated options, and boxes that are not the usual ones.
var extra = map[string][]string{
	"exactcover": {
		"A B ; A", "A ; A ; A", "A B", "2|A B C ; A B ; A C ; A", "0:2|A B ; A B ; A ; A ; B",
		"2|A 1:2|B C ; A B ; A ; A C ; B ; C ; B", "3|A B ; A B ; A", "1:3|A 2:4|B ; A ; B ; A B ; A B ; B",
		"A B | X ; A X:1 ; B X:1 ; B X:2 ; A X ; B X", "A B | X ; A X:1 ; B X:1", "0:1000000000|A ; A ; A",
		"A" + strings.Repeat(" ; A", 9), "2:3|A" + strings.Repeat(" ; A", 9), "a;b ;", "A:", "A B | X Y ; A X:; Y ; B X:; Y:1",
	},
	"sudoku":   {"2x4:" + strings.Repeat(".", 64), "3x2:1" + strings.Repeat(".", 35), "11.............." /* no solution */},
	"nonogram": {"1x1:/", "1x1:1/1", "2x1://", "3x2:/1/1/1/1,b", "5x1:1/1//1/1/2.2", "4x4:1/1/1/1/1/1/1/1"},
}

// boards calls try for the boards above, and for n drawn boards of each puzzle. It also
// draws n exact covers with multiplicities and colours.
func boards(t *testing.T, n int, size map[string][]encode.Size, try func(p *encode.Puzzle, in encode.Instance)) {
	t.Helper()
	for name, sizes := range size {
		p := catalog.Find(name)
		texts, rng := slices.Clone(extra[name]), rand.New(rand.NewPCG(1, 7))
		for name == "exactcover" && len(texts) < n+len(extra[name]) {
			texts = append(texts, drawnCover(rng))
		}
		for _, text := range texts {
			if in, err := p.Parse(text); err == nil {
				try(p, in)
			}
		}
		for seed := range uint64(n) {
			in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(seed, 7)), sizes[seed%uint64(len(sizes))], func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			try(p, in)
		}
	}
}

func formula(t *testing.T, p *encode.Puzzle, in encode.Instance, style string) *encode.Encoding {
	t.Helper()
	enc, err := encode.CNF(p, in, style)
	if err != nil {
		t.Fatal(err)
	}
	return enc
}

// drawnCover returns an exact cover with multiplicities and colours.
func drawnCover(rng *rand.Rand) string {
	var header, primary []string
	for i := range 1 + rng.IntN(6) {
		primary = append(primary, fmt.Sprintf("p%d", i))
		lo := rng.IntN(4)
		header = append(header, []string{"", fmt.Sprintf("%d|", lo+1), fmt.Sprintf("%d:%d|", lo, lo+1+rng.IntN(3))}[rng.IntN(3)]+primary[i])
	}
	lines := []string{strings.Join(append(header, "| x y"), " ")}
	for range rng.IntN(25) {
		words := []string{primary[rng.IntN(len(primary))]}
		for _, item := range primary {
			if rng.IntN(3) == 0 && item != words[0] {
				words = append(words, item)
			}
		}
		for _, item := range []string{"x", "y"} {
			if rng.IntN(2) == 0 {
				words = append(words, item+[]string{"", ":1", ":2", ":3"}[rng.IntN(4)])
			}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, " ; ")
}

// TestEqual compares the formulas of drawn boards with the rules, in every style.
func TestEqual(t *testing.T) {
	boards(t, processtest.Cases(200, 1000), map[string][]encode.Size{
		"exactcover": {{H: 6, W: 10}, {H: 8, W: 30}}, "sudoku": {{H: 4, W: 4}, {H: 4, W: 4}, {H: 6, W: 6}}, "nonogram": {{H: 5, W: 5}, {H: 7, W: 4}},
	}, func(p *encode.Puzzle, in encode.Instance) {
		b := Read(p.Name, in.String())
		if b == nil {
			t.Fatalf("%s %s: not restated", p.Name, in)
		}
		for _, style := range p.Styles {
			enc := formula(t, p, in, style)
			if err := b.Compare(t.Context(), &enc.Formula, enc.Projected); err != nil {
				t.Errorf("%s %s in style %s: %v", p.Name, in, style, err)
			}
		}
	})
}

// models returns the projected models of a formula, as texts of the variables 1 to k, by trying all values.
func models(f *cnf.Formula, k int) map[string]bool {
	last := make([][][]cnf.Lit, f.NumVars+1) // by variable: the clauses in which it is the last one
	for _, clause := range f.Clauses {
		v := 0
		for _, l := range clause {
			v = max(v, l.Var())
		}
		last[v] = append(last[v], clause)
	}
	found := map[string]bool{}
	model := make(cnf.Model, f.NumVars)
	var try func(v int) bool // reports whether a model was found
	try = func(v int) (any bool) {
		for _, clause := range last[v] {
			if !slices.ContainsFunc(clause, model.True) {
				return false
			}
		}
		if v == f.NumVars {
			found[fmt.Sprint(model[:k])] = true
			return true
		}
		for _, x := range []bool{false, true} {
			model[v] = x
			if any = try(v+1) || any; any && v >= k {
				return true
			}
		}
		return any
	}
	try(0)
	return found
}

// accepted returns the assignments that satisfy all rules, in the form of the function models.
func (b *Board) accepted() map[string]bool {
	with := make([][]int, b.vars)
	states := make([]int, len(b.rules))
	read := make([]int, len(b.rules)) // the number of variables that the rule has read
	for r, rule := range b.rules {
		for _, v := range rule.scope {
			with[v-1] = append(with[v-1], r)
		}
		if len(rule.scope) == 0 && !rule.accept(0) {
			return nil
		}
	}
	found := map[string]bool{}
	model := make([]bool, b.vars)
	var try func(v int)
	try = func(v int) {
		if v == b.vars {
			found[fmt.Sprint(model)] = true
			return
		}
		before := slices.Clone(states)
		for _, x := range []bool{false, true} {
			model[v] = x
			ok := true
			for _, r := range with[v] {
				states[r] = b.rules[r].next(before[r], read[r], x)
				read[r]++
				ok = ok && states[r] >= 0 && (read[r] < len(b.rules[r].scope) || b.rules[r].accept(states[r]))
			}
			if ok {
				try(v + 1)
			}
			copy(states, before)
			for _, r := range with[v] {
				read[r]--
			}
		}
	}
	try(0)
	return found
}

// TestCounts compares the number of assignments that the rules accept with published counts. It compares
// nonograms with all pictures of 3x3 cells.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		puzzle, instance string
		want             int
	}{
		{"sudoku", strings.Repeat(".", 16), 288}, // OEIS A107739
		{"exactcover", queens(6), 4},             // OEIS A000170
		{"exactcover", queens(8), 92},
		{"exactcover", "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7", 1}, // Knuth, Dancing Links (2000)
	} {
		if got := len(Read(c.puzzle, c.instance).accepted()); got != c.want {
			t.Errorf("%s %s: %d solutions, want %d", c.puzzle, c.instance, got, c.want)
		}
	}
	pictures := map[string]int{}
	for picture := range 512 {
		var clues []string
		for i := range 6 {
			row := ""
			for k := range 3 {
				at := k*3 + i
				if i >= 3 {
					at = (i-3)*3 + k
				}
				row += string(" #"[picture>>at&1])
			}
			var runs []string
			for _, word := range strings.Fields(row) {
				runs = append(runs, fmt.Sprint(len(word)))
			}
			clues = append(clues, strings.Join(runs, "."))
		}
		pictures["3x3:"+strings.Join(clues, "/")]++
	}
	for text, want := range pictures {
		if got := len(Read("nonogram", text).accepted()); got != want {
			t.Errorf("%s: %d solutions, want %d", text, got, want)
		}
	}
}

func queens(n int) string {
	var items, secondary, options []string
	for i := range n {
		items = append(items, fmt.Sprintf("r%d c%d", i, i))
	}
	for d := range 2*n - 1 {
		secondary = append(secondary, fmt.Sprintf("a%d b%d", d, d))
	}
	for r := range n {
		for c := range n {
			options = append(options, fmt.Sprintf("r%d c%d a%d b%d", r, c, r+c, r-c+n-1))
		}
	}
	return strings.Join(items, " ") + " | " + strings.Join(secondary, " ") + " ; " + strings.Join(options, " ; ")
}

// mutants yields the formula with each clause left out, with each literal of a clause negated or left
// out, and with clauses of one or two projected variables more.
func mutants(f *cnf.Formula, k int, yield func(what string, m *cnf.Formula)) {
	with := func(what string, clauses ...[]cnf.Lit) {
		yield(what, &cnf.Formula{NumVars: f.NumVars, Clauses: clauses})
	}
	for i, clause := range f.Clauses {
		rest := slices.Delete(slices.Clone(f.Clauses), i, i+1)
		with(fmt.Sprint("without ", clause), rest...)
		for j, l := range clause {
			changed := slices.Clone(clause)
			changed[j] = -l
			with(fmt.Sprint(clause, " as ", changed), append(slices.Clip(rest), changed)...)
			changed = slices.Delete(slices.Clone(clause), j, j+1)
			with(fmt.Sprint(clause, " as ", changed), append(slices.Clip(rest), changed)...)
		}
	}
	for v := cnf.Lit(1); int(v) <= k; v++ {
		for _, clause := range [][]cnf.Lit{{v}, {-v}, {v, -(v%cnf.Lit(k) + 1)}, {-v, -(v%cnf.Lit(k) + 1)}} {
			with(fmt.Sprint("with ", clause), append(slices.Clip(f.Clauses), clause)...)
		}
	}
}

// TestMutants changes the formulas of small boards in every clause, and leaves out each rule. If Compare
// then finds no difference, the projected models must be the same by brute force.
func TestMutants(t *testing.T) {
	noticed, same := map[string]int{}, map[string]int{}
	boards(t, processtest.Cases(3, 60), map[string][]encode.Size{
		"exactcover": {{H: 4, W: 6}, {H: 3, W: 7}}, "nonogram": {{H: 3, W: 3}, {H: 2, W: 4}},
	}, func(p *encode.Puzzle, in encode.Instance) {
		b := Read(p.Name, in.String())
		for _, style := range p.Styles {
			enc := formula(t, p, in, style)
			if enc.NumVars > 36 || b.vars > 9 {
				continue
			}
			want := b.accepted()
			check := func(what string, b *Board, got map[string]bool, want map[string]bool, f *cnf.Formula) {
				err := b.Compare(t.Context(), f, enc.Projected)
				equal := maps.Equal(got, want)
				var d Difference
				switch {
				case err == nil && !equal:
					t.Errorf("%s %s in style %s, %s: no difference found", p.Name, in, style, what)
				case err != nil && !errors.As(err, &d):
					t.Errorf("%s %s in style %s, %s: %v", p.Name, in, style, what, err)
				case !equal:
					noticed[p.Name+" "+style]++
				case err == nil:
					same[p.Name+" "+style]++
				}
			}
			all := models(&enc.Formula, enc.Projected)
			check("unchanged", b, all, want, &enc.Formula)
			mutants(&enc.Formula, enc.Projected, func(what string, m *cnf.Formula) {
				check(what, b, models(m, enc.Projected), want, m)
			})
			for r := range b.rules {
				less := &Board{b.vars, slices.Delete(slices.Clone(b.rules), r, r+1)}
				check("without rule "+b.rules[r].name, less, all, less.accepted(), &enc.Formula)
			}
		}
	})
	t.Logf("noticed %v, equal %v", noticed, same)
	for _, name := range []string{"exactcover", "nonogram"} {
		for _, style := range catalog.Find(name).Styles {
			if noticed[name+" "+style] < 100 {
				t.Errorf("%s in style %s: only %d differences", name, style, noticed[name+" "+style])
			}
		}
	}
}

// TestSudokuMutants leaves out each clause of the empty board of 4x4 cells in the style pairwise, changes
// the sign of its first literal, and leaves out each rule. Each of these must be noticed.
func TestSudokuMutants(t *testing.T) {
	p := catalog.Find("sudoku")
	in, err := p.Parse(strings.Repeat(".", 16))
	if err != nil {
		t.Fatal(err)
	}
	b, enc := Read(p.Name, in.String()), formula(t, p, in, "pairwise")
	want := func(what string, b *Board, clauses [][]cnf.Lit) {
		var d Difference
		if err := b.Compare(t.Context(), &cnf.Formula{NumVars: enc.NumVars, Clauses: clauses}, enc.Projected); !errors.As(err, &d) {
			t.Errorf("%s: got %v, want a difference", what, err)
		}
	}
	for i, clause := range enc.Clauses {
		rest := slices.Delete(slices.Clone(enc.Clauses), i, i+1)
		want(fmt.Sprint("without ", clause), b, rest)
		want(fmt.Sprint("negated ", clause), b, append(rest, append([]cnf.Lit{-clause[0]}, clause[1:]...)))
	}
	for r := range b.rules {
		want("without a rule", &Board{b.vars, slices.Delete(slices.Clone(b.rules), r, r+1)}, enc.Clauses)
	}
	want("another number of variables", &Board{b.vars + 1, b.rules}, enc.Clauses)
}

// TestLimits checks that Compare gives up on large formulas and rules, and ends with its context.
func TestLimits(t *testing.T) {
	b := Read("exactcover", "A ; A")
	large := cnf.Formula{NumVars: 1, Clauses: slices.Repeat([][]cnf.Lit{slices.Repeat([]cnf.Lit{1}, 1000)}, 5000)}
	if err := b.Compare(t.Context(), &large, 1); err != ErrUndecided {
		t.Errorf("got %v, want %v", err, ErrUndecided)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Compare(ctx, &cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{1}}}, 1); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	processtest.Long(t)
	for _, text := range []string{"100|A" + strings.Repeat(" ; A", 300), "100000|A" + strings.Repeat(" ; A", 100000), "A" + strings.Repeat(" ; A", 2000)} {
		p := catalog.Find("exactcover")
		in, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		enc := formula(t, p, in, "sequential")
		if err := Read(p.Name, text).Compare(t.Context(), &enc.Formula, enc.Projected); err != nil && err != ErrUndecided {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// FuzzRead checks that no text makes Read panic, and that the formula of any board that it reads in
// canonical notation is equal to the rules.
func FuzzRead(f *testing.F) {
	for name, list := range extra {
		for _, text := range list {
			f.Add(name, text)
		}
	}
	for _, text := range []string{"", ":", "2x2", "x:", "2x2:1/1/1", "2x2:1/1/1/x", "2x2:1/1/1/1,z", "-1x2:", "1|", "| A", "A | | B", "A A", "A ; A A", "1:x|A", "9x9:."} {
		for name := range extra {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		p, b := catalog.Find(name), Read(name, text)
		if p == nil || b == nil || len(text) > 200 {
			return
		}
		in, err := p.Parse(text)
		if err != nil || in.String() != text {
			return
		}
		enc, err := encode.CNF(p, in, p.Styles[0])
		if err != nil {
			return
		}
		if err := b.Compare(t.Context(), &enc.Formula, enc.Projected); err != nil && err != ErrUndecided {
			t.Errorf("%s %q: %v", name, text, err)
		}
	})
}
