package mapcolour

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

const (
	maxSide  = 200 // maximum number of rows, and of columns, of a generated puzzle
	maxGrown = 500 // maximum number of regions of a generated puzzle
	few      = 200 // maximum number of solutions of a board for a cross-check
)

// generate grows regions on a grid, colours them at random, makes all colours clues, and then
// removes clues.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	n := regions(size)
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		m := grow(rng, size.H, size.W, n).graph(n)
		m.colour(ctx, rng)
		return m, nil
	})
	if err != nil {
		return nil, err
	}
	return clues.Dig(ctx, rng, in.(*Map), keep), ctx.Err()
}

var sizeError = encode.Sizes(
	fmt.Sprintf("%d to %d rows and columns and %d to %d regions, at most one a cell", minSide, maxSide, minRegions, maxGrown),
	func(z encode.Size) bool {
		n := regions(z)
		return min(z.H, z.W) >= minSide && max(z.H, z.W) <= maxSide && minRegions <= n && n <= min(maxGrown, z.H*z.W)
	})

// regions returns the stated number of regions, or an eighth of the number of cells, as in Simon
// Tatham's game Map.
func regions(z encode.Size) int { return cmp.Or(z.N, min(max(minRegions, z.H*z.W/8), maxGrown)) }

// grow divides a grid into n regions. It starts with n single cells. In each step, a free
// cell joins the region of a neighbouring cell. Each pair of a free cell and a
// neighbouring cell in a region is equally likely.
func grow(rng *rand.Rand, h, w, n int) *picture {
	p := &picture{h: h, w: w, cell: slices.Repeat([]int{none}, h*w)}
	var ways [][2]int // pairs of a free cell and a neighbouring cell of a region
	take := func(to, region int) {
		p.cell[to] = region
		r, c := to/w, to%w
		for _, at := range [4][2]int{{r - 1, c}, {r, c - 1}, {r, c + 1}, {r + 1, c}} {
			if at[0] >= 0 && at[0] < h && at[1] >= 0 && at[1] < w {
				ways = append(ways, [2]int{at[0]*w + at[1], to})
			}
		}
	}
	for region, at := range rng.Perm(h * w)[:n] {
		take(at, region)
	}
	for len(ways) > 0 {
		i := rng.IntN(len(ways))
		way := ways[i]
		ways[i] = ways[len(ways)-1]
		ways = ways[:len(ways)-1]
		if p.cell[way[0]] == none {
			take(way[0], p.cell[way[1]])
		}
	}
	// Number the regions by their first cells.
	to := slices.Repeat([]int{none}, n)
	next := 0
	for i, region := range p.cell {
		if to[region] == none {
			to[region] = next
			next++
		}
		p.cell[i] = to[region]
	}
	return p
}

// colour gives every region a colour, or returns false if there is no colouring or ctx ends. After
// the first region, it always chooses a region that has the fewest colours left. It gives the region
// a random colour with which the remaining regions can still be coloured. With regions in random
// order, a map of 300 regions took 5.5 s instead of 0.3 s, because the remaining regions were hard to
// colour.
func (m *Map) colour(ctx context.Context, rng *rand.Rand) bool {
	if !solvable(ctx, m) {
		return false
	}
	near := m.neighbours()
	order := rng.Perm(len(m.given))
	for range len(order) - m.Clues() {
		if ctx.Err() != nil {
			return false
		}
		r, most := none, -1
		for _, o := range order {
			var seen uint64
			for _, x := range near[o] {
				if v := m.given[x]; v != none {
					seen |= 1 << v
				}
			}
			if n := bits.OnesCount64(seen); m.given[o] == none && n > most {
				r, most = o, n
			}
		}
		for _, v := range rng.Perm(m.colours) {
			m.given[r] = v
			if solvable(ctx, m) {
				break
			}
		}
	}
	return true
}

// solvable reports whether the search finds a solution before ctx ends.
func solvable(ctx context.Context, m *Map) (ok bool) {
	_ = m.problem(m.all()).Search(ctx, new(native.Stats), func([]byte) bool {
		ok = true
		return false
	})
	return ok
}

// small makes a random board for a cross-check, or returns nil if the board is too large or has too
// many solutions. The board is a graph with up to 10^6 assignments, or a map with up to 9 regions.
// The given colours can leave exactly one solution, or come from one of several solutions, or be
// random. With random given colours, there is usually no solution.
func small(ctx context.Context, rng *rand.Rand) encode.Instance {
	var m *Map
	if rng.IntN(3) == 0 {
		h, w := 2+rng.IntN(4), 3+rng.IntN(4)
		n := min(minRegions+rng.IntN(5), h*w)
		m = grow(rng, h, w, n).graph(n)
	} else {
		n := 1 + rng.IntN(9)
		k := 1 + rng.IntN(2) + rng.IntN(4)
		m = newMap(n, k)
		dense := rng.Float64()
		for a := range n {
			for b := range a {
				if rng.Float64() < dense {
					m.edges = append(m.edges, [2]int{b, a})
				}
			}
		}
		m.order()
		if size := new(big.Int).Exp(big.NewInt(int64(k)), big.NewInt(int64(n)), nil); size.Cmp(big.NewInt(1_000_000)) > 0 {
			return nil
		}
	}
	switch rng.IntN(4) {
	case 0: // remove given colours while there is still only one solution
		if m.colour(ctx, rng) {
			m = clues.Dig(ctx, rng, m, encode.OneSolution).(*Map)
		}
	case 1, 2: // give some colours of a solution
		if m.colour(ctx, rng) {
			share := rng.Float64()
			for r := range m.given {
				if rng.Float64() < share {
					m.given[r] = none
				}
			}
		}
	default: // give random colours
		share := rng.Float64()
		for r := range m.given {
			if rng.Float64() < share {
				m.given[r] = rng.IntN(m.colours)
			}
		}
	}
	count, err := m.problem(m.all()).Count(ctx, new(native.Stats))
	if err != nil || count.Cmp(big.NewInt(few)) > 0 {
		return nil
	}
	return m
}

// Parts returns the picture, regions and borders. Without any of them, a map becomes a graph.
func (m *Map) Parts() []clues.Parts {
	n := len(m.given)
	var kinds []clues.Parts
	if m.picture != nil {
		kinds = append(kinds, clues.Parts{Kind: "picture", N: 1, Without: func(...int) encode.Instance {
			graph := *m
			graph.picture = nil
			return &graph
		}})
	}
	return append(kinds,
		clues.Parts{Kind: "regions", N: n, Without: func(gone ...int) encode.Instance {
			if len(gone) == n {
				return nil
			}
			left := encode.Left(n, gone)
			less := newMap(len(left), m.colours)
			less.given = encode.Keep(m.given, left)
			for _, e := range m.edges {
				a, is := slices.BinarySearch(left, e[0])
				b, too := slices.BinarySearch(left, e[1])
				if is && too {
					less.edges = append(less.edges, [2]int{a, b})
				}
			}
			return less
		}},
		clues.Parts{Kind: "borders", N: len(m.edges), Without: func(gone ...int) encode.Instance {
			less := *m
			less.picture = nil
			less.edges = encode.Keep(m.edges, encode.Left(len(m.edges), gone))
			return &less
		}})
}
