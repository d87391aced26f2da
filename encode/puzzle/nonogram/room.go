package nonogram

import (
	"slices"

	"counterproof/native/runlength"
)

// A finder determines the colours of some cells of a line, and calls its parameter found for each
// of these cells, even if the colour is already known. The arguments of found are the index of the
// cell, its colour, and a number that says why the colour follows, such as the index of a run. A
// finder returns false if it detects that the line cannot be filled. The caller then ignores the
// calls of found.
//
// Suppose that more cells of a line become known. The finder then determines at least the same
// cells as before, unless it detects that the line cannot be filled.
type finder func(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool

type span struct{ first, last int }

type room struct {
	runs   []int
	cells  []runlength.State
	blocks []int // blocks[i] counts the white cells before cell i
	spans  []span
}

// newRoom finds the first and the last start of each run, or returns nil if the runs do not fit. It
// pushes all runs to the left, and then to the right, as far as they fit. Each run comes after the
// previous run. Black cells before the first run or after the last run are not allowed. newRoom
// ignores black cells between two runs.
func newRoom(runs []int, cells []runlength.State) *room {
	n := len(cells)
	p := &room{runs: runs, cells: cells, blocks: make([]int, n+1), spans: make([]span, len(runs))}
	for i, v := range cells {
		p.blocks[i+1] = p.blocks[i]
		if v == runlength.Zero {
			p.blocks[i+1]++
		}
	}
	last := len(runs) - 1
	at := 0
	for j, run := range runs {
		if j == last {
			for i := n - 1; i >= 0; i-- {
				if cells[i] == runlength.One {
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
			if i := slices.Index(cells[:end], runlength.One); i >= 0 {
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

func (p *room) mayBeWhite(i int) bool {
	return i < 0 || i == len(p.cells) || p.cells[i] != runlength.One
}

// fits reports whether run j can start at cell i. It looks only at the cells that the run
// covers and at the cell on either side.
func (p *room) fits(j, i int) bool {
	end := i + p.runs[j]
	return p.blocks[end] == p.blocks[i] && p.mayBeWhite(i-1) && p.mayBeWhite(end)
}

func overlap(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	for j, s := range p.spans {
		for i := s.last; i < s.first+runs[j]; i++ {
			found(i, runlength.One, j)
		}
	}
	return true
}

func finish(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	left := 0
	for _, run := range runs {
		left += run
	}
	for _, v := range cells {
		if v == runlength.One {
			left--
		}
	}
	if left != 0 {
		return left > 0
	}
	for i, v := range cells {
		if v != runlength.One {
			found(i, runlength.Zero, 0)
		}
	}
	return true
}

func gap(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	covered := make([]bool, len(cells))
	for j, s := range p.spans {
		from := 0 // the current run covers no new cells before this one
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
			found(i, runlength.Zero, 0)
		}
	}
	return true
}

// edge looks at each black cell and at all ways in which a run can cover the cell. It finds the
// cells that have the same colour in all these ways. The last argument of each call of found is the
// index of the black cell.
func edge(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	p := newRoom(runs, cells)
	if p == nil {
		return false
	}
	for x, v := range cells {
		if v != runlength.One {
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
		if end.last == 0 { // no run can cover the cell
			return false
		}
		for i := begin.last; i < end.first; i++ {
			found(i, runlength.One, x)
		}
		if begin.first == begin.last && begin.first > 0 {
			found(begin.first-1, runlength.Zero, x)
		}
		if end.first == end.last && end.first < len(cells) {
			found(end.first, runlength.Zero, x)
		}
	}
	return true
}

func complete(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	all := slices.Clone(cells)
	if !runlength.Solve(runs, all) {
		return false
	}
	for i, v := range all {
		if v != runlength.Unknown {
			found(i, v, 0)
		}
	}
	return true
}
