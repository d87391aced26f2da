package runlength

import (
	"context"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A board is the state of a search. It holds the known values of the cells twice: cell by cell, and
// as sets for each row and each column. A cell with a known value is settled, and any other cell is
// open.
type board struct {
	ctx    context.Context
	st     *native.Stats
	err    error
	h, w   int
	sides  [2]side // rows and columns
	cells  []State // row-major
	trail  []int   // the settled cells in the order in which they were settled
	solved int     // cost of the solved lines; a line of k words costs about k*k

	// These fields are only used by the method try.
	stamp  uint64   // number of the current probe
	seen   []uint64 // by cell: the last probe whose first value settled the cell, and the cell's value then
	common []value  // the values of other cells that follow from either value of the probed cell
}

type side struct {
	n, words  int      // cells and words of a line
	runs      [][]int  // by line
	slack     []int    // by line
	zero, one []uint64 // known cells, as a set of several words for each line
	dirty     []uint64 // the lines that have changed since they were solved
	wide      *wide    // nil if one word is enough
	memo      *memo    // nil until it is worth its memory
	z, o      []uint64 // buffers
}

func newSide(lines [][]int, n int) side {
	k := words(n)
	s := side{n: n, words: k, runs: lines}
	s.zero, s.one = make([]uint64, len(lines)*k), make([]uint64, len(lines)*k)
	s.z, s.o = make([]uint64, k), make([]uint64, k)
	s.dirty = make([]uint64, (len(lines)+63)/64)
	for l, runs := range lines {
		s.slack = append(s.slack, slack(runs, n))
		s.dirty[l/64] |= 1 << (l % 64)
	}
	if k > 1 {
		s.wide = newWide(n)
	}
	return s
}

func (p *Problem) board(ctx context.Context, st *native.Stats) (*board, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h, w := len(p.Rows), len(p.Cols)
	b := &board{ctx: ctx, st: st, h: h, w: w}
	b.sides = [2]side{newSide(p.Rows, w), newSide(p.Cols, h)}
	b.cells = make([]State, h*w)
	b.trail = make([]int, 0, h*w)
	b.seen = make([]uint64, h*w)
	for x, s := range p.Known {
		if s != Unknown {
			b.set(x, s)
		}
	}
	return b, nil
}

func (b *board) set(x int, s State) {
	r, c := x/b.w, x%b.w
	rows, cols := &b.sides[0], &b.sides[1]
	rows.settle(r, c, s)
	cols.settle(c, r, s)
	rows.dirty[r/64] |= 1 << (r % 64)
	cols.dirty[c/64] |= 1 << (c % 64)
	b.note(x, s)
}

func (b *board) note(x int, s State) {
	b.cells[x] = s
	b.trail = append(b.trail, x)
	b.st.Updates++
}

// settle adds cell i of line l to the set of known zeros or, if the parameter to is One, to the set
// of known ones.
func (s *side) settle(l, i int, to State) {
	at := l*s.words + i/64
	if to == Zero {
		s.zero[at] |= 1 << (i % 64)
	} else {
		s.one[at] |= 1 << (i % 64)
	}
}

func (s *side) open(l, i int) {
	at := l*s.words + i/64
	s.zero[at] &^= 1 << (i % 64)
	s.one[at] &^= 1 << (i % 64)
}

func (b *board) undo(mark int) {
	for _, x := range b.trail[mark:] {
		r, c := x/b.w, x%b.w
		b.cells[x] = Unknown
		b.sides[0].open(r, c)
		b.sides[1].open(c, r)
	}
	b.trail = b.trail[:mark]
}

func (b *board) propagate() bool {
	for again := true; again; {
		again = false
		for i := range b.sides {
			s := &b.sides[i]
			for j := range s.dirty {
				for s.dirty[j] != 0 {
					again = true
					l := 64*j + bits.TrailingZeros64(s.dirty[j])
					s.dirty[j] &= s.dirty[j] - 1
					if !b.solve(i, l) {
						clear(b.sides[0].dirty)
						clear(b.sides[1].dirty)
						return false
					}
				}
			}
		}
	}
	return true
}

// solve settles all cells that line l of side i forces. It returns false if b.err is set or the line
// has no filling.
func (b *board) solve(i, l int) bool {
	s := &b.sides[i]
	before := b.solved
	if b.solved += s.words * s.words; b.solved/512 != before/512 && b.err == nil {
		b.err = b.st.Poll(b.ctx, 0, 0)
	}
	if b.err != nil {
		return false
	}
	k := s.words
	zero, one := s.zero[l*k:l*k+k], s.one[l*k:l*k+k]
	var z, o []uint64
	if s.memo == nil {
		z, o = s.z, s.o
		if !s.complete(l, zero, one, z, o) {
			return false
		}
	} else {
		e := s.memo.entry(l, zero, one)
		z, o = e[2*k:3*k], e[3*k:4*k]
		tag := uint64(l+1) << 1
		if e[4*k]>>1 != uint64(l+1) || !slices.Equal(e[:k], zero) || !slices.Equal(e[k:2*k], one) {
			if s.complete(l, zero, one, z, o) {
				tag |= 1
			}
			copy(e, zero)
			copy(e[k:], one)
			e[4*k] = tag
		}
		if e[4*k]&1 == 0 {
			return false
		}
	}
	for j := range k {
		if fresh := z[j] &^ zero[j]; fresh != 0 {
			zero[j] |= fresh
			b.cross(i, l, j, fresh, Zero)
		}
		if fresh := o[j] &^ one[j]; fresh != 0 {
			one[j] |= fresh
			b.cross(i, l, j, fresh, One)
		}
	}
	return true
}

// complete computes all cells that line l forces, or returns false if the line has no filling. The
// sets zero and one hold the cells that are known to be 0 and 1. The sets z and o get the cells that
// then must be 0 and 1.
func (s *side) complete(l int, zero, one, z, o []uint64) (ok bool) {
	if s.wide == nil {
		z[0], o[0], ok = solveNarrow(s.runs[l], s.n, s.slack[l], zero[0], one[0])
		return ok
	}
	copy(z, zero)
	copy(o, one)
	return s.wide.solve(s.runs[l], s.n, s.slack[l], z, o)
}

// cross passes newly settled cells of line l of side i on to the lines of the other side, and marks
// these lines as dirty.
func (b *board) cross(i, l, j int, fresh uint64, to State) {
	other := &b.sides[1-i]
	other.dirty[j] |= fresh
	for ; fresh != 0; fresh &= fresh - 1 {
		c := 64*j + bits.TrailingZeros64(fresh)
		other.settle(c, l, to)
		if i == 0 {
			b.note(l*b.w+c, to)
		} else {
			b.note(c*b.w+l, to)
		}
	}
}

// memoWords limits the size of the memo for one side, in 64-bit words. That is 640 KB or, if a line
// has one word, 16,384 results. In trials, memos of 4,096 to 65,536 results contained 65% to 75% of
// the results that probing and search asked for. This saved about half of the time on 25x25 and
// 30x30 boards. The larger memos were not faster.
const memoWords = 5 << 14

// memoFrom is the cost of solved lines (see board.solved) after which a board gets memos. Small
// boards are solved before that, in less time than it takes to clear the memory of the memos.
const memoFrom = 1 << 12

// A memo stores results of solving lines. The hash of a line and its known cells gives the index of
// an entry, and a new result replaces the old one in this entry. An entry has five fields. The
// first two are the sets of cells known to be zero and known to be one. The next two are the sets
// of cells that then must be zero and must be one. The last one is a tag. The tag is 2(l+1) for
// line l, plus 1 if the line has a filling.
type memo struct {
	words, shift int
	stored       []uint64
}

func newMemo(words int) *memo {
	m := &memo{words: words, shift: 64}
	size := 1
	for 2*size*(4*words+1) <= memoWords {
		size *= 2
		m.shift--
	}
	m.stored = make([]uint64, size*(4*words+1))
	return m
}

// entry returns the entry for line l with the given known cells. It may hold the result of another
// line.
func (m *memo) entry(l int, zero, one []uint64) []uint64 {
	hash := uint64(l)
	for i, z := range zero {
		hash = (hash^z)*0x9e3779b97f4a7c15 ^ hash>>29
		hash = (hash^one[i])*0xc2b2ae3d27d4eb4f ^ hash>>31
	}
	hash *= 0xff51afd7ed558ccd
	size := 4*m.words + 1
	at := int(hash>>m.shift) * size
	return m.stored[at : at+size]
}
