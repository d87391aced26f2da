package referee

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFakes checks that the suite and the random formulas find each fault of a fake, say what it
// depends on, and shrink a formula to at most ten clauses. A fake without a fault has no finding.
func TestFakes(t *testing.T) {
	for _, c := range []struct{ kind, fault, want string }{
		{Solver, "", ""}, {Lister, "", ""}, {Counter, "", ""},
		{Lister, "drop", "wrong list of models; right without variables that occur in no clause"},
		{Solver, "random", "wrong status; not in every run on the same text"},
		{Solver, "model", "wrong model; right without variables that occur in no clause"},
		{Counter, "unused", "wrong count; right without variables that occur in no clause"},
		{Counter, "projection", "wrong count; right without variables that occur in no clause; right without the projection"},
		{Counter, "twice", "wrong count; right if no clause has a literal twice"},
		{Counter, "order", "wrong count; right if the clauses come in another order"},
	} {
		t.Run(c.kind+" "+c.fault, func(t *testing.T) {
			none := func(*Finding) error { return nil }
			suite, fuzz := Examine((&fake{fault: c.fault}).subject(c.kind)), Examine((&fake{fault: c.fault}).subject(c.kind))
			if err := suite.Test(t.Context(), 2, none); err != nil {
				t.Fatal(err)
			}
			if err := fuzz.Fuzz(t.Context(), &Source{Seed: 1}, 2, 120, time.Time{}, none); err != nil {
				t.Fatal(err)
			}
			if n := suite.Asked + suite.Skipped; n != suiteSize || suite.Skipped > 10 || fuzz.Asked < 90 {
				t.Errorf("asked about %d of %d formulas and %d of 120, want most of them", suite.Asked, n, fuzz.Asked)
			}
			for name, a := range map[string]*Findings{"test": suite, "fuzz": fuzz} {
				found := c.want == ""
				for _, f := range a.Findings {
					t.Logf("%s: %s: %s: %s", name, f.kind(), f.Text, f.Formula.Text(showForm))
					found = found || f.kind() == c.want
					if c.want == "" || len(f.Formula.Clauses) > 10 {
						t.Errorf("%s: got the finding %q with %d clauses", name, f.kind(), len(f.Formula.Clauses))
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
// formulas of every shape.
func TestDraw(t *testing.T) {
	const n = 400
	texts := func(seed uint64) (all []string, shapes map[string]bool) {
		shapes = map[string]bool{}
		for i := range n {
			d, err := (&Source{Seed: seed}).Draw(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			all, shapes[strings.TrimSuffix(d.Shape, ", mutated")] = append(all, string(d.Text(showForm))), true
		}
		return all, shapes
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
	for _, s := range shapes {
		if !seen[s.name] {
			t.Errorf("no formula of the shape %q", s.name)
		}
	}
}

// TestWrite checks the files of a finding.
func TestWrite(t *testing.T) {
	f := &Finding{Fault: Fault{WrongCount, "the count is 2, want 1"}, Because: []string{"right on Sundays"}, Shape: "uniform",
		Formula: formOf(2, nil...).project(2), Count: number(1)}
	s := &Subject{Name: "it", Kind: Counter, Form: showForm, Command: []string{"it's", "-t", "{seconds}", "{file}"}}
	dir := t.TempDir()
	for _, want := range []string{"it-wrong-count", "it-wrong-count-2"} {
		got := f.Folder(dir, s)
		if err := f.Write(got, s, "1.0", "counterproof solvers fuzz it"); err != nil || got != filepath.Join(dir, want) {
			t.Fatalf("got %q, %v, want %s", got, err, want)
		}
	}
	for name, wants := range map[string][]string{
		"formula.cnf": {"c t pmc\nc p show 2 0\np cnf 2 0\n"},
		"README.md":   {"it 1.0", "the count is 2, want 1", "right on Sundays", "has 1 solution", "solvers fuzz it"},
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
