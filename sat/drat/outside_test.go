package drat

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// threes returns a random formula of clauses with three literals. With five clauses per
// variable, few such formulas have a model.
func threes(r *rand.Rand, vars, clauses int) *cnf.Formula {
	f := &cnf.Formula{NumVars: vars}
	for range clauses {
		var clause []cnf.Lit
		for _, v := range r.Perm(vars)[:3] {
			l := cnf.Lit(v + 1)
			if r.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		f.Add(clause...)
	}
	return f
}

// ourProof returns f with its blocking clauses, and the proof that sat.Cubes writes with the
// given depth. If depth is negative, sat.Blocking writes the proof.
func ourProof(t testing.TB, f *cnf.Formula, depth int) (*cnf.Formula, []Step) {
	var proof bytes.Buffer
	w := NewWriter(&proof)
	f = &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	for v := range f.NumVars {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	var s cnf.Solver = sat.Cubes{F: f, Depth: depth, Proof: w}
	if depth < 0 {
		s = sat.Blocking{F: f, Proof: w}
	}
	err := s.Search(context.Background(), &cnf.Stats{}, func(m cnf.Model) bool {
		all.Add(f.Blocking(m)...)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Flush()
	steps, err := readAll(&proof)
	if err != nil {
		t.Fatal(err)
	}
	return all, steps
}

// mutate changes a proof in a random place. The result may still be a valid proof.
func mutate(r *rand.Rand, f *cnf.Formula, steps []Step) []Step {
	steps = slices.Clone(steps)
	if len(steps) < 2 {
		return steps
	}
	at := r.IntN(len(steps))
	for range 20 { // most deletions do not matter
		if !steps[at].Delete {
			break
		}
		at = r.IntN(len(steps))
	}
	clause := slices.Clone(steps[at].Clause)
	switch kind := r.IntN(7); {
	case kind == 0:
		return steps[:at]
	case kind == 1:
		return slices.Delete(steps, at, at+1)
	case kind == 2:
		other := r.IntN(len(steps))
		steps[at], steps[other] = steps[other], steps[at]
	case kind == 3:
		return slices.Insert(steps, at, Step{Delete: true, Clause: f.Clauses[r.IntN(len(f.Clauses))]})
	case len(clause) == 0:
	case kind == 4:
		i := r.IntN(len(clause))
		clause[i] = -clause[i]
	case kind == 5:
		i := r.IntN(len(clause))
		clause = slices.Delete(clause, i, i+1)
	default:
		clause = append(clause, -clause[0])
	}
	steps[at].Clause = clause
	return steps
}

// verdict returns the verdict of the checker and the number of the step that decided it, counted
// from 1. Like drat-trim, it ignores steps after the empty clause.
func verdict(t testing.TB, f *cnf.Formula, steps []Step) (bool, int) {
	var step *StepError
	st, err := Check(context.Background(), f, bytes.NewReader(write(t, steps)))
	switch {
	case err == nil || errors.Is(err, ErrBehind):
		return true, st.Lemmas + st.Deletions + st.Unknown
	case errors.As(err, &step):
		return false, step.Line
	case err == ErrNoRefutation:
		return false, len(steps) + 1
	}
	t.Fatal(err)
	return false, 0
}

func naiveVerdict(f *cnf.Formula, steps []Step) (bool, int) {
	n := newNaive(f)
	for i, s := range steps {
		switch {
		case s.Delete:
			n.remove(s.Clause)
		case !n.add(s.Clause):
			return false, i + 1
		case n.refuted:
			return true, i + 1
		}
	}
	return false, len(steps) + 1
}

// TestMutatedProofs checks that our own proofs are accepted. After a mutation, Check must give
// the same verdict at the same step as the naive checker.
func TestMutatedProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	taken, refused := 0, 0
	for depth := -1; depth < 4; depth++ {
		for range 6 {
			f, steps := ourProof(t, threes(r, 9, 40), depth)
			if ok, at := verdict(t, f, steps); !ok {
				t.Fatalf("depth %d, step %d of %v is rejected: %v", depth, at, steps, f.Clauses)
			}
			for range 10 {
				broken := mutate(r, f, steps)
				ok, at := verdict(t, f, broken)
				wantOK, wantAt := naiveVerdict(f, broken)
				if ok != wantOK || at != wantAt {
					t.Fatalf("%v\n%v\ngot %v at step %d, want %v at %d", f.Clauses, broken, ok, at, wantOK, wantAt)
				}
				if ok {
					taken++
				} else {
					refused++
				}
			}
		}
	}
	if taken < 50 || refused < 50 {
		t.Errorf("%d proofs accepted and %d rejected, want at least 50 of each", taken, refused)
	}
}

// files writes a formula and a proof to files. It leaves out all comments of the formula. The
// reason is a fault of drat-trim. If the proof is empty, or if drat-trim takes the proof for a
// binary one, drat-trim reads a comment after the header as an empty clause. It then accepts any
// proof.
func files(t testing.TB, f *cnf.Formula, proof []byte) (formula, name string) {
	t.Helper()
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(text.String(), "\n"), func(line string) bool { return strings.HasPrefix(line, "c") })
	dir := t.TempDir()
	formula, name = filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	if os.WriteFile(formula, []byte(strings.Join(lines, "")), 0o666) != nil || os.WriteFile(name, proof, 0o666) != nil {
		t.Fatal("the files cannot be written")
	}
	return formula, name
}

// TestCadicalProofs checks that CaDiCaL's proofs are accepted, both as text and as binary, which is
// its default. The option --plain turns off inprocessing, because its lemmas may need RAT, which
// the checker does not support.
func TestCadicalProofs(t *testing.T) {
	processtest.Program(t, "cadical")
	r := rand.New(rand.NewPCG(3, 4))
	refuted := 0
	for range 12 {
		f := threes(r, 60, 300)
		formula, proof := files(t, f, nil)
		var stats []Stats
		for _, form := range []string{"--binary", "--no-binary"} {
			err := exec.Command("cadical", "-q", "-n", "--plain", form, formula, proof).Run()
			if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 20 {
				continue // it has a model
			}
			text, err := os.ReadFile(proof)
			if err != nil {
				t.Fatal(err)
			}
			st, err := Check(context.Background(), f, bytes.NewReader(text))
			if err != nil || st.Unknown > 0 {
				t.Errorf("%s: got %v, %v", form, st, err)
			}
			stats = append(stats, st)
		}
		if len(stats) == 2 && stats[0] == stats[1] && stats[0].Lemmas > 10 {
			refuted++
		}
	}
	if refuted < 6 {
		t.Errorf("%d formulas refuted with the same steps in both forms, want at least 6", refuted)
	}
}

// dratTrimRuns is the number of runs of drat-trim. Each takes 0.2 s.
const dratTrimRuns = 24

// TestDratTrimAgrees checks that drat-trim, in forward mode and with RUP only, gives the same
// verdicts as our checker on proofs, some of them broken. drat-trim also accepts a proof that lacks
// the empty clause at the end, if this clause follows from the lemmas. So the test appends the
// empty clause.
func TestDratTrimAgrees(t *testing.T) {
	processtest.Program(t, "drat-trim")
	r := rand.New(rand.NewPCG(5, 6))
	taken, refused := 0, 0
	for i := range dratTrimRuns {
		f, steps := ourProof(t, threes(r, 12, 60), i%6-1)
		steps = mutate(r, f, steps)
		formula, proof := files(t, f, write(t, append(steps, Step{})))
		out, _ := exec.Command("drat-trim", formula, proof, "-f", "-U").Output() // its exit status says little
		want := strings.Contains(string(out), "s VERIFIED")
		if !want && !strings.Contains(string(out), "s NOT VERIFIED") {
			t.Fatalf("drat-trim says %s", out)
		}
		ok, at := verdict(t, f, append(steps, Step{}))
		if ok != want {
			t.Errorf("got %v at step %d, drat-trim says %s\n%v\n%s", ok, at, out, f.Clauses, write(t, steps))
		}
		if ok {
			taken++
		} else {
			refused++
		}
	}
	if taken < 5 || refused < 5 {
		t.Errorf("%d proofs accepted and %d rejected, want at least 5 of each", taken, refused)
	}
}
