package runlength

import "slices"

type value struct {
	cell int
	to   State
}

// probe tries both values of every open cell, starting with the cells that have the most settled
// neighbours. If one value leads to a contradiction, probe settles the cell to the other value. If
// the two values lead to the same value of another cell, probe settles that cell. It repeats this
// until nothing changes. If the given limit is not 0, probe also stops when solving lines has cost
// more than the limit. In this case it also does not start another round once it has an open cell
// to branch on.
//
// The result best is a cell to branch on, with the value to try first. For each cell, probe counts
// how many cells each of its two values settles. It chooses the cell whose smaller count is
// largest. Among equal cells, it chooses the cell whose larger count is largest. The value to try
// first is the value that settles more cells. If no cell is open, best.cell is -1. If there is a
// contradiction, or b.err is set, ok is false.
//
// In trials with the search, some alternatives were no better: ranking by the product of the two
// counts, and trying the other value first. Ranking by the larger count took longer. Probing only
// cells next to settled cells took twice as long, and so did repeating the rounds at each node
// until nothing changes. Probing only the 60 or 150 cells with the best counts of an earlier round
// took up to ten times as long.
func (b *board) probe(limit int) (best value, ok bool) {
	if b.solved > memoFrom && b.sides[0].memo == nil {
		for i := range b.sides {
			b.sides[i].memo = newMemo(b.sides[i].words)
		}
	}
	end := b.solved + limit
	for len(b.trail) < len(b.cells) {
		changed := false
		best = value{-1, Unknown}
		top := [2]int{-1, -1}
		for _, x := range b.order() {
			if b.cells[x] != Unknown {
				continue
			}
			size, news, ok := b.try(x)
			if !ok {
				return best, false
			}
			changed = changed || news
			if b.cells[x] != Unknown {
				continue
			}
			to := One
			if size[0] > size[1] {
				to = Zero
			}
			if slices.Sort(size[:]); slices.Compare(size[:], top[:]) > 0 {
				best, top = value{x, to}, size
			}
			if limit > 0 && b.solved > end {
				break
			}
		}
		if !changed || limit > 0 && best.cell >= 0 && b.cells[best.cell] == Unknown {
			return best, true
		}
	}
	return value{-1, Unknown}, true
}

// try propagates each value of the open cell x in turn, and then settles the cells whose values
// follow from the outcomes. If neither value leads to a contradiction, the result size holds, for
// each value, the number of cells that this value settles. The result news reports whether try
// settled a cell. If both values lead to a contradiction, or if b.err is set, ok is false.
func (b *board) try(x int) (size [2]int, news, ok bool) {
	b.stamp++
	b.common = b.common[:0]
	mark := len(b.trail)
	for v := range 2 {
		b.set(x, Zero+State(v))
		fits := b.propagate()
		size[v] = len(b.trail) - mark
		if fits {
			for _, y := range b.trail[mark:] {
				seen := b.stamp<<2 | uint64(b.cells[y])
				if v == 0 {
					b.seen[y] = seen
				} else if b.seen[y] == seen {
					b.common = append(b.common, value{y, b.cells[y]})
				}
			}
		}
		b.undo(mark)
		if b.err != nil {
			return size, false, false
		}
		if !fits {
			b.set(x, One-State(v))
			return size, true, b.propagate()
		}
	}
	for _, c := range b.common {
		b.set(c.cell, c.to)
	}
	return size, len(b.common) > 0, b.propagate()
}

// order returns the open cells, sorted by number of settled neighbours: cells with the most come
// first. The outside of the board counts as settled.
func (b *board) order() []int {
	var by [5][]int
	for x, s := range b.cells {
		if s != Unknown {
			continue
		}
		r, c, n := x/b.w, x%b.w, 0
		for _, at := range [4][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
			i, j := at[0], at[1]
			if i < 0 || i == b.h || j < 0 || j == b.w || b.cells[i*b.w+j] != Unknown {
				n++
			}
		}
		by[4-n] = append(by[4-n], x)
	}
	return slices.Concat(by[:]...)
}
