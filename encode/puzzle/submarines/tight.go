package submarines

import (
	"fmt"
	"slices"

	"counterproof/native/deduce"
)

// A filling places submarines into cells whose values are open, and remembers the missing ones.
type filling struct {
	*reasoner
	state deduce.State
	known []int
	has   []bool // by cell: whether it has a submarine
	need  []int  // by line: the submarines that are still missing
}

// findMany fills the board. Moving submarines within rows and columns leads from this filling to all
// others. If no such move leads from one set of lines to the remaining lines, these lines hold as
// many submarines as they can in every filling.
func (r *reasoner) findMany(s deduce.State, _ []int32, emit deduce.Emit) {
	f := &filling{reasoner: r, state: s, known: r.known(s), has: make([]bool, len(s)), need: slices.Clone(r.sums)}
	for l := range r.sums {
		if f.need[l] -= f.known[l]; f.need[l] < 0 {
			r.findLine(s, l, submarine, emit)
			return
		}
	}
	if bad := f.fill(); bad >= 0 {
		lines := r.across(r.across(bad)[0])
		if bad < len(r.rows) {
			lines = closed(f.reach(bad), lines)
		}
		r.compare(s, f.known, lines, r.across(bad), emit)
		return
	}
	seen := map[string]bool{}
	rows, cols := r.across(len(r.rows)), r.across(0)
	for l := range r.sums {
		from := f.reach(l)
		lines, across := closed(from, rows), cols
		// The columns that are not reached describe the same cells.
		if other := closed(from, cols); len(lines) == 0 || len(cols) > len(other) && len(cols)-len(other) < len(lines) {
			lines, across = slices.DeleteFunc(slices.Clone(cols), func(c int) bool { return slices.Contains(other, c) }), rows
		}
		if key := fmt.Sprint(lines); !seen[key] {
			seen[key] = true
			r.compare(s, f.known, lines, across, emit)
		}
	}
}

// fill places submarines until no line needs more. If that is impossible, it returns a line that
// needs more, a row if there is one, and otherwise -1.
func (f *filling) fill() int {
	h, w := len(f.rows), len(f.cols)
	for at, left := range f.state {
		if left == 3 && f.need[at/w] > 0 && f.need[h+at%w] > 0 {
			f.has[at] = true
			f.need[at/w]--
			f.need[h+at%w]--
		}
	}
	for l := range f.need {
		for l < h && f.need[l] > 0 {
			from := f.reach(l)
			c := slices.IndexFunc(f.across(l), func(c int) bool { return from[c] >= 0 && f.need[c] > 0 })
			if c < 0 {
				return l
			}
			f.need[l]--
			f.need[h+c]--
			for c += h; c != l; c = from[c] {
				at := f.cell(c, from[c])
				f.has[at] = !f.has[at]
			}
		}
		if f.need[l] > 0 {
			return l
		}
	}
	return -1
}

// reach returns the lines that moves from a line reach, by line: the line before, or -1. A move from
// a row adds a submarine in a column, and a move from a column removes one in a row.
func (f *filling) reach(line int) []int {
	from := slices.Repeat([]int{-1}, len(f.sums))
	from[line] = line
	for queue := []int{line}; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		for i, c := range f.across(l) {
			if at := f.lines[l][i]; from[c] < 0 && f.state[at] == 3 && f.has[at] == (l >= len(f.rows)) {
				from[c] = l
				queue = append(queue, c)
			}
		}
	}
	return from
}

// closed returns those of the given lines that were reached.
func closed(from, lines []int) []int {
	return slices.DeleteFunc(slices.Clone(lines), func(l int) bool { return from[l] < 0 })
}
