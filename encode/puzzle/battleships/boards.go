package battleships

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

const (
	maxDrawn   = 25 // maximum number of rows, and of columns, of a generated puzzle; 25x25 takes 9 s
	smallCells = 20 // maximum number of cells of a board for a cross-check; such a board has at most a few hundred solutions

	// A generated puzzle of up to minimalCells cells has no unnecessary hint. On a larger
	// board, generate keeps a hint if native/bars needs more than proofNodes nodes to
	// prove that the hint is unnecessary.
	minimalCells = 196
	proofNodes   = 5000
)

// generate makes a random puzzle of the given size. It places a fleet at random, shows all sums and
// all hints, and then removes hints. It keeps the sums, as printed puzzles do: without sums, a
// search takes longer, but the puzzle is not harder for a person. The command's flag --minimal also
// removes sums. On boards with more cells than 14x14, a few unnecessary hints can stay.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	fleet := fleetOf(size.H, size.W)
	in, err := encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		return shown(size.H, size.W, fleet, drawn(rng, size.H, size.W, fleet)), nil
	})
	if err != nil {
		return nil, err
	}
	return clues.Dig(ctx, rng, digging{in.(*Board)}, func(in encode.Instance) bool {
		b := in.(digging).Board
		if len(b.given) > minimalCells {
			if one, _ := encode.UniqueWithin(ctx, b, native.Limit{Nodes: proofNodes}); !one {
				return false
			}
		}
		return keep(b)
	}).(digging).Board, ctx.Err()
}

// digging is a Board whose only clues are its hints. So clues.Dig cannot remove the sums.
type digging struct{ *Board }

func (d digging) Clues() int { return len(d.hints()) }
func (d digging) Without(groups ...int) clues.HasClues {
	return digging{d.Board.Without(groups...).(*Board)}
}

// fleetOf returns the fleet of a puzzle: one ship of the longest length, two of the next length and
// so on, like the solitaire fleet on 10x10. The longest length is the largest that fits on the
// board and for which all ships together cover at most 28% of the cells. So a 6x6 board has the
// fleet 3,2,2,1,1,1, and a 15x15 board has ships of up to 6 cells.
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
		fleet = append(fleet, slices.Repeat([]int{length}, longest+1-length)...)
	}
	return fleet
}

// drawn places the ships one after another, each at a random place where it touches no
// earlier ship. If a ship has no such place, drawn starts again. The boards are not
// uniformly distributed.
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

func launch(rng *rand.Rand, h, w int, cells []byte, length int) bool {
	free := func(r0, c0, r1, c1 int) bool { // (r0,c0) and (r1,c1) are the ends of the ship
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

// shown returns a board with the given fleet, all sums and all hints. It computes the sums and
// hints from the parameter cells, which is a solution of the board.
func shown(h, w int, fleet []int, cells []byte) *Board {
	b := &Board{rows: make([]int, h), cols: make([]int, w), fleet: fleet}
	for i, v := range cells {
		b.rows[i/w] += int(v)
		b.cols[i%w] += int(v)
	}
	b.given = b.letters(new(encode.Solution(cells)))
	return b
}

// small makes a random board of up to 20 cells for a cross-check. It hides most hints and some
// random sums. On boards of up to 10 cells, it sometimes hides all sums. Sometimes it also changes
// a hint, a sum or the fleet at random. Then clues can contradict each other.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	h, w := encode.SmallSides(rng, 5, smallCells)
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

// spoil changes a hint, a sum or the fleet at random, which can remove or add solutions of the
// board.
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

// Parts implements clues.HasParts. The parts are rows, columns and ships. To remove rows or
// columns, Parts takes one solution and keeps the cells that remain. From these cells it computes
// the new fleet, and each sum and hint that the board had. Parts keeps the old fleet if it does not
// find a solution quickly, or if ships would touch after the removal. In these cases it drops the
// sums of the columns if rows are removed, and the sums of the rows if columns are removed.
func (b *Board) Parts() []clues.Parts {
	h, w := len(b.rows), len(b.cols)
	full, ok := encode.Quick(b.Reduce())
	lines := clues.Lines(h, w, func(rows, cols []int) encode.Instance {
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
	return append(lines, clues.Parts{Kind: "ships", N: len(b.fleet), Without: func(gone ...int) encode.Instance {
		less := b.Without().(*Board)
		less.fleet = encode.Keep(b.fleet, encode.Left(len(b.fleet), gone))
		return less
	}})
}

// become copies the fleet, the sums and the hints of o, a board of the same size, to b. It does not
// copy a sum to a line of b without a sum, or a hint to a cell of b without a hint. A hint for some part
// of a ship stays, because all ship cells stay.
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
		if b.given[i] != none && b.given[i] != part {
			b.given[i] = o.given[i]
		}
	}
}

// lengths returns the lengths of the ships in a solution, longest first. The board has w
// columns.
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

func (b *Board) Size() encode.Size { return encode.Size{H: len(b.rows), W: len(b.cols)} }
