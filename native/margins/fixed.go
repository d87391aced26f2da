package margins

import (
	"context"
	"fmt"
	"maps"
	"math/big"
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

// can reports whether the lines after line i can give cross line x the left ones that it needs.
func (f *filler) can(i, x, left int) bool { return left >= f.ones[i][x] && left <= f.open[i][x] }

// Search yields the entries of each matrix, row-major.
func (p *Fixed) Search(ctx context.Context, st *native.Stats, yield func([]byte) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := p.filler()
	if f == nil {
		return err
	}
	w := &walk{filler: f, need: f.need, left: slices.Clone(f.cross), bound: f.bound}
	for _, l := range f.lines {
		var at []int
		for x := range f.cross {
			at = append(at, f.at(l, x))
		}
		w.at = append(w.at, at)
	}
	s := &search{ctx: ctx, st: st, walks: []*walk{w}, cells: make([]byte, len(p.Cells))}
	s.filled = func() {
		if err := f.fill(s, w.left, yield); err != nil {
			s.err, s.over = err, true
		}
	}
	s.block(0)
	return s.err
}

// fill lists the matrices in which the cross lines still need the given numbers of ones. The lines with
// given entries are filled.
func (f *filler) fill(s *search, left []int, yield func([]byte) bool) error {
	p := &Problem{Rows: f.rest, Cols: left}
	if f.turned {
		p.Rows, p.Cols = p.Cols, p.Rows
	}
	// The problem p shares the slice left, which does not change before the search of p ends.
	return p.Search(s.ctx, s.st, func(part []byte) bool {
		for j, l := range f.others {
			for x := range left {
				at := j*len(left) + x
				if f.turned {
					at = x*len(f.others) + j
				}
				s.cells[f.at(l, x)] = part[at]
			}
		}
		s.over = !yield(s.cells)
		return !s.over
	})
}

// Count fills the lines with given entries one by one. After each line, it holds all margins (the
// sums that the cross lines still need) and the number of ways to reach each margin. After the last
// of these lines, Count continues as Problem.Count does, from all margins at once.
func (p *Fixed) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := p.filler()
	if err != nil {
		return nil, err
	}
	if f == nil {
		return new(big.Int), nil
	}
	c := &fixedCount{filler: f, gauge: p.gauge(ctx, st)}
	now := map[string]*margin{"": {f.cross, big.NewInt(1)}}
	for i := range f.lines {
		next := map[string]*margin{}
		groups := f.interchangeable(i)
		for _, m := range now {
			st.Nodes++
			if c.leave(i, m, groups, next); c.err != nil {
				return nil, c.err
			}
		}
		now = next
	}
	return c.finish(now)
}

// A margin holds the numbers of ones that the cross lines still need, and the number of ways to
// fill the earlier lines so that these numbers remain.
type margin struct {
	left []int
	ways *big.Int
}

type fixedCount struct {
	*filler
	*gauge
}

// interchangeable divides the cross lines into groups. Cross lines of the same group have the same
// given entries in all lines after line i.
func (f *filler) interchangeable(i int) map[string][]int {
	groups := map[string][]int{}
	for x := range f.cross {
		var later []byte
		for _, given := range f.given[i+1:] {
			later = append(later, given[x])
		}
		groups[string(later)] = append(groups[string(later)], x)
	}
	return groups
}

// leave fills line i in every possible way, starting from the margin m, and adds the resulting
// margins to the map next. The cross lines of a group that still need equally many ones form a
// kind. It is enough to decide how many cross lines of each kind get a one.
func (c *fixedCount) leave(i int, m *margin, groups map[string][]int, next map[string]*margin) {
	left, need := slices.Clone(m.left), c.need[i]
	var kinds [][]int
	for _, group := range groups {
		byLeft := map[int][]int{}
		for _, x := range group {
			v := c.given[i][x]
			if v == 1 {
				left[x]--
				need--
			}
			if v == Open {
				byLeft[left[x]] = append(byLeft[left[x]], x)
			} else if !c.can(i, x, left[x]) {
				return
			}
		}
		kinds = slices.AppendSeq(kinds, maps.Values(byLeft))
	}
	room := make([]int, len(kinds)+1) // cross lines of the kinds from k on
	for k := len(kinds) - 1; k >= 0; k-- {
		room[k] = room[k+1] + len(kinds[k])
	}
	var choose func(k, need int, ways *big.Int)
	choose = func(k, need int, ways *big.Int) {
		if need < 0 || need > room[k] || c.err != nil {
			return
		}
		if k == len(kinds) {
			c.add(i, left, ways, groups, next)
			return
		}
		of := kinds[k]
		for n := 0; n <= min(need, len(of)); n++ {
			if n > 0 {
				left[of[n-1]]--
			}
			if (n == 0 || c.can(i, of[0], left[of[0]])) && (n == len(of) || c.can(i, of[n], left[of[n]])) {
				choose(k+1, need-n, new(big.Int).Mul(ways, new(big.Int).Binomial(int64(len(of)), int64(n))))
			}
		}
		for _, x := range of[:min(need, len(of))] {
			left[x]++
		}
	}
	choose(0, need, m.ways)
}

// add adds the given number of ways to a margin after line i in the map next. It first sorts the
// numbers within each group of interchangeable cross lines, so that equivalent margins become
// equal.
func (c *fixedCount) add(i int, left []int, ways *big.Int, groups map[string][]int, next map[string]*margin) {
	if !passes(slices.Clone(left), c.bound[i+1]) {
		return
	}
	sorted := slices.Clone(left)
	for _, group := range groups {
		var sums []int
		for _, x := range group {
			sums = append(sums, left[x])
		}
		slices.Sort(sums)
		for k, x := range group {
			sorted[x] = sums[k]
		}
	}
	key := fmt.Sprint(sorted)
	m := next[key]
	if m == nil {
		m = &margin{sorted, new(big.Int)}
		next[key] = m
	}
	m.ways.Add(m.ways, ways)
	c.move(sorted, len(m.ways.Bits()), int64(len(next)*(perState+16*len(left))))
}

// finish returns the number of all matrices, as a sum over the given margins. For each margin, the
// number of ways to reach it is multiplied by the number of ways to fill the lines without given
// entries.
func (c *fixedCount) finish(from map[string]*margin) (*big.Int, error) {
	total := new(big.Int)
	if len(from) == 0 {
		return total, nil
	}
	if len(c.rest) == 0 || len(c.cross) == 0 {
		for _, m := range from { // no ones are missing any more
			total.Add(total, m.ways)
		}
		return total, nil
	}
	l := newLadder(c.rest, c.cross)
	first := newRung(len(l.start))
	for _, m := range from {
		first.add(first.find(newState(m.left, len(l.start))), m.ways)
	}
	total.Set(l.countFrom(c.gauge, first))
	if c.err != nil {
		return nil, c.err
	}
	return total, nil
}
