package model

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
	"counterproof/sat/cnf"
)

// styles lists the encodings of integers, the default first. A style also chooses the encoding of sums. Numbers
// with more than 4,096 values are binary in every style. The projected literals are the same in each style.
//
//   - auto: by order for numbers that only occur in sums and comparisons, else directly; sums by order unless
//     they get large
//   - direct: a literal for each value; sums by order unless they get too large
//   - order: a literal for each lower bound; sums by order unless they get too large
//   - log: binary numbers, adders and multipliers
var styles = []string{"auto", "direct", "order", "log"}

// effort limits, for each style, the pairs of values that a table of a function and a sum in order encoding may have.
var effort = map[string]struct{ table, sum float64 }{
	"auto":   {1 << 12, 1 << 14},
	"direct": {1 << 16, 1 << 20},
	"order":  {1 << 16, 1 << 20},
	"log":    {},
}

// A writer writes the clauses of a problem.
type writer struct {
	*encode.Encoder
	p         *problem
	equals    []int          // by variable: a lower variable that is equal, or itself
	sets      []flatzinc.Set // the domains of the variables that stand for themselves
	valued    []bool         // whether a constraint asks for single values of the variable
	numbers   []*number
	constants map[int]*number
	at        *flatzinc.Constraint // the constraint that is being written
	always    lit                  // a variable that is true, or 0
}

// encode writes the constraints of the problem as clauses. The site literals of a projected variable are one
// literal for two values, a group for up to 256 values, and free binary digits for more.
func (p *problem) encode(e *encode.Encoder) {
	w := &writer{Encoder: e, p: p, constants: map[int]*number{}}
	w.merge()
	if !w.project() {
		w.Add()
		return
	}
	for i := range p.Constraints {
		w.constraint(&p.Constraints[i])
	}
}

// merge finds variables that are equal, and the domains.
func (w *writer) merge() {
	vars := w.p.Vars
	w.equals, w.sets = make([]int, len(vars)), make([]flatzinc.Set, len(vars))
	w.valued, w.numbers = make([]bool, len(vars)), make([]*number, len(vars))
	for i, v := range vars {
		w.equals[i], w.sets[i] = i, v.Domain
	}
	for _, c := range w.p.Constraints {
		if a := c.Args; c.Name == "int_eq" || c.Name == "bool_eq" || c.Name == "bool2int" {
			if x, y := a[0].Elems[0].Var, a[1].Elems[0].Var; x >= 0 && y >= 0 {
				x, y = w.root(x), w.root(y)
				x, y = min(x, y), max(x, y)
				w.equals[y] = x
				w.sets[x] = flatzinc.Intersect(w.sets[x], w.sets[y])
			}
		}
	}
	for _, c := range w.p.Constraints {
		name := strings.TrimSuffix(c.Name, "_reif")
		if slices.Contains(ordered, name[strings.LastIndex(name, "_")+1:]) && c.Name != "int_eq_reif" {
			continue
		}
		for _, a := range c.Args {
			for _, o := range a.Elems {
				if o.Var >= 0 {
					w.valued[w.root(o.Var)] = true
				}
			}
		}
	}
	for _, s := range w.p.sites {
		if s.at.Var >= 0 {
			r := w.root(s.at.Var)
			w.sets[r] = flatzinc.Intersect(w.sets[r], s.domain)
		}
	}
}

// ordered has the last words of the constraints that compare and add, and do not ask for single values.
var ordered = []string{"eq", "le", "lt", "plus", "min", "max", "abs", "negate", "in", "maximum", "minimum"}

func (w *writer) root(v int) int {
	for w.equals[v] != v {
		w.equals[v] = w.equals[w.equals[v]]
		v = w.equals[v]
	}
	return v
}

// project declares the projected variables. It returns false if a domain is empty.
func (w *writer) project() bool {
	sites := w.p.sites
	possible := true
	for v := range w.sets {
		possible = possible && (w.equals[v] != v || len(w.sets[v]) > 0)
	}
	for _, s := range sites {
		possible = possible && (s.at.Var >= 0 || s.domain.Contains(s.at.Value))
	}
	next, groups, free := lit(0), [][]lit{}, []lit{}
	fresh := func() lit { next++; return next }
	var open []int
	for _, s := range sites {
		if s.at.Var < 0 || !possible {
			continue
		}
		v := w.root(s.at.Var)
		n := newNumber(w.sets[v])
		if w.numbers[v] != nil || len(n.values) == 1 {
			continue
		}
		w.numbers[v] = n
		open = append(open, v)
		switch {
		case len(n.values) == 2:
			l := fresh()
			n.pair(l)
			free = append(free, l)
		case n.set.Size() <= grouped:
			groups = append(groups, n.give(fresh))
		default:
			free = append(free, n.write(fresh)...)
		}
	}
	w.Project(groups, free, w.decoder(possible))
	if !possible {
		w.Define(func(int, int) []lit { return nil })
		return false
	}
	for i, s := range sites {
		if s.at.Var < 0 {
			continue
		}
		if n := w.number(s.at); n.direct && len(n.values) > 1 {
			for _, v := range n.values {
				if n.is[v] > 0 {
					w.Gives(n.is[v], i, index(s.domain, v))
				}
			}
		}
	}
	w.Define(w.define)
	for _, v := range open {
		w.complete(w.numbers[v], w.form(v))
	}
	return true
}

