package battleships

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// maxPlaces limits the rule "only places". The rule skips a length if the ships of that length have
// more than maxPlaces possible places.
const maxPlaces = 16

func (r *reasoner) berths(length int) iter.Seq[berth] {
	return func(yield func(p berth) bool) {
		for i := range r.given {
			if i%r.w+length <= r.w && !yield(berth{i, length, false}) ||
				length > 1 && i/r.w+length <= r.h && !yield(berth{i, length, true}) {
				return
			}
		}
	}
}

func (r *reasoner) over(i int) iter.Seq[berth] {
	row, c := i/r.w, i%r.w
	return func(yield func(p berth) bool) {
		for _, length := range r.lengths {
			for k := range length {
				if k <= c && c-k+length <= r.w && !yield(berth{i - k, length, false}) ||
					length > 1 && k <= row && row-k+length <= r.h && !yield(berth{i - k*r.w, length, true}) {
					return
				}
			}
		}
	}
}

func (r *reasoner) box(p berth) (r0, c0, r1, c1 int) {
	r0, c0 = p.first/r.w, p.first%r.w
	d := p.onward()
	return r0, c0, r0 + (p.length-1)*d[0], c0 + (p.length-1)*d[1]
}

// zone yields the cells of a berth and the cells next to them, each with the value that a ship in the
// berth gives it.
func (r *reasoner) zone(p berth) iter.Seq2[int, int] {
	r0, c0, r1, c1 := r.box(p)
	return func(yield func(i, value int) bool) {
		for row := max(0, r0-1); row <= min(r.h-1, r1+1); row++ {
			for c := max(0, c0-1); c <= min(r.w-1, c1+1); c++ {
				value := water
				if row >= r0 && row <= r1 && c >= c0 && c <= c1 {
					value = ship
				}
				if !yield(row*r.w+c, value) {
					return
				}
			}
		}
	}
}

// A tally has two counts for each line: the known water cells and the known ship cells.
type tally [][2]int

func (r *reasoner) tally(s deduce.State) tally {
	t := make(tally, len(r.lines))
	for i := range s {
		for _, k := range r.lineOf[i] {
			switch {
			case k < 0:
			case isShip(s, i):
				t[k][ship]++
			case isWater(s, i):
				t[k][water]++
			}
		}
	}
	return t
}

func (r *reasoner) index(p berth) int {
	i := 2 * (slices.Index(r.lengths, p.length)*len(r.given) + p.first)
	if p.down {
		i++
	}
	return i
}

// sift records which berths have no room for a ship in a state. These berths have no room in any
// later state either, because values are only removed. So the method denied uses the records until
// the caller calls the result drop.
func (r *reasoner) sift(s deduce.State) (drop func()) {
	t := r.tally(s)
	ruled := make([]bool, 2*len(r.lengths)*len(r.given))
	for _, length := range r.lengths {
		for p := range r.berths(length) {
			ruled[r.index(p)] = r.denied(s, t, p, nil)
		}
	}
	r.ruled = ruled
	return func() { r.ruled = nil }
}

// denied reports whether a ship cannot lie in the berth. The reason is a cell with the wrong known
// value, or a sum that the ship would make impossible. If facts is not nil, denied appends the
// facts of the first reason.
func (r *reasoner) denied(s deduce.State, t tally, p berth, facts *[]deduce.Bit) bool {
	if facts == nil && r.ruled != nil && r.ruled[r.index(p)] {
		return true
	}
	for i, value := range r.zone(p) {
		if !s.Has(i, value) {
			if facts != nil {
				*facts = gone(*facts, 1-value, i)
			}
			return true
		}
	}
	r0, c0, r1, c1 := r.box(p)
	for side, x := range [2]struct{ n, step, first, last, from, to int }{{r.h, r.w, r0, r1, c0, c1}, {r.w, 1, c0, c1, r0, r1}} {
		for k := max(0, x.first-1); k <= min(x.n-1, x.last+1); k++ {
			of := 0
			if k >= x.first && k <= x.last {
				of = x.to - x.from + 1
			}
			if r.crossed(s, t, r.lineOf[k*x.step][side], x.from, x.to, of, facts) {
				return true
			}
		}
	}
	return false
}

