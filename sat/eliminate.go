package sat

import (
	"slices"

	"counterproof/sat/cnf"
)

// An elimination is an auxiliary variable that was resolved away, and the
// literals that imply it: it is true where one of them is.
type elimination struct {
	variable int
	by       []lit
}

// eliminate changes the lists of implications of f: it resolves away the auxiliary variables that are in binary clauses
// only: of two implications through one it makes one past it. What that leaves
// has the same projected models, because an auxiliary that each of its clauses
// lets choose can be chosen last.
//
// The auxiliaries of an at-most-one, sequential or product, go this way, and the
// pairs that they stood for come back. A cube of 40 options then has some 400
// short clauses in every style; with the auxiliaries of all its groups, many of
// them idle, product took three times as long as pairwise.
//
// Auxiliaries of longer clauses stay (of an XOR or a sum): resolving those grows
// without bound. It returns also the literals that must be true.
func eliminate(f *cnf.Formula, implied [][]lit) (gone []elimination, units []lit) {
	keep := make([]bool, f.NumVars) // from 0
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

// restore gives the eliminated variables of a model their values.
func restore(gone []elimination, m cnf.Model) {
	for i := len(gone) - 1; i >= 0; i-- {
		e := gone[i]
		m[e.variable-1] = slices.ContainsFunc(e.by, func(l lit) bool { return m[l>>1] == (l&1 == 0) })
	}
}
