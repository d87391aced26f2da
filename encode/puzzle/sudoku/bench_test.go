package sudoku

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
)

// BenchmarkSolve proves that boards have one solution: 10,000 boards per operation by
// the method domain, and 1000 by the other methods. The time includes parsing,
// reducing, searching and checking. It reports boards per second, and the median and
// longest time of a board. There are two sets of boards:
//
//	solo  1000 boards of sgt-solo --generate
//	dug   1000 minimal boards of our own, the fewest clues first
//
// The method memo is left out, because it visits every subproblem before it yields a
// solution.
func BenchmarkSolve(b *testing.B) {
	sets := boards(b)
	for _, set := range []string{"solo", "dug"} {
		for _, name := range []string{"domain", "bitset", "dlx"} {
			boards := 1000
			if name == "domain" {
				boards = 10_000
			}
			b.Run(set+"/"+name, func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					for k := range boards {
						began := time.Now()
						prove(b, sets[set][k%1000], name)
						times = append(times, time.Since(began))
					}
				}
				slices.Sort(times)
				b.ReportMetric(float64(len(times))/b.Elapsed().Seconds(), "boards/s")
				b.ReportMetric(times[len(times)/2].Seconds()*1e6, "median-us")
				b.ReportMetric(times[len(times)-1].Seconds()*1e6, "longest-us")
			})
		}
	}
}

// boards returns the two sets of boards for the benchmarks, "solo" and "dug".
func boards(b *testing.B) map[string][]string {
	sets := map[string][]string{"solo": soloIDs(b, "solo9.txt")}
	var dug []*Board
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(1, seed))
		dug = append(dug, clues.Dig(context.Background(), rng, filled(rng, box{3, 3}), unique(b)).(*Board))
	}
	slices.SortStableFunc(dug, func(x, y *Board) int { return x.Clues() - y.Clues() })
	for _, board := range dug {
		sets["dug"] = append(sets["dug"], board.String())
	}
	return sets
}

// BenchmarkDeduce parses the 1000 boards of each set and applies all rules. It reports
// boards per second, the percentage of boards solved at each level, and the percentage
// stuck. For the stuck boards it reports how many values must still be removed on
// average, until one is left in each cell.
func BenchmarkDeduce(b *testing.B) {
	sets := boards(b)
	for _, set := range []string{"solo", "dug"} {
		b.Run(set, func(b *testing.B) {
			solved := map[string]int{}
			n, left := 0, 0
			for b.Loop() {
				for _, text := range sets[set] {
					d, err := mustParse(b, text).Deduce(context.Background(), new(native.Stats), deduction.Options{})
					if err != nil || d.Broken {
						b.Fatal(text, err)
					}
					if d.Solution == nil {
						d.Level = "stuck"
						left += d.Open()
					}
					solved[d.Level]++
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "boards/s")
			for level, k := range solved {
				b.ReportMetric(100*float64(k)/float64(n), "%"+level)
			}
			if k := solved["stuck"]; k > 0 {
				b.ReportMetric(float64(left)/float64(k), "left/stuck")
			}
		})
	}
}

// BenchmarkFinal reports how many times as fast Deduce is with the option Final, by the rules of the level
// hard, as generate needs it.
func BenchmarkFinal(b *testing.B) {
	var times [2]time.Duration
	texts := boards(b)["dug"]
	for b.Loop() {
		for _, text := range texts {
			in := mustParse(b, text)
			var states [2][]uint64
			for i, final := range []bool{false, true} {
				began := time.Now()
				d, err := in.Deduce(context.Background(), new(native.Stats), deduction.Options{
					Use: func(r deduction.Rule) bool { return r.Level != levelNames[extreme] }, Final: final,
				})
				times[i] += time.Since(began)
				if err != nil {
					b.Fatal(err)
				}
				states[i] = d.State
			}
			if !slices.Equal(states[0], states[1]) {
				b.Fatal(text)
			}
		}
	}
	ratio.Report(b, 2, "final", times[0].Seconds()/times[1].Seconds())
}

// prove checks by the named method that a board has exactly one solution.
func prove(b *testing.B, text, name string) {
	board := mustParse(b, text)
	reductions := board.Reduce()
	r := reductions[slices.IndexFunc(reductions, func(r encode.Reduction) bool { return r.Method == name })]
	n := 0
	err := r.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		if err := board.Check(s); err != nil {
			b.Fatal(err)
		}
		n++
		return n < 2
	})
	if err != nil || n != 1 {
		b.Fatalf("%s: %d solutions, %v", text, n, err)
	}
}
