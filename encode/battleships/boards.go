package battleships

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/native"
)

const (
	maxDrawn   = 25 // rows and columns of a puzzle; the largest takes 9 s
	smallCells = 20 // of a board for a cross-check; a few hundred solutions at most

	// minimalCells is up to how many cells a puzzle has no hint to spare; on a
	// larger one a hint stays where native/bars takes more than so many nodes to
	// prove that it may go.
	minimalCells = 196
	proofNodes   = 5000
)

// generate draws a puzzle of the size: a fleet placed at random, with all of its
// sums, from which hints are dug. The sums stay, as in printed puzzles: they are
// what is solved, and each that goes makes the puzzle longer to search, not to
// think about; the command's --minimal leaves out those too. Beyond 14x14 a few
// hints may be left that are not needed. Without a size it draws a board of up to
// 20 cells of any kind.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size != (encode.Size{}) && (size.H < 1 || size.W < 1 || size.H > maxDrawn || size.W > maxDrawn) {
		return nil, &encode.SizeError{Size: size, Want: fmt.Sprintf("1 to %d rows and columns", maxDrawn)}
	}
	fleet := fleetOf(size.H, size.W)
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		if size.H == 0 {
			return small(rng), nil
		}
		return shown(size.H, size.W, fleet, drawn(rng, size.H, size.W, fleet)), nil
	})
	if err != nil || size.H == 0 {
		return in, err
	}
	return encode.Dig(ctx, rng, digging{in.(*Board)}, func(in encode.Instance) bool {
		b := in.(digging).Board
		if len(b.given) > minimalCells {
			if one, err := encode.UniqueWithin(ctx, b, native.Limit{Nodes: proofNodes}); !one || err != nil {
				return false
			}
		}
		return keep(b)
	}).(digging).Board, ctx.Err()
}

// digging is a board of which hints alone can be left out.
type digging struct{ *Board }

func (d digging) Clues() int { return len(d.hints()) }
func (d digging) Without(groups ...int) encode.HasClues {
	return digging{d.Board.Without(groups...).(*Board)}
}

// fleetOf is the fleet of a puzzle: one ship of the longest length, two of the
// next and so on, as the solitaire fleet on 10x10, with the longest for which
// the ships take 28 % of the cells or less. So 6x6 has 3,2,2,1,1,1, and 15x15
// ships up to 6.
func fleetOf(h, w int) []int {
	longest, cells := 1, 1
	for {
		longer := longest + 1
		if cells += longer * (longer + 1) / 2; longer > max(h, w) || 100*cells > 28*h*w {
			break
		}
		longest = longer
	}
	var fleet []int
	for length := longest; length >= 1; length-- {
		for range longest + 1 - length {
			fleet = append(fleet, length)
		}
	}
	return fleet
}

// drawn places the ships at random, the first first, each at one of the places
// that the others leave, and begins anew where one has none. It is not uniform.
func drawn(rng *rand.Rand, h, w int, fleet []int) []byte {
	for {
		cells := make([]byte, h*w)
		all := true
		for _, length := range fleet {
			all = all && launch(rng, h, w, cells, length)
		}
		if all {
			return cells
		}
	}
}

// launch puts a ship where it touches no other; false: there is no such place.
func launch(rng *rand.Rand, h, w int, cells []byte, length int) bool {
	free := func(r0, c0, r1, c1 int) bool { // the ship from corner to corner
		for r := max(0, r0-1); r <= min(h-1, r1+1); r++ {
			for c := max(0, c0-1); c <= min(w-1, c1+1); c++ {
				if cells[r*w+c] == 1 {
					return false
				}
			}
		}
		return r1 < h && c1 < w
	}
	for _, i := range rng.Perm(2 * h * w) {
		r, c := i/2/w, i/2%w
		r1, c1 := r, c+length-1
		if i%2 == 1 {
			r1, c1 = r+length-1, c
		}
		if free(r, c, r1, c1) {
			for ; r <= r1; r++ {
				for c := c; c <= c1; c++ {
					cells[r*w+c] = 1
				}
			}
			return true
		}
	}
	return false
}

// shown is the board with all sums and hints of a solution with that fleet.
func shown(h, w int, fleet []int, cells []byte) *Board {
	b := blank(make([]int, h), make([]int, w), fleet)
	for i, v := range cells {
		r, c := i/w, i%w
		b.rows[r] += int(v)
		b.cols[c] += int(v)
		b.given[i] = b.shape(encode.Solution(cells), r, c)
	}
	return b
}

