package puzzletest

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

const (
	pairs     = 40  // the number of solutions whose blocking clauses are compared
	fullCount = 200 // the largest number of solutions of a board whose models are also counted without projection
)

// projection checks what the encoder and the solvers rely on. The projected variables must be 1..k
// and mean the same in every style. In every model, exactly one literal of each group must be true.
// The projected variables must determine the solution.
func (t *trial) projection(b *board) {
	var first *encode.Encoding
	for _, style := range t.puzzle.Styles {
		t.guard("projection", b.Text, style, func() {
			enc, err := encode.CNF(t.puzzle, b.in, style)
			if err != nil {
				t.fail("projection", b.Text, style, "%v", err)
				return
			}
			if first == nil {
				first = enc
			} else if d := different(first, enc); d != "" {
				t.fail("projection", b.Text, style, "differs from style %s: %s", first.Style, d)
			}
			if t.wellFormed(b, enc) {
				t.groups(b, enc)
				t.models(b, enc)
			}
		})
	}
	if t.agrees(b, t.puzzle.Styles[0]) {
		t.guard("projection", b.Text, "Is", func() { t.siteLiterals(b) })
	}
}

// agrees reports whether the style passed the law of agreement on the board.
func (t *trial) agrees(b *board, style string) bool {
	return b.count != nil && !t.seen[[3]string{"agreement", b.Text, "sat/" + style}]
}

// keeps reports whether the style must have exactly one model for each solution. This holds for the
// default style, and for the styles that package constraint marks with Keeps.
func (t *trial) keeps(style string) bool {
	s, _ := constraint.StyleOf(style)
	return s.Keeps || style == t.puzzle.Styles[0]
}

// different describes the first difference between the projections of two styles, or returns "".
func different(a, b *encode.Encoding) string {
	switch {
	case a.Projected != b.Projected:
		return fmt.Sprintf("%d projected variables, want %d", b.Projected, a.Projected)
	case fmt.Sprint(a.Groups) != fmt.Sprint(b.Groups):
		return "the groups differ"
	case fmt.Sprint(a.Free) != fmt.Sprint(b.Free):
		return "the free literals differ"
	case !slices.Equal(a.Gives, b.Gives):
		return "the variables give different values to the sites"
	}
	return ""
}

// wellFormed checks that all variables, sites and values that the formula and its projection mention
// exist.
func (t *trial) wellFormed(b *board, enc *encode.Encoding) bool {
	bad := func(format string, args ...any) bool {
		t.fail("projection", b.Text, enc.Style, format, args...)
		return false
	}
	vars := enc.Vars()
	for i, v := range vars {
		if int(v) != i+1 {
			return bad("projected variable %d is neither in a group nor free", i+1)
		}
	}
	if len(vars) != enc.Projected || enc.NumVars < enc.Projected {
		return bad("%d projected variables of %d, but groups and free literals have %d", enc.Projected, enc.NumVars, len(vars))
	}
	for i, c := range enc.Clauses {
		for _, l := range c {
			if l == 0 || l.Var() > enc.NumVars {
				return bad("clause %d, %v, has a literal beyond the %d variables", i+1, c, enc.NumVars)
			}
		}
	}
	for _, g := range enc.Gives {
		if g.Var < 1 || g.Var > enc.Projected || g.Site < 0 || g.Site >= len(b.sites) || g.Value < 0 || g.Value >= b.sites[g.Site] {
			return bad("%+v does not name a projected variable and a value of a site", g)
		}
	}
	return true
}

// groups checks that exactly one literal of each group is true in every model. It makes one solver
// call, which looks for a model with a group that has no true literal or more than one.
func (t *trial) groups(b *board, enc *encode.Encoding) {
	f := cnf.Formula{NumVars: enc.NumVars, Clauses: slices.Clone(enc.Clauses)}
	fresh := func() cnf.Lit {
		f.NumVars++
		return cnf.Lit(f.NumVars)
	}
	var some []cnf.Lit
	for _, g := range enc.Groups {
		none, two := fresh(), fresh()
		some = append(some, none, two)
		firsts, seconds := []cnf.Lit{-two}, []cnf.Lit{-two} // two literals of the group, which must be different
		for _, l := range g {
			f.Add(-none, -l)
			x, y := fresh(), fresh()
			f.Add(-x, l)
			f.Add(-y, l)
			f.Add(-x, -y)
			firsts, seconds = append(firsts, x), append(seconds, y)
		}
		f.Add(firsts...)
		f.Add(seconds...)
	}
	if len(some) == 0 {
		return
	}
	f.Add(some...)
	f.Free = some
	err := sat.Blocking{F: &f}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		for i, g := range enc.Groups {
			n := 0
			for _, l := range g {
				if m.True(l) {
					n++
				}
			}
			if n != 1 {
				t.fail("projection", b.Text, enc.Style, "a model makes %d literals of group %d, %v, true", n, i+1, g)
				break
			}
		}
		return false
	})
	if err != nil {
		t.fail("projection", b.Text, enc.Style, "error %v", err)
	}
}

