package drat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/sat/cnf"
)

// proofText returns a proof as DRAT text.
func proofText(t *testing.T, steps []Step) string {
	t.Helper()
	var text bytes.Buffer
	w := NewWriter(&text)
	for _, s := range steps {
		write := w.Add
		if s.Delete {
			write = w.Delete
		}
		if err := write(s.Clause); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	return text.String()
}

func lratOf(t *testing.T, f *cnf.Formula, steps []Step) string {
	t.Helper()
	var lrat bytes.Buffer
	if err := WriteLRAT(t.Context(), &lrat, f, strings.NewReader(proofText(t, steps))); err != nil {
		t.Fatal(err)
	}
	return lrat.String()
}

func checkLRAT(f *cnf.Formula, lrat string) error {
	return CheckLRAT(context.Background(), f, strings.NewReader(lrat))
}

// refutations yields refutations of random formulas, with repeated clauses and many deletions.
func refutations(t *testing.T, n int, use func(f *cnf.Formula, steps []Step)) {
	r := rand.New(rand.NewPCG(5, 6))
	for range n {
		f, steps := ourProof(t, threes(r, 5+r.IntN(6), 15+r.IntN(30)), r.IntN(4)-1)
		for range 5 {
			c := f.Clauses[r.IntN(len(f.Clauses))]
			f.Add(c[:min(len(c), 1+r.IntN(3))]...)
			f.Add(f.Clauses[len(f.Clauses)-1]...)
			if r.IntN(3) > 0 { // most of the shortened clauses change the formula: keep few of them
				f.Clauses = f.Clauses[:len(f.Clauses)-2]
			}
		}
		at := r.IntN(len(steps))
		for range 20 {
			more := slices.Insert(slices.Clone(steps), at, Step{Delete: true, Clause: f.Clauses[r.IntN(len(f.Clauses))]})
			if _, err := Check(t.Context(), f, strings.NewReader(proofText(t, more))); err == nil {
				steps = more
			}
		}
		use(f, steps)
	}
}

// TestLRAT writes LRAT proofs of random formulas. The checker accepts them, and refuses proofs that lack a
// hint, have a wrong literal, lack a lemma or their end. A changed proof may be right by chance.
func TestLRAT(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	deletions, changed, refused := 0, 0, 0
	refutations(t, 150, func(f *cnf.Formula, steps []Step) {
		text := lratOf(t, f, steps)
		if err := checkLRAT(f, text); err != nil {
			t.Fatalf("%v: got %v for\n%s%v\nfrom %v", f.Clauses, err, text, steps, steps)
		}
		deletions += strings.Count(text, " d ")
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		for range 10 {
			broken := slices.Clone(lines)
			at := r.IntN(len(lines))
			words := strings.Fields(broken[at])
			switch k := len(words) - 2; r.IntN(4) {
			case 0:
				broken = slices.Delete(broken, at, at+1)
			case 1:
				broken = append(broken[:at], broken[at][:r.IntN(len(broken[at]))])
			case 2:
				words = slices.Delete(words, k, k+1)
				broken[at] = strings.Join(words, " ") + "\n"
			default:
				words[1+r.IntN(k)] = fmt.Sprint(r.IntN(40) - 20)
				broken[at] = strings.Join(words, " ") + "\n"
			}
			changed++
			err := checkLRAT(f, strings.Join(broken, ""))
			var wrong *StepError
			if err != nil && !errors.As(err, &wrong) && !errors.Is(err, ErrNoRefutation) {
				t.Errorf("got %v, want a *StepError or ErrNoRefutation", err)
			}
			if err != nil {
				refused++
			}
		}
	})
	if deletions < 100 || refused < changed/2 {
		t.Errorf("%d deletions, %d of %d changed proofs refused", deletions, refused, changed)
	}
}

// TestWrongLRAT checks that each kind of mistake is refused at its line.
func TestWrongLRAT(t *testing.T) {
	f := &cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}}
	for _, c := range []struct {
		name, proof string
		line        int // 0: accepted; -1: the end is missing
	}{
		{"right", "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", 0},
		{"ids with gaps", "9 2 0 1 2 0\n20 0 9 3 4 0\n", 0},
		{"a hint after the conflict", "5 2 0 1 2 3 0\n6 0 5 3 4 0\n", 0},
		{"empty", "", -1},
		{"no empty clause", "5 2 0 1 2 0\n", -1},
		{"missing hint", "5 2 0 1 0\n6 0 5 3 4 0\n", 1},
		{"no hints", "5 2 0 0\n", 1},
		{"useless hint", "5 2 0 1 3 0\n", 1},
		{"two open literals", "5 0 1 0\n", 1},
		{"wrong literal", "5 -2 0 1 2 0\n", 1},
		{"unknown variable", "5 3 0 1 2 0\n", 1},
		{"missing lemma", "6 0 5 3 4 0\n", 1},
		{"deleted hint", "5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", 3},
		{"deleted twice", "5 2 0 1 2 0\n5 d 3 3 0\n6 0 5 3 4 0\n", 2},
		{"an id twice", "5 2 0 1 2 0\n5 0 5 3 4 0\n", 2},
		{"an id of the formula", "4 2 0 1 2 0\n", 1},
		{"its own id as hint", "5 0 5 0\n", 1},
		{"a RAT hint", "5 2 0 -1 2 0\n", 1},
		{"after the end", "5 2 0 1 2 0\n6 0 5 3 4 0\n7 2 0 1 2 0\n", 3},
		{"cut off", "5 2 0 1 2 0\n6 0 5 3", 2},
		{"no second list", "5 2 0\n", 1},
		{"huge id", "99999999999 2 0 1 2 0\n", 1},
		{"smallest number", "5 -2147483648 0 1 2 0\n", 1},
		{"a word", "5 x 0 1 2 0\n", 1},
		{"a d in the wrong place", "d 5 1 0\n", 1},
		{"empty line", "\n", 1},
	} {
		err := checkLRAT(f, c.proof)
		var wrong *StepError
		switch {
		case c.line == 0 && err == nil:
		case c.line < 0 && errors.Is(err, ErrNoRefutation):
		case c.line > 0 && errors.As(err, &wrong) && wrong.Line == c.line:
		default:
			t.Errorf("%s: got %v, want line %d", c.name, err, c.line)
		}
	}
}

// TestVerifiedCheckerAccepts gives LRAT proofs to cake_lpr.
func TestVerifiedCheckerAccepts(t *testing.T) {
	program := processtest.Program(t, "cake_lpr")
	dir := t.TempDir()
	formula, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.lrat")
	refutations(t, processtest.Cases(20, 300), func(f *cnf.Formula, steps []Step) {
		var text bytes.Buffer
		f.Write(&text)
		if os.WriteFile(formula, text.Bytes(), 0o666) != nil || os.WriteFile(proof, []byte(lratOf(t, f, steps)), 0o666) != nil {
			t.Fatal("the files cannot be written")
		}
		cmd := exec.Command(program, formula, proof)
		cmd.Env = append(os.Environ(), "CML_HEAP_SIZE=200")
		if out, _ := cmd.CombinedOutput(); string(out) != "s VERIFIED UNSAT\n" {
			t.Fatalf("cake_lpr says %s about\n%s", out, lratOf(t, f, steps))
		}
	})
}
