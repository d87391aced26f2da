package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/puzzle/lightsout"
	"counterproof/sat/cnf"
)

// everyWay returns all search methods for a formula; they must list the same solutions.
func everyWay(f *cnf.Formula) map[string]cnf.Solver {
	ways := map[string]cnf.Solver{"blocking": Blocking{F: f}, "restarting": Restarting{F: f}, "cubes": Cubes{F: f, Depth: -1},
		"prepared blocking": Blocking{Base: Prepare(f, false)}, "prepared cubes": Cubes{Base: Prepare(f, true), Depth: -1, later: handOver - 1}}
	for d := range 6 {
		ways[fmt.Sprintf("cubes=%d", d)] = Cubes{F: f, Depth: d}
	}
	for _, open := range []int{0, 1, 3} { // with the usual handOver, automatic depth would not split such small formulas
		ways[fmt.Sprintf("cubes to %d open", open)] = Cubes{F: f, Depth: -1, later: handOver - open}
	}
	return ways
}

// list runs a search and returns its solutions, sorted. Each solution is a string of the values
// of the projected variables, in order.
func list(t fataler, f *cnf.Formula, s cnf.Solver) (solutions []string, st cnf.Stats) {
	t.Helper()
	err := s.Search(context.Background(), &st, func(m cnf.Model) bool {
		if err := f.Check(m); err != nil {
			t.Fatalf("a wrong model was yielded: %v", err)
		}
		solutions = append(solutions, projected(f, m))
		return true
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	slices.Sort(solutions)
	return solutions, st
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func projected(f *cnf.Formula, m cnf.Model) string {
	var b strings.Builder
	for _, v := range f.Vars() {
		b.WriteByte("01"[btoi(m[v-1])])
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// truthTable lists the solutions of f, sorted, by trying all assignments.
func truthTable(f *cnf.Formula) []string {
	var solutions []string
	for bits := range 1 << f.NumVars {
		m := make(cnf.Model, f.NumVars)
		for i := range m {
			m[i] = bits>>i&1 == 1
		}
		if f.Check(m) == nil {
			solutions = append(solutions, projected(f, m))
		}
	}
	slices.Sort(solutions)
	return slices.Compact(solutions)
}

// drawFormula returns a random formula of at most 12 variables. Its groups may overlap. The clauses
// of a group make exactly one of its literals true. The formula also has free variables, auxiliary
// variables and arbitrary clauses, including empty clauses and tautologies.
func drawFormula(t *rapid.T) *cnf.Formula {
	e := encode.NewEncoder(nil, rapid.SampledFrom(constraint.AtMostOneStyles).Draw(t, "style"))
	k := rapid.IntRange(0, 7).Draw(t, "variables")
	lit := func(vars int) *rapid.Generator[cnf.Lit] {
		return rapid.Map(rapid.IntRange(1, 2*vars), func(n int) cnf.Lit {
			if n > vars {
				return cnf.Lit(vars - n)
			}
			return cnf.Lit(n)
		})
	}
	var groups [][]cnf.Lit
	var free []cnf.Lit
	if k > 0 {
		byVar := func(l cnf.Lit) int { return l.Var() }
		groups = rapid.SliceOfN(rapid.SliceOfNDistinct(lit(k), 1, 5, byVar), 0, 3).Draw(t, "groups")
		free = rapid.SliceOfN(lit(k), 0, 5).Draw(t, "free")
	}
	e.Project(groups, free, nil)
	for _, g := range groups {
		e.ExactlyOne(g...)
	}
	f := &e.Encoding().Formula
	f.NumVars = max(f.NumVars, k) + rapid.IntRange(0, 2).Draw(t, "auxiliaries")
	if f.NumVars > 12 {
		t.Skip("too many auxiliaries for a truth table")
	}
	if f.NumVars > 0 {
		f.Clauses = append(f.Clauses, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []cnf.Lit {
			length := rapid.SampledFrom([]int{3, 3, 3, 2, 2, 4, 5, 1, 0}).Draw(t, "length")
			return rapid.SliceOfN(lit(f.NumVars), length, length).Draw(t, "clause")
		}), 0, 12).Draw(t, "clauses")...)
	}
	return f
}

func TestSearchAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		want := truthTable(f)
		for name, s := range everyWay(f) {
			if got, _ := list(t, f, s); !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", name, got, want)
			}
		}
	})
}

