package sat

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	_ "unsafe" // for go:linkname

	"github.com/crillab/gophersat/solver"

	"counterproof/sat/cnf"
)

// These tests demonstrate the functions of gophersat v1.4.0 that this package relies on, and
// the defects that it works around. A test of a defect fails if a new release fixes the defect.
// Then review the package comment and the code that works around it.

func gophersatOf(clauses [][]int, vars int) *solver.Solver {
	return solver.New(solver.ParseSliceNb(clauses, vars))
}

func clauseOf(lits ...int32) *solver.Clause { return solver.NewClause(solver.IntsToLits(lits...)) }

// fixed fails the test. The message says that gophersat does not have the named defect any more,
// and that the workaround can be removed.
func fixed(t *testing.T, format string, args ...any) {
	t.Helper()
	t.Errorf("gophersat was fixed: "+format, args...)
}

// panics runs the function f and reports whether it panicked.
func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// TestGophersatIsRightInWhatWeUse checks that ParseSliceNb, New, Solve, AppendClause and Model
// list the same models of random formulas as a truth table. The formulas include unit clauses,
// repeated literals and tautologies.
func TestGophersatIsRightInWhatWeUse(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2026))
	for range 3000 {
		vars := 1 + rng.IntN(7)
		var clauses [][]int
		for range rng.IntN(4 * vars) {
			c := make([]int, []int{3, 3, 3, 2, 4, 1}[rng.IntN(6)])
			for i := range c {
				c[i] = (1 + rng.IntN(vars)) * (1 - 2*rng.IntN(2))
			}
			clauses = append(clauses, c)
		}
		holds := func(bits int) bool {
			for _, c := range clauses {
				if !slices.ContainsFunc(c, func(l int) bool { return bits>>(max(l, -l)-1)&1 == btoi(l > 0) }) {
					return false
				}
			}
			return true
		}
		want := map[int]bool{}
		for bits := range 1 << vars {
			if holds(bits) {
				want[bits] = true
			}
		}
		s := gophersatOf(clauses, vars)
		for s.Solve() == solver.Sat {
			bits, block := 0, make([]int32, vars)
			for i, x := range s.Model() {
				bits |= btoi(x) << i
				block[i] = int32((1 + i) * (1 - 2*btoi(x)))
			}
			if !want[bits] {
				t.Fatalf("%v: model %b is wrong or came twice", clauses, bits)
			}
			delete(want, bits)
			s.AppendClause(clauseOf(block...))
		}
		if len(want) > 0 {
			t.Fatalf("%v: missed the models %v", clauses, want)
		}
	}
}

// fiftyTwo has 52 models over six variables.
var fiftyTwo = [][]int{{2, -3, 1, -4}, {-2, -3, 1, 6}, {-4, 6, 1, 3}}

func TestGophersatCountModelsIsWrong(t *testing.T) {
	if got := gophersatOf(fiftyTwo, 6).CountModels(); got == 52 {
		fixed(t, "CountModels counts 52 models")
	}
	n, err := CountModels{dayFormula(10, 6, "pairwise")}.Count(context.Background(), &cnf.Stats{})
	if err != nil {
		t.Fatal(err)
	}
	if n.Int64() == 7 {
		fixed(t, "CountModels counts the 7 solutions of 6 October")
	}
}

func TestGophersatEnumerateIsWrong(t *testing.T) {
	if got := gophersatOf(fiftyTwo, 6).Enumerate(nil, nil); got == 52 {
		fixed(t, "Enumerate counts 52 models")
	}
}

func TestGophersatStopIsNotRead(t *testing.T) {
	models, stop := make(chan []bool, 100), make(chan struct{}, 1)
	stop <- struct{}{}
	gophersatOf(fiftyTwo, 6).Enumerate(models, stop)
	if len(stop) == 0 || len(models) < 52 {
		fixed(t, "Enumerate reads its stop channel")
	}
}

func TestGophersatCountModelsPanicsWithoutClauses(t *testing.T) {
	if !panics(func() { gophersatOf(nil, 2).CountModels() }) {
		fixed(t, "CountModels accepts a formula without clauses")
	}
	if !panics(func() { gophersatOf(nil, 2).Enumerate(nil, nil) }) {
		fixed(t, "Enumerate accepts a formula without clauses")
	}
}

// TestCountModels checks that our CountModels turns a panic of gophersat into an error, and still
// works afterwards.
func TestCountModels(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	st := cnf.Stats{}
	if _, err := (CountModels{&cnf.Formula{NumVars: 2}}).Count(ctx, &st); err == nil || !strings.Contains(err.Error(), "panics") {
		t.Errorf("no clauses: got %v, want an error that reports the panic", err)
	}
	f := &cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{1, 2}, {-1, -2}}}
	if n, err := (CountModels{f}).Count(ctx, &st); err != nil || n.Int64() != 2 {
		t.Errorf("got %v and %v, want 2", n, err)
	}
	cancel()
	if _, err := (CountModels{f}).Count(ctx, &st); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v, want %v", err, context.Canceled)
	}
}

