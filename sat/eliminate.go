package sat

import (
	"slices"

	"counterproof/sat/cnf"
)

// An elimination is an auxiliary variable that was resolved away, together with the literals that
// imply it. When restore completes a model, the variable becomes true if one of these literals is
// true.
type elimination struct {
	variable int
	by       []lit
}

// eliminate resolves away the auxiliary variables of f that occur only in binary clauses. It
// changes the lists of implications in place: two implications through a variable become one
// implication that skips the variable. The projected models stay the same, because restore can
// always find a value for the variable. eliminate also returns the literals that must be true.
//
// This removes the auxiliary variables of an at-most-one in style sequential or product and
// restores the pairs that they stood for. After this step, a cube of 40 options has about 400 short
// clauses in every style. Without this step, a cube kept the auxiliary variables of all groups,
// many of which had no effect. Style product then took three times as long as pairwise.
//
// Auxiliary variables in longer clauses, such as the clauses of an XOR or a sum, stay. Resolving
// them can grow the formula without bound.
func eliminate(f *cnf.Formula, implied [][]lit) (gone []elimination, units []lit) {
	keep := make([]bool, f.NumVars) // by variable-1
	for _, v := range f.Vars() {
		keep[v-1] = true
	}
	for _, c := range f.Clauses {
		if len(c) != 2 || c[0].Var() == c[1].Var() {
			for _, l := range c {
				keep[l.Var()-1] = true
			}
		}
	}
	eliminated := make([]bool, f.NumVars)
	open := func(list []lit) []lit {
		return slices.DeleteFunc(list, func(l lit) bool { return eliminated[l>>1] })
	}
	each := func(list []lit) []lit {
		slices.Sort(list)
		return slices.Compact(list)
	}
	for v, kept := range keep {
		a := lit(2 * v)
		if kept || len(implied[a])*len(implied[a.not()]) > 1<<16 {
			continue
		}
		eliminated[v] = true
		then, by := each(open(implied[a])), each(open(implied[a.not()]))
		for i, l := range by {
			by[i] = l.not()
		}
		for _, p := range by {
			for _, s := range then {
				switch s {
				case p:
				case p.not():
					units = append(units, s)
					keep[s>>1] = true
				default:
					implied[p] = append(implied[p], s)
					implied[s.not()] = append(implied[s.not()], p.not())
				}
			}
		}
		implied[a], implied[a.not()] = nil, nil
		gone = append(gone, elimination{v + 1, by})
	}
	for l, list := range implied {
		implied[l] = open(list)
	}
	return gone, units
}

func restore(gone []elimination, m cnf.Model) {
	for i := len(gone) - 1; i >= 0; i-- {
		e := gone[i]
		m[e.variable-1] = slices.ContainsFunc(e.by, func(l lit) bool { return m[l>>1] == (l&1 == 0) })
	}
}
