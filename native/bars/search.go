package bars

import (
	"context"
	"math/bits"

	"counterproof/native"
)

// Search yields each matrix once, its cells 0 or 1, row-major, valid during the
// call, and stops when yield returns false. The error is one of a bad problem, or
// ctx.Err() when the search was cut short.
//
// A node says of one placement of one bar that it is there, or that it is not;
// what follows is in state.go. st gets the nodes, and as updates the cells that
// were set.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(cells []byte) bool) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	b := p.board()
	if b == nil {
		return nil
	}
	x := b.newState()
	if !b.start(x) {
		return nil
	}
	s := &search{board: b, ctx: ctx, st: st, yield: yield, levels: []*state{x}, cells: make([]byte, p.H*p.W)}
	s.node(0)
	st.Updates += b.set
	return s.err
}

type search struct {
	*board
	ctx    context.Context
	st     *native.Stats
	err    error
	over   bool
	yield  func([]byte) bool
	levels []*state // of the nodes from the root to the present one
	cells  []byte
}

// node goes through all matrices of level d's state, which it uses up.
func (s *search) node(d int) {
	for x := s.levels[d]; ; {
		if s.st.Nodes++; s.st.Nodes%1024 == 0 {
			s.err = s.ctx.Err()
		}
		if s.err != nil || !s.propagate(x) {
			return
		}
		if x.bars == 0 {
			s.report(x)
			return
		}
		k, line, at := s.choose(x)
		if d+1 == len(s.levels) {
			s.levels = append(s.levels, s.newState())
		}
		there := s.levels[d+1]
		there.copy(x)
		if s.place(there, k, line, at) {
			s.node(d + 1)
		}
		if s.over || s.err != nil {
			return
		}
		x.may[k][line] &^= 1 << at
	}
}

func (s *search) report(x *state) {
	for r := range s.h {
		for c := range s.w {
			s.cells[r*s.w+c] = byte(x.one[r] >> c & 1)
		}
	}
	s.over = !s.yield(s.cells)
}

// choose is a placement to branch on: of those that could cover the one that the
// fewest could cover, or of those of the length that leaves the least choice.
func (s *search) choose(x *state) (k, line, at int) {
	best := int(^uint(0) >> 1)
	for i, need := range x.need {
		if need == 0 {
			continue
		}
		if n := s.count[i] - need + 1; n < best {
			best, k = n, i
		}
	}
	cell := -1
	for r := range s.h {
		for left := x.one[r] &^ x.done[r]; left != 0; left &= left - 1 {
			c := bits.TrailingZeros64(left)
			n := 0
			for i, need := range x.need {
				if need > 0 {
					n += bits.OnesCount64(s.through(i, r, c)) + bits.OnesCount64(s.through(i, s.h+c, r))
				}
			}
			if n <= best {
				best, cell = n, r*s.w+c
			}
		}
	}
	if cell < 0 {
		for line, set := range s.can[k] {
			if set != 0 {
				return k, line, bits.TrailingZeros64(set)
			}
		}
	}
	r, c := cell/s.w, cell%s.w
	for i, need := range x.need {
		if need == 0 {
			continue
		}
		if set := s.through(i, r, c); set != 0 {
			return i, r, bits.TrailingZeros64(set)
		}
		if set := s.through(i, s.h+c, r); set != 0 {
			return i, s.h + c, bits.TrailingZeros64(set)
		}
	}
	panic("propagate leaves a one that nothing covers")
}

// through are the starts of the bars of length number i in a line that cover its
// cell at.
func (s *search) through(i, line, at int) uint64 {
	k := s.lengths[i]
	window := uint64(1)<<k - 1 // k is 64 at most, and then all ones
	if at >= k-1 {
		window <<= at - (k - 1)
	} else {
		window >>= k - 1 - at
	}
	return s.can[i][line] & window
}
