package sherlock

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// BenchmarkGenerate measures how long it takes to generate a board. Every iteration has
// its own seed.
func BenchmarkGenerate(b *testing.B) {
	for _, size := range []encode.Size{{H: 5, W: 6}, {H: 6, W: 6}, {H: 7, W: 7}, {H: 8, W: 8}} {
		b.Run(size.String(), func(b *testing.B) {
			clues, seed := 0, uint64(0)
			for b.Loop() {
				in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), size, encode.OneSolution)
				if err != nil {
					b.Fatal(err)
				}
				clues += len(in.(*Board).clues)
				seed++
			}
			b.ReportMetric(float64(clues)/float64(b.N), "clues/board")
		})
	}
}

// BenchmarkUnique proves that the zebra puzzle and some generated boards have one
// solution.
func BenchmarkUnique(b *testing.B) {
	boards := map[string]*Board{"zebra": mustParse(b, zebra)}
	for _, size := range []encode.Size{{H: 5, W: 6}, {H: 8, W: 8}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), size, encode.OneSolution)
		if err != nil {
			b.Fatal(err)
		}
		boards[size.String()] = in.(*Board)
	}
	for _, board := range slices.Sorted(maps.Keys(boards)) {
		for _, name := range []string{"native", "sat/pairwise", "sat/sequential", "sat/product", "sat/" + support} {
			b.Run(board+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if n := len(puzzletest.List(b, &Puzzle, boards[board], name, 2)); n != 1 {
						b.Fatalf("%d solutions, want 1", n)
					}
				}
			})
		}
	}
}

// BenchmarkDeduce applies all rules to the zebra puzzle and to ten generated boards of
// each size.
func BenchmarkDeduce(b *testing.B) {
	boards := map[string][]*Board{"zebra": {mustParse(b, zebra)}}
	for _, size := range []encode.Size{{H: 5, W: 6}, {H: 8, W: 8}} {
		rng := rand.New(rand.NewPCG(1, 0))
		for range 10 {
			boards[size.String()] = append(boards[size.String()], dug(context.Background(), rng, size, encode.OneSolution))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(boards)) {
		b.Run(name, func(b *testing.B) {
			solved, n := 0, 0
			for b.Loop() {
				for _, board := range boards[name] {
					if n++; puzzletest.Deduce(b, board, deduction.Options{}).Solution != nil {
						solved++
					}
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "boards/s")
			b.ReportMetric(float64(solved)/float64(n), "solved/board")
		})
	}
}
