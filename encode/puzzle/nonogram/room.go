package nonogram

import (
	"bytes"
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

// room finds the first and the last start of each run, or returns false if the runs do not fit. It pushes
// all runs to the left, and then to the right, as far as they fit. Each run comes after the previous run.
// Black cells before the first run or after the last run are not allowed. room ignores black cells between
// two runs.
func room(runs []int, cells []runlength.State) (spans []span, ok bool) {
	backRuns, backCells := slices.Clone(runs), slices.Clone(cells)
	slices.Reverse(backRuns)
	slices.Reverse(backCells)
	starts, ends := leftmost(runs, cells), leftmost(backRuns, backCells)
	if len(starts) < len(runs) || len(ends) < len(runs) {
		return nil, false
	}
	for j, run := range runs {
		s := span{starts[j], len(cells) - ends[len(runs)-1-j] - run}
		if s.last < s.first {
			return nil, false
		}
		spans = append(spans, s)
	}
	return spans, true
}

// leftmost pushes all runs to the left. It returns their starts, without the runs that do not fit. The last
// run covers the last black cell or comes after it.
func leftmost(runs []int, cells []runlength.State) (starts []int) {
	at := 0
	for j, run := range runs {
		if j == len(runs)-1 {
			at = max(at, bytes.LastIndexByte(cells, runlength.One)-run+1)
		}
		for at+run <= len(cells) && !fitsAt(cells, at, run) {
			at++
		}
		if at+run > len(cells) {
			break
		}
		starts = append(starts, at)
		at += run + 1
	}
	return starts
}

// fitsAt reports whether a run can start at cell i: it covers no white cell, and no black cell is next to it.
func fitsAt(cells []runlength.State, i, run int) bool {
	end := i + run
	return bytes.IndexByte(cells[i:end], runlength.Zero) < 0 &&
		(i == 0 || cells[i-1] != runlength.One) && (end == len(cells) || cells[end] != runlength.One)
}

func overlap(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	spans, ok := room(runs, cells)
	for j, s := range spans {
		for i := s.last; i < s.first+runs[j]; i++ {
			found(i, runlength.One, j)
		}
	}
	return ok
}

func finish(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	left := -bytes.Count(cells, []byte{runlength.One})
	for _, run := range runs {
		left += run
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
	spans, ok := room(runs, cells)
	if !ok {
		return false
	}
	covered := make([]bool, len(cells))
	for j, s := range spans {
		from := 0 // the current run covers no new cells before this one
		for i := s.first; i <= s.last; i++ {
			if fitsAt(cells, i, runs[j]) {
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
	spans, ok := room(runs, cells)
	for x, v := range cells {
		if v != runlength.One {
			continue
		}
		begin, end := span{first: len(cells)}, span{first: len(cells)}
		for j, s := range spans {
			for i := max(s.first, x-runs[j]+1); i <= min(s.last, x); i++ {
				if fitsAt(cells, i, runs[j]) {
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
	return ok
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
