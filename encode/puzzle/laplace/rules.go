package laplace

import (
	"cmp"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/native/deduce"
	"counterproof/native/linear"
)

// Check implements encode.Instance. For each clue, Check adds the numbers of the cells in site
// order. It stops when the remaining cells cannot bring the sum to the clue. If several clues are
// broken, Check names the clue whose failure is known after the fewest sites. If several clues fail
// after the same number of sites, Check names a clue with the fewest cells.
func (b *Board) Check(s encode.Solution) error {
	broken, last, depth := -1, len(b.clues), 0
	var view [9]deduce.Term
	for i, clue := range b.clues {
		if slices.Contains(b.gone, i) {
			continue
		}
		cells := b.sees(view[:0], i)
		least, most := b.bounds(cells) // of the sum, given the numbers that have been read
		at, k := -1, 0                 // the last site that has been read, and the number of them
		for ; k < len(cells) && cells[k].Of <= last && least <= clue && clue <= most; k++ {
			at = cells[k].Of
			l, m := b.bounds(cells[k : k+1])
			x := cells[k].Weight * (b.lo + int(s[at]))
			least, most = least-l+x, most-m+x
		}
		if (least > clue || clue > most) && cmp.Or(at-last, k-depth) < 0 {
			broken, last, depth = i, at, k
		}
	}
	if broken < 0 {
		return nil
	}
	sites := make([]int, depth)
	for k, cell := range b.sees(view[:0], broken)[:depth] {
		sites[k] = cell.Of
	}
	return &encode.Violation{
		Rule:  "the sum at row " + strconv.Itoa(broken/b.w+1) + ", column " + strconv.Itoa(broken%b.w+1) + " cannot be " + strconv.Itoa(b.clues[broken]),
		Sites: sites,
	}
}

// bounds returns the range of the sum of the numbers in some cells.
func (b *Board) bounds(cells []deduce.Term) (least, most int) {
	for _, cell := range cells {
		least += min(cell.Weight*b.lo, cell.Weight*b.hi)
		most += max(cell.Weight*b.lo, cell.Weight*b.hi)
	}
	return least, most
}

// sees appends the cells whose numbers the clue of cell i uses, in site order, with their factors.
func (b *Board) sees(cells []deduce.Term, i int) []deduce.Term {
	r, c := i/b.w, i%b.w
	if b.kernel == sum {
		for y := max(r-1, 0); y <= min(r+1, b.h-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, b.w-1); x++ {
				cells = append(cells, deduce.Term{Of: y*b.w + x, Weight: 1})
			}
		}
		return cells
	}
	if r > 0 {
		cells = append(cells, deduce.Term{Of: i - b.w, Weight: 1})
	}
	if c > 0 {
		cells = append(cells, deduce.Term{Of: i - 1, Weight: -1})
	}
	if c < b.w-1 {
		cells = append(cells, deduce.Term{Of: i + 1, Weight: 1})
	}
	if r < b.h-1 {
		cells = append(cells, deduce.Term{Of: i + b.w, Weight: -1})
	}
	return cells
}

// A step leads from a cell to another cell. The clue of the second cell uses the number in the
// first cell, multiplied by the field weight.
type step struct{ down, right, weight int }

// steps holds the steps of each kernel. The rules of the puzzle say which numbers a clue uses, such
// as the number above it. A step has the opposite direction, from the number to the clue, so in
// this example it leads to the cell below.
var steps = map[kernel][]step{
	sum: {
		{-1, -1, 1}, {-1, 0, 1}, {-1, 1, 1},
		{0, -1, 1}, {0, 0, 1}, {0, 1, 1},
		{1, -1, 1}, {1, 0, 1}, {1, 1, 1},
	},
	diff: {{1, 0, 1}, {0, -1, 1}, {-1, 0, -1}, {0, 1, -1}},
}

// Encode makes an integer for each cell. For each clue, it requires that the integers that the clue
// uses have the right sum.
func (b *Board) Encode(e *encode.Encoder) {
	terms := make([][]constraint.Term, len(b.clues))
	for r := range b.h {
		for c := range b.w {
			cell := &constraint.Int{Lo: b.lo}
			for v := range b.hi - b.lo + 1 {
				cell.Is = append(cell.Is, e.Is(r*b.w+c, v))
			}
			for _, s := range steps[b.kernel] {
				if y, x := r+s.down, c+s.right; y >= 0 && y < b.h && x >= 0 && x < b.w {
					terms[y*b.w+x] = append(terms[y*b.w+x], constraint.Term{Weight: s.weight, Of: cell})
				}
			}
		}
	}
	for i, clue := range b.clues {
		if !slices.Contains(b.gone, i) {
			e.Sum(clue, clue, terms[i]...)
		}
	}
}

func (b *Board) matrix() linear.Matrix {
	a := make(linear.Matrix, len(b.clues))
	for i := range a {
		a[i] = make([]int, len(b.clues))
		for j := range a[i] {
			dr, dc := j/b.w-i/b.w, j%b.w-i%b.w
			switch {
			case b.kernel == sum && dr*dr <= 1 && dc*dc <= 1:
				a[i][j] = 1
			case b.kernel == diff && dr*dr+dc*dc == 1:
				a[i][j] = dc - dr
			}
		}
	}
	return a
}

// Reduce implements encode.Instance. The native problem is a system of linear equations whose
// unknowns have bounds. The system is made and solved by elimination only at its first use.
func (b *Board) Reduce() []encode.Reduction { return b.reduce(b.linear) }

func (b *Board) linear() *linear.System {
	b.once.Do(func() { b.system = b.newSystem() })
	return b.system
}

func (b *Board) newSystem() *linear.System {
	n := len(b.clues)
	return &linear.System{A: b.matrix(), B: b.clues, Lo: slices.Repeat([]int{b.lo}, n), Hi: slices.Repeat([]int{b.hi}, n)}
}
