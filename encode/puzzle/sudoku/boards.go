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
	// proofNodes limits the nodes of each search that proves that a board of 16x16
	// still has one solution after a clue is removed. If the search needs more nodes,
	// the clue stays. The longest proof for six boards took 9,000 nodes, about 50 ms.
	proofNodes = 40_000
)

var sizeError = encode.Sizes("4x4, 9x9 or 16x16 cells", func(z encode.Size) bool {
	return boxOf(z.H) > 0 && z == encode.Size{H: z.H, W: z.H}
})

// generate fills a board at random, though not uniformly, and then removes clues while the function
// keep still accepts the board. A board of 16x16 need not be minimal: a clue stays if the proof that
// it is unnecessary takes more than proofNodes nodes.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	box := boxOf(size.H)
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) { return filled(rng, box), nil })
	if err != nil {
		return nil, err
	}
	return clues.Dig(ctx, rng, in.(*Board), func(in encode.Instance) bool {
		if box == 4 {
			if one, _ := encode.UniqueWithin(ctx, in, native.Limit{Nodes: proofNodes}); !one {
				return false
			}
		}
		return keep(in)
	}), ctx.Err()
}

// filled returns a random board in which every cell is given. It always fills the cell that can
// still take the fewest values, and tries these values in random order. So not all boards are
// equally likely.
func filled(rng *rand.Rand, box int) *Board {
	for {
		f := &filler{box: box, cells: make([]byte, box*box*box*box), rng: rng, nodes: fillNodes}
		if f.fill() {
			return &Board{box: box, clues: string(f.cells)}
		}
	}
}

// small makes a board of 4x4, or of 9x9 in one of 16 cases. It can be minimal, have several solutions, or
// have clues that contradict each other.
func small(ctx context.Context, rng *rand.Rand) encode.Instance {
	if rng.IntN(16) == 0 { // on a minimal 9x9 board, brute force takes minutes
		return filled(rng, 3).Without(rng.Perm(81)[:rng.IntN(31)]...)
	}
	b := filled(rng, 2)
	kind := rng.IntN(4)
	if kind == 0 {
		return clues.Dig(ctx, rng, b, encode.OneSolution)
	}
	b = b.Without(rng.Perm(16)[:rng.IntN(17)]...).(*Board)
	if kind == 1 { // mix in clues of another board
		other, clues := filled(rng, 2), []byte(b.clues)
		for range 1 + rng.IntN(4) {
			at := rng.IntN(16)
			clues[at] = other.clues[at]
		}
		b.clues = string(clues)
	}
	return b
}

type filler struct {
	box   int
	cells []byte
	used  [3][16]uint32 // the values in each row, column and box
	rng   *rand.Rand
	nodes int // remaining nodes
}

// left returns the values, as bits, that do not occur in the row, column or box of a cell.
func (f *filler) left(at int) uint32 {
	u := units(at, f.box)
	return (2<<(f.box*f.box) - 2) &^ (f.used[0][u[0]] | f.used[1][u[1]] | f.used[2][u[2]])
}

func (f *filler) flip(at, v int) {
	for kind, unit := range units(at, f.box) {
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
