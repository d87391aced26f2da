package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
)

// These are formulas whose short proofs were found by hand.
const (
	// pigeons puts three pigeons into two holes; variable 2p+h-2 means pigeon p in hole h.
	pigeons = "p cnf 6 9\n1 2 0 3 4 0 5 6 0 -1 -3 0 -1 -5 0 -3 -5 0 -2 -4 0 -2 -6 0 -4 -6 0\n"
	// rivest is Rivest's formula, the first example in the papers on DRUP and DRAT. It has eight
	// clauses of three literals over four variables. None of the clauses is redundant.
	rivest = "p cnf 4 8\n1 2 -3 0 -1 -2 3 0 2 3 -4 0 -2 -3 4 0 -1 -3 -4 0 1 3 4 0 -1 2 4 0 1 -2 -4 0\n"
	// square excludes all four assignments of two variables.
	square = "p cnf 2 4\n1 2 0 -1 2 0 1 -2 0 -1 -2 0\n"
	// differ is satisfiable. Exactly one of 1 and 2 is true, and 3 is in only one clause.
	differ = "p cnf 4 3\n1 2 0 -1 -2 0 1 3 0\n"
	empty  = "p cnf 1 2\n1 0 0\n"
	units  = "p cnf 2 3\n1 0 -1 2 0 -2 0\n"
)

var knownProofs = []struct {
	name, formula, proof string
	want                 string // facts of the error; empty: the proof is accepted
	lemmas, gone, none   int    // for accepted proofs: the numbers of lemmas, deletions and unknown deletions
}{
	{"pigeons", pigeons, "-1 0\n0\n", "", 2, 0, 0},
	{"pigeons, only the empty clause", pigeons, "0\n", "line 1, []", 0, 0, 0},
	{"pigeons, by the other hole", pigeons, "1 0\n0\n", "", 2, 0, 0},
	{"Rivest", rivest, "1 2 0\n1 0\n2 0\n0\n", "", 4, 0, 0},
	{"Rivest, deleting what is no longer needed", rivest, "1 2 0\nd 1 2 -3 0\n1 0\nd 4 1 3 0\nd 1 -2 -4 0\n2 0\nd 2 3 -4 0\n0\n", "", 4, 4, 0},
	{"Rivest, deleting a clause too early", rivest, "1 2 0\nd 1 3 4 0\n1 0\n0\n", "line 3, [1]", 0, 0, 0},
	{"Rivest, two lemmas missing", rivest, "c two lemmas are not there\n\n1 0\n0\n", "line 3, [1]", 0, 0, 0},
	{"square", square, "2 0 0", "", 2, 0, 0},
	{"square, by the other variable", square, "1 0 0", "", 2, 0, 0},
	{"square, a lemma behind the empty clause", square, "2 0\n0\n1 0\n", "line 3", 0, 0, 0},
	{"square, a deletion behind the empty clause", square, "2 0 0 d 2 0", "line 1", 0, 0, 0},
	{"square, the empty clause twice", square, "2 0\n0\n0\n", "line 3", 0, 0, 0},
	{"square, nonsense behind the empty clause", square, "2 0\n0\n1 x y\n", `line 3, column 3, "x"`, 0, 0, 0},
	{"square, a comment behind the empty clause", square, "2 0\n0\nc x y\n\n", "", 2, 0, 0},
	{"square, the empty clause deleted, which does not end the proof", square, "d 0\n2 0\n", ErrNoRefutation.Error(), 0, 0, 0},
	{"square, no end", square, "2 0\n", ErrNoRefutation.Error(), 0, 0, 0},
	{"square, nothing", square, "", ErrNoRefutation.Error(), 0, 0, 0},
	{"square, a syntax error", square, "2 0\nd 1 2 0\n  x 0\n", `line 3, column 3, "x"`, 0, 0, 0},
	{"square, a lemma with a literal twice", square, "2 2 0\n-2 -2 -2 0\n0\n", "", 3, 0, 0},
	{"square, a tautology", square, "1 -1 0\nd -1 1 0\n2 0\n0\n", "", 3, 1, 0},
	{"square, a variable too many", square, "2 0\n3 2 0\n0\n", "line 2, [3 2], 3, 2", 0, 0, 0},
	{"square, deleting unknown clauses", square, "d 1 0\nd 1 3 0\nd 0\n2 0\nd 1 2 1 0\n0\n", "", 2, 1, 3},
	{"square, deleting a clause twice", square, "2 0\nd 1 2 0\nd 2 1 0\n0\n", "", 2, 1, 1},
	{"square, deleting a lemma of one literal leaves it true", square, "2 0\nd 2 0\n0\n", "", 2, 1, 0},
	{"satisfiable", differ, "1 0\n0\n", "line 1, [1]", 0, 0, 0},
	{"satisfiable, but the lemma follows", differ, "3 -2 0\n0\n", "line 2, []", 0, 0, 0},
	{"RAT, which keeps satisfiability, is rejected", differ, "3 0\n", "line 1, [3]", 0, 0, 0},
	{"a definition, which is RAT, is rejected", differ, "4 -1 0\n", "line 1, [4 -1]", 0, 0, 0},
	{"the empty clause in the formula", empty, "", "", 0, 0, 0},
	{"the empty clause in the formula and in the proof", empty, "0\n", "", 1, 0, 0},
	{"the empty clause in the formula, nonsense in the proof", empty, "1 0\nx\n", `line 2, column 1, "x"`, 0, 0, 0},
	{"the empty clause in the formula, and more behind it in the proof", empty, "0\n1 0\n", "line 2", 0, 0, 0},
	{"a conflict of units", units, "0\n", "", 1, 0, 0},
	{"a conflict of units, everything follows", units, "2 0 1 -2 0 0", "", 3, 0, 0},
	{"a conflict of units, not said", units, "", ErrNoRefutation.Error(), 0, 0, 0},
	{"no clauses", "p cnf 0 0\n", "0\n", "line 1, []", 0, 0, 0},
}

