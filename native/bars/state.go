package bars

import (
	"math/bits"
	"slices"
)

// A board is the part of a problem that does not change in a search. Its lines are numbered: first
// the rows, then the columns. A set of cells in a line is one word, with a bit for each cell.
type board struct {
	h, w    int
	lengths []int    // different lengths, descending
	number  []int    // by length: number of bars
	sums    []int    // by line, -1 if unknown
	full    []uint64 // by line: all its cells
	total   int      // number of ones
	open    []int    // rows without a sum
	rest    int      // number of ones in the open rows
	p       *Problem

	set int64 // counts cells that were set, for the reported work
}

// A state holds the decisions made so far in a search. Each cell is stored twice, in its row and in
// its column.
type state struct {
	one, zero []uint64
	done      []uint64   // ones of placed bars
	may       [][]uint64 // by length and line: starts of bars that are not ruled out
	need      []int      // by length: number of bars still to place
	bars      int        // the sum of need
	dirty     [2]uint64  // rows and columns that settle must look at

	// The method candidates computes these fields. For the stale lines, these fields are out of
	// date.
	can   [][]uint64 // by length and line: starts of candidates, bars that could be placed
	count []int      // by length: number of candidates
	reach []uint64   // by line: cells that a candidate in the line covers
	pairs []uint64   // by line: cells that a candidate covers together with the next cell
	stale [2]uint64  // rows and columns

	words []uint64 // the memory of all sets above
}

func (p *Problem) board() *board {
	b := &board{h: p.H, w: p.W, p: p}
	b.lengths = slices.Clone(p.Bars)
	slices.Sort(b.lengths)
	slices.Reverse(b.lengths)
	b.lengths = slices.Compact(b.lengths)
	if len(p.Bars) > p.H*p.W || len(b.lengths) > 0 && b.lengths[0] > max(p.H, p.W) {
		return nil
	}
	b.number = make([]int, len(b.lengths))
	for _, k := range p.Bars {
		b.number[slices.Index(b.lengths, k)]++
		b.total += k
	}
	b.sums = slices.Concat(p.Rows, p.Cols)
	if !b.missing(b.sums[:p.H]) || !b.missing(b.sums[p.H:]) {
		return nil
	}
	b.rest = b.total
	for l, sum := range b.sums {
		n := p.W
		if l >= p.H {
			n = p.H
		}
		b.full = append(b.full, ^uint64(0)>>(64-n))
		if sum > n {
			return nil
		}
		if l < p.H && sum < 0 {
			b.open = append(b.open, l)
		} else if l < p.H {
			b.rest -= sum
		}
	}
	return b
}

// missing computes the unknown sum if exactly one of the given sums (of all rows or of all columns)
// is unknown. missing reports whether the sums agree with the total number of ones.
func (b *board) missing(sums []int) bool {
	left, at, n := b.total, 0, 0
	for i, sum := range sums {
		if sum < 0 {
			at = i
			n++
		} else if left -= sum; left < 0 {
			return false
		}
	}
	if n == 1 {
		sums[at] = left
	}
	return n > 0 || left == 0
}

func (b *board) newState() *state {
	n := len(b.lengths)
	all, words := sets(5+2*n, b.h+b.w)
	return &state{
		one: all[0], zero: all[1], done: all[2], reach: all[3], pairs: all[4], may: all[5 : 5+n], can: all[5+n:],
		need: make([]int, n), count: make([]int, n), words: words,
	}
}

func sets(m, n int) (parts [][]uint64, words []uint64) {
	words = make([]uint64, m*n)
	for i := range m {
		parts = append(parts, words[i*n:(i+1)*n:(i+1)*n])
	}
	return parts, words
}

func (x *state) copy(y *state) {
	copy(x.words, y.words)
	copy(x.need, y.need)
	copy(x.count, y.count)
	x.bars, x.dirty, x.stale = y.bars, y.dirty, y.stale
}

func (b *board) start(x *state) bool {
	copy(x.need, b.number)
	x.bars = len(b.p.Bars)
	x.dirty = b.all()
	x.stale = b.all()
	for i, k := range b.lengths {
		for l := range x.one {
			if k == 1 && l >= b.h {
				break // a bar of one cell belongs to its row only
			}
			n, r, c, down := b.w, l, 0, 0
			if l >= b.h {
				n, r, c, down = b.h, 0, l-b.h, 1
			}
			for at := 0; at+k <= n; at++ {
				if b.p.allows(r+at*down, c+at*(1-down), k, down == 1) {
					x.may[i][l] |= 1 << at
				}
			}
		}
	}
	for r := range b.h {
		for c := range b.w {
			if !b.know(x, r, c, b.p.kind(r, c)) {
				return false
			}
		}
	}
	return true
}