// decoder returns the function that reads the values of the sites from the projected variables.
func (w *writer) decoder(possible bool) func(m cnf.Model) encode.Solution {
	sites := w.p.sites
	sizes := make([]int, len(sites))
	of := make([]func(m cnf.Model) int, len(sites))
	for i, s := range sites {
		sizes[i] = s.domain.Size()
		of[i] = func(cnf.Model) int { return s.at.Value }
		if s.at.Var < 0 || !possible {
			continue
		}
		n := w.numbers[w.root(s.at.Var)]
		switch {
		case n == nil:
			of[i] = func(cnf.Model) int { return w.sets[w.root(s.at.Var)][0].Lo }
		case n.direct:
			is := w.literals(n)
			of[i] = func(m cnf.Model) int { return n.values[slices.IndexFunc(is, m.True)] }
		default:
			digits, base := n.unsigned()
			of[i] = func(m cnf.Model) int {
				v := base
				for j, d := range digits {
					if m.True(d) {
						v += 1 << j
					}
				}
				return v
			}
		}
	}
	wide := encode.Wide(sizes)
	return func(m cnf.Model) encode.Solution {
		values := make([]int, len(sites))
		if possible {
			for i, s := range sites {
				values[i] = index(s.domain, of[i](m))
			}
		}
		return encode.MakeSolution(wide, values)
	}
}

// index returns how many values of the set are less than v.
func index(set flatzinc.Set, v int) (below int) {
	for _, r := range set {
		if r.Lo < v {
			below += min(r.Hi+1, v) - r.Lo
		}
	}
	return below
}

// define returns a list with the literal that is true exactly if a site has a value.
func (w *writer) define(i, value int) []lit {
	s := w.p.sites[i]
	v := 0
	for _, r := range s.domain {
		if size := r.Hi - r.Lo + 1; value >= size {
			value -= size
		} else {
			v = r.Lo + value
			break
		}
	}
	switch l := w.is(w.number(s.at), v); l {
	case no:
		return nil
	case yes:
		if w.always == 0 {
			w.always = w.Fresh()
			w.Add(w.always)
		}
		return []lit{w.always}
	default:
		return []lit{l}
	}
}

// form returns the family of literals that the style gives to a variable.
func (w *writer) form(v int) form {
	switch w.Style() {
	case "direct":
		return directly
	case "order":
		return byOrder
	case "log":
		return binary
	}
	if w.valued[v] {
		return directly
	}
	return byOrder
}

// number returns the number of an operand.
func (w *writer) number(o flatzinc.Operand) *number {
	if o.Var < 0 {
		if w.constants[o.Value] == nil {
			w.constants[o.Value] = newNumber(flatzinc.Set{{Lo: o.Value, Hi: o.Value}})
		}
		return w.constants[o.Value]
	}
	v := w.root(o.Var)
	if w.numbers[v] == nil {
		w.numbers[v] = w.fresh(w.sets[v], w.form(v))
	}
	return w.numbers[v]
}

func (w *writer) numbersOf(ops []flatzinc.Operand) (list []*number) {
	for _, o := range ops {
		list = append(list, w.number(o))
	}
	return list
}

// truths returns the literals of Booleans.
func (w *writer) truths(ops []flatzinc.Operand) (lits []lit) {
	for _, o := range ops {
		lits = append(lits, w.is(w.number(o), 1))
	}
	return lits
}

// refuse ends the encoding with an error at the constraint.
func (w *writer) refuse(text string) {
	panic(constraint.EndError{Err: encode.Errorf(w.at.Line, w.at.Column, "%s: %s: give smaller domains to its variables", w.at.Name, text)})
}

// constraint writes the clauses of a constraint.
func (w *writer) constraint(c *flatzinc.Constraint) {
	w.at = c
	a := c.Args
	of := func(i int) *number { return w.number(a[i].Elems[0]) }
	truths := func(i int) []lit { return w.truths(a[i].Elems) }
	switch c.Name {
	case "bool2int":
		w.total(1, -1)
	case "int_plus":
		w.total(1, 1, -1)
	case "int_negate":
		w.total(1, 1)
	case "bool_not":
		w.compare("bool_ne")
	case "bool_xor":
		w.compare("bool_ne_reif")
	case "bool_and":
		w.either(-truths(2)[0], cnf.Negated(append(truths(0), truths(1)...)))
	case "bool_or":
		w.either(truths(2)[0], append(truths(0), truths(1)...))
	case "array_bool_and":
		w.either(-truths(1)[0], cnf.Negated(truths(0)))
	case "array_bool_or":
		w.either(truths(1)[0], truths(0))
	case "bool_clause":
		w.clause(append(truths(0), cnf.Negated(truths(1))...)...)
	case "bool_clause_reif":
		w.either(truths(2)[0], append(truths(0), cnf.Negated(truths(1))...))
	case "array_bool_xor":
		w.odd(truths(0))
	case "int_max", "int_min":
		w.maximum(of(2), of(0), of(1))
	case "array_int_maximum", "array_int_minimum":
		w.maximum(of(0), w.numbersOf(a[1].Elems)...)
	case "int_abs":
		w.greatest(term{1, of(1)}, []term{{1, of(0)}, {-1, of(0)}})
	case "int_times":
		w.times(of(0), of(1), of(2))
	case "int_div":
		w.quotient(of(0), of(1), of(2))
	case "int_mod":
		w.remainder(of(0), of(1), of(2))
	case "int_pow", "int_pow_fixed":
		w.power(of(0), of(1), of(2))
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		w.element(of(0), w.numbersOf(a[1].Elems), of(2))
	case "set_in":
		w.within(yes, of(0), a[1].Set)
	case "set_in_reif":
		w.within(truths(2)[0], of(0), a[1].Set)
	case "fzn_all_different_int":
		w.different(w.numbersOf(a[0].Elems))
	case "fzn_table_int", "fzn_table_bool":
		w.table(w.numbersOf(a[0].Elems), a[1].Elems)
	default:
		w.compare(c.Name)
	}
}
