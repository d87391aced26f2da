package pairplace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/edgecolour"
)

// maxColumns is the largest number of columns of a generated table. In one run with 40
// tables of each size, the slowest table took 0.5 s with 16 columns and 2 s with 18.
const maxColumns = 16

var sizeError = encode.Sizes(
	fmt.Sprintf("1 to %d columns, and at most one row less than columns, "+
		"or equally many if the number of columns is odd", maxColumns),
	func(z encode.Size) bool { return min(z.H, z.W) >= 1 && z.W <= maxColumns && z.H <= most(z.W) })

// generate fills a table at random, though not uniformly, and then removes clues while the function
// keep still accepts the table.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	in, err := encode.Pick(ctx, size, 1000, keep, func() (encode.Instance, error) { return fill(rng, size.H, size.W), nil })
	if err != nil {
		return nil, err
	}
	return clues.Dig(ctx, rng, in.(*Table), keep), ctx.Err()
}

// fill makes a random table of h rows without blanks. It colours the edges of the complete graph
// whose vertices are the columns. Each colour becomes a row, and fill keeps h of the rows. If the
// number of columns is odd, fill first adds an extra column. In each row, the partner of the extra
// column becomes the unpaired column.
func fill(rng *rand.Rand, h, n int) *Table {
	even := n + n%2
	g := &edgecolour.Graph{N: even}
	for a := range even {
		for b := range a {
			g.Edges = append(g.Edges, [2]int{b, a})
		}
	}
	rng.Shuffle(len(g.Edges), func(i, j int) { g.Edges[i], g.Edges[j] = g.Edges[j], g.Edges[i] })
	var colours []int
	for colours == nil { // almost always once
		colours = edgecolour.Climb(rng, g, even-1, 100*len(g.Edges), new(native.Stats))
	}
	t := &Table{h: h, n: n, given: make([]int, h*n)}
	for i, e := range g.Edges {
		a, b := e[0], e[1]
		if colours[i] >= h {
			continue
		}
		if b == n {
			b = a
		}
		t.given[colours[i]*n+a], t.given[colours[i]*n+b] = b, a
	}
	return t
}

// sample makes a table of up to 6 columns for a cross-check, with at most 720 solutions. There are
// three kinds of such tables: minimal tables, tables with random clues of a filled table, and such
// tables with additional random letters, which usually contradict the clues.
func sample(ctx context.Context, rng *rand.Rand) encode.Instance {
	n := 1 + rng.IntN(6)
	t := fill(rng, 1+rng.IntN(most(n)), n)
	kind := rng.IntN(4)
	if kind == 0 {
		return clues.Dig(ctx, rng, t, encode.OneSolution).(*Table)
	}
	var gone []int
	for i := range t.Clues() {
		if rng.IntN(4) > 0 {
			gone = append(gone, i)
		}
	}
	t = t.Without(gone...).(*Table)
	if kind == 1 {
		for range 1 + rng.IntN(4) {
			t.given[rng.IntN(len(t.given))] = rng.IntN(n)
		}
	}
	return t
}

// groups returns the clues as lists of cells that can only be removed together. If both columns of
// a pair have a letter, the two letters are one clue. If only one of the two columns has a letter,
// this letter is a clue. If the number of columns is even, own letters are not clues: without them,
// the table would not have more solutions, but other ones.
func (t *Table) groups() [][]int {
	var all [][]int
	for i, b := range t.given {
		if b == blank {
			continue
		}
		a := i % t.n
		mate := i - a + b
		switch {
		case b == a && !t.free && t.n%2 == 0:
		case t.given[mate] != a || b == a:
			all = append(all, []int{i})
		case b > a:
			all = append(all, []int{i, mate})
		}
	}
	return all
}

// Clues counts the pairs of which a letter is given, and the columns that are given as unpaired.
func (t *Table) Clues() int { return len(t.groups()) }

// Size implements clues.HasFullClues. The height does not count the header.
func (t *Table) Size() encode.Size { return encode.Size{H: t.h, W: t.n} }

// FullClues counts for each row one clue per pair of columns and, if the number of columns is odd,
// one for the unpaired column. A free table can have more clues, because its rows may leave more
// columns unpaired.
func (t *Table) FullClues() int {
	columns := t.h * (t.n + t.n%2)
	for i := range t.given {
		if t.n%2 == 0 && !t.free && t.own(i) {
			columns--
		}
	}
	return columns / 2
}

// Without returns a table that does not keep the graph from which t was made.
func (t *Table) Without(i ...int) clues.HasClues {
	groups := t.groups()
	less := t.like(t.h, t.n, slices.Clone(t.given))
	for _, g := range i {
		for _, cell := range groups[g] {
			less.given[cell] = blank
		}
	}
	return less
}

// Parts returns the rows and the columns, whose letters are removed with them. If the remaining
// columns allow fewer rows, the last rows are removed, too.
func (t *Table) Parts() []clues.Parts {
	return clues.Lines(t.h, t.n, func(rows, cols []int) encode.Instance {
		rows = rows[:min(len(rows), most(len(cols)))]
		less := t.like(len(rows), len(cols), encode.KeepCells(t.given, t.n, rows, cols))
		for i, b := range less.given {
			if b == blank {
				continue
			}
			if k, ok := slices.BinarySearch(cols, b); ok {
				less.given[i] = k
			} else {
				less.given[i] = blank
			}
		}
		return less
	})
}
