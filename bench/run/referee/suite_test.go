package referee

import (
	"bytes"
	"slices"
	"testing"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// TestSuite counts the solutions of all cases of up to 16 variables by trying all assignments. The
// fake does this, from the text. It also checks that cnf.Read understands the texts as meant, except
// for headers that are wrong.
func TestSuite(t *testing.T) {
	cases := Suite()
	if len(cases) != suiteSize {
		t.Fatalf("%d cases, want %d", len(cases), suiteSize)
	}
	kinds, checked := map[string]int{}, 0
	for i, c := range cases {
		kinds[c.Kind]++
		text := c.Text(extern.ShowLine)
		if f, err := cnf.Read(bytes.NewReader(text)); c.Layout == nil || c.Layout.vars == 0 && c.Layout.clauses == 0 {
			same := err == nil && slices.EqualFunc(f.Clauses, c.Clauses, slices.Equal[[]cnf.Lit]) && slices.Equal(f.Vars(), c.Free)
			if !same {
				t.Errorf("case %d (%s): cnf.Read gets %v and %v from %s", i, c.Kind, f, err, text)
			}
		}
		if c.NumVars > 16 {
			continue
		}
		checked++
		p := &fake{}
		if err := p.read(string(text)); err != nil {
			t.Fatal(err)
		}
		if got := len(p.models()); c.Count.Int64() != int64(got) {
			t.Errorf("case %d (%s): got %d solutions, want %v: %s", i, c.Kind, got, c.Count, text)
		}
	}
	if checked < 280 || len(kinds) < 30 {
		t.Errorf("checked %d cases of %d kinds, want at least 280 of 30", checked, len(kinds))
	}
}

// TestTable compares the truth table with trying all assignments.
func TestTable(t *testing.T) {
	for i := range 300 {
		d, err := (&Source{Seed: 3}).Draw(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if d.NumVars > 12 {
			continue
		}
		p := &fake{}
		if err := p.read(string(d.Text(extern.ShowLine))); err != nil {
			t.Fatal(err)
		}
		if got, want := table(&d.Formula), len(p.models()); got != want {
			t.Errorf("formula %d: got %d, want %d: %s", i, got, want, d.Text(extern.ShowLine))
		}
	}
}

// TestDrawVariables draws a board whose formula has no variables. The changes need one.
func TestDrawVariables(t *testing.T) {
	puzzles := slices.DeleteFunc(catalog.All(), func(p *encode.Puzzle) bool { return !generator.Draws(p) })
	d, err := (&Source{Seed: 3, Puzzles: puzzles}).Draw(t.Context(), 0x3633)
	if err != nil || d.NumVars == 0 {
		t.Errorf("%d variables, error %v, want some", d.NumVars, err)
	}
}
