package bars

import (
	"context"
	"math/big"
	"slices"

	"counterproof/native"
)

// Search yields each matrix once, its cells 0 or 1, row-major, valid during the
// call, and stops when yield returns false. The error is one of a bad problem, or
// ctx.Err() when the search was cut short.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(cells []byte) bool) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s := &simple{p: p, st: st, ctx: ctx, yield: yield, cells: make([]byte, p.H*p.W), near: make([]int, p.H*p.W)}
	s.bars = slices.Clone(p.Bars)
	slices.SortFunc(s.bars, func(a, b int) int { return b - a })
	s.rows, s.cols = slices.Clone(p.Rows), slices.Clone(p.Cols)
	s.place(0, 0)
	return s.err
}

type simple struct {
	p          *Problem
	st         *native.Stats
	ctx        context.Context
	err        error
	yield      func([]byte) bool
	bars       []int
	rows, cols []int // left, negative: any
	cells      []byte
	near       []int // bars in the cell or beside it
	stop       bool
}

// place places bar number i at place number from or behind it.
func (s *simple) place(i, from int) {
	s.st.Nodes++
	if s.st.Nodes%1024 == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.stop || s.err != nil {
		return
	}
	if i == len(s.bars) {
		for _, left := range slices.Concat(s.rows, s.cols) {
			if left > 0 {
				return
			}
		}
		for j, kind := range s.p.Cells {
			if kind > Zero && s.cells[j] == 0 {
				return
			}
		}
		s.stop = !s.yield(s.cells)
		return
	}
	k, size := s.bars[i], s.p.H*s.p.W
	for at := from; at < 2*size; at++ {
		down := at >= size
		if k == 1 && down {
			break
		}
		cell := at % size
		if !s.fits(k, cell, down) {
			continue
		}
		s.put(k, cell, down, 1)
		if i+1 < len(s.bars) && s.bars[i+1] == k {
			s.place(i+1, at+1)
		} else {
			s.place(i+1, 0)
		}
		s.put(k, cell, down, -1)
		if s.stop || s.err != nil {
			return
		}
	}
}

func (s *simple) fits(k, cell int, down bool) bool {
	r, c := cell/s.p.W, cell%s.p.W
	if down && (r+k > s.p.H || s.cols[c] >= 0 && s.cols[c] < k) || !down && (c+k > s.p.W || s.rows[r] >= 0 && s.rows[r] < k) {
		return false
	}
	for i := range k {
		if s.near[r*s.p.W+c] > 0 || s.rows[r] == 0 || s.cols[c] == 0 || !s.p.kind(r, c).allows(k, i, down) {
			return false
		}
		if down {
			r++
		} else {
			c++
		}
	}
	return true
}

func (s *simple) put(k, cell int, down bool, by int) {
	r, c := cell/s.p.W, cell%s.p.W
	bottom, right := r, c+k-1
	if down {
		bottom, right = r+k-1, c
	}
	for y := max(r-1, 0); y <= min(bottom+1, s.p.H-1); y++ {
		for x := max(c-1, 0); x <= min(right+1, s.p.W-1); x++ {
			s.near[y*s.p.W+x] += by
			if r <= y && y <= bottom && c <= x && x <= right {
				s.cells[y*s.p.W+x] += byte(by)
				if s.p.Rows[y] >= 0 {
					s.rows[y] -= by
				}
				if s.p.Cols[x] >= 0 {
					s.cols[x] -= by
				}
			}
		}
	}
}

// Count is the number of matrices.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n := int64(0)
	err := p.Search(ctx, st, func([]byte) bool { n++; return true })
	if err != nil {
		return nil, err
	}
	return big.NewInt(n), nil
}

// Forced is what all matrices share, row-major: Zero, One or Unknown. If there is
// none it is nil and solvable is false.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []Kind, solvable bool, err error) {
	err = p.Search(ctx, st, func(all []byte) bool {
		free := cells != nil
		if cells == nil {
			cells = make([]Kind, len(all))
			for i, x := range all {
				cells[i] = Zero + Kind(x)
			}
		}
		open := false
		for i, x := range all {
			if free && cells[i] != Zero+Kind(x) {
				cells[i] = Unknown
			}
			open = open || cells[i] != Unknown
		}
		return open
	})
	if err != nil {
		return nil, false, err
	}
	return cells, cells != nil, nil
}
