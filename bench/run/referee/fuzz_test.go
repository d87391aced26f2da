package referee

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/sat/extern"
)

// TestFakes checks that the suite and the random formulas find each fault of a fake, say what it
// depends on, and shrink a formula to at most ten clauses. A fake without a fault has no finding.
func TestFakes(t *testing.T) {
	for _, c := range []struct{ kind, fault, want string }{
		{extern.Competition, "", ""}, {extern.AllModels, "", ""}, {extern.Counts, "", ""},
		{extern.AllModels, "drop", "wrong list of models; no clauses; unused variables"},
		{extern.Competition, "random", "wrong status; not in every run on the same text"},
		{extern.Competition, "model", "wrong model; unused variables"},
		{extern.Counts, "unused", "wrong count; no clauses; unused variables"},
		{extern.Counts, "projection", "wrong count; no clauses; unused variables; a projection"},
		{extern.Counts, "twice", "wrong count; a literal twice in a clause"},
		{extern.Counts, "order", "wrong count; right if the clauses come in the reverse order"},
	} {
		t.Run(c.kind+" "+c.fault, func(t *testing.T) {
			suite, fuzz := Examine((&fake{fault: c.fault}).subject(c.kind)), Examine((&fake{fault: c.fault}).subject(c.kind))
			cases := Suite()
			if err := suite.Run(t.Context(), 2, len(cases), 0, func(_ context.Context, i int) (Case, error) { return cases[i], nil }); err != nil {
				t.Fatal(err)
			}
			if err := fuzz.Run(t.Context(), 2, 200, 0, (&Source{Seed: 1}).Draw); err != nil {
				t.Fatal(err)
			}
			if n := suite.Asked + suite.Skipped; n != suiteSize || suite.Skipped > 10 || fuzz.Asked < 180 {
				t.Errorf("asked about %d of %d formulas and %d of 200, want most of them", suite.Asked, n, fuzz.Asked)
			}
			for name, a := range map[string]*Findings{"test": suite, "fuzz": fuzz} {
				found := c.want == ""
				for _, f := range a.Findings {
					t.Logf("%s: %s: %s: %s", name, f.kind(), f.Fault.Text, f.Formula.Text(extern.ShowLine))
					found = found || f.kind() == c.want
					if c.want == "" || len(f.Clauses) > 10 {
						t.Errorf("%s: got the finding %q with %d clauses", name, f.kind(), len(f.Clauses))
					}
				}
				if !found {
					t.Errorf("%s: no finding %q", name, c.want)
				}
			}
		})
	}
}

// TestDraw checks that the same seed gives the same formulas, another seed others, and that there are
// formulas of every shape and change.
func TestDraw(t *testing.T) {
	const n = 400
	texts := func(seed uint64) (all []string, kinds map[string]bool) {
		kinds = map[string]bool{}
		for i := range n {
			d, err := (&Source{Seed: seed}).Draw(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			all, kinds[d.Kind] = append(all, string(d.Text(extern.ShowLine))), true
		}
		return all, kinds
	}
	first, seen := texts(1)
	again, _ := texts(1)
	other, _ := texts(2)
	equal := 0
	for i := range first {
		if first[i] != again[i] {
			t.Fatalf("formula %d: got %s, then %s", i, first[i], again[i])
		}
		if first[i] == other[i] {
			equal++
		}
	}
	if equal > n/20 {
		t.Errorf("%d of %d formulas are equal with another seed", equal, n)
	}
	want := []string{"uniform, large"}
	for _, s := range shapes {
		want = append(want, s.kind)
	}
	for _, c := range mild {
		want = append(want, c.kind)
	}
	for _, kind := range want {
		if !seen[kind] {
			t.Errorf("no formula of the kind %q", kind)
		}
	}
}

// TestWrite checks the files of a finding.
func TestWrite(t *testing.T) {
	s := &Subject{Tool: &extern.Tool{Name: "it", Answer: extern.Counts, Projection: extern.ShowLine, Command: []string{"it's", "-t", "{seconds}", "{file}"}}}
	dir := t.TempDir()
	for _, want := range []string{"it-wrong-count", "it-wrong-count-2"} {
		f := &Finding{Fault: Fault{WrongCount, "the count is 2, want 1"}, Traits: []string{"two legs"}, Case: Case{"uniform", formOf(2).project(2), number(1)}}
		if err := f.Write(dir, s, "1.0", "counterproof solvers fuzz it"); err != nil || f.Folder != filepath.Join(dir, want) {
			t.Fatalf("got %q, %v, want %s", f.Folder, err, want)
		}
	}
	for name, wants := range map[string][]string{
		"formula.cnf": {"c t pmc\nc p show 2 0\np cnf 2 0\n"},
		"README.md":   {"it 1.0", "the count is 2, want 1", "two legs", "has 1 solutions", "solvers fuzz it"},
		"show.sh":     {"counterproof sat --count formula.cnf", `'it'\''s' '-t' '60' 'formula.cnf'`},
	} {
		text, err := os.ReadFile(filepath.Join(dir, "it-wrong-count", name))
		for _, want := range wants {
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: got %s, %v, want %q", name, text, err, want)
			}
		}
	}
}
