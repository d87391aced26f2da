package model_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/model"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// A formatter writes solutions as the model does.
type formatter interface {
	encode.Instance
	FormatSolution(s encode.Solution) string
}

// readGuess reads a random problem.
func readGuess(t *testing.T, g guess) formatter {
	t.Helper()
	in, err := model.MiniZinc.OfFile("random.fzn", []byte(g.text), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, g.text)
	}
	return in.(formatter)
}

// compareSolutions compares the solutions that an engine lists with the brute force.
func compareSolutions(t *testing.T, g guess, in formatter, engine string, list []encode.Solution) {
	t.Helper()
	got := map[string]bool{}
	for _, s := range list {
		text := in.FormatSolution(s)
		if got[text] {
			t.Errorf("%s lists %s twice for\n%s", engine, text, g.text)
		}
		got[text] = true
	}
	if want := slices.Sorted(maps.Keys(g.solutions)); !slices.Equal(slices.Sorted(maps.Keys(got)), want) {
		t.Errorf("%s finds %d solutions, want %d, such as %.300q, for\n%s", engine, len(got), len(want), want, g.text)
	}
}

// TestGuessesNative compares the brute force with the native method, which lists and counts.
func TestGuessesNative(t *testing.T) {
	guesses(func(_ int, g guess) {
		in := readGuess(t, g)
		for _, r := range in.Reduce() {
			var list []encode.Solution
			if err := r.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
				list = append(list, s)
				return true
			}); err != nil {
				t.Fatalf("%v for\n%s", err, g.text)
			}
			compareSolutions(t, g, in, r.Method, list)
			n, err := r.Count(context.Background(), new(native.Stats))
			if err != nil || !n.IsInt64() || n.Int64() != int64(len(g.solutions)) {
				t.Errorf("%s counts %v, want %d, %v, for\n%s", r.Method, n, len(g.solutions), err, g.text)
			}
		}
	})
}

// TestGuessesClauses compares the brute force with the models of the formulas, in each style.
func TestGuessesClauses(t *testing.T) {
	guesses(func(seed int, g guess) {
		in := readGuess(t, g)
		for i, style := range model.MiniZinc.Styles {
			if (seed+i)%processtest.Cases(12, 1) > 0 {
				continue
			}
			enc, err := encode.CNF(&model.MiniZinc, in, style)
			if err != nil {
				t.Fatalf("%v for\n%s", err, g.text)
			}
			var list []encode.Solution
			err = sat.Cubes{F: &enc.Formula, Depth: -1}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
				list = append(list, enc.Decode(m))
				return true
			})
			if err != nil {
				t.Fatalf("%v for\n%s", err, g.text)
			}
			compareSolutions(t, g, in, style, list)
		}
	})
}
