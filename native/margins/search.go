package margins

import (
	"context"
	"slices"

	"counterproof/native"
)

// Search implements native.Solver: the entries of each matrix, row-major. Only
// entries that differ between answers are branched on, and only where the
// margins that are left pass the test of Gale and Ryser, so every branch holds
// an answer: between two answers lie at most hw entries, each at the cost of
// sorting the shorter side twice.
//
// Nodes counts the entries decided, Updates the tests.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m := p.Construct()
	if m == nil {
		return nil
	}
	s := &search{ctx: ctx, st: st, yield: yield, cells: m.Cells}
	for _, b := range m.blocks() {
		s.walks = append(s.walks, newWalk(&b, m.W))
	}
	s.block(0)
	return s.err
}

// A search goes through the answers of every block for each answer of the blocks
// before it.
type search struct {
	ctx   context.Context
	st    *native.Stats
	yield func([]byte) bool
	err   error
	over  bool
	cells []byte
	walks []*walk
}

// A walk decides the entries of one block line by line. The lines are the longer
// side, so that a test sorts the shorter one.
type walk struct {
	at    [][]int // of line l and cross line x, in the cells of the whole matrix
	need  []int   // the sums of the lines
	left  []int   // what the cross lines still want
	bound [][]int // bound[l][k]: the first k+1 numbers of the conjugate of the lines from l on, added
	sort  []int
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

// bounds are, for each line l and one behind the last, the partial sums of the
// conjugate of the sums of the lines from l on.
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

// entry decides cross line x of line l, which still wants need ones.
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

// poll looks at the context and the limit; its error is that of a search that goes on.
func (s *search) poll() {
	if !s.over {
		s.err = s.st.Poll(s.ctx, 0, 0)
		s.over = s.err != nil
	}
}

// holds says whether line l, decided before cross line x, and those behind it can
// be filled: if at all, then with the ones of line l where most are wanted. Where
// a cross line gets one too many, the others want more than all lines have, and
// a partial sum fails.
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
	slices.Sort(w.sort)
	sum := 0
	for k, bound := range w.bound[l+1] {
		if sum += w.sort[len(w.sort)-1-k]; sum > bound {
			return false
		}
	}
	return true
}
