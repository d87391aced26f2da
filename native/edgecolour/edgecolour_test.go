package edgecolour

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// complete returns the complete graph of n vertices.
func complete(n int) *Graph {
	g := &Graph{N: n}
	for u := range n {
		for v := range u {
			g.Edges = append(g.Edges, [2]int{u, v})
		}
	}
	return g
}

// random returns a random graph of n vertices that contains each possible edge with the probability
// given by the parameter dense.
func random(rng *rand.Rand, n int, dense float64) *Graph {
	g := &Graph{N: n}
	for _, e := range complete(n).Edges {
		if rng.Float64() < dense {
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// petersen returns the generalized Petersen graph P(n,k).
func petersen(n, k int) *Graph {
	g := &Graph{N: 2 * n}
	for i := range n {
		g.Edges = append(g.Edges, [2]int{i, (i + 1) % n}, [2]int{i, n + i}, [2]int{n + i, n + (i+k)%n})
	}
	return g
}

// flower returns the flower snark of 4n vertices, for odd n (Isaacs 1975).
func flower(n int) *Graph {
	g := &Graph{N: 4 * n}
	for i := range n {
		a, b, c, d := 4*i, 4*i+1, 4*i+2, 4*i+3
		g.Edges = append(g.Edges, [2]int{a, b}, [2]int{a, c}, [2]int{a, d}, [2]int{b, (b + 4) % g.N})
		if i < n-1 {
			g.Edges = append(g.Edges, [2]int{c, c + 4}, [2]int{d, d + 4})
		} else {
			g.Edges = append(g.Edges, [2]int{c, 3}, [2]int{d, 2})
		}
	}
	return g
}

// proper returns an error if two edges with a common vertex have the same colour, or if not exactly
// k colours are used. It also returns an error if the colours are not numbered in the order of
// their first edges.
func proper(g *Graph, colours []int, k int) error {
	if len(colours) != len(g.Edges) {
		return fmt.Errorf("%d colours for %d edges", len(colours), len(g.Edges))
	}
	at := make([]uint64, g.N)
	used := uint64(0)
	for i, c := range colours {
		if c < 0 || c >= k {
			return fmt.Errorf("edge %d has colour %d of %d", i, c, k)
		}
		if c > bits.OnesCount64(used) {
			return fmt.Errorf("edge %d has colour %d before colour %d is used", i, c, c-1)
		}
		for _, v := range g.Edges[i] {
			if at[v]>>c&1 != 0 {
				return fmt.Errorf("colour %d twice at vertex %d", c, v)
			}
			at[v] |= 1 << c
		}
		used |= 1 << c
	}
	if n := bits.OnesCount64(used); n != k {
		return fmt.Errorf("%d colours are used, want %d", n, k)
	}
	return nil
}

// TestColour checks that Colour returns proper colourings with as many colours as the literature
// says. Complete graphs with n vertices need n-1 colours if n is even, and n colours if n is odd.
// Cycles need 2 and 3 colours. Bipartite graphs need as many colours as their largest degree
// (Koenig 1916). The Petersen graph and the flower snarks need 4 colours (Isaacs 1975). The other
// generalized Petersen graphs need 3 colours (Castagna and Prins 1972).
func TestColour(t *testing.T) {
	type row struct {
		name string
		g    *Graph
		want int
	}
	rows := []row{
		{"nothing", &Graph{}, 0},
		{"a vertex", &Graph{N: 1}, 0},
		{"Petersen", petersen(5, 2), 4},
		{"flower snark J5", flower(5), 4},
		{"flower snark J7", flower(7), 4},
		{"flower snark J9", flower(9), 4},
		{"flower snark J13", flower(13), 4},
	}
	for n := 2; n <= 52; n++ {
		if n > 16 && n%9 != 0 && n != 52 {
			continue
		}
		want := n - 1 + n%2
		rows = append(rows, row{fmt.Sprintf("K%d", n), complete(n), want})
	}
	for n := 3; n <= 9; n++ {
		g := &Graph{N: n}
		for v := range n {
			g.Edges = append(g.Edges, [2]int{v, (v + 1) % n})
		}
		rows = append(rows, row{fmt.Sprintf("C%d", n), g, 2 + n%2})
	}
	for _, nk := range [][2]int{{4, 1}, {7, 2}, {8, 3}, {10, 2}, {10, 3}, {12, 5}, {26, 7}} {
		rows = append(rows, row{fmt.Sprintf("P%v", nk), petersen(nk[0], nk[1]), 3})
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 2; n <= 26; n += 3 {
		g := &Graph{N: 2 * n}
		for u := range n {
			for v := range n {
				if rng.IntN(3) > 0 {
					g.Edges = append(g.Edges, [2]int{u, n + v})
				}
			}
		}
		rows = append(rows, row{fmt.Sprintf("bipartite %d", n), g, g.Degree()})
	}
	for _, r := range rows {
		colours, k, err := Colour(context.Background(), r.g, 1e8, new(native.Stats))
		if err != nil || k != r.want {
			t.Errorf("%s: %d colours, error %v; want %d", r.name, k, err, r.want)
			continue
		}
		if err := proper(r.g, colours, k); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}

// fewest returns the smallest number of colours for the edges of g. It tests all colourings.
func fewest(g *Graph) int {
	for k := 0; ; k++ {
		at := make([]uint64, g.N)
		var try func(i int) bool
		try = func(i int) bool {
			if i == len(g.Edges) {
				return true
			}
			u, v := g.Edges[i][0], g.Edges[i][1]
			for c := range k {
				if bit := uint64(1) << c; (at[u]|at[v])&bit == 0 {
					at[u] |= bit
					at[v] |= bit
					if try(i + 1) {
						return true
					}
					at[u] &^= bit
					at[v] &^= bit
				}
			}
			return false
		}
		if try(0) {
			return k
		}
	}
}

// TestSmall checks that Colour uses as few colours as brute force on every graph of up to 5
// vertices, and on random graphs of 6 and 7 vertices. It also checks the colourings of search,
// vizing and Climb.
func TestSmall(t *testing.T) {
	var graphs []*Graph
	for n := range 6 {
		all := complete(n)
		for set := range 1 << len(all.Edges) {
			g := &Graph{N: n}
			for i, e := range all.Edges {
				if set>>i&1 != 0 {
					g.Edges = append(g.Edges, e)
				}
			}
			graphs = append(graphs, g)
		}
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 100 {
		graphs = append(graphs, random(rng, 6+i%2, rng.Float64()))
	}
	ctx := context.Background()
	for _, g := range graphs {
		want, d := fewest(g), g.Degree()
		colours, k, err := Colour(ctx, g, 0, new(native.Stats))
		if err == nil {
			err = proper(g, colours, k)
		}
		if err != nil || k != want {
			t.Errorf("%v: %d colours, %v; want %d", g, k, err, want)
		}
		colours, err = search(ctx, g, d, 0, new(native.Stats))
		if err == nil && colours != nil {
			err = proper(g, inOrder(colours), d)
		}
		if err != nil || (colours != nil) != (want == d) {
			t.Errorf("%v: search for %d colours gives %v, %v; the index is %d", g, d, colours, err, want)
		}
		if colours := vizing(g, d+1); slices.Max(append(colours, -1)) > d || proper(g, inOrder(colours), 1+slices.Max(append(colours, -1))) != nil {
			t.Errorf("%v: vizing with %d colours gives %v", g, d+1, colours)
		}
		if colours := Climb(rng, g, d, 100, new(native.Stats)); colours != nil && (want > d || proper(g, inOrder(colours), d) != nil) {
			t.Errorf("%v: Climb with %d colours gives %v", g, d, colours)
		}
	}
}

// TestNearlyComplete checks Colour on complete graphs from which e edges are removed. The number n
// of vertices is odd, and at least one vertex keeps all its edges. These graphs need n-1 instead of
// n colours exactly if e is at least (n-1)/2 (Plantholt, J. Graph Theory 5, 1981).
func TestNearlyComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for n := 5; n <= 13; n += 2 {
		for range 10 {
			g := complete(n)
			rng.Shuffle(len(g.Edges), func(i, j int) { g.Edges[i], g.Edges[j] = g.Edges[j], g.Edges[i] })
			gone := rng.IntN(n)
			g.Edges = g.Edges[gone:]
			if g.Degree() < n-1 {
				continue
			}
			want := n
			if gone >= (n-1)/2 {
				want = n - 1
			}
			colours, k, err := Colour(context.Background(), g, 1e8, new(native.Stats))
			if err == nil {
				err = proper(g, colours, k)
			}
			if err != nil || k != want {
				t.Errorf("K%d without %d edges: %d colours, %v; want %d", n, gone, k, err, want)
			}
		}
	}
}

// TestVizing checks that vizing returns a proper colouring of random graphs with at most one colour
// more than the largest degree.
func TestVizing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		g := random(rng, 2+rng.IntN(62), rng.Float64())
		colours := vizing(g, g.Degree()+1)
		at := make([]map[int]bool, g.N)
		for i, c := range colours {
			for _, v := range g.Edges[i] {
				if at[v] == nil {
					at[v] = map[int]bool{}
				}
				if c < 0 || c > g.Degree() || at[v][c] {
					t.Fatalf("%v: edge %d has colour %d", g, i, c)
				}
				at[v][c] = true
			}
		}
	}
}

// TestPartOfComplete checks that Colour needs n-1 colours for a complete graph of n vertices from
// which some edges are removed, where n is even. Climb fails on the first graph of this test.
func TestPartOfComplete(t *testing.T) {
	for _, g := range []*Graph{{N: 26, Edges: complete(26).Edges[2:]}, {N: 52, Edges: complete(52).Edges[15:]}} {
		colours, k, err := Colour(context.Background(), g, 1e8, new(native.Stats))
		if err == nil {
			err = proper(g, colours, k)
		}
		if err != nil || k != g.N-1 {
			t.Errorf("%d edges of K%d: %d colours, %v", len(g.Edges), g.N, k, err)
		}
	}
}

// TestEnds checks that Colour returns ErrLimit at its limit, the error of a cancelled context, and
// an error for an invalid graph.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	// Proving that this graph needs 4 colours examines about 10^7 alternatives.
	if _, _, err := Colour(ctx, flower(13), 1e6, new(native.Stats)); !errors.Is(err, ErrLimit) {
		t.Errorf("with a limit: %v, want %v", err, ErrLimit)
	}
	g := flower(15)
	cancel()
	if _, _, err := Colour(ctx, g, 0, new(native.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := search(ctx, g, 3, 0, new(native.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("the search, cancelled: %v", err)
	}
	for _, g := range []*Graph{
		{N: -1}, {N: 65}, {N: 2, Edges: [][2]int{{0, 2}}}, {N: 2, Edges: [][2]int{{-1, 0}}},
		{N: 2, Edges: [][2]int{{1, 1}}}, {N: 2, Edges: [][2]int{{0, 1}, {1, 0}}},
	} {
		if _, _, err := Colour(context.Background(), g, 0, new(native.Stats)); err == nil {
			t.Errorf("%v is coloured, but is invalid", g)
		}
	}
}
