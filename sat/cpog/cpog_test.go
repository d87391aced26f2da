package cpog_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/sat/cnf"
	"counterproof/sat/cpog"
)

// random returns a formula with 3 to 8 variables that projects to some of them, or to all. Its clauses
// may have a literal twice, or a variable and its negation, unless plain is true.
func random(r *rand.Rand, plain bool) *cnf.Formula {
	n := 3 + r.IntN(6)
	f := &cnf.Formula{NumVars: n}
	for range r.IntN(3 * n) {
		var clause []cnf.Lit
		for range 1 + r.IntN(4) {
			l := cnf.Lit(1 + r.IntN(n))
			if r.IntN(2) == 0 {
				l = -l
			}
			if !plain || !slices.ContainsFunc(clause, func(k cnf.Lit) bool { return k.Var() == l.Var() }) {
				clause = append(clause, l)
			}
		}
		f.Add(clause...)
	}
	all := r.IntN(2) == 0
	for v := range n {
		if all || r.IntN(2) == 0 {
			f.Free = append(f.Free, cnf.Lit(v+1))
		}
	}
	return f
}

// brute counts the solutions of a small formula by its truth table.
func brute(f *cnf.Formula) int64 {
	solutions := map[int]bool{}
	mask := 0
	for _, v := range f.Vars() {
		mask |= 1 << (v - 1)
	}
	for x := range 1 << f.NumVars {
		isTrue := func(l cnf.Lit) bool { return (x>>(l.Var()-1)&1 == 1) == (l > 0) }
		if !slices.ContainsFunc(f.Clauses, func(c []cnf.Lit) bool { return !slices.ContainsFunc(c, isTrue) }) {
			solutions[x&mask] = true
		}
	}
	return int64(len(solutions))
}

func check(f *cnf.Formula, proof string) (*cpog.Result, error) {
	return cpog.Check(context.Background(), f, strings.NewReader(proof))
}

// TestRandomFormulas compares the counts with truth tables.
func TestRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	unsatisfiable, projected := 0, 0
	n := processtest.Cases(600, 6000)
	for i := range n {
		f := random(r, false)
		proof := proofOf(f, r, i%2 == 0)
		got, err := check(f, proof)
		want := brute(f)
		if err != nil || got.Count.Int64() != want {
			t.Fatalf("got %v, %v, want %d: %v projected to %v\n%s", got, err, want, f.Clauses, f.Vars(), proof)
		}
		if want == 0 {
			unsatisfiable++
		}
		if strings.Contains(proof, " t ") {
			projected++
		}
	}
	if unsatisfiable < n/10 || projected < n/10 {
		t.Errorf("%d unsatisfiable formulas and %d proofs with Skolem nodes of %d, want a tenth of each", unsatisfiable, projected, n)
	}
}

// mutate changes a proof in a random place. The result may still be a valid proof.
func mutate(r *rand.Rand, proof string) string {
	lines := strings.Split(strings.TrimSuffix(proof, "\n"), "\n")
	at, other := r.IntN(len(lines)), r.IntN(len(lines))
	words := strings.Fields(lines[at])
	i, j := r.IntN(len(words)), r.IntN(len(words))
	n, err := strconv.Atoi(words[i])
	switch kind := r.IntN(9); {
	case kind == 0:
		return strings.Join(slices.Delete(lines, at, at+1), "\n") + "\n"
	case kind == 1:
		lines[at], lines[other] = lines[other], lines[at]
	case kind == 2:
		return strings.Join(slices.Insert(lines, at, lines[other]), "\n") + "\n"
	case kind == 3:
		words[i], words[j] = words[j], words[i]
	case kind == 4:
		words = slices.Delete(words, i, i+1)
	case kind == 5:
		words[i] = words[j]
	case err != nil:
		words[i] = []string{"a", "as", "p", "s", "t", "D", "d", "r", "c"}[r.IntN(9)]
	case kind == 6:
		words[i] = strconv.Itoa(-n)
	case kind == 7:
		words[i] = strconv.Itoa(n + 1 - 2*r.IntN(2))
	default:
		words = slices.Insert(words, i, strconv.Itoa(r.IntN(2*n*n+3)-n*n))
	}
	if lines[at] != lines[other] {
		lines[at] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestMutatedProofs checks that a proof that is accepted after a mutation still has the right count, and
// that a refusal names a line.
func TestMutatedProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	taken, refused := 0, 0
	for range processtest.Cases(400, 4000) {
		f := random(r, false)
		want := brute(f)
		proof := proofOf(f, r, true)
		for range 10 {
			broken := mutate(r, proof)
			got, err := check(f, broken)
			var at *cpog.LineError
			switch {
			case err == nil && got.Count.Int64() != want:
				t.Fatalf("accepted count %d, want %d: %v projected to %v\n%s", got.Count, want, f.Clauses, f.Vars(), broken)
			case err == nil:
				taken++
			case !errors.As(err, &at) || at.Line < 1 || at.Line > strings.Count(broken, "\n")+1:
				t.Fatalf("want a *LineError with a line, got %v\n%s", err, broken)
			default:
				refused++
			}
		}
	}
	t.Logf("%d mutated proofs accepted, %d refused", taken, refused)
	if taken < refused/50 || refused < 300 {
		t.Errorf("%d mutated proofs accepted and %d refused, want at least 1 of 50 and 300", taken, refused)
	}
}
