package constraint

import (
	"fmt"
	"slices"
	"testing"

	"counterproof/sat/cnf"
)

// extensions returns the number of models of f that extend each assignment of the variables 1..k.
// The result is indexed by the assignment: bit v-1 of the index is the value of variable v.
func extensions(f *cnf.Formula, k int) []int {
	table := make([]int, 1<<k)
	walk(f, nil, func(m cnf.Model) {
		index := 0
		for v := range k {
			if m[v] {
				index |= 1 << v
			}
		}
		table[index]++
	})
	return table
}

// walk calls visit with every model of f whose first variables have the values in fixed. It goes
// through the truth table, but leaves out assignments as soon as a clause is false.
func walk(f *cnf.Formula, fixed []bool, visit func(m cnf.Model)) {
	complete := make([][][]cnf.Lit, f.NumVars+1) // by the last variable of a clause
	for _, c := range f.Clauses {
		last := 0
		for _, l := range c {
			last = max(last, l.Var())
		}
		complete[last] = append(complete[last], c)
	}
	m := make(cnf.Model, f.NumVars)
	var set func(v int)
	set = func(v int) {
	clauses:
		for _, c := range complete[v] {
			for _, l := range c {
				if m.True(l) {
					continue clauses
				}
			}
			return
		}
		if v == f.NumVars {
			visit(m)
			return
		}
		for _, x := range []bool{false, true} {
			if v >= len(fixed) || fixed[v] == x {
				m[v] = x
				set(v + 1)
			}
		}
	}
	set(0)
}

// literals starts a formula in the given style and returns n literals of different variables. Every
// third literal is negative. The formula has no clause that restricts the literals.
func literals(n int, style string) (*Writer, []Lit) {
	w := newWriter(style)
	var lits []Lit
	for i := range n {
		l := w.Fresh()
		if i%3 == 2 {
			l = -l
		}
		lits = append(lits, l)
	}
	return w, lits
}

// newWriter starts an empty formula in the given style.
func newWriter(style string) *Writer { return NewWriter(new(cnf.Formula), style, nil) }

// ones returns how many of the literals are true in the assignment with the given index.
func ones(lits []Lit, index int) int {
	n := 0
	for _, l := range lits {
		if index>>(l.Var()-1)&1 == 1 == (l > 0) {
			n++
		}
	}
	return n
}

// checkTable checks that an encoding allows an assignment exactly if the function holds returns
// true for the number of true literals. It reports whether each allowed assignment has exactly one
// model.
func checkTable(t *testing.T, w *Writer, lits []Lit, holds func(n int) bool) (kept bool) {
	t.Helper()
	kept = true
	for index, models := range extensions(w.f, len(lits)) {
		want := holds(ones(lits, index))
		if (models > 0) != want {
			t.Errorf("assignment %0*b has %d models, want some: %t", len(lits), index, models, want)
		}
		kept = kept && models <= 1
	}
	return kept
}

// checkKeeps checks the field Keeps of a style. It must be true exactly if all encodings in the
// style kept the number of models.
func checkKeeps(t *testing.T, style string, kept bool) {
	t.Helper()
	if s, ok := StyleOf(style); !ok || s.Keeps != kept {
		t.Errorf("the table says %+v of style %s, which keeps the number of models: %t", s, style, kept)
	}
}

func TestAtMostOne(t *testing.T) {
	for _, style := range AtMostOneStyles {
		for n := range 13 {
			t.Run(fmt.Sprintf("%s/%d", style, n), func(t *testing.T) {
				w, lits := literals(n, style)
				w.AtMostOne(lits...)
				checkTable(t, w, lits, func(ones int) bool { return ones <= 1 })
				projected, models := 0, 0
				for _, x := range extensions(w.f, n) {
					projected += min(x, 1)
					models += x
				}
				if projected != n+1 {
					t.Errorf("%d projected models, want %d", projected, n+1)
				}
				if fresh := w.f.NumVars > n; fresh != (models > projected) {
					t.Errorf("%d models for %d projected ones, auxiliary variables: %t", models, projected, fresh)
				}
			})
		}
	}
}