func (b *board) know(x *state, r, c int, kind Kind) bool {
	switch kind {
	case Unknown:
		return true
	case Zero:
		return b.zeros(x, r, 1<<c)
	}
	if !b.ones(x, r, 1<<c) {
		return false
	}
	if kind == One || kind == Middle {
		return true
	}
	for _, side := range []struct {
		end  Kind // the end whose bar extends to this side
		r, c int
	}{{Top, r + 1, c}, {Bottom, r - 1, c}, {Left, r, c + 1}, {Right, r, c - 1}} {
		inside := 0 <= side.r && side.r < b.h && 0 <= side.c && side.c < b.w
		if kind == side.end && (!inside || !b.ones(x, side.r, 1<<side.c)) || kind != side.end && inside && !b.zeros(x, side.r, 1<<side.c) {
			return false
		}
	}
	return true
}

func (b *board) cross(l, i int) (line, cell int) {
	if l < b.h {
		return b.h + i, l
	}
	return i, l - b.h
}

func (b *board) all() [2]uint64 { return [2]uint64{b.full[b.h], b.full[0]} }

func (b *board) touch(x *state, l int) {
	b.mark(&x.dirty, l)
	b.mark(&x.stale, l)
}

func (b *board) mark(set *[2]uint64, l int) {
	if l < b.h {
		set[0] |= 1 << l
	} else {
		set[1] |= 1 << (l - b.h)
	}
}

// zeros sets the cells in the parameter set, on line l, to zero. It returns false if one of these
// cells is a one.
func (b *board) zeros(x *state, l int, set uint64) bool {
	set &= b.full[l] &^ x.zero[l]
	return set == 0 || b.assign(x, x.zero, x.one, l, set)
}

// assign adds cells on line l to the sets of one value, by line. It returns false if one of them has the
// other value.
func (b *board) assign(x *state, own, other []uint64, l int, set uint64) bool {
	if set&other[l] != 0 {
		return false
	}
	own[l] |= set
	b.touch(x, l)
	for ; set != 0; set &= set - 1 {
		m, i := b.cross(l, bits.TrailingZeros64(set))
		own[m] |= 1 << i
		b.touch(x, m)
		b.set++
	}
	return true
}

// ones sets the cells in the parameter set, on line l, to one, and the diagonal neighbours of these
// cells to zero. It returns false on a contradiction.
func (b *board) ones(x *state, l int, set uint64) bool {
	set &^= x.one[l]
	if set == 0 {
		return true
	}
	if !b.assign(x, x.one, x.zero, l, set) {
		return false
	}
	// Candidates of one cell belong to their row, and they depend on the rows above and below.
	rows := set
	if l < b.h {
		rows = 1 << l
	}
	x.stale[0] |= (rows<<1 | rows>>1) & b.full[b.h]
	return b.flank(x, l, set<<1|set>>1)
}

// flank sets cells of both lines next to line l, bits of set, to zero. It returns false if one is 1.
func (b *board) flank(x *state, l int, set uint64) bool {
	return (l == 0 || l == b.h || b.zeros(x, l-1, set)) && (l+1 == b.h || l+1 == b.h+b.w || b.zeros(x, l+1, set))
}

// place places a bar of length lengths[i] in line l, with zeros all around the bar. The parameter at
// is the first index of the bar. It returns false on a contradiction.
func (b *board) place(x *state, i, l, at int) bool {
	if x.need[i] == 0 {
		return false
	}
	if x.need[i]--; x.need[i] == 0 {
		x.stale = b.all()
	}
	x.bars--
	set := (uint64(1)<<b.lengths[i] - 1) << at
	x.done[l] |= set
	b.mark(&x.stale, l)
	for left := set; left != 0; left &= left - 1 {
		m, j := b.cross(l, bits.TrailingZeros64(left))
		x.done[m] |= 1 << j
		b.mark(&x.stale, m)
	}
	return b.ones(x, l, set) && b.zeros(x, l, (set<<1|set>>1)&^set) && b.flank(x, l, set)
}
