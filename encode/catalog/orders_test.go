package catalog

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// TestOrders draws boards of every puzzle with techniques, with any number of solutions. Deductions in
// three random orders must end in the same state as one that takes the easiest step first. The test
// also prints the sentence of each move. The long form draws 10,000 boards in all. (The laws in
// puzzletest check more on fewer boards.)
func TestOrders(t *testing.T) {
	var all []*encode.Puzzle
	for _, p := range All() {
		if _, ok := p.ExampleBoard().(deduction.Deducible); ok {
			all = append(all, p)
		}
	}
	for _, p := range all {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(34, 1))
			for range processtest.Cases(5, 10_000/len(all)+1) {
				in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				board, ok := in.(deduction.Deducible)
				if !ok {
					continue // too many values for a state
				}
				want := puzzletest.Deduce(t, board, deduction.Options{Moves: true})
				for range 3 {
					d := puzzletest.Deduce(t, board, deduction.Options{Moves: true, AnyOrder: true, Rand: rng})
					if d.Verdict() != want.Verdict() || !slices.Equal(d.State, want.State) {
						t.Fatalf("%s: another order ends in %v, want %v", in, d.State, want.State)
					}
					for i := range d.Moves {
						if d.MoveText(i) == "" {
							t.Fatalf("%s: move %d has no sentence", in, i)
						}
					}
				}
			}
		})
	}
}
