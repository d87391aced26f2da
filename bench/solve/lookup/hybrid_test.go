package lookup

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzle/nonogram"
	"counterproof/encode/puzzle/sudoku"
	"counterproof/native"
)

var background = context.Background()

// solutions returns how often a search yields each solution.
func solutions(tb testing.TB, search func(context.Context, *Stats, func(encode.Solution) bool) error, st *Stats) map[encode.Solution]int {
	tb.Helper()
	found := map[encode.Solution]int{}
	if err := search(background, st, func(s encode.Solution) bool { found[s]++; return true }); err != nil {
		tb.Fatal(err)
	}
	return found
}

func resolved(tb testing.TB, in encode.Instance, name string) *Method {
	tb.Helper()
	m, err := Resolve(&nonogram.Puzzle, in, method.MustParse(name))
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func randomBoard(tb testing.TB, rng *rand.Rand, side int, density float64) encode.Instance {
	tb.Helper()
	in, err := nonogram.Puzzle.Random(rng, encode.Size{H: side, W: side}, density)
	if err != nil {
		tb.Fatal(err)
	}
	return in
}

// TestHybrid compares hybrid with native and sat on random boards with no, one and many solutions,
// some of them with given values. With little patience, all parts of the search take turns.
func TestHybrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 5))
	handed, number := 0, map[int]bool{}
	for i := range 150 {
		in := randomBoard(t, rng, 4+i%4, 0.3+0.05*float64(i%3))
		if i%3 == 0 {
			var err error
			if in, err = nonogram.Puzzle.Generate(background, rng, encode.Size{}, func(encode.Instance) bool { return true }); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(in.Sites()); i%5 == 0 && n > 0 {
			in = clues.Restrict(in, []clues.Given{{Site: rng.IntN(n), Value: rng.IntN(2)}})
		}
		want := solutions(t, resolved(t, in, "native").Search, new(Stats))
		number[min(len(want), 2)] = true
		if bySAT := solutions(t, resolved(t, in, "sat").Search, new(Stats)); !maps.Equal(bySAT, want) {
			t.Fatalf("%v: sat lists %d solutions, native %d", in, len(bySAT), len(want))
		}
		if got := solutions(t, resolved(t, in, "hybrid").Search, new(Stats)); !maps.Equal(got, want) {
			t.Fatalf("%v: hybrid lists %d solutions, native %d", in, len(got), len(want))
		}
		for _, h := range []hybrid{{patience: 1, turn: 1}, {patience: 1, turn: 3}, {patience: 30, turn: 1}, {patience: 1, turn: 1 << 20}} {
			h.puzzle, h.in, h.method = &nonogram.Puzzle, in, new(Method)
			if got := solutions(t, h.search, new(Stats)); !maps.Equal(got, want) {
				t.Fatalf("%v: %+v lists %d solutions, native %d", in, h, len(got), len(want))
			}
			if h.method.Variables > 0 {
				handed++
			}
		}
	}
	if handed < 200 || len(number) < 3 {
		t.Errorf("SAT took over %d times, numbers of solutions %v", handed, number)
	}
}

// TestHybridStops checks that hybrid stops after each number of solutions when yield returns false, and
// that it returns the error of its context. It does so in the native part and in the part by SAT.
func TestHybridStops(t *testing.T) {
	in, err := nonogram.Puzzle.Parse("5x5:" + strings.TrimSuffix(strings.Repeat("1/", 10), "/")) // 5! solutions
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []hybrid{{patience: 1 << 20, turn: 1}, {patience: 1, turn: 1}, {patience: 1, turn: 1 << 20}} {
		h.puzzle, h.in, h.method = &nonogram.Puzzle, in, new(Method)
		for limit := 1; limit <= 120; limit++ {
			found := map[encode.Solution]bool{}
			err := h.search(background, new(Stats), func(s encode.Solution) bool { found[s] = true; return len(found) < limit })
			if err != nil || len(found) != limit {
				t.Fatalf("%+v: %d solutions and %v, want %d", h, len(found), err, limit)
			}
		}
		for limit := range 20 {
			ctx, cancel := context.WithCancel(background)
			n := 0
			if limit == 0 {
				cancel()
			}
			err := h.search(ctx, new(Stats), func(encode.Solution) bool {
				if n++; n == limit {
					cancel()
				}
				return true
			})
			if !errors.Is(err, context.Canceled) || n != limit {
				t.Errorf("%+v: cancelled after %d: %d solutions and %v", h, limit, n, err)
			}
		}
	}
}

// TestHybridOf checks that only nonograms have the method, which is then their default.
func TestHybridOf(t *testing.T) {
	for p, want := range map[*encode.Puzzle]string{&nonogram.Puzzle: "hybrid", &sudoku.Puzzle: "native"} {
		_, err := Resolve(p, p.ExampleBoard(), method.MustParse("hybrid"))
		if got := Default(p); got != want || (err == nil) != (got == "hybrid") {
			t.Errorf("%s: default %s and %v, want %s", p.Name, got, err, want)
		}
	}
}

// BenchmarkHybrid looks for two solutions of random 25x25 boards. It reports how many times as fast
// as native hybrid is. The native method gives up after 30,000 nodes, so on boards on which it stalls
// the ratio is a lower bound. On random boards neither engine wins, and the ratio must stay near 1.
func BenchmarkHybrid(b *testing.B) {
	for b.Loop() {
		took := map[string]time.Duration{}
		rng := rand.New(rand.NewPCG(30, 45))
		for range 8 {
			in := randomBoard(b, rng, 25, 0.4)
			for _, name := range []string{"native", "hybrid"} {
				m, n, start := resolved(b, in, name), 0, time.Now()
				st := &Stats{Native: native.Stats{Limit: native.Limit{Nodes: 30_000}}}
				err := m.Search(background, st, func(encode.Solution) bool { n++; return n < 2 })
				if took[name] += time.Since(start); err != nil && !errors.Is(err, native.ErrLimit) {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(took["hybrid"].Seconds(), "hybrid-s")
		b.ReportMetric(took["native"].Seconds()/took["hybrid"].Seconds(), "xnative")
	}
}
