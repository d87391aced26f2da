package opb

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/sat"
	"counterproof/sat/cnf"
)

// TestClausesAgainstTruthTables compares the projected models of Clauses with truth tables, on small
// problems with weights of both signs.
func TestClausesAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "variables")
		p := &Problem{NumVars: n}
		scale := rapid.SampledFrom([]int{1, 1, 3, 1 << 50}).Draw(t, "scale")
		weight := rapid.SampledFrom([][2]int{{1, 1}, {-1, 1}, {-5, 5}}).Draw(t, "weights")
		for range rapid.IntRange(0, 3).Draw(t, "constraints") {
			c := Constraint{Equal: rapid.Bool().Draw(t, "equal")}
			for range rapid.IntRange(0, 6).Draw(t, "terms") {
				if n > 0 {
					l := cnf.Lit(rapid.IntRange(1, n).Draw(t, "variable"))
					if rapid.Bool().Draw(t, "negated") {
						l = -l
					}
					c.Terms = append(c.Terms, Term{scale * rapid.IntRange(weight[0], weight[1]).Draw(t, "weight"), l})
				}
			}
			c.Bound = scale*rapid.IntRange(-6, 6).Draw(t, "bound") + rapid.IntRange(0, 1).Draw(t, "more")
			p.Constraints = append(p.Constraints, c)
		}
		f, err := p.Clauses()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := (sat.Cubes{F: f, Depth: -1}).Search(t.Context(), &cnf.Stats{}, func(m cnf.Model) bool {
			got = append(got, fmt.Sprint(m[:n]))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		want := models(p)
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("got the models %v, want %v", got, want)
		}
	})
}
