package battleships

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// hint finds what the hints say about the neighbours of their cells. A contradictory hint, such as
// an end that points beyond the edge or a middle in a corner, leaves its own cell without a value.
func (r *reasoner) hint(s deduce.State, _ []int32, emit deduce.Emit) {
	for i, letter := range r.given {
		switch letter {
		case 'm':
			r.middle(s, i, emit)
		case 'c':
			r.around(s, i, -1, "a ship of one cell", emit)
		case 't', 'b', 'l', 'r':
			r.around(s, i, strings.IndexByte("btrl", letter), "the "+hintNames[letter]+" of a ship", emit)
		}
	}
}

// around requires a ship cell on one side of cell i, and water on the other sides. The parameter on
// is the direction of the ship cell, as an index in the list sides. If it is -1, around requires
// water on all sides.
func (r *reasoner) around(s deduce.State, i, on int, called string, emit deduce.Emit) {
	for k, d := range sides {
		at := r.step(i, d)
		goes := ship
		if k == on {
			goes = water
			if at < 0 {
				at, goes = i, ship
			}
		}
		if at >= 0 && s.Has(at, goes) {
			emit(at, goes, r.note(i, []int{i}, nil, func(*deduce.Step) string { return r.cell(i) + " is " + called }))
		}
	}
}

// middle finds the direction of the ship whose middle is cell i. This is possible as soon as one
// neighbour of the cell is known.
func (r *reasoner) middle(s deduce.State, i int, emit deduce.Emit) {
	for k, d := range sides {
		at := r.step(i, d)
		known := ship
		switch {
		case isWater(s, at):
			known = water
		case !isShip(s, at):
			continue
		}
		sites := []int{i}
		say := func(*deduce.Step) string { return r.cell(i) + " is the middle of a ship along the edge" }
		if at >= 0 {
			sites = append(sites, at)
			say = func(*deduce.Step) string {
				return fmt.Sprintf("%s is the middle of a ship and has %s at %s", r.cell(i), [...]string{"water", "a ship cell"}[known], r.cell(at))
			}
		}
		for j, e := range sides {
			other := r.step(i, e)
			if j == k {
				continue
			}
			goes := 1 - known // the opposite side has the same value
			if j/2 != k/2 {
				goes = known
			}
			if other < 0 && goes == water { // a ship cell would be beyond the edge
				other, goes = i, ship
			}
			if other >= 0 && s.Has(other, goes) {
				emit(other, goes, r.note(i, sites, gone(nil, known, at), say))
			}
		}
	}
}

func (r *reasoner) touching(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, c := range changed {
		i := int(c)
		if !isShip(s, i) {
			continue
		}
		for _, d := range [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			if at := r.step(i, d); at >= 0 && s.Has(at, ship) {
				emit(at, ship, r.note(i, []int{i}, gone(nil, ship, i), func(*deduce.Step) string {
					return r.cell(i) + " is a ship cell, and no ship cell touches another at a corner"
				}))
			}
		}
	}
}

func (r *reasoner) full(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, l := range r.touched(changed) {
		r.line(s, l, ship, l.sum, func(*deduce.Step) string {
			if l.sum == 0 {
				return l.name + " has no ship cells"
			}
			return fmt.Sprintf("%s already has its %s", l.name, wording.Plural(l.sum, "ship cell"))
		}, emit)
	}
}

func (r *reasoner) short(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, l := range r.touched(changed) {
		r.line(s, l, water, len(l.cells)-l.sum, func(*deduce.Step) string {
			return fmt.Sprintf("%s has no more cells left than it needs for its %s", l.name, wording.Plural(l.sum, "ship cell"))
		}, emit)
	}
}

func (r *reasoner) touched(changed []int32) (lines []*line) {
	seen := make([]bool, len(r.lines))
	for _, i := range changed {
		for _, k := range r.lineOf[i] {
			if k >= 0 && !seen[k] {
				seen[k] = true
				lines = append(lines, r.lines[k])
			}
		}
	}
	return lines
}

// line limits the cells of the line l that have the given value to the number in the parameter
// most. If this many cells are known to have the value, line removes the value from the other
// cells. If more cells are known to have the value, there is no solution, and line removes the
// value from these cells, too.
func (r *reasoner) line(s deduce.State, l *line, value, most int, say func(st *deduce.Step) string, emit deduce.Emit) {
	have := slices.DeleteFunc(slices.Clone(l.cells), func(i int) bool { return s.Has(i, 1-value) })
	if len(have) < most {
		return
	}
	for _, i := range l.cells {
		if s.Has(i, value) && (s.Has(i, 1-value) || len(have) > most) {
			others := slices.DeleteFunc(slices.Clone(have), func(at int) bool { return at == i })[:max(0, most)]
			emit(i, value, r.note(l.name, others, gone(nil, value, others...), say))
		}
	}
}

