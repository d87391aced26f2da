package line

// A value is what a cell is found to be.
type value struct {
	cell int
	to   State
}

// probe tries both values of open cells, those first that have the most settled
// neighbours. Where one leads to a contradiction, the other is settled; where
// both lead to the same values, these are. It goes round until nothing is new,
// or, if limit is not 0, once and until the lines solved have cost so much.
//
// The best cell to branch on is the one whose values both settle the most cells:
// the larger of the smaller numbers, ties by the larger ones; and its value that
// settles more. It is -1 where no cell is open. False: a contradiction, or b.err
// is set.
//
// Ranking by the product of the two numbers, and the other value first, were no
// better; ranking by the larger number took longer, cells beside settled ones alone
// twice as long. The 60 or 150 cells with the best numbers of an earlier round
// took up to ten times as long, and going round until nothing is new twice as
// long.
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
			low, high, to := size[0], size[1], One
			if low > high {
				low, high, to = high, low, Zero
			}
			if low > top[0] || low == top[0] && high > top[1] {
				best, top = value{x, to}, [2]int{low, high}
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

// try propagates both values of open cell x. size is how many cells each settles
// where both stand; news says that something was settled for good.
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

// order are the open cells, those with the most settled neighbours first; the
// edge is settled.
func (b *board) order() []int {
	var by [5][]int
	for x, s := range b.cells {
		if s != Unknown {
			continue
		}
		r, c, n := x/b.w, x%b.w, 0
		if r == 0 || b.cells[x-b.w] != Unknown {
			n++
		}
		if r == b.h-1 || b.cells[x+b.w] != Unknown {
			n++
		}
		if c == 0 || b.cells[x-1] != Unknown {
			n++
		}
		if c == b.w-1 || b.cells[x+1] != Unknown {
			n++
		}
		by[4-n] = append(by[4-n], x)
	}
	order := by[0]
	for _, more := range by[1:] {
		order = append(order, more...)
	}
	return order
}
