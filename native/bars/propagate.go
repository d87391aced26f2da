package bars

import (
	"context"
	"math/bits"
	"slices"

	"counterproof/native"
)

// propagate applies all rules to the state x until no rule finds anything new. It returns false on
// a contradiction. If it returns true and all bars are placed, the ones of x are a solution.
func (b *board) propagate(x *state) bool {
	for {
		if !b.settle(x) || !b.unsummed(x) {
			return false
		}
		// The cheapest rules come first. After a rule that finds something, start again with the
		// first rule.
		for _, rule := range [...]func(*board, *state) bool{(*board).candidates, (*board).cover, (*board).reaches, (*board).room} {
			if x.dirty != [2]uint64{} {
				break
			}
			if !rule(b, x) {
				return false
			}
		}
		if x.dirty == [2]uint64{} {
			return true
		}
	}
}

// settle applies two rules to the dirty lines (the rows and columns whose cells have changed) until
// no line is dirty. First, if a line has as many ones as its sum, its undecided cells become zeros.
// If the line needs all undecided cells to reach its sum, these cells become ones. Second, a run of
// ones between zeros or edges of the board becomes a bar. settle returns false on a contradiction.
func (b *board) settle(x *state) bool {
	for {
		l := bits.TrailingZeros64(x.dirty[0])
		if l < 64 {
			x.dirty[0] &= x.dirty[0] - 1
		} else if l = bits.TrailingZeros64(x.dirty[1]); l < 64 {
			x.dirty[1] &= x.dirty[1] - 1
			l += b.h
		} else {
			return true
		}
		if sum := b.sums[l]; sum >= 0 {
			left := sum - bits.OnesCount64(x.one[l])
			open := b.full[l] &^ x.one[l] &^ x.zero[l]
			n := bits.OnesCount64(open)
			if left < 0 || left > n || left == 0 && !b.zeros(x, l, open) || left == n && !b.ones(x, l, open) {
				return false
			}
		}
		for left := x.one[l] &^ x.done[l]; left != 0; {
			at := bits.TrailingZeros64(left)
			k := bits.TrailingZeros64(^(left >> at))
			left &^= (uint64(1)<<k - 1) << at
			if b.closed(x, l, at, k) && !b.complete(x, l, at, k) {
				return false
			}
		}
	}
}

// closed reports whether a run of k ones in line l, from index at, can have no more ones at its ends.
func (b *board) closed(x *state, l, at, k int) bool {
	ends := ^b.full[l] | x.zero[l]
	return (at == 0 || ends>>(at-1)&1 == 1) && (at+k == 64 || ends>>(at+k)&1 == 1)
}

// complete places a bar on a closed run of k ones in line l, with the first index at, unless the run
// is a single cell that can be extended in the other direction. It returns false on a contradiction.
func (b *board) complete(x *state, l, at, k int) bool {
	if k == 1 {
		m, i := b.cross(l, at)
		if !b.closed(x, m, i, 1) {
			return true
		}
		if l >= b.h {
			l, at = m, i
		}
	}
	i := slices.Index(b.lengths, k)
	return i >= 0 && x.may[i][l]>>at&1 == 1 && b.place(x, i, l, at)
}

// unsummed applies the first rule of settle to the rows with unknown sums, as if they were one
// line. The total number of ones in these rows is known. It returns false on a contradiction.
func (b *board) unsummed(x *state) bool {
	if len(b.open) == 0 {
		return true
	}
	left, n := b.rest, 0
	for _, r := range b.open {
		left -= bits.OnesCount64(x.one[r])
		n += bits.OnesCount64(b.full[r] &^ x.one[r] &^ x.zero[r])
	}
	if left < 0 || left > n {
		return false
	}
	if n > 0 && (left == 0 || left == n) {
		for _, r := range b.open {
			open := b.full[r] &^ x.one[r] &^ x.zero[r]
			if left == 0 && !b.zeros(x, r, open) || left == n && !b.ones(x, r, open) {
				return false
			}
		}
	}
	return true
}

// candidates finds all candidates: places where a bar can still lie. It returns false if a length has
// fewer candidates than bars to place. If it has equally many, candidates places these bars.
func (b *board) candidates(x *state) bool {
	b.starts(x)
	for i, need := range x.need {
		if x.count[i] < need {
			return false
		}
		if need == 0 || x.count[i] > need {
			continue
		}
		for l, set := range x.can[i] {
			for ; set != 0; set &= set - 1 {
				if !b.place(x, i, l, bits.TrailingZeros64(set)) {
					return false
				}
			}
		}
		return true
	}
	return true
}

