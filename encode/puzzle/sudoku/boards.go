package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"counterproof/encode"
	"counterproof/native"
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

// generate makes a random board. If a size is given, it fills a board at random, though not
// uniformly, and then removes clues while the function keep still accepts the board. A board of
// 16x16 need not be minimal: a clue stays if the proof that it is unnecessary takes more than
// proofNodes nodes. The zero size asks for a board for a cross-check. That board is 4x4, or 9x9 in
// one of 16 cases. This board can be minimal, have several solutions, or have clues that contradict
// each other.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	box := boxOf(size.H)
	if size != (encode.Size{}) && (box == 0 || size != encode.Size{H: size.H, W: size.H}) {
		return nil, &encode.SizeError{Size: size, Want: "4x4, 9x9 or 16x16 cells"}
	}
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		if box == 0 {
			return small(ctx, rng), nil
		}
		return filled(rng, box), nil
	})
	if err != nil || box == 0 {
		return in, err
	}
	return encode.Dig(ctx, rng, in.(*Board), func(in encode.Instance) bool {
		if box == 4 {
			if one, err := encode.UniqueWithin(ctx, in, native.Limit{Nodes: proofNodes}); !one || err != nil {
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
	empty := &Board{box: box, clues: string(make([]byte, box*box*box*box))}
	for {
		if f := newFiller(empty, fillNodes, rng); f.count(1) == 1 {
			return &Board{box: box, clues: string(f.cells)}
		}
	}
}

func small(ctx context.Context, rng *rand.Rand) *Board {
	if rng.IntN(16) == 0 { // on a minimal 9x9 board, brute force takes minutes
		return filled(rng, 3).Without(rng.Perm(81)[:rng.IntN(31)]...).(*Board)
	}
	b := filled(rng, 2)
	kind := rng.IntN(4)
	if kind == 0 {
		return encode.Dig(ctx, rng, b, single).(*Board)
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

func single(in encode.Instance) bool {
	return newFiller(in.(*Board), 1_000_000, nil).count(2) == 1
}

// A filler fills the blank cells of a board. It always continues with the cell that can still take
// the fewest values. It is only used to make boards; cross-checks do not compare it with other
// methods.
type filler struct {
	box   int
	cells []byte // the last solution found if count stopped at its limit
	used  [3][16]uint32
	bad   bool       // whether the clues contradict each other
	rng   *rand.Rand // for a random order of the values; nil means ascending
	nodes int        // remaining nodes
}

func newFiller(b *Board, nodes int, rng *rand.Rand) *filler {
	f := &filler{box: b.box, cells: []byte(b.clues), rng: rng, nodes: nodes}
	for at, v := range f.cells {
		if v == 0 {
			continue
		}
		f.bad = f.bad || f.left(at)>>v&1 == 0
		f.flip(at, v)
	}
	return f
}

func (f *filler) units(at int) (r, c, k int) {
	n := f.box * f.box
	r, c = at/n, at%n
	return r, c, r - r%f.box + c/f.box
}

// left returns the values, as bits, that do not occur in the row, column or box of a cell.
func (f *filler) left(at int) uint32 {
	r, c, k := f.units(at)
	n := f.box * f.box
	return (2<<n - 2) &^ (f.used[0][r] | f.used[1][c] | f.used[2][k])
}

func (f *filler) flip(at int, v byte) {
	r, c, k := f.units(at)
	f.used[0][r] ^= 1 << v
	f.used[1][c] ^= 1 << v
	f.used[2][k] ^= 1 << v
}

// count returns the number of solutions, or limit if there are at least so many, or -1 if it runs out
// of nodes. If it stops at the limit, f.cells holds the last solution found.
func (f *filler) count(limit int) int {
	if f.bad {
		return 0
	}
	if f.nodes--; f.nodes < 0 {
		return -1
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
		return 1
	}
	var order [16]byte
	n := 0
	for left := f.left(best); left != 0; left &= left - 1 {
		order[n] = byte(bits.TrailingZeros32(left))
		n++
	}
	if f.rng != nil {
		f.rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	found := 0
	for _, v := range order[:n] {
		f.cells[best] = v
		f.flip(best, v)
		more := f.count(limit - found)
		if more < 0 {
			return -1
		}
		if found += more; found == limit {
			return found
		}
		f.flip(best, v)
		f.cells[best] = 0
	}
	return found
}

func (b *Board) Size() encode.Size { return encode.Size{H: b.side(), W: b.side()} }
