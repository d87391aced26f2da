package nonogram

import (
	"slices"

	"counterproof/native/line"
)

// A finder calls found with the cells of a line that it settles, known or not, and
// with what it saw. False: the line cannot be filled, and what it has found does
// not count. With more cells known it finds no less, or there is no filling.
type finder func(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool

// A span is from where to where a run can begin.
type span struct{ first, last int }

// A room is the runs of a line and where they fit.
type room struct {
	runs   []int
	cells  []line.State
	blocks []int // by cell, and behind the last: the white cells before it
	spans  []span
}

// newRoom pushes all runs to the left and to the right as far as they fit, each by
// itself behind the one before, but the first one not behind a black cell and the
// last one not before one; nil: they do not fit. Black cells between those that no
// run covers do not trouble it.
func newRoom(runs []int, cells []line.State) *room {
	n := len(cells)
	p := &room{runs: runs, cells: cells, blocks: make([]int, n+1), spans: make([]span, len(runs))}
	for i, v := range cells {
		p.blocks[i+1] = p.blocks[i]
		if v == line.Zero {
			p.blocks[i+1]++
		}
	}
	last := len(runs) - 1
	at := 0
	for j, run := range runs {
		if j == last {
			for i := n - 1; i >= 0; i-- {
				if cells[i] == line.One {
					at = max(at, i-run+1)
					break
				}
			}
		}
		for at+run <= n && !p.fits(j, at) {
			at++
		}
		if at+run > n {
			return nil
		}
		p.spans[j].first = at
		at += run + 1
	}
	end := n
	for j, run := range slices.Backward(runs) {
		if j == 0 {
			if i := slices.Index(cells[:end], line.One); i >= 0 {
				end = min(end, i+run)
			}
		}
		for end-run >= 0 && !p.fits(j, end-run) {
			end--
		}
		if p.spans[j].last = end - run; p.spans[j].last < p.spans[j].first {
			return nil
		}
		end -= run + 1
	}
	return p
}

func (p *room) mayBeWhite(i int) bool { return i < 0 || i == len(p.cells) || p.cells[i] != line.One }

// fits reports whether run j can begin at cell i, by the cells that it covers and
// those on both sides.
func (p *room) fits(j, i int) bool {
	end := i + p.runs[j]
	return p.blocks[end] == p.blocks[i] && p.mayBeWhite(i-1) && p.mayBeWhite(end)
}

// overlap is the finder of black cells in all places of a run, the at.
func overlap(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	for j, s := range p.spans {
		for i := s.last; i < s.first+runs[j]; i++ {
			found(i, line.One, j)
		}
	}
	return true
}

// finish is the finder of white cells where there are as many black ones as the
// runs have.
func finish(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool {
	left := 0
	for _, run := range runs {
		left += run
	}
	for _, v := range cells {
		if v == line.One {
			left--
		}
	}
	if left != 0 {
		return left > 0
	}
	for i, v := range cells {
		if v != line.One {
			found(i, line.Zero, 0)
		}
	}
	return true
}

// gap is the finder of white cells to which no run comes at a place where it fits.
func gap(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	covered := make([]bool, len(cells))
	for j, s := range p.spans {
		from := 0 // up to which it is covered by the run
		for i := s.first; i <= s.last; i++ {
			if p.fits(j, i) {
				for from = max(from, i); from < i+runs[j]; from++ {
					covered[from] = true
				}
			}
		}
	}
	for i, c := range covered {
		if !c {
			found(i, line.Zero, 0)
		}
	}
	return true
}

// edge is the finder of cells on which all places of runs over a black cell, the
// at, agree.
func edge(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	for x, v := range cells {
		if v != line.One {
			continue
		}
		begin, end := span{first: len(cells)}, span{first: len(cells)}
		for j, s := range p.spans {
			for i := max(s.first, x-runs[j]+1); i <= min(s.last, x); i++ {
				if p.fits(j, i) {
					begin = span{min(begin.first, i), max(begin.last, i)}
					end = span{min(end.first, i+runs[j]), max(end.last, i+runs[j])}
				}
			}
		}
		if end.last == 0 { // no run comes to the cell
			return false
		}
		for i := begin.last; i < end.first; i++ {
			found(i, line.One, x)
		}
		if begin.first == begin.last && begin.first > 0 {
			found(begin.first-1, line.Zero, x)
		}
		if end.first == end.last && end.first < len(cells) {
			found(end.first, line.Zero, x)
		}
	}
	return true
}

// complete is the finder of all cells that the line settles.
func complete(runs []int, cells []line.State, found func(i int, to line.State, at int)) bool {
	all := slices.Clone(cells)
	if !line.Solve(runs, all) {
		return false
	}
	for i, v := range all {
		if v != line.Unknown {
			found(i, v, 0)
		}
	}
	return true
}