func TestGophersatAssumeForgetsUnits(t *testing.T) {
	s := gophersatOf([][]int{{1}, {2, 3}}, 3)
	s.Assume(solver.IntsToLits(-1))
	if s.Solve() == solver.Unsat {
		fixed(t, "1 and the assumption -1 are unsatisfiable")
	}
}

//go:linkname bufLits github.com/crillab/gophersat/solver.bufLits
var bufLits []solver.Lit

// TestGophersatSharesABuffer checks that two solvers write their learned clauses to the same
// buffer. It does not run two solvers in two goroutines, because that might crash the process
// or, worse, pass unnoticed.
func TestGophersatSharesABuffer(t *testing.T) {
	gophersat.Lock()
	defer gophersat.Unlock()
	for _, shift := range []int{0, 10} {
		a, b, c := 1+shift, 2+shift, 3+shift
		s := gophersatOf([][]int{{a, b, c}, {a, b, -c}, {a, -b, c}, {a, -b, -c}, {-a, b, c}, {-a, -b, c}}, c)
		if len(bufLits) == 0 {
			fixed(t, "there is no package-level buffer")
			return
		}
		const none = solver.Lit(-1)
		bufLits[0] = none
		s.Solve()
		if got := bufLits[0]; got == none {
			fixed(t, "a solver does not use the buffer")
		} else if v := int(got.Var().Int()); v < a || v > c {
			t.Errorf("got variable %d in the buffer, want one of %d to %d", v, a, c)
		}
	}
}

// TestGophersatNewVariablePanics checks that a variable unknown at the start makes the solver
// panic at the first conflict. Our formulas declare all their variables.
func TestGophersatNewVariablePanics(t *testing.T) {
	if !panics(func() {
		s := gophersatOf([][]int{{1, 2}}, 2)
		for _, c := range [][]int32{{3, 4}, {3, -4}, {-3, 4}, {-3, -4}} {
			s.AppendClause(clauseOf(c...))
		}
		s.Solve()
	}) {
		fixed(t, "AppendClause accepts a clause with a new variable")
	}
}

// prove makes the solver s write a proof while the function f runs, and returns the lines of the
// proof.
func prove(s *solver.Solver, f func()) []string {
	s.Certified, s.CertChan = true, make(chan string)
	done := make(chan []string)
	go func() {
		var lines []string
		for l := range s.CertChan {
			lines = append(lines, l)
		}
		done <- lines
	}()
	f()
	close(s.CertChan)
	return <-done
}

// TestGophersatProofHasNoDeletions checks that the proof contains every learned clause but no
// deletion, although gophersat forgets clauses. A checker must therefore keep all learned clauses.
func TestGophersatProofHasNoDeletions(t *testing.T) {
	s := gophersatOf(pigeons(8), 8*7)
	var status solver.Status
	lines := prove(s, func() { status = s.Solve() })
	st := s.Stats
	if status != solver.Unsat || st.NbDeleted == 0 {
		t.Fatalf("status %v with %d forgotten clauses: want an unsatisfiable formula and forgotten clauses", status, st.NbDeleted)
	}
	if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "d") }) {
		fixed(t, "the proof has deletions")
	}
	if got, want := len(lines), st.NbLearned+st.NbUnitLearned+1; got != want || lines[got-1] != "0" {
		t.Errorf("got %d lines of proof, the last %q; want %d, the last 0", got, lines[got-1], want)
	}
}

// pigeons returns clauses that put h pigeons into h-1 holes.
func pigeons(h int) [][]int {
	var clauses [][]int
	at := func(pigeon, hole int) int { return pigeon*(h-1) + hole + 1 }
	for p := range h {
		var c []int
		for hole := range h - 1 {
			c = append(c, at(p, hole))
			for q := range p {
				clauses = append(clauses, []int{-at(p, hole), -at(q, hole)})
			}
		}
		clauses = append(clauses, c)
	}
	return clauses
}

// TestGophersatProofLacksTheEmptyClause checks that the proof lacks its last line, the empty
// clause, if an appended clause ends the search.
func TestGophersatProofLacksTheEmptyClause(t *testing.T) {
	s := gophersatOf([][]int{{1, 2}, {1, -2}}, 2)
	var status solver.Status
	lines := prove(s, func() {
		s.Solve()
		s.AppendClause(clauseOf(-1))
		status = s.Solve()
	})
	if status != solver.Unsat {
		t.Fatalf("got %v, want %v", status, solver.Unsat)
	}
	if slices.Contains(lines, "0") {
		fixed(t, "the proof ends with the empty clause: %v", lines)
	}
}