// models lists the first models. It checks that their projected variables determine the solution,
// and that a blocking clause blocks its own model and no other model.
func (t *trial) models(b *board, enc *encode.Encoding) {
	var models []cnf.Model
	err := sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		models = append(models, slices.Clone(m))
		return len(models) < pairs
	})
	if err != nil {
		t.fail("projection", b.Text, enc.Style, "error %v", err)
		return
	}
	bad := func(format string, args ...any) { t.fail("projection", b.Text, enc.Style, format, args...) }
	for i, m := range models {
		s := enc.Decode(m)
		k := m[:enc.Projected:enc.Projected]
		if got := enc.Decode(k); got != s {
			bad("Decode gives %s, but from only the variables 1..%d it gives %s", b.show(s), enc.Projected, b.show(got))
		}
		if s.Fits(b.sites) == nil {
			t.given(b, enc, m, s)
		}
		clause := enc.Blocking(k)
		if holds(clause, m) {
			bad("the blocking clause %v of %s does not block it", clause, b.show(s))
		}
		for j, other := range models {
			if i != j && !holds(clause, other) {
				bad("the blocking clause %v of %s blocks %s too", clause, b.show(s), b.show(enc.Decode(other)))
			}
		}
	}
	if t.keeps(enc.Style) && t.agrees(b, enc.Style) && b.count.IsInt64() && b.count.Int64() <= fullCount {
		t.fullModels(b, enc, enc.Style)
	}
}

func holds(clause []cnf.Lit, m cnf.Model) bool {
	return slices.ContainsFunc(clause, m.True)
}

// given checks the values that enc.Gives assigns to sites. If a variable is true in a model, the
// solution must have the value that the variable gives to its site. If there are variables for the
// value that a site has in the solution, one of them must be true.
func (t *trial) given(b *board, enc *encode.Encoding, m cnf.Model, s encode.Solution) {
	found := map[int]bool{} // the sites for whose value a variable exists, and whether such a variable is true
	wide := encode.Wide(b.sites)
	for _, g := range enc.Gives {
		yes, v := m[g.Var-1], s.At(wide, g.Site)
		if yes && v != g.Value {
			t.fail("projection", b.Text, enc.Style, "variable %d is true and gives site %d the value %d, but the solution is %s",
				g.Var, g.Site, g.Value, b.show(s))
			return
		}
		if v == g.Value {
			found[g.Site] = found[g.Site] || yes
		}
	}
	for site := range b.sites {
		if yes, given := found[site]; given && !yes {
			t.fail("projection", b.Text, enc.Style, "in the solution %s no true variable gives site %d its value", b.show(s), site)
		}
	}
}

// fullModels checks that the formula without its projection has no more models than the board has
// solutions. So the projected variables determine the auxiliary variables.
func (t *trial) fullModels(b *board, enc *encode.Encoding, what string) {
	f := enc.Formula
	f.Projection = cnf.Projection{}
	for v := range f.NumVars {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	n, want := int64(0), b.count.Int64()
	err := sat.Blocking{F: &f}.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool {
		n++
		return n <= want
	})
	switch {
	case err != nil:
		t.fail("projection", b.Text, what, "error %v", err)
	case n > want:
		t.fail("projection", b.Text, what, "style %s has more models than the %d solutions", enc.Style, want)
	}
}

// siteLiterals checks Encoder.Is. In every model, the literal for a site and a value must be true
// exactly if the solution has that value there. Making these literals must not change the number of
// models.
func (t *trial) siteLiterals(b *board) {
	e := encode.NewEncoder(b.in.Sites(), t.puzzle.Styles[0])
	b.in.Encode(e)
	is := make([][]encode.Lit, len(b.sites))
	for site, n := range b.sites {
		for v := range n {
			is[site] = append(is[site], e.Is(site, v))
		}
	}
	enc := e.Encoding()
	models := 0
	err := sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		s := enc.Decode(m)
		for site, value := range b.values(s) {
			for v, l := range is[site] {
				if m.True(l) != (value == v) {
					t.fail("projection", b.Text, "Is", "Is(%d, %d) is %t in the solution %s", site, v, m.True(l), b.show(s))
					return false
				}
			}
		}
		models++
		return models < pairs
	})
	if err != nil {
		t.fail("projection", b.Text, "Is", "error %v", err)
	}
	if b.count.IsInt64() && b.count.Int64() <= fullCount {
		t.fullModels(b, enc, "Is")
	}
}
