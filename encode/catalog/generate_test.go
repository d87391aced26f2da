package catalog

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"counterproof/encode"
)

// TestGenerateEnds checks that every generator returns soon after its context ends. It tries a
// function keep that accepts boards with one solution, and a function keep that accepts no board.
// The context ends before a generator finishes such a large board. If generators ignored the
// context, five of them would take 10 s or more. (The laws in puzzletest try contexts that end at
// once or during a call of keep.)
func TestGenerateEnds(t *testing.T) {
	large := map[string]encode.Size{
		"battleships": {H: 25, W: 25}, "calendar": {}, "exactcover": {H: 100, W: 1000}, "gf2": {H: 1000, W: 1000}, "laplace": {H: 32, W: 32},
		"lightsout": {H: 50, W: 50}, "map": {H: 100, W: 100, N: 500}, "minesweeper": {H: 50, W: 50, N: 1000},
		"nonogram": {H: 100, W: 100}, "packing": {H: 20, W: 20}, "pairplace": {H: 15, W: 16}, "pentomino": {H: 20, W: 20},
		"pushpull": {H: 50, W: 50}, "sherlock": {H: 8, W: 8}, "submarines": {H: 100, W: 100}, "sudoku": {H: 16, W: 16},
	}
	const (
		patience = time.Millisecond
		promptly = 3 * time.Second // the slowest took 0.2 s on busy cores
	)
	for _, p := range All() {
		size, ok := large[p.Name]
		if ok != (p.Generate != nil) {
			t.Errorf("%s: the test has a size: %t, the puzzle has a generator: %t", p.Name, ok, !ok)
			continue
		}
		ended := false
		for _, want := range []string{"one solution", "none"} {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			start := time.Now()
			_, err := p.Generate(ctx, rand.New(rand.NewPCG(1, 1)), size, func(in encode.Instance) bool {
				one, err := encode.Unique(ctx, in)
				return want == "one solution" && one && err == nil
			})
			spent := time.Since(start)
			cancel()
			var wrong *encode.SizeError
			if errors.As(err, &wrong) {
				t.Errorf("%s: %v: change the size in the list large", p.Name, err)
			}
			ended = ended || errors.Is(err, context.DeadlineExceeded)
			if spent > promptly {
				t.Errorf("%s: a board of %v, if keep accepts %s, took %v to end", p.Name, size, want, spent)
			}
		}
		if !ended {
			t.Errorf("%s: the generator did not take longer than the context; enlarge the board", p.Name)
		}
	}
}
