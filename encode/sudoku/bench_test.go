package sudoku

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/native"
)

// BenchmarkSolve proves boards unique: read, reduced, searched and checked. It
// reports the boards a second, the median and the longest time of a board.
//
//	solo  the 9x9 boards of testdata/solo.txt, from sgt-solo --generate 60 3x3
//	dug   100 minimal boards of our own, the fewest clues first
func BenchmarkSolve(b *testing.B) {
	data, err := os.ReadFile("testdata/solo.txt")
	if err != nil {
		b.Fatal(err)
	}
	sets := map[string][]string{"solo": strings.Fields(string(data))[8:68]}
	var dug []*Board
	for seed := range uint64(100) {
		dug = append(dug, encode.Dig(rand.New(rand.NewPCG(1, seed)), filled(rand.New(rand.NewPCG(2, seed)), 3), single).(*Board))
	}
	slices.SortStableFunc(dug, func(x, y *Board) int { return x.Clues() - y.Clues() })
	for _, board := range dug {
		sets["dug"] = append(sets["dug"], board.String())
	}
	for _, set := range []string{"solo", "dug"} {
		for i, name := range []string{"domain", "memo", "bitset", "dlx"} {
			if name == "memo" {
				continue // it does not stop at a second solution before it has met every subproblem
			}
			b.Run(set+"/"+name, func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					for _, text := range sets[set] {
						began := time.Now()
						board := mustParse(b, text)
						n := 0
						err := board.Reduce()[i].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
							if err := board.Check(s); err != nil {
								b.Fatal(err)
							}
							n++
							return n < 2
						})
						if err != nil || n != 1 {
							b.Fatalf("%s: %d solutions, %v", text, n, err)
						}
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
