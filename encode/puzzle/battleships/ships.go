package battleships

import (
	"fmt"
	"slices"

	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A berth is a place for a ship. The field first is the index of its first cell. The
// berth extends to the right, or downwards if down is true.
type berth struct {
	first, length int
	down          bool
}

// onward returns the direction of a berth. A berth of one cell counts as horizontal.
func (p berth) onward() [2]int {
	if p.down {
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

func (r *reasoner) cells(p berth) []int {
	d := p.onward()
	list := make([]int, p.length)
	for k := range list {
		list[k] = p.first + k*(d[0]*r.w+d[1])
	}
	return list
}

// ends returns the cells before and after the berth, with -1 for a cell beyond the edge.
// For a berth of one cell it returns all four neighbours.
func (r *reasoner) ends(p berth) []int {
	d := p.onward()
	last := p.first + (p.length-1)*(d[0]*r.w+d[1])
	ends := []int{r.step(p.first, [2]int{-d[0], -d[1]}), r.step(last, d)}
	if p.length == 1 {
		ends = append(ends, r.step(p.first, [2]int{-1, 0}), r.step(p.first, [2]int{1, 0}))
	}
	return ends
}

// finished returns the ships that are known completely: their cells are ship cells, and there is
// water or the edge at their ends. A finished ship stays finished in later states.
func (r *reasoner) finished(s deduce.State) (list []berth) {
	for i := range s {
		if !isShip(s, i) {
			continue
		}
		for _, down := range [2]bool{false, true} {
			p := berth{i, 1, down}
			d := p.onward()
			if isShip(s, r.step(i, [2]int{-d[0], -d[1]})) {
				continue
			}
			for at := r.step(i, d); isShip(s, at); at = r.step(at, d) {
				p.length++
			}
			if (p.length > 1 || !down) && !slices.ContainsFunc(r.ends(p), func(at int) bool { return !isWater(s, at) }) {
				list = append(list, p)
			}
		}
	}
	return list
}

func (r *reasoner) known(facts []deduce.Bit, p berth) []deduce.Bit {
	return gone(gone(facts, ship, r.cells(p)...), water, r.ends(p)...)
}

// parts returns the sites and the facts of ship cells, of the water at their ends, and of other
// finished ships.
func (r *reasoner) parts(cells, ends []int, others []berth) (sites []int, facts []deduce.Bit) {
	facts = gone(gone(nil, ship, cells...), water, ends...)
	sites = slices.DeleteFunc(slices.Concat(cells, ends), func(at int) bool { return at < 0 })
	for _, p := range others {
		facts = r.known(facts, p)
		sites = append(sites, r.cells(p)...)
	}
	return sites, unique(facts)
}

// spent lists finished ships of the given length, at most as many as the fleet has of this length.
// It skips the ships that cover the cell in the parameter but. The second result reports whether
// there are as many such ships as the fleet has.
func (r *reasoner) spent(done []berth, length, but int) ([]berth, bool) {
	var list []berth
	for _, p := range done {
		if len(list) < r.number[length] && p.length == length && !slices.Contains(r.cells(p), but) {
			list = append(list, p)
		}
	}
	return list, len(list) == r.number[length]
}

func unique(facts []deduce.Bit) []deduce.Bit {
	slices.SortStableFunc(facts, func(x, y deduce.Bit) int { return 2*(x.Site-y.Site) + x.Value - y.Value })
	return slices.Compact(facts)
}

func (r *reasoner) run(s deduce.State, i int, d [2]int) (cells []int) {
	for at := r.step(i, d); isShip(s, at); at = r.step(at, d) {
		cells = append(cells, at)
	}
	return cells
}

func (r *reasoner) long(s deduce.State, _ []int32, emit deduce.Emit) {
	done := r.finished(s)
	for i := range s {
		if !s.Has(i, ship) {
			continue
		}
		for k := 0; k < 4; k += 2 {
			cells := append(r.run(s, i, sides[k]), r.run(s, i, sides[k+1])...)
			length := len(cells) + 1
			if length == 1 && k > 0 {
				continue
			}
			var others []berth
			ok := true
			for n := length; n <= max(r.h, r.w) && ok; n++ {
				var list []berth
				list, ok = r.spent(done, n, i)
				others = append(others, list...)
			}
			if !ok {
				continue
			}
			sites, facts := r.parts(cells, nil, others)
			p := r.note(fmt.Sprint(sites, length), sites, facts, func(*deduce.Step) string {
				switch {
				case len(r.fleet) == 0:
					return "there are no ships"
				case length == 1:
					return "all ships are found"
				case len(others) == 0:
					return fmt.Sprintf("%s would be part of a ship of %d cells or more, and the longest has %d", r.cell(i), length, r.fleet[0])
				}
				return fmt.Sprintf("%s would be part of a ship of %d cells or more, and all of these are found", r.cell(i), length)
			})
			if length > 1 && len(r.fleet) > 0 {
				r.several(p, "more ship cells there would make a ship of %d cells or more, and no such ship is left to find", length)
			}
			emit(i, ship, p)
		}
	}
}

// open implements the rule "open end": it finds cells in which a ship must continue,
// because it cannot end at its present length.
func (r *reasoner) open(s deduce.State, _ []int32, emit deduce.Emit) {
	done := r.finished(s)
	for i := range s {
		if !s.Has(i, water) {
			continue
		}
		for k, d := range sides {
			cells := r.run(s, i, d)
			if len(cells) == 0 {
				continue
			}
			last := cells[len(cells)-1]
			ends := []int{r.step(last, d)}
			if len(cells) == 1 {
				for j, e := range sides {
					if j/2 != k/2 {
						ends = append(ends, r.step(last, e))
					}
				}
			}
			if slices.ContainsFunc(ends, func(at int) bool { return !isWater(s, at) }) {
				continue
			}
			others, ok := r.spent(done, len(cells), last)
			if !ok {
				continue
			}
			sites, facts := r.parts(cells, ends, others)
			emit(i, water, r.note([2]int{i, k}, sites, facts, func(*deduce.Step) string {
				which := fmt.Sprintf("the fleet has no ship of %s", wording.Plural(len(cells), "cell"))
				if len(others) > 0 {
					which = fmt.Sprintf("no other ship of %s is left to find", wording.Plural(len(cells), "cell"))
				}
				return fmt.Sprintf("%s, and the ship at %s has no other way to continue", which, r.cell(last))
			}))
		}
	}
}
