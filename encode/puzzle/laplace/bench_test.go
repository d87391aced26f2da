package laplace

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/native"
)

// BenchmarkCount counts the solutions of boards by SAT in both styles, and by linear algebra. The
// clues of the boards are the sums of random numbers.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name  string
		board *Board
	}{
		{"sum3x4/0..9", newBoard(sum, 0, 9, 3, 4)},
		{"diff3x4/0..9", newBoard(diff, 0, 9, 3, 4)},
		{"sum4x4/0..9", newBoard(sum, 0, 9, 4, 4)},
		{"sum6x6/0..9", newBoard(sum, 0, 9, 6, 6)},
		{"diff3x5/0..9", newBoard(diff, 0, 9, 3, 5)},   // nullity 1
		{"diff4x4/-3..3", newBoard(diff, -3, 3, 4, 4)}, // nullity 4
		{"sum3x4/0..255", newBoard(sum, 0, 255, 3, 4)},
		{"diff3x4/0..255", newBoard(diff, 0, 255, 3, 4)},
	} {
		rng := rand.New(rand.NewPCG(8, 8))
		c.board.state(c.board.random(rng))
		want, err := c.board.newSystem().Count(background, new(native.Stats))
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"native", "sat/order", "sat/log"} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					// A method that exceeds this limit is stopped, because SAT can take hours in
					// one of the styles.
					ctx, cancel := context.WithTimeout(background, 20*time.Second)
					in := mustParse(b, c.board.String())
					m, err := lookup.Resolve(&Puzzle, in, method.MustParse(name))
					if err != nil {
						b.Skip(err)
					}
					var n *big.Int
					if m.Count != nil {
						n, err = m.Count(ctx, new(lookup.Stats))
					} else {
						n = new(big.Int)
						err = m.Search(ctx, new(lookup.Stats), func(encode.Solution) bool { n.Add(n, big.NewInt(1)); return true })
					}
					cancel()
					if err == context.DeadlineExceeded {
						b.Skip(err)
					}
					if err != nil || n.Cmp(want) != 0 {
						b.Fatalf("%v, %v; want %v", n, err, want)
					}
				}
			})
		}
	}
}
