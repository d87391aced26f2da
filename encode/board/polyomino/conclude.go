package polyomino

import (
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode/board/covering"
	"counterproof/native/deduce"
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
func (r *reasoner) conclude(v *view, rule string, excluded covering.Set, emit deduce.Emit) {
	n := len(r.Cells)
	rest := v.alive.Without(excluded)
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
func (r *reasoner) shared(v *view, rule string, item int, rest covering.Set, emit deduce.Emit) bool {
	f := &finding{rule: rule, state: v.state, item: item, value: -1}
	for o := range rest.And(r.cover.Holds[item]).Each() {
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
	f.excluded = slices.Collect(v.alive.And(r.cover.Holds[item]).Without(rest).Each())
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
func (r *reasoner) missing(v *view, rule string, rest covering.Set, emit deduce.Emit) {
	found := map[string]*finding{}
	left := make([]uint64, len(r.Cells))
	for o := range rest.Each() {
		for _, c := range r.options[o].cells {
			left[c] |= 1 << r.options[o].value
		}
	}
	for c := range left {
		for value := range deduce.Each(v.state[c] &^ left[c]) {
			f := &finding{rule: rule, state: v.state, item: -1, value: value, reason: rule}
			if rule != "no place" {
				f.excluded = slices.Collect(v.alive.And(r.cover.Holds[c]).And(r.cover.Holds[len(r.Cells)+value]).Each())
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
	k := &killers{reasoner: r, state: f.state, seen: map[deduce.Bit]bool{}}
	n := len(r.Cells)
	excluded := covering.NewSet(len(r.options))
	for _, o := range f.excluded {
		excluded.Add(o)
		r.excuse(v, f.rule, o, k)
	}
	switch {
	case f.item >= 0: // all other options must be dead
		for o := range r.cover.Holds[f.item].Without(excluded).Each() {
			if f.value < 0 || r.options[o].value != f.value || !slices.Contains(r.options[o].cells, st.Site) {
				k.kill(o)
			}
		}
	default:
		for o := range r.cover.Holds[st.Site].And(r.cover.Holds[n+st.Value]).Without(v.alive).Each() {
			k.kill(o)
		}
		for o := range v.alive.And(r.cover.Holds[st.Site]).And(r.cover.Holds[n+st.Value]).Without(excluded).Each() {
			r.excuse(v, f.rule, o, k)
		}
	}
	return k.facts
}

// excuse adds the facts for which a rule excludes an option.
func (r *reasoner) excuse(v *view, rule string, o int, k *killers) {
	if rule == "cells and pieces" {
		r.excuseSet(v, o, k)
		return
	}
	if r.failure(v, o) != nil { // no place reaches over the border of a region
		_, of := r.regions(v.alive.Without(r.cover.Rivals[o]))
		for x, own := range r.options {
			if x != o && !r.cover.Rivals[o].Has(x) && slices.ContainsFunc(own.cells, func(c int) bool { return of[c] != of[own.cells[0]] }) {
				k.kill(x)
			}
		}
		return
	}
	p := r.cover.Suppose(v.alive, o, mostRounds)
	done := append(slices.Clone(p.Chain), covering.Forced{Option: -1, Item: p.Item})
	for i, f := range done {
		for x := range r.cover.Holds[f.Item].Without(r.cover.Rivals[o]).Each() {
			if x != f.Option && x != o && !slices.ContainsFunc(p.Chain[:i], func(e covering.Forced) bool { return r.cover.Rivals[e.Option].Has(x) }) {
				k.kill(x)
			}
		}
	}
}

// excuseSet adds the facts of the set of cells and pieces that excludes an option.
func (r *reasoner) excuseSet(v *view, o int, k *killers) {
	cells, values := r.setOf(v, o)
	for i, c := range cells {
		for x := range r.cover.Holds[c].Without(v.alive).Each() {
			own := r.options[x]
			if !slices.Contains(values, own.value) || slices.ContainsFunc(cells[:i], func(d int) bool { return slices.Contains(own.cells, d) }) {
				k.kill(x)
			}
		}
	}
}

// setOf returns the first set of cells and pieces that excludes an option.
func (r *reasoner) setOf(v *view, o int) (cells, values []int) {
	r.eachSet(v, func(c, all []int) {
		x := r.options[o]
		if cells == nil && (len(all) < len(c) || slices.Contains(all, x.value) && !slices.ContainsFunc(c, func(c int) bool { return slices.Contains(x.cells, c) })) {
			cells, values = c, all
		}
	})
	return cells, values
}

// killers collects removed values that make options impossible.
type killers struct {
	*reasoner
	state deduce.State
	seen  map[deduce.Bit]bool
	facts []deduce.Bit
}

func (k *killers) add(b deduce.Bit) {
	if !k.seen[b] {
		k.seen[b] = true
		k.facts = append(k.facts, b)
	}
}

// kill adds the removal of the value of option o from one of its cells, if it is removed there. Or it
// adds that a cell elsewhere has only this value left.
func (k *killers) kill(o int) {
	x := k.options[o]
	at := -1
	for _, c := range x.cells {
		if b := (deduce.Bit{Site: c, Value: x.value}); k.seen[b] {
			return
		} else if !k.state.Has(c, x.value) && at < 0 {
			at = c
		}
	}
	if at >= 0 {
		k.add(deduce.Bit{Site: at, Value: x.value})
		return
	}
	for c, left := range k.state {
		if left&^(1<<x.value) == 0 && !slices.Contains(x.cells, c) {
			for value := range k.values {
				if value != x.value {
					k.add(deduce.Bit{Site: c, Value: value})
				}
			}
			return
		}
	}
}