// crossed reports whether a ship in a berth makes the sum of line number impossible, because the ship
// cells would be too many or too few. A negative number means a line without a sum. The berth decides
// the cells from position first-1 to last+1. The parameter of is the number of ship cells among them.
func (r *reasoner) crossed(s deduce.State, t tally, number, first, last, of int, facts *[]deduce.Bit) bool {
	if number < 0 {
		return false
	}
	l := r.lines[number]
	have, rest := t[number], len(l.cells)
	for k := max(0, first-1); k <= min(len(l.cells)-1, last+1); k++ {
		rest--
		switch i := l.cells[k]; {
		case isShip(s, i):
			have[ship]--
		case isWater(s, i):
			have[water]--
		}
	}
	value, wanted := ship, l.sum-of+1 // this many known ship cells are too many
	if have[ship] < wanted {
		value, wanted = water, of+rest-l.sum+1
		if have[water] < wanted {
			return false
		}
	}
	if facts == nil {
		return true
	}
	for k, i := range l.cells {
		if wanted > 0 && (k < first-1 || k > last+1) && !s.Has(i, 1-value) {
			*facts = gone(*facts, value, i)
			wanted--
		}
	}
	return true
}

// left reports whether a ship can lie in the berth p, which covers cell i. The berth must have
// room. The fleet must have a ship of the length of the berth that is not finished in another
// place.
func (r *reasoner) left(s deduce.State, t tally, done []berth, p berth, i int) bool {
	if r.denied(s, t, p, nil) {
		return false
	}
	_, all := r.spent(done, p.length, i)
	return !all
}

func (r *reasoner) shut(s deduce.State, i int) []deduce.Bit {
	done, t := r.finished(s), r.tally(s)
	var facts []deduce.Bit
	for p := range r.over(i) {
		if list, all := r.spent(done, p.length, i); all {
			for _, q := range list {
				facts = r.known(facts, q)
			}
			continue
		}
		r.denied(s, t, p, &facts)
	}
	return unique(facts)
}

func (r *reasoner) room(s deduce.State, _ []int32, emit deduce.Emit) {
	done, t := r.finished(s), r.tally(s)
	for i := range s {
		if !s.Has(i, ship) {
			continue
		}
		some := false
		for p := range r.over(i) {
			if some = r.left(s, t, done, p, i); some {
				break
			}
		}
		if !some {
			was := slices.Clone(s)
			emit(i, ship, r.later(i, nil, func() []deduce.Bit { return r.shut(was, i) }, func(*deduce.Step) string {
				return fmt.Sprintf("no ship that is left to find fits over %s", r.cell(i))
			}))
		}
	}
}

// part implements the rule "ship part". For each ship cell, it lists the places of ships that cover
// this cell. It finds the cells that all these ships cover, and the cells that are next to all
// these ships. If no ship can cover the ship cell, every value is removed.
func (r *reasoner) part(s deduce.State, _ []int32, emit deduce.Emit) {
	done, t := r.finished(s), r.tally(s)
	for i := range s {
		if !isShip(s, i) {
			continue
		}
		n := 0
		with := make([][2]int, len(s)) // by cell and value: how many of the n ships give the cell the value
		for p := range r.over(i) {
			if r.left(s, t, done, p, i) {
				n++
				for at, value := range r.zone(p) {
					with[at][value]++
				}
			}
		}
		var bits []deduce.Bit
		for at, left := range s {
			for v := range deduce.Each(left) {
				if with[at][1-v] == n {
					bits = append(bits, deduce.Bit{Site: at, Value: v})
				}
			}
		}
		if bits == nil {
			continue
		}
		was := slices.Clone(s)
		p := r.later(i, []int{i}, func() []deduce.Bit { return unique(gone(r.shut(was, i), ship, i)) }, func(st *deduce.Step) string {
			if n == 0 {
				return "no ship fits over the ship cell at " + r.cell(i)
			}
			return fmt.Sprintf("every ship that fits over the ship cell at %s %s", r.cell(i), covers(st, r.cell(st.Site)))
		})
		if n > 0 {
			r.several(p, "all ships that have room over the ship cell at %s agree on some cells", r.cell(i))
		}
		for _, b := range bits {
			emit(b.Site, b.Value, p)
		}
	}
}