// TestListAgainstTruthTables checks that every model of a random formula is in one of the cubes
// that List yields, and that no assignment is in two cubes.
func TestListAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		for depth := -1; depth < 5; depth++ {
			for _, open := range []int{0, 1, 3, handOver} {
				var cubes [][]cnf.Lit
				err := Cubes{F: f, Depth: depth, later: handOver - open}.List(context.Background(), func(cube []cnf.Lit) bool {
					cubes = append(cubes, slices.Clone(cube))
					return true
				})
				if err != nil {
					t.Fatalf("%v", err)
				}
				for bits := range 1 << f.NumVars {
					m := make(cnf.Model, f.NumVars)
					for i := range m {
						m[i] = bits>>i&1 == 1
					}
					in := 0
					for _, cube := range cubes {
						in += btoi(!slices.ContainsFunc(cube, func(l cnf.Lit) bool { return !m.True(l) }))
					}
					if in > 1 || in == 0 && f.Check(m) == nil {
						t.Fatalf("depth %d, to %d open: %v is in %d of the cubes %v", depth, open, m, in, cubes)
					}
				}
			}
		}
	})
}

// TestList checks the cubes of 6 October. The number of listed cubes must be the number of cubes
// that a search passes to the solver, plus the number of cubes in which propagation leaves no open
// variable. List must stop when yield returns false or the context is cancelled.
func TestList(t *testing.T) {
	f := dayFormula(10, 6, "pairwise")
	for _, depth := range []int{-1, 0, 2, 4} {
		n := 0
		c := Cubes{F: f, Depth: depth}
		if err := c.List(context.Background(), func([]cnf.Lit) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		_, st := list(t, f, c)
		if int64(n) < st.Cubes || int64(n) > st.Cubes+7 {
			t.Errorf("depth %d: got %d cubes, want %d and at most one more per solution", depth, n, st.Cubes)
		}
		if depth == 0 {
			continue
		}
		n = 0
		if err := c.List(context.Background(), func([]cnf.Lit) bool { n++; return n < 2 }); err != nil || n != 2 {
			t.Errorf("depth %d: stopped: got %d cubes and %v, want 2", depth, n, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	if err := (Cubes{F: f, Depth: 3}).List(ctx, func([]cnf.Lit) bool { n++; cancel(); return true }); n != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %d cubes and %v, want 1 and %v", n, err, context.Canceled)
	}
}

func TestSearchEdges(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    cnf.Formula
		want int
	}{
		{"no variables", cnf.Formula{}, 1},
		{"no variables and an empty clause", cnf.Formula{Clauses: [][]cnf.Lit{{}}}, 0},
		{"no clauses", cnf.Formula{NumVars: 3, Projection: cnf.Projection{Free: []cnf.Lit{1, 2, 3}}}, 8},
		{"nothing projected", cnf.Formula{NumVars: 3, Clauses: [][]cnf.Lit{{1, 2}}}, 1},
		{"a projected variable in no clause", cnf.Formula{NumVars: 3, Clauses: [][]cnf.Lit{{1}},
			Projection: cnf.Projection{Free: []cnf.Lit{1, 3}}}, 2},
		{"the same free variable again and negated", cnf.Formula{NumVars: 2,
			Projection: cnf.Projection{Free: []cnf.Lit{1, -1, 2, 1}}}, 4},
		{"unit clauses that contradict each other", cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{1}, {1}, {-1}},
			Projection: cnf.Projection{Free: []cnf.Lit{1}}}, 0},
		{"an auxiliary that refutes what implies it", cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{-1, 2}, {-2, -1}},
			Projection: cnf.Projection{Free: []cnf.Lit{1}}}, 1},
		{"an auxiliary that refutes another", cnf.Formula{NumVars: 4, Clauses: [][]cnf.Lit{{-3, 2}, {-2, -3}, {-1, 3}},
			Projection: cnf.Projection{Free: []cnf.Lit{1, 4}}}, 2},
		{"a group without options", cnf.Formula{NumVars: 1, Clauses: [][]cnf.Lit{{}},
			Projection: cnf.Projection{Groups: [][]cnf.Lit{{}}}}, 0},
	} {
		for name, s := range everyWay(&tt.f) {
			if got, _ := list(t, &tt.f, s); len(got) != tt.want {
				t.Errorf("%s, %s: got %d solutions, want %d", tt.name, name, len(got), tt.want)
			}
		}
	}
}

// TestSearchRefusesBrokenGroups checks that every method returns an error if each model makes no
// literal or two literals of a group true. Every model must break a group, because the blocking
// clause of a correct model could hide the models that break a group.
func TestSearchRefusesBrokenGroups(t *testing.T) {
	for _, clauses := range [][][]cnf.Lit{
		{{-1}, {-2}, {-3}},    // no literal is true
		{{1, 2, 3}, {1}, {2}}, // at least two are true
	} {
		f := &cnf.Formula{NumVars: 3, Clauses: clauses, Projection: cnf.Projection{Groups: [][]cnf.Lit{{1, 2, 3}}}}
		for name, s := range everyWay(f) {
			err := s.Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool { return true })
			if err == nil {
				t.Errorf("%v, %s: got no error", clauses, name)
			}
		}
	}
}