func (b *board) starts(x *state) {
	for stale := x.stale; stale != [2]uint64{}; {
		l := bits.TrailingZeros64(stale[0])
		stale[0] &= stale[0] - 1
		if l == 64 {
			l = b.h + bits.TrailingZeros64(stale[1])
			stale[1] &= stale[1] - 1
		}
		for i := range x.can {
			x.count[i] -= bits.OnesCount64(x.can[i][l])
			x.can[i][l] = 0
		}
		x.reach[l], x.pairs[l] = 0, 0
		one := x.one[l]
		run, have := b.full[l]&^x.zero[l]&^x.done[l], 1 // the cells at which a range of free cells starts; have is the length of the range
		left := MaxSide
		if b.sums[l] >= 0 {
			left = b.sums[l] - bits.OnesCount64(one)
		}
		for i := len(b.lengths) - 1; i >= 0 && run != 0; i-- {
			k := b.lengths[i]
			for have < k {
				step := min(have, k-have)
				run &= run >> step
				have += step
			}
			if x.need[i] == 0 {
				continue
			}
			set := run & x.may[i][l] &^ (one << 1) &^ (one >> k)
			if set == 0 {
				continue
			}
			if k == 1 {
				// Longer bars need no such check: a one in the next line would have set one of
				// their cells to zero.
				if l > 0 {
					set &^= x.one[l-1]
				}
				if l+1 < b.h {
					set &^= x.one[l+1]
				}
			}
			if left < k {
				set = enough(set, one, k, k-left)
			}
			x.can[i][l] = set
			x.count[i] += bits.OnesCount64(set)
			if k == 1 {
				x.reach[l] |= set
				continue
			}
			set = stretch(set, k-1)
			x.pairs[l] |= set
			x.reach[l] |= set | set<<1
		}
	}
	x.stale = [2]uint64{}
}

// stretch returns the cells that are covered by ranges of n cells. One range starts at each cell in
// the set.
func stretch(set uint64, n int) uint64 {
	for have := 1; have < n; {
		step := min(have, n-have)
		set |= set << step
		have += step
	}
	return set
}

// enough looks at the k cells that begin at each cell in the set. It returns the cells in the set
// for which at least n of these k cells are ones.
func enough(set, one uint64, k, n int) uint64 {
	for rest := set; rest != 0; rest &= rest - 1 {
		at := bits.TrailingZeros64(rest)
		if bits.OnesCount64(one>>at&(1<<k-1)) < n {
			set &^= 1 << at
		}
	}
	return set
}

func (b *board) cover(x *state) bool {
	for r := range b.h {
		for bare := b.full[r] &^ x.zero[r] &^ x.done[r] &^ x.reach[r]; bare != 0; bare &= bare - 1 {
			c := bits.TrailingZeros64(bare)
			if x.reach[b.h+c]>>r&1 == 0 && !b.zeros(x, r, 1<<c) {
				return false
			}
		}
	}
	return true
}

// reaches checks that each line (row or column) can have as many ones as its sum. Two adjacent
// cells cannot both be ones if no candidate covers both. So in a chain of such cells at most every
// other cell is a one. If a line needs the largest possible number of ones, reaches sets the cells
// that are ones in every way to place that number. It returns false on a contradiction. The rule
// saves a fifth of the nodes on 10x10 boards.
func (b *board) reaches(x *state) bool {
	for l, sum := range b.sums {
		if sum < 0 {
			continue
		}
		may := b.full[l] &^ x.zero[l]
		apart := may & (may >> 1) &^ x.pairs[l] &^ x.done[l]
		if apart == 0 {
			continue
		}
		spare := bits.OnesCount64(may) - sum
		for rest := apart; rest != 0; spare-- {
			low := rest & -rest
			rest &^= low | low<<1
		}
		if spare < 0 || spare == 0 && !b.ones(x, l, fullest(may, apart)) {
			return false
		}
	}
	return true
}

// fullest returns the cells that belong to every largest possible set of ones in a line. The
// parameter may is the set of the cells that can be ones. The parameter apart is the set of the
// cells that cannot be ones together with the next cell.
func fullest(may, apart uint64) uint64 {
	set := may &^ apart &^ (apart << 1)
	for rest := apart; rest != 0; {
		at := bits.TrailingZeros64(rest)
		n := bits.TrailingZeros64(^(rest >> at))
		rest &^= (uint64(1)<<n - 1) << at
		if n%2 == 0 {
			for i := 0; i <= n; i += 2 {
				set |= 1 << (at + i)
			}
		}
	}
	return set
}

