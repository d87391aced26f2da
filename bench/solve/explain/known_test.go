package explain

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/marginal"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

func board(t *testing.T, puzzle, text string) (*encode.Puzzle, encode.Instance) {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p, in
}

// brutal lists the solutions by brute force and returns, for each site and value, the number of
// solutions with this value at this site. If there are more than 2,000 solutions, or if brute
// force refuses the board, the result is nil.
func brutal(in encode.Instance) (t *marginal.Table) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	t = marginal.New(in)
	err := encode.BruteForce(in).Search(ctx, new(native.Stats), func(s encode.Solution) bool {
		t.Add(s)
		return t.Total.Int64() <= 2000
	})
	if err != nil || t.Total.Int64() > 2000 {
		return nil
	}
	return t
}

// TestShared compares Shared with brute force on random boards of every puzzle. The first call of
// Shared lists all solutions. The second call lists one solution, so that the SAT solver has to
// find the other values. The long form has more boards.
func TestShared(t *testing.T) {
	graphs := 0 // boards that the solution graph has counted
	defer func() {
		if graphs < 20 {
			t.Errorf("only %d boards were counted by graphs", graphs)
		}
	}()
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Name == "calendar" {
				t.Skip("its boards are too large for brute force")
			}
			rng := rand.New(rand.NewPCG(18, 2))
			checked := 0
			for tries := 0; tries < processtest.Cases(20, 40) && checked < processtest.Cases(6, 12); tries++ {
				in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				want := brutal(in)
				if want == nil {
					continue
				}
				checked++
				all, err := Shared(t.Context(), p, in, nil, 2000, answer.Watcher{})
				if err != nil || !all.Complete || all.Total.Cmp(want.Total) != 0 || !equal(all.Numbers(), want.Numbers()) || !equal(all.Seen, want.Seen) {
					t.Errorf("%s: listed %+v, %v, want %v solutions", in, all, err, want.Total)
				}
				if theory, ok := in.(encode.Explainable); ok {
					x, err := theory.Explain(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					if len(x.Marginals) > 0 && !equal(marginal.Of(in, x.Marginals).Numbers(), want.Numbers()) {
						t.Errorf("%s: the theory counts %v, want %v", in, x.Marginals, want.Counts)
					}
				}
				some, err := listed(t.Context(), in, marginal.New(in), 1, answer.Watcher{})
				if err == nil && !some.Complete {
					err = probe(t.Context(), p, in, some)
				}
				if err != nil || !some.Proved || !equal(some.Seen, want.Seen) || some.Complete != (want.Total.Int64() <= 1) {
					t.Errorf("%s: SAT finds the values %v, %v, want %v", in, some.Seen, err, want.Seen)
				}
				folded, err := Shared(t.Context(), p, in, nil, 1, answer.Watcher{})
				if err != nil || !equal(folded.Seen, want.Seen) || folded.Complete && !equal(folded.Numbers(), want.Numbers()) {
					t.Errorf("%s: the graph counts %v, %v, want %v", in, folded.Counts, err, want.Counts)
				}
				if folded.Complete && want.Total.Int64() > 1 {
					graphs++
				}
			}
			if checked == 0 {
				t.Error("no board was small enough for brute force")
			}
		})
	}
}

func equal[E comparable](a, b [][]E) bool { return slices.EqualFunc(a, b, slices.Equal) }

// TestMarginals checks the marginals against published counts. On 6 October, each of the 7
// solutions covers 41 cells. The nonogram of CSPLib has 3 solutions, which share the centre column
// and the centre row (prob012).
func TestMarginals(t *testing.T) {
	p, in := board(t, "calendar", "10-06")
	day, err := Shared(t.Context(), p, in, nil, 100, answer.Watcher{})
	if err != nil || day.Total.Int64() != 7 || !day.Complete || len(day.Counts) != 41 {
		t.Fatalf("%+v, %v", day, err)
	}
	for i, counts := range day.Counts {
		sum := int64(0)
		for _, n := range counts {
			sum += n.Int64()
		}
		if sum != 7 {
			t.Errorf("site %d: the numbers add up to %d, want 7", i, sum)
		}
	}
	p, in = board(t, "nonogram", "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3")
	x, err := Known(t.Context(), p, in, Explaining{Limit: 10, Timeout: time.Minute, Marginals: true}, answer.Watcher{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, f := range x.Facts {
		if _, twice := got[f.Name]; twice && f.Value != nil {
			t.Errorf("there are two facts %s", f.Name)
		}
		got[f.Name] = f.Value
	}
	if text := got["backbone"]; text != "??1????0??10001??0????1??" {
		t.Errorf("the backbone is %v", text)
	}
	for i, n := range got["marginals"].([][]string) {
		if sum := n[0] + "+" + n[1]; !slices.Contains([]string{"0+3", "1+2", "2+1", "3+0"}, sum) {
			t.Errorf("site %d: %s solutions, want 3", i, sum)
		}
	}
}

// TestKnownLimits checks that facts have no value if the time limit ends before they are found, and
// that Known returns the error of a context that has ended.
func TestKnownLimits(t *testing.T) {
	p, in := board(t, "pentomino", "6x10")
	x, err := Known(t.Context(), p, in, Explaining{Limit: 1 << 40, Timeout: time.Millisecond, Marginals: true}, answer.Watcher{})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range x.Facts {
		if f.Name == "backbone" {
			found = f.Value == nil && strings.Contains(f.Text, "1ms")
		}
	}
	if !found {
		t.Errorf("the facts are %+v, want a backbone that was not found in 1ms", x.Facts)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Known(ctx, p, in, Explaining{Limit: 10}, answer.Watcher{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v after the end of the context", err)
	}
}

// TestKnownAll checks that Known finds the backbone, the impossible values and a picture for the
// example of every puzzle, and that no two facts have the same key.
func TestKnownAll(t *testing.T) {
	for _, p := range catalog.All() {
		_, in := board(t, p.Name, p.Example)
		x, err := Known(t.Context(), p, in, Explaining{Limit: 1000, Timeout: time.Minute, Marginals: true}, answer.Watcher{})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		seen := map[string]int{}
		for _, f := range x.Facts {
			seen[f.Name]++
		}
		for _, name := range []string{"backbone", "impossible", "marginals"} {
			if seen[name] != 1 {
				t.Errorf("%s: %d facts are called %s", p.Name, seen[name], name)
			}
		}
		if picture, err := x.Picture(); err != nil || len(picture.Shapes) == 0 {
			t.Errorf("%s: the picture: %v", p.Name, err)
		}
	}
}
