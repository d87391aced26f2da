package mapcolour

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/deduce"
)

// TestAntimatroid checks all states that can be reached by steps on small maps. Every order of
// steps must end in the same state. The hardest step of an order must not be easier than the
// hardest step of the order that always takes the easiest possible step. Any two reachable states
// must have a reachable intersection: the state that lacks exactly the values that at least one of
// the two lacks.
func TestAntimatroid(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(11, 12))
	levels := map[int]int{} // boards by hardest level
	one := func(in encode.Instance) bool {
		one, err := encode.Unique(ctx, in)
		return one && err == nil
	}
	boards := []encode.Instance{ // one board that needs pairs, and one that needs a chain
		mustParse(t, "regions=6 colours=4 edges=0-2,0-3,1-2,1-3,2-3,2-4,3-4,3-5 given=0:0,1:1"),
		mustParse(t, "regions=7 colours=3 edges=0-3,1-4,2-5,3-4,4-5,3-6,5-6 given=0:2,1:0,2:1"),
	}
	for range 300 {
		boards = append(boards, clues.Dig(context.Background(), rng, drawSmall(t, rng), one))
	}
	for _, in := range boards {
		set := newReasoner(ctx, in.(*Map)).set()
		p := &deduce.Problem{Start: set.Start, Rules: set.Rules}
		all, err := deduce.Reach(ctx, p.Start, 2000, func(s deduce.State) ([]deduce.Step, error) {
			return p.Triggered(s, nil), nil
		})
		if errors.Is(err, deduce.ErrLimit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Run(ctx, new(native.Stats), deduce.Options{})
		if err != nil {
			t.Fatal(err)
		}
		levels[res.Level]++
		last := 0
		for _, s := range all {
			if len(s.Next) > 0 {
				continue
			}
			if last++; !slices.Equal(s.State, res.State) || s.Level != res.Level {
				t.Errorf("%v: an order ends in %b at level %d, the easiest first in %b at %d", in, s.State, s.Level, res.State, res.Level)
			}
		}
		if last != 1 {
			t.Errorf("%v: %d last states", in, last)
		}
		closed(t, rng, in, all)
	}
	for level := range hard + 1 {
		if levels[level] == 0 {
			t.Errorf("boards by hardest level: %v, want some of each", levels)
			break
		}
	}
}

// drawSmall makes a random graph of 5 to 8 regions. Every region is given one of three colours, and
// neighbours have different colours.
func drawSmall(t *testing.T, rng *rand.Rand) *Map {
	n := 5 + rng.IntN(4)
	edges := []string{"0-1"}
	var given []string
	colour := make([]int, n)
	for v := range colour {
		if colour[v] = rng.IntN(3); v < 2 {
			colour[v] = v
		}
		given = append(given, fmt.Sprintf("%d:%d", v, colour[v]))
		for u := range v {
			if v > 1 && colour[u] != colour[v] && rng.IntN(3) > 0 {
				edges = append(edges, fmt.Sprintf("%d-%d", u, v))
			}
		}
	}
	in, err := Puzzle.Parse(fmt.Sprintf("regions=%d colours=3 edges=%s given=%s", n, strings.Join(edges, ","), strings.Join(given, ",")))
	if err != nil {
		t.Fatal(err)
	}
	return in.(*Map)
}

// closed checks the last condition of TestAntimatroid for pairs of the states in the parameter all.
// It checks every pair if there are at most 64 states, and otherwise random pairs.
func closed(t *testing.T, rng *rand.Rand, in encode.Instance, all []deduce.Reached) {
	t.Helper()
	reached := map[string]bool{}
	name := func(s deduce.State) string {
		var b []byte
		for _, left := range s {
			b = append(b, byte(left), byte(left>>8))
		}
		return string(b)
	}
	for _, s := range all {
		reached[name(s.State)] = true
	}
	try := func(a, b deduce.State) {
		both := slices.Clone(a)
		for i := range both {
			both[i] &= b[i]
		}
		if !reached[name(both)] {
			t.Errorf("%v: %b and %b are reached, and %b is not", in, a, b, both)
		}
	}
	if len(all) <= 64 {
		for _, a := range all {
			for _, b := range all {
				try(a.State, b.State)
			}
		}
		return
	}
	for range 1000 {
		try(all[rng.IntN(len(all))].State, all[rng.IntN(len(all))].State)
	}
}
