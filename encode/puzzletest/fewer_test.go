package puzzletest

import (
	"math/rand/v2"
	"testing"

	"counterproof/native/deduce"
)

// TestFewer checks that Fewer accepts a rule whose patterns need only false bits, and rejects a rule
// that needs true bits. Both rules colour a triangle: if two corners have only the colours 0 and 1
// left, the third corner loses these colours. The second rule requires that both corners have both
// colours left.
func TestFewer(t *testing.T) {
	problem := func(literal bool) func() *deduce.Problem {
		find := func(s deduce.State, _ []int32, emit deduce.Emit) {
			for corner := range 3 {
				a, b := (corner+1)%3, (corner+2)%3
				if (s[a]|s[b])&^3 != 0 || literal && (s[a] != 3 || s[b] != 3) {
					continue
				}
				emit(corner, 0, deduce.Pattern{Sites: []int{a, b}, Values: 3})
				emit(corner, 1, deduce.Pattern{Sites: []int{a, b}, Values: 3})
			}
		}
		return func() *deduce.Problem {
			return &deduce.Problem{Start: deduce.State{3, 3, 7}, Rules: []deduce.Rule{{Name: "pair", Find: find}}}
		}
	}
	rng := rand.New(rand.NewPCG(13, 14))
	lost := 0
	for range 300 {
		if err := Fewer(rng, problem(false)); err != nil {
			t.Fatal(err)
		}
		if err := Fewer(rng, problem(true)); err != nil {
			lost++
		}
	}
	if lost == 0 {
		t.Error("no literal pair is lost")
	}
	if err := Fewer(rng, func() *deduce.Problem { return &deduce.Problem{} }); err != nil {
		t.Errorf("nothing at all: %v", err)
	}
}