// TestSearchCalendar checks that Cubes finds the 7 solutions of 6 October in each style.
func TestSearchCalendar(t *testing.T) {
	for _, style := range constraint.AtMostOneStyles {
		f := dayFormula(10, 6, style)
		for _, depth := range []int{-1, 2} {
			got, st := list(t, f, Cubes{F: f, Depth: depth})
			if len(got) != 7 {
				t.Errorf("%s, depth %d: got %d solutions, want 7", style, depth, len(got))
			}
			if st.Cubes == 0 || st.Closed == 0 || st.Conflicts == 0 || st.Decisions == 0 || st.Seconds <= 0 {
				t.Errorf("%s, depth %d: got %+v", style, depth, st)
			}
		}
	}
}

func TestSearchStops(t *testing.T) {
	f := &cnf.Formula{NumVars: 8, Clauses: [][]cnf.Lit{{1, 2}}}
	for v := cnf.Lit(1); v <= 8; v++ {
		f.Free = append(f.Free, v)
	}
	for name, s := range everyWay(f) {
		n := 0
		err := s.Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool { n++; return n < 3 })
		if n != 3 || err != nil {
			t.Errorf("%s: stopped by yield: got %d models and %v, want 3 and no error", name, n, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		st := cnf.Stats{}
		err = s.Search(ctx, &st, func(cnf.Model) bool {
			if n++; n == 3 {
				cancel()
			}
			return true
		})
		if n != 3 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled: got %d models and %v, want 3 and %v", name, n, err, context.Canceled)
		}
		if err := s.Search(ctx, &st, func(cnf.Model) bool { n++; return true }); n != 3 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled before the search: got %d more models and %v", name, n-3, err)
		}
	}
}

// TestSearchInsideASearch checks that a search started inside another search neither blocks on
// the lock nor disturbs the outer search.
func TestSearchInsideASearch(t *testing.T) {
	f := dayFormula(10, 6, "product")
	n := 0
	err := Cubes{F: f, Depth: 3}.Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool {
		n++
		inner, _ := list(t, f, Cubes{F: f, Depth: -1})
		return len(inner) == 7
	})
	if n != 7 || err != nil {
		t.Errorf("got %d solutions and %v, want 7", n, err)
	}
}

// TestSearchInTwoGoroutines checks that two goroutines can alternate in gophersat, whose
// solvers share a buffer.
func TestSearchInTwoGoroutines(t *testing.T) {
	f := dayFormula(10, 6, "product")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			got := 0
			err := Cubes{F: f, Depth: 1}.Search(context.Background(), &cnf.Stats{}, func(cnf.Model) bool { got++; return true })
			if got != 7 || err != nil {
				t.Errorf("got %d solutions and %v, want 7", got, err)
			}
		})
	}
	wg.Wait()
}

// TestCubesGoAlongParities checks a formula without groups. Cubes must split on variables whose
// values imply values of other variables. Splitting by the most frequent variable left gophersat
// 364,000 conflicts on this board; splitting by the shortest clause leaves none.
func TestCubesGoAlongParities(t *testing.T) {
	in, err := lightsout.Puzzle.Parse(strings.TrimSuffix(strings.Repeat("#########/", 9), "/"))
	if err != nil {
		t.Fatal(err)
	}
	enc, err := encode.CNF(&lightsout.Puzzle, in, "direct")
	if err != nil {
		t.Fatal(err)
	}
	solutions, st := list(t, &enc.Formula, Cubes{F: &enc.Formula, Depth: -1})
	if len(solutions) != 256 || st.Conflicts > 1000 {
		t.Errorf("%d solutions after %d conflicts, want 256 (nullity 8, A159257) after at most 1000", len(solutions), st.Conflicts)
	}
}

// TestMore adds random clauses between the models of random formulas. Blocking must list the models
// that obey all clauses, and besides them only models that obey the clauses so far.
func TestMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		vars := f.Vars()
		both := *f
		both.Clauses = slices.Clone(f.Clauses)
		draw := func() (clauses [][]cnf.Lit) {
			if len(vars) > 0 && rapid.Bool().Draw(t, "more") {
				clause := rapid.SliceOfNDistinct(rapid.SampledFrom(vars), 1, 3, cnf.Lit.Var).Draw(t, "clause")
				if rapid.Bool().Draw(t, "negative") {
					clause[0] = -clause[0]
				}
				clauses = [][]cnf.Lit{clause}
			}
			both.Clauses = append(both.Clauses, clauses...)
			return clauses
		}
		got := map[string]bool{}
		err := Blocking{F: f, More: draw}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
			s := projected(f, m)
			if got[s] || both.Check(m) != nil {
				t.Fatalf("got %s again, or against a clause: %v", s, both.Check(m))
			}
			got[s] = true
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range truthTable(&both) {
			if !got[s] {
				t.Fatalf("%s is missing", s)
			}
		}
	})
}
