package bars

import "math/bits"

// propagate draws the conclusions until there are no more, and is false if there
// is a contradiction. Afterwards can and count are those of x, and if all bars
// are placed, x is a matrix.
func (b *board) propagate(x *state) bool {
	for {
		if !b.settle(x) || !b.unsummed(x) || !b.candidates(x) {
			return false
		}
		if x.dirty != [2]uint64{} {
			continue
		}
		if !b.cover(x) {
			return false
		}
		if x.dirty == [2]uint64{} {
			return true
		}
	}
}

// settle looks at the lines that changed: a line that has its sum gets no more
// ones, one that can just reach it gets all, and a run of ones between zeros is a
// bar.
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
			if left < 0 || left > n {
				return false
			}
			if left == 0 && !b.zeros(x, l, open) || left == n && !b.ones(x, l, open) {
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

// closed says whether a run cannot go on.
func (b *board) closed(x *state, l, at, k int) bool {
	ends := ^b.full[l] | x.zero[l]
	return (at == 0 || ends>>(at-1)&1 == 1) && (at+k == 64 || ends>>(at+k)&1 == 1)
}

// complete places the bar that a closed run is, unless it is a single cell that
// may yet go on across the line.
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
	for i, length := range b.lengths {
		if length == k {
			return x.may[i][l]>>at&1 == 1 && b.place(x, i, l, at)
		}
	}
	return false
}

// unsummed is the rule of sums for all rows together whose sums are not known.
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

// candidates finds where bars could be. If they are just as many as are needed,
// they are placed.
func (b *board) candidates(x *state) bool {
	if x.dirty != [2]uint64{} {
		return true
	}
	for i, k := range b.lengths {
		can := b.can[i]
		clear(can)
		b.count[i] = 0
		if x.need[i] == 0 {
			continue
		}
		for l := range can {
			if k == 1 && l == b.h {
				break
			}
			set := x.may[i][l]
			if set == 0 {
				continue
			}
			set &= starts(b.full[l]&^x.zero[l]&^x.done[l], k) &^ (x.one[l] << 1)
			if k < 64 {
				set &^= x.one[l] >> k
			}
			if k == 1 {
				// Longer bars cannot lie along a one, as its corners are zeros.
				if l > 0 {
					set &^= x.one[l-1]
				}
				if l+1 < b.h {
					set &^= x.one[l+1]
				}
			}
			if b.sums[l] >= 0 {
				if left := b.sums[l] - bits.OnesCount64(x.one[l]); left < k {
					for rest := set; rest != 0; rest &= rest - 1 {
						at := bits.TrailingZeros64(rest)
						if bits.OnesCount64(x.one[l]>>at&(uint64(1)<<k-1))+left < k {
							set &^= 1 << at
						}
					}
				}
			}
			can[l] = set
			b.count[i] += bits.OnesCount64(set)
		}
		if b.count[i] < x.need[i] {
			return false
		}
		if b.count[i] == x.need[i] {
			for l, set := range can {
				for ; set != 0; set &= set - 1 {
					if !b.place(x, i, l, bits.TrailingZeros64(set)) {
						return false
					}
				}
			}
			return true
		}
	}
	return true
}

// starts are the cells from which k cells on are in the set.
func starts(set uint64, k int) uint64 {
	for have := 1; have < k; {
		step := min(have, k-have)
		set &= set >> step
		have += step
	}
	return set
}

// cover sets zeros where no bar could be, and is false if a one is there.
func (b *board) cover(x *state) bool {
	var lines [2 * MaxSide]uint64
	for i, k := range b.lengths {
		if x.need[i] == 0 {
			continue
		}
		for l, set := range b.can[i] {
			for have := 1; have < k; {
				step := min(have, k-have)
				set |= set << step
				have += step
			}
			lines[l] |= set
		}
	}
	for r := range b.h {
		for bare := b.full[r] &^ x.zero[r] &^ x.done[r] &^ lines[r]; bare != 0; bare &= bare - 1 {
			c := bits.TrailingZeros64(bare)
			if lines[b.h+c]>>r&1 == 0 && !b.zeros(x, r, 1<<c) {
				return false
			}
		}
	}
	return true
}
