package lookup_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestPossible compares the possible values of each site with the values in the solutions found by
// brute force. It also checks a search that is restricted to a random set of values.
func TestPossible(t *testing.T) {
	ctx := context.Background()
	several := 0
	for _, name := range []string{"exactcover", "map", "nonogram", "pairplace", "sudoku"} {
		p := catalog.Find(name)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			in, err := p.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			brute, err := lookup.Resolve(p, in, method.MustParse(method.Brute))
			if err != nil {
				t.Fatal(err)
			}
			want := make([]uint64, len(in.Sites()))
			n := 0
			err = brute.Search(ctx, new(lookup.Stats), func(s encode.Solution) bool {
				n++
				for i := range want {
					want[i] |= 1 << s[i]
				}
				return true
			})
			if err != nil {
				continue // too large for brute force
			}
			if n > 1 {
				several++
			}
			got, err := lookup.Possible(ctx, p, in, nil)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s %v: %b, %v, want %b", name, in, got, err, want)
			}
			within := make([]uint64, len(want))
			for i := range within {
				within[i] = rng.Uint64()
			}
			got, err = lookup.Possible(ctx, p, in, within)
			if err != nil {
				t.Errorf("%s %v: %v", name, in, err)
			}
			for i := range got {
				if (got[i]^want[i])&within[i] != 0 || got[i]&^want[i] != 0 {
					t.Errorf("%s %v: site %d: %b of %b, want %b", name, in, i, got[i], within[i], want[i])
				}
			}
		}
	}
	if several < 20 {
		t.Errorf("%d boards with several solutions, want at least 20", several)
	}
}