// TestAtMostOneUnnamed checks at-most-one constraints in styles that name an encoding of another
// kind. The constraints must keep the number of models. For more than 16 literals, they must not
// have a clause for each pair.
func TestAtMostOneUnnamed(t *testing.T) {
	for _, n := range []int{1, 2, 15, 16, 17, 18} {
		w, lits := literals(n, "counter")
		w.AtMostOne(lits...)
		if kept := checkTable(t, w, lits, func(ones int) bool { return ones <= 1 }); !kept {
			t.Errorf("%d literals: the number of models is not kept", n)
		}
	}
	for _, x := range []struct{ n, vars, clauses int }{{16, 0, 120}, {17, 15, 61}, {256, 254, 1017}} {
		w, lits := literals(x.n, "log")
		w.AtMostOne(lits...)
		if f := w.f; f.NumVars-x.n != x.vars || len(f.Clauses) != x.clauses {
			t.Errorf("%d literals: %d auxiliary variables and %d clauses, want %d and %d", x.n, f.NumVars-x.n, len(f.Clauses), x.vars, x.clauses)
		}
	}
}

// TestAtMostOneModels checks the numbers of variables, clauses and models of the at-most-one
// encodings. Encodings with auxiliary variables must have more models than assignments of the
// literals, because the variables can have several values if no literal is true. Therefore such an
// encoding is never a default.
func TestAtMostOneModels(t *testing.T) {
	for _, x := range []struct {
		style        string
		n            int
		vars, clause int
		models       int // 0: more than n+1
	}{
		{"pairwise", 12, 0, 66, 13},
		{"sequential", 3, 0, 3, 4},
		{"sequential", 4, 3, 8, 8}, // s is ascending: 4 ways if no literal is true, 4 if one is
		{"sequential", 12, 11, 32, 0},
		{"product", 5, 0, 10, 6},
		{"product", 6, 5, 16, 0},
		{"product", 12, 7, 33, 0},
	} {
		t.Run(fmt.Sprintf("%s/%d", x.style, x.n), func(t *testing.T) {
			w, lits := literals(x.n, x.style)
			w.AtMostOne(lits...)
			f := w.f
			if got := f.NumVars - x.n; got != x.vars {
				t.Errorf("%d auxiliary variables, want %d", got, x.vars)
			}
			if got := len(f.Clauses); got != x.clause {
				t.Errorf("%d clauses, want %d", got, x.clause)
			}
			models := 0
			for _, m := range extensions(f, x.n) {
				models += m
			}
			if x.models > 0 && models != x.models || x.models == 0 && models <= x.n+1 {
				t.Errorf("%d models", models)
			}
		})
	}
}

// TestAtMostOneOfMany checks that lists of 25 to 37 literals allow one true literal but not two.
// From 26 literals on, the encoding product also encodes its rows and columns by product. An
// assignment with more than two true literals breaks the same clauses, so the test does not try
// any.
func TestAtMostOneOfMany(t *testing.T) {
	for _, style := range AtMostOneStyles {
		for _, n := range []int{25, 26, 31, 37} {
			w, lits := literals(n, style)
			w.AtMostOne(lits...)
			if f := w.f; style == "product" && n == 31 && (f.NumVars-n != 22 || len(f.Clauses) != 2*31+2*16) {
				t.Errorf("%d auxiliary variables and %d clauses, want 22 and 94", f.NumVars-n, len(f.Clauses))
			}
			for i := range n {
				for j := range i + 1 { // if j == i, one literal is true
					fixed := make([]bool, n)
					for _, l := range lits {
						fixed[l.Var()-1] = l < 0
					}
					for _, x := range []int{i, j} {
						fixed[lits[x].Var()-1] = lits[x] > 0
					}
					models := 0
					walk(w.f, fixed, func(cnf.Model) { models++ })
					if (models > 0) != (i == j) {
						t.Fatalf("%s, %d literals: with %d and %d true there are %d models", style, n, j, i, models)
					}
				}
			}
		}
	}
}

func TestPairwiseForbidsAPairOnce(t *testing.T) {
	w, lits := literals(6, "pairwise")
	w.AtMostOne(lits[:4]...)
	w.AtMostOne(lits[2:]...)
	w.AtMostOne(lits[3], lits[2])
	if got, want := len(w.f.Clauses), 6+6-1; got != want {
		t.Errorf("%d clauses, want %d", got, want)
	}
}

// TestExactlyOne checks that ExactlyOne, in every at-most-one style, allows exactly the assignments
// with one true literal. Each allowed assignment must have exactly one model.
func TestExactlyOne(t *testing.T) {
	for _, style := range AtMostOneStyles {
		for n := range 9 {
			w, lits := literals(n, style)
			w.ExactlyOne(lits...)
			if !checkTable(t, w, lits, func(ones int) bool { return ones == 1 }) {
				t.Errorf("%s, %d literals: more models than assignments", style, n)
			}
		}
	}
}