// room returns false if it finds a length k such that the bars of length k or more do not all fit
// on the board. For each row and column, room computes two bounds: the number of these bars that
// fit one behind the other, and the number of these bars that the sum allows. The rule saves a
// tenth of the nodes on 10x10 boards and half of them on 30x30 boards.
func (b *board) room(x *state) bool {
	var all [2 * MaxSide]uint64
	need := 0
	for i, k := range b.lengths {
		if x.need[i] == 0 {
			continue
		}
		if k == 1 {
			break
		}
		need += x.need[i]
		room := 0
		for l, set := range x.can[i] {
			all[l] |= set
			if all[l] == 0 {
				continue
			}
			most := MaxSide
			if sum := b.sums[l]; sum >= 0 {
				most = (sum - bits.OnesCount64(x.done[l])) / k
			}
			for rest := all[l]; rest != 0 && most > 0; most-- {
				rest &^= (uint64(2)<<k - 1) << bits.TrailingZeros64(rest)
				room++
			}
		}
		if room < need {
			return false
		}
	}
	return true
}

// listNodes returns the number of search nodes after which Forced and Count stop listing and use
// another method. On a 10x10 board, these nodes take a fifth of a second. No board of CSPLib
// reaches the limit. Larger boards get fewer nodes, because each node takes longer.
func (p *Problem) listNodes() int64 { return 10_000_000 / int64(max(100, p.H*p.W)) }

// Forced returns the value of each cell, in row-major order: Zero or One if it is the same in all
// matrices, else Unknown. If there is no matrix, the result cells is nil and the result solvable is
// false. Forced returns the same errors as Search.
//
// If there are too many matrices to list, Forced looks at the cells that were the same in all
// matrices found so far. For each of these cells, it searches for a matrix in which the cell
// differs. Such a matrix can also differ in other cells, which then need no search. Only the
// context and the limit of st bound the time of these searches.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []Kind, solvable bool, err error) {
	b, root, err := p.root(ctx)
	if b == nil || !b.propagate(root) {
		return nil, false, err
	}
	x := b.newState()
	var m shared
	x.copy(root)
	whole, err := b.search(ctx, st, x, p.listNodes(), func(other []byte) bool { m.meet(other); return m.same > 0 })
	if err == nil && m.cells == nil && !whole {
		x.copy(root)
		_, err = b.search(ctx, st, x, 0, func(other []byte) bool { m.meet(other); return false })
		whole = m.cells == nil
	}
	if err == nil && !whole {
		err = b.verify(ctx, st, root, x, &m)
	}
	if err != nil {
		return nil, false, err
	}
	return m.cells, m.cells != nil, nil
}

// shared holds one entry per cell. The entry is the value of the cell if this value is the same in
// all matrices found so far, else Unknown.
type shared struct {
	cells []Kind
	same  int // the number of cells that are the same in all
}

func (m *shared) meet(other []byte) {
	if m.cells == nil {
		m.cells = make([]Kind, len(other))
		for i, one := range other {
			m.cells[i] = Zero + Kind(one)
		}
		m.same = len(m.cells)
	}
	for i, one := range other {
		if m.cells[i] != Unknown && m.cells[i] != Zero+Kind(one) {
			m.cells[i] = Unknown
			m.same--
		}
	}
}

// verify looks at each cell that is the same in all matrices found so far. It searches for a matrix
// in which the cell differs, and adds this matrix to m. If there is no such matrix, verify sets the
// cell in the state root. It uses x as a buffer.
func (b *board) verify(ctx context.Context, st *native.Stats, root, x *state, m *shared) error {
	for i := range m.cells {
		r, one := i/b.w, uint64(1)<<(i%b.w)
		if m.cells[i] == Unknown || (root.one[r]|root.zero[r])&one != 0 {
			continue
		}
		if err := st.Poll(ctx, 0, 0); err != nil { // a short search ends without a poll of its own
			return err
		}
		set, other := b.zeros, b.ones // set the cell to its value so far, and to the other value
		if m.cells[i] == One {
			set, other = other, set
		}
		x.copy(root)
		found := false
		if other(x, r, one) {
			if _, err := b.search(ctx, st, x, 0, func(all []byte) bool { m.meet(all); found = true; return false }); err != nil {
				return err
			}
		}
		if !found {
			set(root, r, one) // all matrices agree, so there is no contradiction
			b.propagate(root)
		}
	}
	return nil
}
