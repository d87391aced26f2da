package domain

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDenseOrder compares the two ways to compute an order of elimination on random graphs, some of which
// have vertices with more neighbours than the constants tieDegree and widest.
func TestDenseOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 5, 20, 63, 64, 65, 130, 260}).Draw(t, "vertices")
		percent := rapid.SampledFrom([]int{0, 2, 10, 30, 90, 100}).Draw(t, "density")
		state := rapid.Uint64().Draw(t, "seed") | 1
		near := make([][]int32, n)
		g := newDense(n)
		for v := range n {
			for w := range v {
				state ^= state << 13
				state ^= state >> 7
				state ^= state << 17
				if int(state>>33)%100 < percent {
					near[v], near[w] = append(near[v], int32(w)), append(near[w], int32(v))
					g.join(v, w)
					g.join(w, v)
				}
			}
		}
		for v := range near {
			slices.Sort(near[v])
		}
		want, err := elimination(t.Context(), near)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.elimination(t.Context())
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d vertices, %d%% of the edges: order %v, %v, want %v", n, percent, got, err, want)
		}
	})
}
