package technique

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"counterproof/native/deduce"
)

// Units are groups of up to 64 sites in which no value occurs twice, such as the rows of a board.
type Units struct {
	All     uint64                              // the values of a site
	Sites   func(unit int) []int                // the sites of a unit
	Must    func(unit int) uint64               // the values that occur in the unit in every solution
	Touched func(changed []int32) iter.Seq[int] // the units that contain changed sites

	TellNaked, TellHidden func(steps []deduce.Step) string // see deduce.Rule.Tell
}

// Naked returns the rule about naked sets of up to k sites, where k is at most four. If sites of a unit
// have at most as many values left as there are sites, the other sites of the unit lose these values.
// The pattern of a step holds the sites and the values of the set. Its clue is the unit.
func (u *Units) Naked(level, k int, statement string) deduce.Rule {
	r := u.rule("naked", level, k, statement, u.findNaked)
	r.Tell = u.TellNaked
	r.Facts = func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, u.All&^st.Values, st.Sites...) }
	return r
}

// Hidden returns the rule about hidden sets of up to k values, where k is at most four. If values that
// the unit must have are left in at most as many sites as there are values, these sites lose all other
// values. The pattern of a step is as in Naked.
func (u *Units) Hidden(level, k int, statement string) deduce.Rule {
	r := u.rule("hidden", level, k, statement, u.findHidden)
	r.Tell, r.Facts = u.TellHidden, u.Outside
	return r
}

// rule returns a rule about sets. Steps with the same sites and values form one move, whatever unit
// they are about. A move with a smaller set comes first, because small sets are easier to see.
func (u *Units) rule(kind string, level, k int, statement string, find func(deduce.State, int, int, deduce.Emit)) deduce.Rule {
	return deduce.Rule{
		Name: setName(kind, k), Level: level, Statement: statement,
		Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
			for unit := range u.Touched(changed) {
				find(s, unit, k, emit)
			}
		},
		Moves: deduce.Moves{
			Reason:    func(st *deduce.Step) any { return fmt.Sprint(st.Sites, st.Values) },
			Cost:      func(st *deduce.Step) int { return bits.OnesCount64(st.Values) },
			CoveredBy: smaller(kind),
		},
	}
}

// setName returns the name of the rule about sets of up to k, such as "naked pair".
func setName(kind string, k int) string {
	return kind + " " + [...]string{"single", "pair", "triple", "quadruple"}[k-1]
}

// smaller returns a function for deduce.Moves.CoveredBy. For a step whose set is in fact smaller than
// the rule allows, the function returns the names of the easier rules that find this step. For
// example, it returns "naked pair" for a naked triple of two cells. For a naked triple with a settled
// cell, it returns "naked single" and "naked pair".
func smaller(kind string) func(st *deduce.Step, s deduce.State) []string {
	return func(st *deduce.Step, s deduce.State) []string {
		n := max(len(st.Sites), bits.OnesCount64(st.Values))
		switch {
		case n > 1 && slices.ContainsFunc(st.Sites, s.One):
			return []string{"naked single", setName(kind, n-1)}
		case setName(kind, n) != st.Rule.Name:
			return []string{setName(kind, n)}
		}
		return nil
	}
}

// Outside returns the facts that the values of a step are missing from the sites of its unit, except
// the sites of its pattern.
func (u *Units) Outside(st *deduce.Step) []deduce.Bit {
	others := slices.DeleteFunc(slices.Clone(u.Sites(st.Clue)), func(at int) bool { return slices.Contains(st.Sites, at) })
	return deduce.AppendBits(nil, st.Values, others...)
}

func (u *Units) findNaked(s deduce.State, unit, k int, emit deduce.Emit) {
	sites := u.Sites(unit)
	var rows [64]uint64 // by site: its values
	for i, at := range sites {
		rows[i] = s[at]
	}
	deduce.Subsets(rows[:len(sites)], k, func(set, values uint64) {
		p := deduce.Pattern{Values: values, Clue: unit}
		remove(s, sites, ^set, deduce.Takes(set, values), set, p, emit)
	})
}

func (u *Units) findHidden(s deduce.State, unit, k int, emit deduce.Emit) {
	sites, must := u.Sites(unit), u.Must(unit)
	var rows [64]uint64 // by value that the unit must have, without gaps: the sites where it is left
	for i, at := range sites {
		for left := s[at] & must; left != 0; left &= left - 1 {
			rows[bits.OnesCount64(must&(left&-left-1))] |= 1 << i
		}
	}
	deduce.Subsets(rows[:bits.OnesCount64(must)], k, func(set, places uint64) {
		p := deduce.Pattern{Clue: unit}
		row := 0
		for v := range deduce.Each(must) {
			p.Values |= set >> row & 1 << v
			row++
		}
		remove(s, sites, deduce.Takes(set, places), ^p.Values, places, p, emit)
	})
}

// remove removes the values from the sites whose indices are in the set from: it calls emit for each
// value. The indices in the set pattern are the sites of p.
func remove(s deduce.State, sites []int, from, values, pattern uint64, p deduce.Pattern, emit deduce.Emit) {
	for i, at := range sites {
		gone := s[at] & values
		if from>>i&1 == 0 || gone == 0 {
			continue
		}
		if p.Sites == nil {
			p.Sites = make([]int, 0, bits.OnesCount64(pattern))
			for k := range deduce.Each(pattern) {
				p.Sites = append(p.Sites, sites[k])
			}
		}
		for v := range deduce.Each(gone) {
			emit(at, v, p)
		}
	}
}