// small draws ships on up to 20 cells, leaves out most of the hints and some of
// the sums, all of them only where there are few cells, and may change a hint, a
// sum or the fleet.
func small(rng *rand.Rand) *Board {
	h := 1 + rng.IntN(5)
	w := 1 + rng.IntN(smallCells/h)
	if rng.IntN(2) == 0 {
		h, w = w, h
	}
	cells := make([]byte, h*w)
	var fleet []int
	for n := rng.IntN(6); n > 0; n-- {
		if length := 1 + rng.IntN(4); launch(rng, h, w, cells, length) {
			fleet = append(fleet, length)
		}
	}
	descend(fleet)
	b := shown(h, w, fleet, cells)
	hints := []float64{0, 0.05, 0.2}[rng.IntN(3)]
	for i := range b.given {
		if rng.Float64() >= hints {
			b.given[i] = none
		}
	}
	sums := []float64{1, 0.7, 0.4, 0}[rng.IntN(4)]
	for _, side := range [][]int{b.rows, b.cols} {
		for i := range side {
			if h*w > smallCells/2 && sums == 0 {
				sums = 0.4
			}
			if rng.Float64() >= sums {
				side[i] = missing
			}
		}
	}
	if rng.IntN(4) == 0 {
		b.spoil(rng)
	}
	return b
}

// spoil changes a clue so that the board may have no solution, or another.
func (b *Board) spoil(rng *rand.Rand) {
	switch side := [][]int{b.rows, b.cols}[rng.IntN(2)]; rng.IntN(3) {
	case 0:
		b.given[rng.IntN(len(b.given))] = letters[rng.IntN(len(letters))]
	case 1:
		side[rng.IntN(len(side))] = rng.IntN(4)
	default:
		b.fleet = append(slices.Clone(b.fleet), 1+rng.IntN(3))
		descend(b.fleet)
	}
}

// Parts implements encode.HasParts: rows, columns and ships. What is left of the cells
// has the ships, the sums and the shapes of what is left of one solution, as far as
// they were given; where there is none, or none soon found, or ships would touch then,
// nothing is known of the lines that cross those that go.
func (b *Board) Parts() []encode.Parts {
	h, w := len(b.rows), len(b.cols)
	full, ok := encode.Quick(b.Reduce())
	lines := encode.Lines(h, w, func(rows, cols []int) encode.Instance {
		less := &Board{rows: encode.Keep(b.rows, rows), cols: encode.Keep(b.cols, cols), fleet: b.fleet,
			given: encode.KeepCells(b.given, w, rows, cols)}
		if ok {
			cells := encode.KeepCells([]byte(full), w, rows, cols)
			left := shown(len(rows), len(cols), lengths(len(cols), cells), cells)
			if left.Check(encode.Solution(cells)) == nil {
				less.become(left)
				return less
			}
		}
		if len(rows) < h {
			less.cols = slices.Repeat([]int{missing}, len(cols))
		}
		if len(cols) < w {
			less.rows = slices.Repeat([]int{missing}, len(rows))
		}
		return less
	})
	return append(lines, encode.Parts{Kind: "ships", N: len(b.fleet), Without: func(gone ...int) encode.Instance {
		less := b.Without().(*Board)
		less.fleet = encode.Keep(b.fleet, encode.Left(len(b.fleet), gone))
		return less
	}})
}

// become takes over the fleet of a board of the same size, and its sums and hints
// where the board has one.
func (b *Board) become(o *Board) {
	b.fleet = o.fleet
	for _, sums := range [2][2][]int{{b.rows, o.rows}, {b.cols, o.cols}} {
		for i := range sums[0] {
			if sums[0][i] != missing {
				sums[0][i] = sums[1][i]
			}
		}
	}
	for i := range b.given {
		if b.given[i] != none {
			b.given[i] = o.given[i]
		}
	}
}

// lengths are those of the ships in the cells of a board of w columns, the longest
// first.
func lengths(w int, cells []byte) (fleet []int) {
	ship := func(r, c int) bool { return r >= 0 && c >= 0 && c < w && r*w+c < len(cells) && cells[r*w+c] == 1 }
	for i := range cells {
		r, c := i/w, i%w
		if !ship(r, c) || ship(r-1, c) || ship(r, c-1) {
			continue
		}
		n := 1
		for ship(r+n, c) || ship(r, c+n) {
			n++
		}
		fleet = append(fleet, n)
	}
	descend(fleet)
	return fleet
}

// Size implements encode.HasSize.
func (b *Board) Size() encode.Size { return encode.Size{H: len(b.rows), W: len(b.cols)} }
