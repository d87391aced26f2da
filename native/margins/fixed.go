package margins

import (
	"context"
	"fmt"
	"slices"

	"counterproof/native"
)

// Open is the mark of an open entry in Fixed.Cells: an entry that is not given. A given entry has
// the value 0 or 1.
const Open byte = 2

// A Fixed asks for those matrices of a Problem in which some entries have given values. The lines
// are the rows or the columns: whichever kind has fewer lines with given entries. The cross lines
// are the columns if the lines are rows, and the rows if the lines are columns. Search and Count
// first fill the lines with given entries. The other lines are then an ordinary Problem with the
// remaining sums as margins.
//
// While the search fills the lines with given entries, it can run into dead ends, because the test
// of Gale and Ryser ignores the entries given in later lines. But the search notices if a single
// cross line cannot get its sum. The cost of Count grows with the number of different remaining
// sums. To keep this number small, Count treats cross lines with the same given entries in the
// remaining lines as interchangeable.
type Fixed struct {
	Problem
	Cells []byte // h*w entries, row-major: 0, 1 or Open
}

type filler struct {
	lines  []int    // the indices of the lines with given entries: rows or, if turned is true, columns
	turned bool     // whether the lines are columns
	width  int      // of the whole matrix
	given  [][]byte // the entries of the problem (0, 1 or Open), by index in lines and then by cross line
	need   []int    // the sum of each line in lines
	others []int    // the indices of the other lines
	rest   []int    // the sums of the other lines
	bound  [][]int  // as in walk, for lines[i:] and all other lines
	ones   [][]int  // by index in lines and then by cross line: the number of ones given in later lines
	open   [][]int  // indexed like the field ones: how many later lines can have a 1 there, counting all lines without given entries
	cross  []int    // the sums of the cross lines
}

func (p *Fixed) filler() (*filler, error) {
	h, w := len(p.Rows), len(p.Cols)
	if len(p.Cells) != h*w {
		return nil, fmt.Errorf("want %d cells, got %d", h*w, len(p.Cells))
	}
	if !p.Test().Solvable() {
		return nil, nil
	}
	rows, cols := make([]int, h), make([]int, w) // 1 for a line with given entries
	for i, x := range p.Cells {
		if x != Open {
			rows[i/w], cols[i%w] = 1, 1
		}
	}
	f, some, sums := &filler{width: w, cross: p.Cols}, rows, p.Rows
	if total(cols) < total(rows) {
		f.turned, f.cross, some, sums = true, p.Rows, cols, p.Cols
	}
	for l, sum := range sums {
		if some[l] == 0 {
			f.others, f.rest = append(f.others, l), append(f.rest, sum)
			continue
		}
		given := make([]byte, len(f.cross))
		for x := range given {
			given[x] = p.Cells[f.at(l, x)]
		}
		f.lines, f.need, f.given = append(f.lines, l), append(f.need, sum), append(f.given, given)
	}
	f.bounds()
	return f, nil
}

func (f *filler) at(line, cross int) int {
	if f.turned {
		return cross*f.width + line
	}
	return line*f.width + cross
}

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

// fits reports whether line i can get further ones in the cross lines from x on in such a way that
// the later lines pass the test of Gale and Ryser. fits tests only one choice: the ones that are
// not given go to the cross lines that need the most ones. If this choice fails the test, every
// other choice also fails.
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
	return passes(after, f.bound[i+1]) && (len(after) == 0 || after[0] >= 0)
}

// can reports whether the lines after line i can give cross line x the left ones that it needs.
func (f *filler) can(i, x, left int) bool {
	return left >= f.ones[i][x] && left <= f.open[i][x]
}

// Search yields the entries of each matrix, row-major.
func (p *Fixed) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := p.filler()
	if f == nil {
		return err
	}
	s := &fixedSearch{filler: f, listing: listing{ctx: ctx, st: st, yield: yield, cells: make([]byte, len(p.Cells))}, left: slices.Clone(f.cross)}
	s.line(0)
	return s.err
}

type fixedSearch struct {
	*filler
	listing
	left []int // by cross line
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
	// The problem p shares the slice s.left, which does not change before the search of p ends.
	err := p.Search(s.ctx, s.st, func(part []byte) bool {
		for j, l := range s.others {
			for x := range s.left {
				at := j*len(s.left) + x
				if s.turned {
					at = x*len(s.others) + j
				}
				s.cells[s.at(l, x)] = part[at]
			}
		}
		s.over = !s.yield(s.cells)
		return !s.over
	})
	if err != nil {
		s.err, s.over = err, true
	}
}

func (s *fixedSearch) entry(i, x, need int) {
	if x == len(s.left) {
		if need == 0 {
			s.line(i + 1)
		}
		return
	}
	if s.st.Nodes++; s.st.Nodes%256 == 0 {
		s.poll()
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
