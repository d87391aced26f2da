package model_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/flatzinc"
)

// guesses calls a function with 300 problems. Each constraint of Signatures begins at least five of them.
func guesses(f func(seed int, g guess)) {
	names := slices.Sorted(maps.Keys(flatzinc.Signatures))
	for seed := range 300 {
		f(seed, randomProblem(uint64(seed), names[seed%len(names)]))
	}
}

// TestGuesses checks that the random problems are varied: most have solutions, and most exclude assignments.
func TestGuesses(t *testing.T) {
	none, many := 0, 0
	guesses(func(seed int, g guess) {
		switch n := len(g.solutions); {
		case n == 0:
			none++
		case n > 1:
			many++
		}
	})
	if none > 75 || none < 5 || many < 150 {
		t.Errorf("of 300 problems, %d have no solution, and %d have several", none, many)
	}
}

// TestGuessesCheck compares the brute force with the evaluator of package flatzinc, which gets the outputs of
// solutions and of random assignments.
func TestGuessesCheck(t *testing.T) {
	guesses(func(seed int, g guess) {
		m, err := flatzinc.Read([]byte(g.text))
		if err == nil {
			err = m.Bound()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, g.text)
		}
		tries := slices.Collect(maps.Values(g.solutions))
		tries = tries[:min(len(tries), 10)]
		for range 10 {
			tries = append(tries, g.assignment())
		}
		c := flatzinc.NewChecker(m)
		for _, values := range tries {
			var given []flatzinc.Given
			for _, output := range m.Outputs {
				for _, o := range output.Elems {
					if o.Var >= 0 {
						i := slices.IndexFunc(g.vars, func(v toy) bool { return v.name == m.Vars[o.Var].Name })
						given = append(given, flatzinc.Given{Var: o.Var, Value: values[i]})
					}
				}
			}
			conflict, err := c.Complete(given)
			if _, want := g.solutions[g.solution(values)]; err != nil || (conflict == nil) != want {
				t.Fatalf("problem %d: Complete returns %v, %v for %s, want %v, in\n%s", seed, conflict, err, g.solution(values), want, g.text)
			}
		}
	})
}

// sorted sorts the outputs of a solution, which Gecode prints in another order.
func sorted(solution string) string {
	parts := strings.Split(solution, ";")
	slices.Sort(parts)
	return strings.Join(parts, ";")
}

// TestGuessesGecode compares the brute force with fzn-gecode.
func TestGuessesGecode(t *testing.T) {
	gecode := processtest.Program(t, "fzn-gecode")
	file := filepath.Join(t.TempDir(), "problem.fzn")
	compared := 0
	guesses(func(seed int, g guess) {
		if seed%processtest.Cases(6, 1) > 0 {
			return
		}
		text := strings.NewReplacer("fzn_all_different_int", "all_different_int", "fzn_table", "gecode_table").Replace(g.text)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(gecode, "-a", file).CombinedOutput()
		if err != nil && g.unusual {
			return
		}
		if err != nil {
			t.Fatalf("problem %d: %v: %s\n%s", seed, err, out, text)
		}
		got := map[string]bool{}
		list := strings.NewReplacer("\n", "", " ", "", "array1d(", "", ")", "")
		for _, s := range strings.SplitAfter(string(out), "----------\n") {
			if s, found := strings.CutSuffix(s, "----------\n"); found {
				s = regexp.MustCompile(`[0-9]+\.\.[0-9]+,`).ReplaceAllString(list.Replace(s), "")
				got[sorted(strings.TrimSuffix(s, ";"))] = true
			}
		}
		want := map[string]bool{}
		for s := range g.solutions {
			want[sorted(s)] = true
		}
		if compared++; !maps.Equal(got, want) {
			t.Errorf("problem %d: Gecode finds %d solutions, want %d, in\n%s", seed, len(got), len(want), text)
		}
	})
	t.Logf("compared %d problems with Gecode", compared)
}
