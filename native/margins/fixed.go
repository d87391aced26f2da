package margins

import (
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Open is a cell of a Fixed problem whose entry is not given. A given entry is 0 or 1.
const Open byte = 2

// A Fixed asks for the matrices of a Problem that have given entries. Search and Count first fill the
// lines that have given entries. They take the rows or the columns, whichever are fewer. The other
// lines are an ordinary problem with the margins that are left.
//
// Among the lines with given entries there can be dead ends: the test of Gale and Ryser does not see
// the entries given in later lines. A column that has too few or too many open cells left is seen.
// The cost of Count grows with the number of different ways to leave margins. Columns with the same
// entries given in the remaining lines are interchangeable.
type Fixed struct {
	Problem
	Cells []byte // h*w entries, row-major: 0, 1 or Open
}

// A filler fills the lines with given entries.
type filler struct {
	lines  []int    // those lines: rows, or columns if turned
	turned bool     // whether the lines are columns
	width  int      // of the whole matrix
	given  [][]byte // by line of lines, then cross line
	need   []int    // by line of lines: its sum
	rest   []int    // the sums of the other lines
	bound  [][]int  // as in walk, for lines[i:] and all other lines
	ones   [][]int  // by line of lines, then cross line: ones given in the later lines
	open   [][]int  // as ones: lines of lines after this one that can have a one, plus all other lines
	cross  []int    // the sums of the cross lines
}

// filler returns the filler, or nil if some sum or the totals exclude every matrix.
func (p *Fixed) filler() (*filler, error) {
	h, w := len(p.Rows), len(p.Cols)
	if len(p.Cells) != h*w {
		return nil, fmt.Errorf("want %d cells, got %d", h*w, len(p.Cells))
	}
	if !p.Test().Solvable() {
		return nil, nil
	}
	var rows, cols []int
	for r := range h {
		if slices.ContainsFunc(p.Cells[r*w:(r+1)*w], func(x byte) bool { return x != Open }) {
			rows = append(rows, r)
		}
	}
	for c := range w {
		for r := range h {
			if p.Cells[r*w+c] != Open {
				cols = append(cols, c)
				break
			}
		}
	}
	f := &filler{lines: rows, width: w, cross: p.Cols}
	sums := p.Rows
	if len(cols) < len(rows) {
		f.lines, f.turned, f.cross, sums = cols, true, p.Rows, p.Cols
	}
	taken := make([]bool, len(sums))
	for _, l := range f.lines {
		taken[l] = true
		f.need = append(f.need, sums[l])
		given := make([]byte, len(f.cross))
		for x := range given {
			given[x] = p.Cells[f.at(l, x)]
		}
		f.given = append(f.given, given)
	}
	for l, sum := range sums {
		if !taken[l] {
			f.rest = append(f.rest, sum)
		}
	}
	f.bounds()
	return f, nil
}

// at returns the index of an entry in the whole matrix.
func (f *filler) at(line, cross int) int {
	if f.turned {
		return cross*f.width + line
	}
	return line*f.width + cross
}

// bounds fills in bound, ones and open.
func (f *filler) bounds() {
	n := len(f.lines)
	f.bound = bounds(slices.Concat(f.need, f.rest), len(f.cross))
	f.ones, f.open = make([][]int, n), make([][]int, n)
	ones, open := make([]int, len(f.cross)), slices.Repeat([]int{len(f.rest)}, len(f.cross))
	for i := n - 1; i >= 0; i-- {
		f.ones[i], f.open[i] = slices.Clone(ones), slices.Clone(open)
		for x, v := range f.given[i] {
			if v == 1 {
				ones[x]++
			}
			if v != 0 {
				open[x]++
			}
		}
	}
}

// fits reports whether line i can get need more ones in the cross lines from x on, so that the later
// lines pass the test of Gale and Ryser. left are the sums that the cross lines still need. Among the
// open entries, it is best to put the ones into the cross lines that need most.
func (f *filler) fits(i, x, need int, left []int) bool {
	after := slices.Clone(left)
	var free []int
	for c := x; c < len(left); c++ {
		switch f.given[i][c] {
		case 1:
			after[c]--
			need--
		case Open:
			free = append(free, c)
		}
	}
	if need < 0 || need > len(free) {
		return false
	}
	slices.SortStableFunc(free, func(a, b int) int { return left[b] - left[a] })
	for _, c := range free[:need] {
		after[c]--
	}
	slices.Sort(after)
	if len(after) > 0 && after[0] < 0 {
		return false
	}
	sum := 0
	for k, bound := range f.bound[i+1] {
		if sum += after[len(after)-1-k]; sum > bound {
			return false
		}
	}
	return true
}

// can reports whether a cross line that still needs left ones after line i can get them.
func (f *filler) can(i, x, left int) bool {
	return left >= f.ones[i][x] && left <= f.open[i][x]
}

// Search implements native.Solver. It yields the entries of each matrix, row-major.
func (p *Fixed) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := p.filler()
	if f == nil {
		return err
	}
	s := &fixedSearch{filler: f, ctx: ctx, st: st, yield: yield, cells: make([]byte, len(p.Cells)), left: slices.Clone(f.cross)}
	for l := range len(f.lines) + len(f.rest) {
		if !slices.Contains(f.lines, l) {
			s.others = append(s.others, l)
		}
	}
	s.line(0)
	return s.err
}

// A fixedSearch lists the matrices of a Fixed problem.
type fixedSearch struct {
	*filler
	ctx    context.Context
	st     *native.Stats
	yield  func([]byte) bool
	err    error
	over   bool
	cells  []byte
	left   []int // by cross line
	others []int // the other lines
}

func (s *fixedSearch) line(i int) {
	if i < len(s.lines) {
		s.entry(i, 0, s.need[i])
		return
	}
	p := &Problem{Rows: s.rest, Cols: s.left}
	if s.turned {
		p.Rows, p.Cols = p.Cols, p.Rows
	}
	// The problem keeps the sums, and s.left changes only after it.
	err := p.Search(s.ctx, s.st, func(part []byte) bool {
		for j, l := range s.others {
			for x := range s.left {
				if s.turned {
					s.cells[s.at(l, x)] = part[x*len(s.others)+j]
				} else {
					s.cells[s.at(l, x)] = part[j*len(s.left)+x]
				}
			}
		}
		s.over = !s.yield(s.cells)
		return !s.over
	})
	if err != nil {
		s.err, s.over = err, true
	}
}

// entry decides the entry of cross line x in line i, which still needs the given number of ones.
func (s *fixedSearch) entry(i, x, need int) {
	if x == len(s.left) {
		if need == 0 {
			s.line(i + 1)
		}
		return
	}
	if s.st.Nodes++; s.st.Nodes%256 == 0 && !s.over {
		s.err = s.st.Poll(s.ctx, 0, 0)
		s.over = s.err != nil
	}
	for v := range byte(2) {
		if s.over || s.given[i][x] != Open && s.given[i][x] != v {
			continue
		}
		s.left[x] -= int(v)
		s.st.Updates++
		if s.can(i, x, s.left[x]) && s.fits(i, x+1, need-int(v), s.left) {
			s.cells[s.at(s.lines[i], x)] = v
			s.entry(i, x+1, need-int(v))
		}
		s.left[x] += int(v)
	}
}
