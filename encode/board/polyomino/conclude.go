package polyomino

import (
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
	"counterproof/native/hitting"
)

// A finding is the reason of a step. Its subject is an item, which is a cell or a copy of a piece,
// or else a piece in a cell.
type finding struct {
	rule     string
	state    deduce.State // before the step
	item     int          // -1: the step only says that a cell is not covered by the value
	value    int          // what covers the cells, or does not; -1: nothing is left for the item
	cells    []int        // the cells that get the value, or lose it
	excluded []int        // options that the rule excludes and that would prevent the conclusion
	places   []int        // the options left for the item
	reason   string
	cost     int
}

func ones(set uint64) int { return bits.OnesCount64(set) }

// conclude emits what follows if a rule excludes options.
func (r *reasoner) conclude(v *view, rule string, excluded hitting.Set, emit deduce.Emit) {
	n := len(r.Cells)
	rest := v.alive.Minus(excluded)
	if rule == "no place" {
		r.missing(v, rule, rest, emit)
		return
	}
	for item, must := range r.cover.Must {
		if !must || rule == "only piece" && item >= n || rule == "last place" && item < n {
			continue
		}
		if !r.shared(v, rule, item, rest, emit) {
			return
		}
	}
	if rule != "only piece" && rule != "last place" {
		r.missing(v, rule, rest, emit)
	}
}

// shared emits that the cells which all options of an item share belong to their value. It returns
// false if the item has no option left.
func (r *reasoner) shared(v *view, rule string, item int, rest hitting.Set, emit deduce.Emit) bool {
	f := &finding{rule: rule, state: v.state, item: item, value: -1}
	for o := range rest.And(r.cover.Holds[item]).All() {
		x := r.options[o]
		switch {
		case f.value < 0:
			f.value, f.cells = x.value, slices.Clone(x.cells)
		case f.value != x.value:
			return true
		default:
			f.cells = slices.DeleteFunc(f.cells, func(c int) bool { return !slices.Contains(x.cells, c) })
		}
		f.places = append(f.places, o)
	}
	if f.value >= 0 && !slices.ContainsFunc(f.cells, func(c int) bool { return v.state[c]&^(1<<f.value) != 0 }) {
		return true
	}
	f.excluded = slices.Collect(v.alive.And(r.cover.Holds[item]).Minus(rest).All())
	f.cost = r.cost(v, f.excluded) + min(len(f.places)-1, 1)
	if f.value < 0 {
		f.reason = "nothing"
		v.state.EmitAll(deduce.Pattern{Proof: f}, emit)
		return false
	}
	f.reason = fmt.Sprint(f.value, f.cells)
	for _, c := range f.cells {
		for gone := range deduce.Each(v.state[c] &^ (1 << f.value)) {
			emit(c, gone, deduce.Pattern{Sites: f.cells, Values: 1 << f.value, Proof: f})
		}
	}
	return true
}

// missing emits that a cell cannot be covered by a value if no option of the value is left over it.
func (r *reasoner) missing(v *view, rule string, rest hitting.Set, emit deduce.Emit) {
	found := map[string]*finding{}
	left := make([]uint64, len(r.Cells))
	for o := range rest.All() {
		for _, c := range r.options[o].cells {
			left[c] |= 1 << r.options[o].value
		}
	}
	for c := range left {
		for value := range deduce.Each(v.state[c] &^ left[c]) {
			f := &finding{rule: rule, state: v.state, item: -1, value: value, reason: rule}
			if rule != "no place" {
				f.excluded = slices.Collect(v.alive.And(r.over(c, value)).All())
				f.reason = fmt.Sprint("not", value, f.excluded)
				f.cost = 2 + r.cost(v, f.excluded)
			}
			if found[f.reason] == nil {
				found[f.reason] = f
			}
			f = found[f.reason]
			f.cells = append(f.cells, c)
			emit(c, value, deduce.Pattern{Proof: f})
		}
	}
}

// cost returns how many suppositions and forced pieces it takes to exclude options.
func (r *reasoner) cost(v *view, excluded []int) int {
	return wording.Sum(excluded, func(o int) int { return 2 + v.rounds[o] })
}

