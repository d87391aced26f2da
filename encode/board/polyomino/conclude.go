package polyomino

import (
	"fmt"
	"math/bits"
	"slices"

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
	n := 0
	for _, o := range excluded {
		n += 2 + v.rounds[o]
	}
	return n
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
			bits = deduce.AppendBits(nil, c, (1<<r.values-1)&^(1<<x.value))
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
