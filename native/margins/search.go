package margins

import (
	"context"
	"slices"

	"counterproof/native"
)

// Search yields the entries of each matrix, in row-major order. It branches only on entries that
// differ between answers, and enters a branch only if the remaining margins pass the test of Gale
// and Ryser. So every branch contains an answer. Between two answers Search decides at most h*w
// entries. For each entry, it sorts the row sums or the column sums, whichever are fewer, twice.
//
// st.Nodes counts the entries that were decided, and st.Updates the tests.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m := p.Construct()
	if m == nil {
		return nil
	}
	s := &search{ctx: ctx, st: st, cells: m.Cells}
	s.filled = func() {
		s.over = !yield(s.cells)
		s.poll()
	}
	for _, b := range p.blocks() {
		s.walks = append(s.walks, newWalk(&b, m.W))
	}
	s.block(0)
	return s.err
}

// A search is the state of Search. It lists all ways to fill a block for each way to fill the
// blocks before it.
type search struct {
	ctx    context.Context
	st     *native.Stats
	walks  []*walk
	filled func() // is called when all blocks are filled
	err    error
	over   bool
	cells  []byte
}

func (s *search) poll() {
	if !s.over {
		s.err = s.st.Poll(s.ctx, 0, 0)
		s.over = s.err != nil
	}
}

// A walk decides the entries of one block line by line. If the block has more rows than columns,
// the lines are the rows and the cross lines are the columns. In a wider block, it is the other way
// round. So each test sorts the shorter list.
type walk struct {
	*filler         // the given entries, or nil
	at      [][]int // [l][x]: the index in the whole matrix of the entry in line l and cross line x
	need    []int   // the sums of the lines
	left    []int   // by cross line: ones that it still needs
	bound   [][]int // [l][k]: sum of the first k+1 numbers of the conjugate of the lines from l on
	sort    []int   // buffer
}

func newWalk(b *block, width int) *walk {
	lines, crosses := b.rows, b.cols
	w := &walk{need: b.margins.Rows, left: b.margins.Cols}
	down, right := width, 1
	if len(lines) < len(crosses) {
		lines, crosses = crosses, lines
		w.need, w.left = w.left, w.need
		down, right = right, down
	}
	for _, l := range lines {
		var at []int
		for _, x := range crosses {
			at = append(at, l*down+x*right)
		}
		w.at = append(w.at, at)
	}
	w.bound = bounds(w.need, len(w.left))
	return w
}

// bounds returns the partial sums of the conjugate of sums[l:], for each l from 0 to len(sums). The
// parameter width is the number of cross lines.
func bounds(sums []int, width int) [][]int {
	all := make([][]int, len(sums)+1)
	for l := range all {
		all[l] = conjugate(sums[l:], width)
		for k := 1; k < width; k++ {
			all[l][k] += all[l][k-1]
		}
	}
	return all
}

func (s *search) block(i int) {
	if i < len(s.walks) {
		s.line(i, 0)
		return
	}
	s.filled()
}

func (s *search) line(i, l int) {
	w := s.walks[i]
	if l == len(w.need) {
		s.block(i + 1)
		return
	}
	s.entry(i, l, 0, w.need[l])
}

// entry decides the entry of line l and cross line x in block i, and continues with the next entry.
// Line l still needs the given number of ones.
func (s *search) entry(i, l, x, need int) {
	w := s.walks[i]
	if x == len(w.left) {
		s.line(i, l+1)
		return
	}
	if s.st.Nodes++; s.st.Nodes%256 == 0 {
		s.poll()
	}
	for v := range byte(2) {
		if given := w.entry(l, x); s.over || given != Open && given != v || int(v) > min(need, w.left[x]) {
			continue
		}
		w.left[x] -= int(v)
		s.st.Updates++
		if (w.filler == nil || w.can(l, x, w.left[x])) && w.holds(l, x+1, need-int(v)) {
			s.cells[w.at[l][x]] = v
			s.entry(i, l, x+1, need-int(v))
		}
		w.left[x] += int(v)
	}
}

// entry returns the given entry of line l and cross line x, or Open.
func (w *walk) entry(l, x int) byte {
	if w.filler == nil {
		return Open
	}
	return w.given[l][x]
}

// holds reports whether line l can be filled so that all later lines pass the test of Gale and Ryser.
// The cells of line l in the cross lines before x are already decided, and the line still needs the
// given number of ones. holds tests only one way to fill line l: the ones that are not given go to the
// cross lines that need the most ones. If this way fails, every other way fails.
func (w *walk) holds(l, x, need int) bool {
	w.sort = w.sort[:0]
	for c, n := range w.left[x:] {
		switch w.entry(l, x+c) {
		case 1:
			need--
		case Open:
			w.sort = append(w.sort, n)
		}
	}
	if need < 0 || need > len(w.sort) {
		return false
	}
	slices.Sort(w.sort)
	for i := range need {
		w.sort[len(w.sort)-1-i]--
	}
	w.sort = append(w.sort, w.left[:x]...)
	for c, n := range w.left[x:] {
		if v := w.entry(l, x+c); v != Open {
			w.sort = append(w.sort, n-int(v))
		}
	}
	return passes(w.sort, w.bound[l+1]) && (len(w.sort) == 0 || w.sort[0] >= 0)
}

// passes reports whether some lines can be filled if the cross lines still need the given numbers of
// ones, which passes sorts. The partial sums in the field bound of a walk belong to these lines.
func passes(left, bound []int) bool {
	slices.Sort(left)
	sum := 0
	for k, most := range bound {
		if sum += left[len(left)-1-k]; sum > most {
			return false
		}
	}
	return true
}