// TestCardinality checks AtMost, AtLeast, Exactly and Between with every bound and in every style,
// for up to six literals. It compares the allowed assignments with the truth table.
func TestCardinality(t *testing.T) {
	for _, style := range append(slices.Clone(AtMostOneStyles), CardinalityStyles...) {
		kept := true
		for n := range 7 {
			for k := -2; k <= n+2; k++ {
				for _, x := range []struct {
					name  string
					write func(w *Writer, lits []Lit)
					holds func(ones int) bool
				}{
					{"at most", func(w *Writer, lits []Lit) { w.AtMost(k, lits...) }, func(ones int) bool { return ones <= k }},
					{"at least", func(w *Writer, lits []Lit) { w.AtLeast(k, lits...) }, func(ones int) bool { return ones >= k }},
					{"exactly", func(w *Writer, lits []Lit) { w.Exactly(k, lits...) }, func(ones int) bool { return ones == k }},
				} {
					t.Run(fmt.Sprintf("%s/%s %d of %d", style, x.name, k, n), func(t *testing.T) {
						w, lits := literals(n, style)
						x.write(w, lits)
						kept = checkTable(t, w, lits, x.holds) && kept
					})
				}
			}
			for lo := -1; lo <= n+1; lo++ {
				for hi := -1; hi <= n+1; hi++ {
					t.Run(fmt.Sprintf("%s/%d to %d of %d", style, lo, hi, n), func(t *testing.T) {
						w, lits := literals(n, style)
						w.Between(lo, hi, lits...)
						kept = checkTable(t, w, lits, func(ones int) bool { return lo <= ones && ones <= hi }) && kept
					})
				}
			}
		}
		checkKeeps(t, style, kept)
	}
}

func TestCounter(t *testing.T) {
	for n := range 7 {
		for top := range n + 2 {
			w, lits := literals(n, "pairwise")
			rows := w.Counter(top, lits...)
			f := w.f
			for i, row := range rows {
				if want := min(i+1, top); len(row) != want {
					t.Fatalf("%d of %d: row %d has %d literals, want %d", top, n, i, len(row), want)
				}
			}
			models := 0
			walk(f, nil, func(m cnf.Model) {
				models++
				ones := 0
				for i, row := range rows {
					if m.True(lits[i]) {
						ones++
					}
					for j, l := range row {
						if m.True(l) != (ones > j) {
							t.Errorf("%d of %d: at least %d of the first %d is %t, with %d", top, n, j+1, i+1, m.True(l), ones)
						}
					}
				}
			})
			if models != 1<<n {
				t.Errorf("%d of %d: %d models, want %d", top, n, models, 1<<n)
			}
		}
	}
}

func TestOr(t *testing.T) {
	for n := range 5 {
		w, lits := literals(n, "pairwise")
		or := w.Or(lits...)
		models := 0
		walk(w.f, nil, func(m cnf.Model) {
			models++
			if want := slices.ContainsFunc(lits, m.True); m.True(or) != want {
				t.Errorf("of %v in %v Or is %t", lits, m, m.True(or))
			}
		})
		if models != 1<<n {
			t.Errorf("%d literals: %d models, want %d", n, models, 1<<n)
		}
	}
}

// TestCardinalityOfMany checks Between for 7 to 11 literals, which the encodings split into halves
// of unequal length.
func TestCardinalityOfMany(t *testing.T) {
	for _, style := range CardinalityStyles {
		for n := 7; n <= 11; n++ {
			for _, x := range [][2]int{{0, 2}, {2, n}, {3, 3}, {2, n - 2}, {1, n - 1}, {n - 2, n}, {n / 2, n/2 + 1}} {
				w, lits := literals(n, style)
				w.Between(x[0], x[1], lits...)
				if !checkTable(t, w, lits, func(ones int) bool { return x[0] <= ones && ones <= x[1] }) {
					t.Errorf("%s, %v of %d: more models than assignments", style, x, n)
				}
			}
		}
	}
}

