package puzzletest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// sameFormula checks that writing a board's formula again, also after parsing the board again, gives
// the same formula. Eight trials make it likely that a random map order shows.
func (t *trial) sameFormula(b *board) {
	for _, style := range t.puzzle.Styles {
		t.guard("determinism", b.Text, style, func() {
			var first string
			in, trials := b.in, 8
			for i := range trials {
				enc, err := encode.CNF(t.puzzle, in, style)
				if err != nil {
					return // the law agreement reports this error
				}
				text := fmt.Sprint(enc.NumVars, enc.Clauses, enc.Groups, enc.Free, enc.Gives, enc.Comments)
				if i == 0 {
					first = text
				} else if text != first {
					t.fail("determinism", b.Text, style, "the formula differs from one writing to the next")
					return
				}
				if len(enc.Clauses) > 5000 && i == 2 {
					return
				}
				if in, err = t.puzzle.Parse(b.Text); err != nil {
					return
				}
			}
		})
	}
	t.guard("determinism", b.Text, "Reduce", func() {
		names := func() (all []string) {
			for _, r := range b.in.Reduce() {
				all = append(all, r.Method)
			}
			return all
		}
		if a, c := fmt.Sprint(names()), fmt.Sprint(names()); a != c {
			t.fail("determinism", b.Text, "Reduce", "returns the methods %s, then %s", a, c)
		}
	})
}

// generate checks the generator. The same seed must give the same board, Generate must return the
// board that the function keep accepted, and generated boards must obey the other laws.
func (t *trial) generate(sizes []encode.Size) {
	p := t.puzzle
	if p.Generate == nil {
		if len(sizes) > 0 {
			t.fail("determinism", "", "Generate", "is nil, but the suite has Sizes")
		}
		return
	}
	if len(sizes) == 0 {
		t.fail("determinism", "", "Generate", "is not checked: the suite has no Sizes")
	}
	draw := func(seed uint64, size encode.Size, keep func(encode.Instance) bool) encode.Instance {
		in, err := p.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), size, keep)
		if err != nil {
			t.fail("determinism", "", "Generate", "of size %dx%d: error %v", size.H, size.W, err)
			return nil
		}
		return in
	}
	for _, size := range append([]encode.Size{{}}, sizes...) {
		t.guard("cancellation", "", "Generate", func() { t.interrupt(size) })
	}
	first := func(encode.Instance) bool { return true }
	for _, size := range sizes {
		for seed := range uint64(3) {
			a, b := draw(seed, size, first), draw(seed, size, first)
			if a == nil || b == nil {
				break
			}
			if a.String() != b.String() {
				t.fail("determinism", "", "Generate", "seed %d, size %dx%d: %q, then %q", seed, size.H, size.W, a, b)
			}
			asked, second := 0, ""
			kept := draw(seed, size, func(in encode.Instance) bool {
				if asked++; asked == 2 {
					second = in.String()
				}
				return asked == 2
			})
			// Generators that use clues.Dig call keep again after keep has accepted a board.
			_, digs := kept.(clues.HasClues)
			if kept != nil && (kept.String() != second || asked != 2 && !digs) {
				t.fail("determinism", "", "Generate", "seed %d, size %dx%d: keep accepted its second board, %q; after %d it returned %q",
					seed, size.H, size.W, second, asked, kept)
			}
			if seed == 0 {
				t.board(&board{Board: Board{Text: a.String()}, optional: true})
			} else {
				t.roundTrip(a.String(), a)
			}
		}
	}
}
