package referee

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// A Formula is a formula as a program should understand it, with the layout of its text. The free
// variables of its projection are the projected ones, ascending; it has no groups.
type Formula struct {
	cnf.Formula
	Projected bool    // the text names the projected variables
	Layout    *layout // nil for one clause on each line
}

// formOf returns a formula of n variables, all of them projected.
func formOf(n int, clauses ...[]cnf.Lit) Formula {
	f := Formula{Formula: cnf.Formula{NumVars: n, Clauses: clauses}}
	f.Free = upTo(n)
	return f
}

func upTo(n int) []cnf.Lit {
	vars := make([]cnf.Lit, n)
	for i := range vars {
		vars[i] = cnf.Lit(i + 1)
	}
	return vars
}

// project returns f with only the given variables projected.
func (f Formula) project(vars ...cnf.Lit) Formula {
	f.Free, f.Projected = slices.Sorted(slices.Values(vars)), true
	return f
}

// with returns f with other clauses.
func (f Formula) with(clauses ...[]cnf.Lit) Formula {
	f.Clauses = clauses
	return f
}

// and returns f with further clauses.
func (f Formula) and(clauses ...[]cnf.Lit) Formula {
	return f.with(slices.Concat(f.Clauses, clauses)...)
}

// Text returns the text that a program gets. The form is the beginning of the line that names the
// projected variables, such as `c p show`. If it is empty, the text has no such line. clasp reads the
// line `c project` only after the header, and needs it even if all variables are projected.
func (f Formula) Text(form string) []byte {
	l := layout{change: plain}
	if f.Layout != nil && (f.Layout.vars == 0 || f.NumVars > 0 && f.Mentioned()[f.NumVars]) {
		l = *f.Layout
	}
	head := fmt.Sprintf("p cnf %d %d\n", f.NumVars+l.vars, max(0, len(f.Clauses)+l.clauses))
	show := string(cnf.AppendClause([]byte(form+" "), f.Free))
	switch {
	case form == extern.ProjectLine:
		head += show
	case form != "" && f.Projected:
		head = "c t pmc\n" + show + head
	case form != "":
		head = "c t mc\n" + head
	}
	var body []byte
	for _, c := range f.Clauses {
		body = cnf.AppendClause(body, c)
	}
	return []byte(l.change(head, string(body)))
}

// Line returns the text of a formula on one line, with " / " between its lines.
func (f Formula) Line(form string) string {
	return strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(string(f.Text(form)), "\r", "")), "\n", " / ")
}

// keep returns f with only the given variables, renumbered. The other variables get the value that makes
// their literals with the given sign true.
func (f Formula) keep(vars []cnf.Lit, sign cnf.Lit) Formula {
	number := make([]cnf.Lit, f.NumVars+1)
	for i, v := range vars {
		number[v] = cnf.Lit(i + 1)
	}
	gone := func(l cnf.Lit) bool { return number[l.Var()] == 0 }
	clauses := slices.DeleteFunc(slices.Clone(f.Clauses), func(c []cnf.Lit) bool {
		return slices.ContainsFunc(c, func(l cnf.Lit) bool { return gone(l) && l*sign > 0 })
	})
	f = f.with(wording.Each(clauses, func(c []cnf.Lit) []cnf.Lit { return slices.DeleteFunc(slices.Clone(c), gone) })...)
	f.Free = slices.DeleteFunc(slices.Clone(f.Free), gone)
	f.NumVars = len(vars)
	return f.mapped(number)
}

// mapped returns f with each variable v replaced by the literal to[v].
func (f Formula) mapped(to []cnf.Lit) Formula {
	f.Clauses = wording.Each(f.Clauses, func(c []cnf.Lit) []cnf.Lit {
		return wording.Each(c, func(l cnf.Lit) cnf.Lit {
			if l < 0 {
				return -to[-l]
			}
			return to[l]
		})
	})
	f.Free = wording.Each(f.Free, func(v cnf.Lit) cnf.Lit { return cnf.Lit(to[v].Var()) })
	slices.Sort(f.Free)
	return f
}

// beside returns the formulas together, with disjoint variables: the product of their counts.
func beside(all ...Formula) Formula {
	sum := formOf(0)
	for _, f := range all {
		f = f.mapped(slices.Concat([]cnf.Lit{0}, upTo(sum.NumVars + f.NumVars)[sum.NumVars:]))
		free, projected := slices.Concat(sum.Free, f.Free), sum.Projected || f.Projected
		sum = formOf(sum.NumVars+f.NumVars, slices.Concat(sum.Clauses, f.Clauses)...)
		sum.Free, sum.Projected = free, projected
	}
	return sum
}