// fitting returns the berths of a length that have room for a ship, except the others. It returns false
// if there are more than the parameter most.
func (r *reasoner) fitting(s deduce.State, t tally, length, most int, others []berth) (list []berth, ok bool) {
	for p := range r.berths(length) {
		if !r.denied(s, t, p, nil) && !slices.Contains(others, p) {
			if list = append(list, p); len(list) > most {
				return nil, false
			}
		}
	}
	return list, true
}

func covers(st *deduce.Step, cell string) string {
	if st.Value == water {
		return "covers " + cell
	}
	return "is next to " + cell
}

func (r *reasoner) places(s deduce.State, _ []int32, emit deduce.Emit) {
	t := r.tally(s)
	for _, length := range r.lengths {
		if r.ctx.Err() != nil {
			return
		}
		n := r.number[length]
		list, ok := r.fitting(s, t, length, maxPlaces, nil)
		if !ok {
			continue
		}
		touch := make([]uint32, len(list)) // by berth: the berths that it excludes
		with := make([][2]uint32, len(s))  // by cell and value: the berths that give the cell the value
		for k, p := range list {
			for i, value := range r.zone(p) {
				with[i][value] |= 1 << k
			}
		}
		for k, p := range list {
			for _, i := range r.cells(p) {
				touch[k] |= with[i][ship] | with[i][water]
			}
		}
		every := uint32(1)<<len(list) - 1
		some := fits(touch, every, n)
		p := sync.OnceValue(func() deduce.Pattern { return r.placed(s, length, list, some) })
		for i, left := range s {
			for v := range deduce.Each(left) {
				other := with[i][1-v]
				if (other != 0 || !some) && !fits(touch, every&^other, n) {
					emit(i, v, p())
				}
			}
		}
	}
}

// fits reports whether n berths can be chosen from a set so that none excludes another.
// The set is a bit mask, and touch[k] is the set of berths that berth k excludes.
func fits(touch []uint32, set uint32, n int) bool {
	for ; n > 0 && bits.OnesCount32(set) >= n; set &= set - 1 {
		k := bits.TrailingZeros32(set)
		if fits(touch, set&^touch[k]&^(1<<k), n-1) {
			return true
		}
	}
	return n == 0
}

// placed records the finding that the ships of a length can only be in the listed berths. If some is
// false, there are too few berths, or they exclude each other.
func (r *reasoner) placed(s deduce.State, length int, list []berth, some bool) deduce.Pattern {
	was := slices.Clone(s)
	sites := slices.Concat(wording.Each(list, r.cells)...)
	slices.Sort(sites)
	p := r.later(length, slices.Compact(sites), func() []deduce.Bit { return unique(r.limits(was, length)) }, func(st *deduce.Step) string {
		places := fmt.Sprintf("%s of %s can only be in %s", wording.Plural(r.number[length], "ship"), wording.Plural(length, "cell"), r.named(list))
		switch {
		case len(list) == 0:
			return fmt.Sprintf("%s of %s can be nowhere", wording.Plural(r.number[length], "ship"), wording.Plural(length, "cell"))
		case !some:
			return places + ", which is not enough"
		case r.number[length] == 1:
			return fmt.Sprintf("%s, each of which %s", places, covers(st, r.cell(st.Site)))
		}
		return fmt.Sprintf("%s, and each choice of them %s", places, covers(st, r.cell(st.Site)))
	})
	if !some {
		return p
	}
	return r.several(p, "%s of %s can only be in %s, and all choices agree on some cells", wording.Plural(r.number[length], "ship"), wording.Plural(length, "cell"), r.named(list))
}

func (r *reasoner) limits(s deduce.State, length int) (facts []deduce.Bit) {
	t := r.tally(s)
	for p := range r.berths(length) {
		r.denied(s, t, p, &facts)
	}
	return facts
}

func (r *reasoner) named(list []berth) string {
	if len(list) > 0 && list[0].length == 1 {
		return technique.CellList(wording.Each(list, func(p berth) int { return p.first }), r.w)
	}
	return wording.List(wording.Each(list, func(p berth) string { return technique.CellList(r.cells(p), r.w) }), ", or ")
}