// maxWays limits the rule "line ways", which lists all fillings of a line. The rule skips lines
// with more than maxWays open cells.
const maxWays = 16

// A filling is a line that the method try fills cell by cell. Each run of two or more ship cells in
// the line is a ship. A single ship cell is a ship, or belongs to a ship that crosses the line.
type filling struct {
	s      deduce.State
	cells  []int
	single []bool // by position: whether a neighbour outside the line is a ship cell; then a run at this position has only one cell
	left   []int  // by length: how many ships of the fleet can lie in the line, and more than enough of lengths 0 and 1
	some   []uint64
	wanted int // number of values, over all cells, that have not occurred in any filling yet
}

func (r *reasoner) ways(s deduce.State, changed []int32, emit deduce.Emit) {
	done := r.finished(s)
	for _, l := range r.near(changed, done) {
		if r.ctx.Err() == nil {
			r.fill(s, l, done, emit)
		}
	}
}

func (r *reasoner) near(changed []int32, done []berth) []*line {
	is := make([]bool, len(r.given))
	var all []int32
	for _, i := range changed {
		is[i] = true
		all = append(all, i)
		for _, d := range sides {
			if at := r.step(int(i), d); at >= 0 {
				all = append(all, int32(at))
			}
		}
	}
	for _, p := range done {
		if p.length > 1 && slices.ContainsFunc(append(r.cells(p), r.ends(p)...), func(i int) bool { return i >= 0 && is[i] }) {
			return r.lines
		}
	}
	return r.touched(all)
}

func (r *reasoner) fill(s deduce.State, l *line, done []berth, emit deduce.Emit) {
	f := &filling{s: s, cells: l.cells, single: make([]bool, len(l.cells)), left: slices.Clone(r.number), some: make([]uint64, len(l.cells))}
	f.left[0], f.left[1] = len(l.cells)+1, len(l.cells)+1
	var elsewhere []berth
	for _, p := range done {
		if p.length == 1 || p.down == l.down && slices.Contains(l.cells, p.first) {
			continue
		}
		elsewhere = append(elsewhere, p)
		f.left[p.length]--
	}
	open := 0
	for _, i := range l.cells {
		f.wanted++
		if s[i] == 3 {
			open++
			f.wanted++
		}
	}
	if open == 0 || open > maxWays {
		return
	}
	beside := r.shipsNextTo(f, l)
	f.try(0, l.sum, 0)
	if f.wanted == 0 {
		return
	}
	var facts []deduce.Bit
	for _, i := range l.cells {
		facts = deduce.AppendBits(facts, 3&^s[i], i)
	}
	facts = gone(facts, ship, beside...)
	for _, p := range elsewhere {
		facts = r.known(facts, p)
	}
	p := r.note(l.name, slices.Clone(l.cells), unique(facts), func(st *deduce.Step) string {
		ways := "no way"
		if st.Value == water {
			ways = "every way"
		}
		return fmt.Sprintf("%s to have %s in %s, in ships that are left, has one at %s", ways, wording.Plural(l.sum, "ship cell"), l.name, r.cell(st.Site))
	})
	r.several(p, "all ways to have %s in %s, in ships that are left, agree on some cells", wording.Plural(l.sum, "ship cell"), l.name)
	for k, i := range l.cells {
		for v := range deduce.Each(s[i] &^ f.some[k]) {
			emit(i, v, p)
		}
	}
}

func (r *reasoner) shipsNextTo(f *filling, l *line) (cells []int) {
	across := sides[:2]
	if l.down {
		across = sides[2:]
	}
	for k, i := range l.cells {
		for _, d := range across {
			if at := r.step(i, d); isShip(f.s, at) {
				f.single[k] = true
				cells = append(cells, at)
			}
		}
	}
	return cells
}

func (f *filling) try(k, sum, run int) bool {
	if sum < 0 || sum > len(f.cells)-k {
		return false
	}
	end := k == len(f.cells)
	found := false
	if (end || f.s.Has(f.cells[k], water)) && f.left[run] > 0 {
		f.left[run]--
		if end {
			found = true
		} else if f.try(k+1, sum, 0) {
			found = true
			f.show(k, water)
		}
		f.left[run]++
	}
	if end || f.wanted == 0 {
		return found
	}
	if f.s.Has(f.cells[k], ship) && (run == 0 || !f.single[k] && !f.single[k-1]) && f.try(k+1, sum-1, run+1) {
		found = true
		f.show(k, ship)
	}
	return found
}

func (f *filling) show(k, v int) {
	if f.some[k]>>v&1 == 0 {
		f.some[k] |= 1 << v
		f.wanted--
	}
}