// facts returns the removed values on which a step rests.
func (r *reasoner) facts(st *deduce.Step) []deduce.Bit {
	f := st.Proof.(*finding)
	v := r.see(f.state)
	dead := hitting.NewSet(len(r.options)) // the options that must be dead
	if f.item >= 0 {
		for o := range r.cover.Holds[f.item].All() {
			if f.value < 0 || r.options[o].value != f.value || !slices.Contains(r.options[o].cells, st.Site) {
				dead.Add(o)
			}
		}
	} else {
		dead = r.over(st.Site, st.Value)
	}
	for _, o := range f.excluded {
		dead.Remove(o)
	}
	for _, o := range f.excluded {
		dead.Join(r.excuse(v, f.rule, o))
	}
	var facts []deduce.Bit
	seen := map[deduce.Bit]bool{}
	for o := range dead.All() {
		for _, b := range r.removed(f.state, r.options[o], seen) {
			if !seen[b] {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

// over returns the options that lay a copy of a piece over a cell.
func (r *reasoner) over(cell, value int) hitting.Set {
	return r.cover.Holds[cell].And(r.cover.Holds[len(r.Cells)+value])
}

// removed returns removed values that make an option impossible: the value of the option in one of its
// cells, one in seen if possible, or else the other values in a cell that has only this value left.
func (r *reasoner) removed(s deduce.State, x option, seen map[deduce.Bit]bool) (bits []deduce.Bit) {
	for _, c := range x.cells {
		if b := (deduce.Bit{Site: c, Value: x.value}); !s.Has(c, x.value) && (bits == nil || seen[b]) {
			bits = []deduce.Bit{b}
		}
	}
	for c := 0; bits == nil; c++ {
		if s[c]&^(1<<x.value) == 0 && !slices.Contains(x.cells, c) {
			bits = deduce.AppendBits(nil, (1<<r.values-1)&^(1<<x.value), c)
		}
	}
	return bits
}

// excuse returns the options that must be dead, so that a rule excludes option o.
func (r *reasoner) excuse(v *view, rule string, o int) hitting.Set {
	if rule == "cells and pieces" {
		dead := hitting.NewSet(len(r.options))
		cells, values := r.setOf(v, o)
		for i, c := range cells {
			for x := range r.cover.Holds[c].Minus(v.alive).All() {
				own := r.options[x]
				if !slices.Contains(values, own.value) || slices.ContainsFunc(cells[:i], func(d int) bool { return slices.Contains(own.cells, d) }) {
					dead.Add(x)
				}
			}
		}
		return dead
	}
	if r.failure(v, o) == nil {
		return r.cover.Needs(o, r.cover.Suppose(v.alive, o, mostRounds))
	}
	of := r.split(v, o).first
	dead := hitting.NewSet(len(r.options)) // no place reaches over the border of a region
	for x, own := range r.options {
		if slices.ContainsFunc(own.cells, func(c int) bool { return of[c] != of[own.cells[0]] }) {
			dead.Add(x)
		}
	}
	return dead.Minus(r.cover.Rivals[o])
}

// setOf returns the first set of cells and pieces that excludes an option.
func (r *reasoner) setOf(v *view, o int) (cells, values []int) {
	r.eachSet(v, func(c []int, all uint64) {
		x := r.options[o]
		if cells == nil && (ones(all) < len(c) || all>>x.value&1 == 1 && !slices.ContainsFunc(c, func(c int) bool { return slices.Contains(x.cells, c) })) {
			cells, values = slices.Clone(c), slices.Collect(deduce.Each(all))
		}
	})
	return cells, values
}

func (r *reasoner) text(st *deduce.Step) string {
	return fmt.Sprintf("%s, so %s is not %s", r.because(st), r.list([]int{st.Site}), r.ValueName(0, st.Value))
}

func (r *reasoner) sentence(m *technique.Move) string {
	f := m.Lead().Proof.(*finding)
	text := m.Name() + ": " + r.because(m.Lead())
	switch at := m.Empty(); {
	case at >= 0:
		return fmt.Sprintf("%s, so %s cannot be covered, not by %s", text, r.list([]int{at}), r.or(m.Gone()[at]))
	case f.item < 0 && f.rule == "no place":
		return m.Name() + ": no place is left for " + r.without(m.Steps)
	case f.item < 0:
		return fmt.Sprintf("%s, so %s does not cover %s", text, r.ValueName(0, f.value), r.list(f.cells))
	}
	return fmt.Sprintf("%s, so %s covers %s", text, r.ValueName(0, f.value), r.list(f.cells))
}

// without says which pieces no longer cover which cells.
func (r *reasoner) without(steps []deduce.Step) string {
	gone := (&technique.Move{Steps: steps}).Gone()
	cells := encode.Where(encode.Left(len(r.Cells), nil), func(c int) bool { return gone[c] != 0 })
	sets, with := technique.Group(cells, func(c int) uint64 { return gone[c] })
	return technique.Parts(wording.Each(sets, func(set uint64) string { return r.or(set) + " over " + r.list(with[set]) }))
}

func (r *reasoner) or(set uint64) string {
	return technique.Or(technique.Names(set, func(v int) string { return r.ValueName(0, v) }))
}

// because describes the pattern of a step.
func (r *reasoner) because(st *deduce.Step) string {
	f := st.Proof.(*finding)
	if f.item < 0 && f.rule == "no place" {
		return fmt.Sprintf("%s has no place left over %s", r.ValueName(0, st.Value), r.list([]int{st.Site}))
	}
	places := func(list []int) string {
		if len(list) == 1 {
			return "only one place"
		}
		return wording.Plural(len(list), "place")
	}
	text, but := "", ": "
	switch {
	case f.item < 0:
		text, but = fmt.Sprintf("%s has %s left over %s", r.ValueName(0, f.value), places(f.excluded), r.list(f.cells)), ", but "
	case f.value < 0:
		text = r.none(f.item)
	case f.item < len(r.Cells):
		text = fmt.Sprintf("only %s can cover %s, in %s", r.ValueName(0, f.value), r.item(f.item), places(f.places))
	default:
		text = fmt.Sprintf("%s has %s left", r.item(f.item), places(f.places))
	}
	if len(f.places) > 1 {
		text += " that share cells"
	}
	if len(f.excluded) > 0 {
		v := r.see(f.state)
		hardest := slices.MaxFunc(f.excluded, func(a, b int) int { return r.forced(v, f.rule, a) - r.forced(v, f.rule, b) })
		text += but + r.excuseText(v, f.rule, hardest)
	}
	if n := len(f.excluded) - 1; n > 0 {
		text += ", and so on for " + wording.Plural(n, "other place")
	}
	return text
}

// forced returns how many pieces a rule forces to exclude an option.
func (r *reasoner) forced(v *view, rule string, o int) int {
	if rule != "forced pieces" || r.failure(v, o) != nil {
		return 0
	}
	return len(r.cover.Suppose(v.alive, o, mostRounds).Chain)
}

func (r *reasoner) excuseText(v *view, rule string, o int) string {
	if rule == "cells and pieces" {
		cells, values := r.setOf(v, o)
		return fmt.Sprintf("no place covers two of the cells in %s, and only %s can cover these cells", r.list(cells), technique.And(wording.Each(values, func(v int) string { return r.ValueName(0, v) })))
	}
	text := "if " + r.laid(o) + ", "
	f := r.failure(v, o)
	if len(f) == 1 {
		return text + fmt.Sprintf("it cuts off %s around %s, and no pieces have this size together", wording.Plural(len(f[0]), "cell"), r.list(f[0][:1]))
	} else if f != nil {
		sizes := wording.Each(f, func(cells []int) string { return fmt.Sprint(len(cells)) })
		return text + fmt.Sprintf("the pieces cannot be divided among regions of %s cells", technique.And(sizes))
	}
	p := r.cover.Suppose(v.alive, o, mostRounds)
	for _, forced := range p.Chain {
		text += fmt.Sprintf("for %s then %s, ", r.item(forced.Item), r.laid(forced.Option))
	}
	return text + r.none(p.Item)
}

// laid describes an option as a clause.
func (r *reasoner) laid(o int) string {
	return r.ValueName(0, r.options[o].value) + " lies in " + r.list(r.options[o].cells)
}

// none says that an item has no option.
func (r *reasoner) none(item int) string {
	if item < len(r.Cells) {
		return "no place is left over " + r.item(item)
	}
	return "no place is left for " + r.item(item)
}

func (r *reasoner) item(item int) string {
	if item < len(r.Cells) {
		return r.list([]int{item})
	}
	return r.ValueName(0, item-len(r.Cells))
}

// drawState draws a state: the pieces left for each cell. A closed cell has its label. Before a move
// that supposes a place of a piece, the cells of this place are orange.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	cells := technique.Cells(s, min(r.values, deduce.MaxValues), func(v int) string { return r.ValueName(0, v) }, m)
	if m != nil {
		for _, o := range m.Lead().Proof.(*finding).excluded {
			for _, c := range r.options[o].cells {
				cells[c].Frame = draw.Orange
			}
		}
	}
	p := &grid.Board{Title: m.Title(), H: r.H, W: r.W, Cell: func(row, c int) grid.Cell {
		if i := r.At(row, c); i >= 0 {
			return cells[i]
		}
		return grid.Cell{Fill: closedFill, Text: r.label(row, c), Size: 12}
	}}
	return grid.Draw(p)
}

const closedFill draw.Colour = 0xccccccff
