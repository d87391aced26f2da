package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/native/deduce"
)

const (
	// fillNodes limits the nodes of the search in one attempt to fill a board at
	// random. After that many nodes, the next attempt begins.
	fillNodes = 2000
	// proofNodes limits the nodes of each search that proves that a board of more than 9x9
	// cells still has one solution after a clue is removed. If the search needs more nodes,
	// the clue stays. The longest proof for six boards of 16x16 took 9,000 nodes, about 50 ms.
	proofNodes = 40_000
	// fewNodes is the same limit for boards of 25x25 cells. With it, a board takes 3 s instead of 55
	// to 85 s, and keeps as many clues, about 280 of 625.
	fewNodes = 2_000
)

var sizeError = encode.Sizes("as many rows as columns: 4, 6, 8, 9, 10, 12, 15, 16 or 25", func(z encode.Size) bool {
	return slices.Contains(sides, z.H) && z.H == z.W
})

// generate fills a board at random, though not uniformly, and then removes clues while the function
// keep still accepts the board. A board of more than 9x9 cells need not be minimal: a clue stays if the proof that
// it is unnecessary takes more than proofNodes nodes.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	box := usual(size.H)
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) { return filled(rng, box), nil })
	if err != nil {
		return nil, err
	}
	nodes := int64(proofNodes)
	if size.H > 16 {
		nodes = fewNodes
	}
	return clues.Dig(ctx, rng, in.(*Board), func(in encode.Instance) bool {
		if size.H > 9 {
			if one, _ := encode.UniqueWithin(ctx, in, native.Limit{Nodes: nodes}); !one {
				return false
			}
		}
		return keep(in)
	}), ctx.Err()
}

// filled returns a random board in which every cell is given. It always fills the cell that can
// still take the fewest values, and tries these values in random order. So not all boards are
// equally likely.
func filled(rng *rand.Rand, box box) *Board {
	for {
		f := &filler{box: box, cells: make([]byte, box.side()*box.side()), rng: rng, nodes: fillNodes}
		if f.fill() {
			return &Board{box: box, clues: string(f.cells)}
		}
	}
}

// small makes a board of 4x4, or of 9x9 in one of 16 cases. It can be minimal, have several solutions, or
// have clues that contradict each other.
func small(ctx context.Context, rng *rand.Rand) encode.Instance {
	if rng.IntN(16) == 0 { // on a minimal 9x9 board, brute force takes minutes
		return filled(rng, box{3, 3}).Without(rng.Perm(81)[:rng.IntN(31)]...)
	}
	b := filled(rng, box{2, 2})
	kind := rng.IntN(4)
	if kind == 0 {
		return clues.Dig(ctx, rng, b, encode.OneSolution)
	}
	b = b.Without(rng.Perm(16)[:rng.IntN(17)]...).(*Board)
	if kind == 1 { // mix in clues of another board
		other, clues := filled(rng, b.box), []byte(b.clues)
		for range 1 + rng.IntN(4) {
			at := rng.IntN(16)
			clues[at] = other.clues[at]
		}
		b.clues = string(clues)
	}
	return b
}

type filler struct {
	box
	cells []byte
	used  [3][mostSide]uint32 // the values in each row, column and box
	rng   *rand.Rand
	nodes int // remaining nodes
}

// left returns the values, as bits, that do not occur in the row, column or box of a cell.
func (f *filler) left(at int) uint32 {
	u := f.units(at)
	return (2<<f.side() - 2) &^ (f.used[0][u[0]] | f.used[1][u[1]] | f.used[2][u[2]])
}

func (f *filler) flip(at, v int) {
	for kind, unit := range f.units(at) {
		f.used[kind][unit] ^= 1 << v
	}
}

// fill fills the blank cells. It returns false if this is impossible or takes too many nodes.
func (f *filler) fill() bool {
	if f.nodes--; f.nodes < 0 {
		return false
	}
	best, fewest := -1, 99
	for at, v := range f.cells {
		if v == 0 {
			if n := bits.OnesCount32(f.left(at)); n < fewest {
				best, fewest = at, n
			}
		}
	}
	if best < 0 {
		return true
	}
	order := slices.Collect(deduce.Each(uint64(f.left(best))))
	f.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, v := range order {
		f.cells[best] = byte(v)
		f.flip(best, v)
		if f.fill() {
			return true
		}
		f.flip(best, v)
	}
	f.cells[best] = 0
	return false
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.side(), W: b.side()} }