func parse(t testing.TB, text string) *cnf.Formula {
	t.Helper()
	f, err := cnf.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestKnownProofs(t *testing.T) {
	for _, tt := range knownProofs {
		t.Run(tt.name, func(t *testing.T) {
			st, err := Check(context.Background(), parse(t, tt.formula), strings.NewReader(tt.proof))
			if !facttest.Matches(err, tt.want) {
				t.Fatalf("got %v, want the facts %q", err, tt.want)
			}
			if want := (Stats{tt.lemmas, tt.gone, tt.none, st.Propagations}); err == nil && st != want {
				t.Errorf("got %v, want %v", st, want)
			}
		})
	}
}

func TestErrorsAreTyped(t *testing.T) {
	check := func(proof string) error {
		_, err := Check(context.Background(), parse(t, square), strings.NewReader(proof))
		return err
	}
	var step *StepError
	var no *NotRUPError
	if err := check("\n1 2 0 0"); !errors.As(err, &step) || step.Line != 2 || !errors.As(err, &no) || len(no.Clause) != 0 {
		t.Errorf("got %#v", err)
	}
	if err := check("-7 0"); !errors.As(err, &step) || step.Line != 1 || !facttest.States(err.Error(), "[-7], variable 7, 1 to 2") {
		t.Errorf("got %#v", err)
	}
	if err := check("2 0 0\n\n0"); !errors.As(err, &step) || step.Line != 3 || !errors.Is(err, ErrBehind) {
		t.Errorf("got %#v", err)
	}
	var syntax *cnf.SyntaxError
	if err := check("d"); !errors.As(err, &syntax) {
		t.Errorf("got %#v", err)
	}
	if err := check("c"); err != ErrNoRefutation {
		t.Errorf("got %#v", err)
	}
	c := NewChecker(parse(t, square))
	if c.Delete([]cnf.Lit{1}) {
		t.Error("deleted a clause that the checker does not have")
	}
	if err := c.Add([]cnf.Lit{1}); err != nil || !c.Delete([]cnf.Lit{1}) {
		t.Errorf("got %v, or the new clause cannot be deleted", err)
	}
}

func TestLongClauseIsCutOff(t *testing.T) {
	clause := make([]cnf.Lit, 1000)
	for i := range clause {
		clause[i] = cnf.Lit(i + 1)
	}
	f := &cnf.Formula{NumVars: len(clause)}
	if err := NewChecker(f).Add(clause); err == nil || len(err.Error()) > 300 || !facttest.States(err.Error(), "40], 960") {
		t.Errorf("got %v", err)
	}
}

// TestNoLiterals checks that numbers that are not literals are rejected like unknown variables.
// No reader produces them.
func TestNoLiterals(t *testing.T) {
	c := NewChecker(parse(t, differ))
	for _, l := range []cnf.Lit{0, 5, -5, 1 << 30, -1 << 31} {
		if c.Add([]cnf.Lit{1, 2, l}) == nil || c.Delete([]cnf.Lit{1, l}) {
			t.Errorf("%d is accepted", l)
		}
		if c.Implies([]cnf.Lit{l}) || c.Implies([]cnf.Lit{-1}, l) {
			t.Errorf("%d is implied", l)
		}
	}
}

// TestCommonAssumptionsArePropagatedOnce checks that assumptions shared by all lemmas are
// propagated once, not once per lemma.
func TestCommonAssumptionsArePropagatedOnce(t *testing.T) {
	const chain, lemmas = 1000, 200
	f := &cnf.Formula{NumVars: chain + 2*lemmas}
	for v := cnf.Lit(1); v < chain; v++ {
		f.Add(-v, v+1)
	}
	var proof strings.Builder
	for i := range cnf.Lit(lemmas) {
		a, b := chain+2*i+1, chain+2*i+2
		f.Add(-chain, -a, b)
		f.Add(-chain, -a, -b)
		fmt.Fprintf(&proof, "-1 %d 0\n", -a)
	}
	st, err := Check(context.Background(), f, strings.NewReader(proof.String()))
	if err != ErrNoRefutation || st.Lemmas != lemmas {
		t.Fatalf("got %v after %d lemmas", err, st.Lemmas)
	}
	if least, most := chain+lemmas, 2*chain+4*lemmas; st.Propagations < least || st.Propagations > most {
		t.Errorf("%d propagations, want %d to %d", st.Propagations, least, most)
	}
}

// endless is a proof that never ends. Its third read ends the context.
type endless struct {
	end func()
	n   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n++; e.n == 3 {
		e.end()
	}
	if e.n == 100 {
		return 0, errors.New("read on after the end of the context")
	}
	return copy(p, strings.Repeat("1 2 0\n", 1+len(p)/6)), nil
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := Check(ctx, parse(t, square), &endless{end: cancel}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if _, err := Check(ctx, parse(t, square), strings.NewReader("1 0 0")); err != context.Canceled {
		t.Errorf("got %v from a context that had ended", err)
	}
}

func TestReadingFails(t *testing.T) {
	failed := errors.New("the disk is gone")
	for _, proof := range []string{"", "1 0\n", "1 0\n1", "1 0\n1 ", "d 1 2 0\nc and", "a\x02", "a\x02\x00a"} {
		r := io.MultiReader(strings.NewReader(proof), iotest.ErrReader(failed))
		if _, err := Check(context.Background(), parse(t, square), r); err != failed {
			t.Errorf("%q: got %v, want %v", proof, err, failed)
		}
	}
}
