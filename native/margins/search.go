package margins

import (
	"context"
	"slices"

	"counterproof/native"
)

// Search yields the entries of each matrix, in row-major order. It branches only on entries that
// differ between answers, and enters a branch only if the remaining margins pass the test of Gale
// and Ryser. So every branch contains an answer. Between two answers Search decides at most h*w
// entries. For each entry, it sorts the row sums or the column sums, whichever are fewer, at most
// twice.
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
	s := &search{listing: listing{ctx: ctx, st: st, yield: yield, cells: m.Cells}}
	for _, b := range p.blocks() {
		s.walks = append(s.walks, newWalk(&b, m.W))
	}
	s.block(0)
	return s.err
}

// A search is the state of Search. It lists all ways to fill a block for each way to fill the
// blocks before it.
type search struct {
	listing
	walks []*walk
}

// A listing yields the entries of matrices until over is true.
type listing struct {
	ctx   context.Context
	st    *native.Stats
	yield func([]byte) bool
	err   error
	over  bool
	cells []byte
}

func (s *listing) poll() {
	if !s.over {
		s.err = s.st.Poll(s.ctx, 0, 0)
		s.over = s.err != nil
	}
}

// A walk decides the entries of one block line by line. If the block has more rows than columns,
// the lines are the rows and the cross lines are the columns. In a wider block, it is the other way
// round. So each test sorts the shorter list.
type walk struct {
	at    [][]int // [l][x]: the index in the whole matrix of the entry in line l and cross line x
	need  []int   // the sums of the lines
	left  []int   // by cross line: ones that it still needs
	bound [][]int // [l][k]: sum of the first k+1 numbers of the conjugate of the lines from l on
	sort  []int   // buffer
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
	s.over = !s.yield(s.cells)
	s.poll()
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
	if s.over {
		return
	}
	s.cells[w.at[l][x]] = 0
	s.st.Updates++
	zero := w.holds(l, x+1, need)
	if zero {
		s.entry(i, l, x+1, need)
	}
	if s.over || need == 0 || w.left[x] == 0 {
		return
	}
	w.left[x]--
	if zero {
		s.st.Updates++
	}
	if !zero || w.holds(l, x+1, need-1) {
		s.cells[w.at[l][x]] = 1
		s.entry(i, l, x+1, need-1)
	}
	w.left[x]++
}

// holds reports whether line l and all later lines can be filled. The cells of line l in the cross
// lines before x are already decided, and the line still needs the given number of ones. holds
// tests only one way to fill line l: its ones go to the cross lines that need the most ones. If
// this way fails, every other way fails. The tested way can put a one into a cross line that does
// not need a one. Then the other cross lines need more ones than the later lines have, and the test
// fails.
func (w *walk) holds(l, x, need int) bool {
	if need > len(w.left)-x {
		return false
	}
	w.sort = append(w.sort[:0], w.left[x:]...)
	slices.Sort(w.sort)
	for i := range need {
		w.sort[len(w.sort)-1-i]--
	}
	w.sort = append(w.sort, w.left[:x]...)
	return passes(w.sort, w.bound[l+1])
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