// TestCardinalitySize checks the numbers of variables and clauses of cardinality constraints. A
// constraint that no assignment breaks must not make variables.
func TestCardinalitySize(t *testing.T) {
	for _, x := range []struct {
		style         string
		lo, hi, n     int
		vars, clauses int // clauses -1 means that the clauses are not counted
		why           string
	}{
		{"counter", 0, 2, 6, 1 + 2 + 3*4, -1, ""},
		{"counter", 3, 6, 6, 1 + 2 + 3*4, -1, ""},
		{"counter", 2, 3, 6, 1 + 2 + 3 + 4*3, -1, ""},
		{"counter", 3, 4, 6, 1 + 2 + 3 + 4*3, -1, "two or three are false"},
		{"counter", 0, 5, 6, 0, 1, "one is false"},
		{"counter", 5, 5, 6, 0, 16, "one is false: a clause and 15 pairs"},
		{"counter", 0, 6, 6, 0, 0, ""},
		{"counter", 6, 6, 6, 0, 6, ""},
		{"counter", 1, 6, 6, 0, 1, ""},
		{"counter", 0, 1, 6, 0, 15, ""},
		// Each half of the four literals has a sum with two variables and 1 + 3 + 3 clauses. At the
		// root, clauses forbid the sums (1,2) and (2,1), which are too large, and (0,1) and (1,0),
		// which are too small.
		{"totalizer", 2, 2, 4, 4, 2*7 + 4, ""},
		// A comparator has six clauses and two variables.
		{"network", 1, 3, 4, 2 * 5, 6*5 + 2, "5 comparators, Knuth, TAOCP 3, 5.3.4"},
		{"network", 1, 7, 8, 2 * 19, 6*19 + 2, "19 comparators, Knuth, TAOCP 3, 5.3.4"},
		{"network", 1, 15, 16, 2 * 63, 6*63 + 2, "63 comparators, Knuth, TAOCP 3, 5.3.4"},
		// Two pairs are sorted. The comparator of their first literals has two outputs. The
		// comparator of their second literals and the last comparator have one output each.
		{"network", 0, 2, 4, 2*2 + 2 + 1 + 1, 6*2 + 6 + 6 + 1, "the last output is not made"},
		// The sum of n literals has b binary digits. It takes n-b full adders if n = 2^b - 1.
		{"adder", 3, 7, 7, 2 * 4, 14*4 + 2, "4 full adders; no fewer than 011"},
	} {
		w, lits := literals(x.n, x.style)
		w.Between(x.lo, x.hi, lits...)
		if got := w.f.NumVars - x.n; got != x.vars {
			t.Errorf("%s, %d to %d of %d: %d auxiliary variables, want %d", x.style, x.lo, x.hi, x.n, got, x.vars)
		}
		if got := len(w.f.Clauses); x.clauses >= 0 && got != x.clauses {
			t.Errorf("%s, %d to %d of %d: %d clauses, want %d", x.style, x.lo, x.hi, x.n, got, x.clauses)
		}
	}
}

func TestConstraintsLeaveTheirLiteralsAlone(t *testing.T) {
	for _, s := range Styles() {
		w, lits := literals(12, s.Name)
		want := fmt.Sprint(lits)
		w.AtMostOne(lits...)
		w.ExactlyOne(lits...)
		w.Between(2, 4, lits...)
		w.Between(8, 10, lits...)
		w.AtLeast(1, lits...)
		w.Xor(true, lits...)
		w.Xor(true, lits[:3]...)
		x, y := &Int{0, lits[:5]}, &Int{0, lits[5:]}
		w.Sum(3, 7, Term{1, x}, Term{-2, y})
		w.Sum(2, 3, Term{1, x})
		for _, c := range w.f.Clauses {
			for i := range c {
				c[i] = 0
			}
		}
		if got := fmt.Sprint(lits); got != want {
			t.Errorf("%s: the literals are %s, were %s", s.Name, got, want)
		}
	}
}

// TestExtensions checks the function extensions, on which the other tests rely, for a formula that
// can be counted by hand.
func TestExtensions(t *testing.T) {
	f := &cnf.Formula{NumVars: 4}
	f.Add(1, 2)
	f.Add(-1, 3)
	for index, got := range extensions(f, 2) {
		want := []int{0, 2, 4, 2}[index]
		if got != want {
			t.Errorf("assignment %02b: %d models, want %d", index, got, want)
		}
	}
	if got := len(extensions(&cnf.Formula{NumVars: 3}, 3)); got != 8 {
		t.Errorf("%d rows, want 8", got)
	}
}
