package model

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
	"counterproof/sat/cnf"
)

// styles lists the encodings of integers, the default first. Integers with more than 1,024 values are binary in
// every style. The projected literals are the same in each style.
//
//   - auto encodes integers that only occur in sums and comparisons by order, and others directly. It writes sums by
//     order and products as tables unless they get large.
//   - direct has a literal for each value. It writes sums and products as auto does, with higher limits.
//   - order has a literal for each lower bound, and the limits of direct.
//   - log has binary digits, adders and multipliers.
var styles = []string{"auto", "direct", "order", "log"}

// limits has, for each style, how many pairs of values a sum by order and a product as a table may take.
var limits = map[string]struct{ sum, table float64 }{
	"auto":   {1 << 14, 1 << 12},
	"direct": {1 << 20, 1 << 16},
	"order":  {1 << 20, 1 << 16},
	"log":    {7, 0}, // two Booleans take 6
}

// A writer writes the clauses of a problem.
type writer struct {
	*encode.Encoder
	*problem
	yes       lit                  // a variable that is always true, for constants
	equals    []int                // by variable: a lower variable that is equal, or itself
	sets      []flatzinc.Set       // the domains of the variables that stand for themselves
	valued    []bool               // whether a constraint asks for single values of the variable
	numbers   []*number            // by variable, nil before the first use
	constants map[int]*number      // by value
	at        *flatzinc.Constraint // the constraint that is being written
}

// encode writes the constraints of the problem as clauses. The projected literals of a site are one literal for two
// values, a group for up to 1,024 values, and free binary digits for more. An error at a constraint is an EndError.
func (p *problem) encode(e *encode.Encoder) {
	k := len(p.Vars)
	w := &writer{e, p, 0, make([]int, k), make([]flatzinc.Set, k), make([]bool, k), make([]*number, k), map[int]*number{}, nil}
	w.merge()
	possible := true
	for v, set := range w.sets {
		possible = possible && (w.equals[v] != v || len(set) > 0)
	}
	for _, s := range p.sites {
		possible = possible && (s.at.Var >= 0 || s.domain.Contains(s.at.Value))
	}
	if !possible {
		e.Project(nil, nil, w.decode(nil))
		e.Define(func(int, int) []lit { return nil })
		e.Add()
		return
	}
	w.project()
	for i := range p.Constraints {
		w.constraint(&p.Constraints[i])
	}
}

// ordered has the last words of the constraints that add and compare, and do not ask for single values.
var ordered = []string{"eq", "le", "lt", "plus", "min", "max", "abs", "negate", "maximum", "minimum", "in"}

// merge finds the variables that are equal, the domains, and the variables with single values that matter.
func (w *writer) merge() {
	for i, v := range w.Vars {
		w.equals[i], w.sets[i] = i, v.Domain
	}
	for _, c := range w.Constraints {
		if c.Name == "int_eq" || c.Name == "bool_eq" || c.Name == "bool2int" {
			if x, y := c.Args[0].Elems[0].Var, c.Args[1].Elems[0].Var; x >= 0 && y >= 0 {
				x, y = w.root(x), w.root(y)
				x, y = min(x, y), max(x, y)
				w.equals[y] = x
				w.sets[x] = flatzinc.Intersect(w.sets[x], w.sets[y])
			}
		}
	}
	for _, c := range w.Constraints {
		name := strings.TrimSuffix(c.Name, "_reif")
		valued := c.Name == "int_eq_reif" || !slices.Contains(ordered, name[strings.LastIndex(name, "_")+1:])
		for _, a := range c.Args {
			for _, o := range a.Elems {
				if o.Var >= 0 && valued {
					w.valued[w.root(o.Var)] = true
				}
			}
		}
	}
	for _, s := range w.sites {
		if s.at.Var >= 0 {
			r := w.root(s.at.Var)
			w.sets[r] = flatzinc.Intersect(w.sets[r], s.domain)
		}
	}
}

func (w *writer) root(v int) int { return root(w.equals, v) }

// project declares the projected variables.
func (w *writer) project() {
	next, groups, free := lit(0), [][]lit{}, []lit{}
	lits := map[*number][]lit{}
	var made []*number
	for _, s := range w.sites {
		if s.at.Var < 0 || w.numbers[w.root(s.at.Var)] != nil {
			continue
		}
		n := newNumber(w.sets[w.root(s.at.Var)])
		if len(n.values) == 1 {
			continue
		}
		w.numbers[w.root(s.at.Var)] = n
		made = append(made, n)
		lits[n] = n.open(direct, func() lit { next++; return next })
		if len(n.values) > 2 {
			groups = append(groups, lits[n])
		} else {
			free = append(free, lits[n]...)
		}
	}
	w.Project(groups, free, w.decode(lits))
	for i, s := range w.sites {
		if s.at.Var < 0 {
			continue
		}
		if n := w.numbers[w.root(s.at.Var)]; n != nil && n.direct {
			for _, v := range n.values {
				if n.is[v] > 0 {
					at, _ := s.domain.Index(v)
					w.Gives(n.is[v], i, at)
				}
			}
		}
	}
	w.Define(func(i, value int) []lit {
		s := w.sites[i]
		if l := w.is(w.number(s.at), s.domain.At(value)); l != -w.yes {
			return []lit{l}
		}
		return nil
	})
	w.yes = w.Fresh()
	w.Add(w.yes)
	for _, n := range made {
		w.confine(n, lits[n])
	}
}

// decode returns the function that reads the values of the sites from the projected variables. If there are no
// literals, the formula has no models.
func (w *writer) decode(lits map[*number][]lit) func(m cnf.Model) encode.Solution {
	type sum struct { // of the weights of the true literals
		base int
		list []constraint.Weighted
	}
	var sums []sum
	var sizes []int
	for _, s := range w.sites {
		x := sum{base: s.at.Value}
		if s.at.Var >= 0 && lits != nil {
			set, n := w.sets[w.root(s.at.Var)], w.numbers[w.root(s.at.Var)]
			x.base = set[0].Lo
			switch {
			case n == nil:
			case n.digits != nil:
				x.list, x.base = w.weights(n)
			default:
				for _, v := range n.values {
					if n.is[v] > 0 {
						x.list = append(x.list, constraint.Weighted{Weight: v - x.base, Lit: n.is[v]})
					}
				}
			}
		}
		sums = append(sums, x)
		sizes = append(sizes, s.domain.Size())
	}
	wide := encode.Wide(sizes)
	return func(m cnf.Model) encode.Solution {
		values := make([]int, len(sums))
		for i, x := range sums {
			v := x.base
			for _, t := range x.list {
				if m.True(t.Lit) {
					v += t.Weight
				}
			}
			at, _ := w.sites[i].domain.Index(v)
			values[i] = min(max(at, 0), sizes[i]-1) // no model is beyond, but a wrong one may be
		}
		return encode.MakeSolution(wide, values)
	}
}

// number returns the number of an operand.
func (w *writer) number(o flatzinc.Operand) *number {
	if o.Var < 0 {
		if w.constants[o.Value] == nil {
			w.constants[o.Value] = w.fresh(direct, flatzinc.Set{{Lo: o.Value, Hi: o.Value}})
		}
		return w.constants[o.Value]
	}
	v := w.root(o.Var)
	if w.numbers[v] == nil {
		f := map[string]form{"direct": direct, "order": order, "log": binary}[w.Style()]
		if w.Style() == "auto" && !w.valued[v] {
			f = order
		}
		w.numbers[v] = w.fresh(f, w.sets[v])
	}
	return w.numbers[v]
}

// refuse ends the encoding with an error at the constraint.
func (w *writer) refuse(problem string) {
	panic(constraint.EndError{Err: encode.Errorf(w.at.Line, w.at.Column, "%s: %s: give its variables smaller domains", w.at.Name, problem)})
}

// constraint writes the clauses of a constraint.
func (w *writer) constraint(c *flatzinc.Constraint) {
	w.at = c
	numbers, truths := make([][]*number, len(c.Args)), make([][]lit, len(c.Args))
	for i, a := range c.Args {
		for _, o := range a.Elems {
			n := w.number(o)
			numbers[i] = append(numbers[i], n)
			if strings.ContainsRune("bBD", rune(flatzinc.Signatures[c.Name][i])) {
				truths[i] = append(truths[i], w.is(n, 1))
			}
		}
	}
	of := func(i int) *number { return numbers[i][0] }
	switch c.Name {
	case "bool2int":
		w.equal(nil, w.combine(term{1, of(0)}, term{-1, of(1)}))
	case "int_negate":
		w.equal(nil, w.combine(term{1, of(0)}, term{1, of(1)}))
	case "int_plus":
		w.equal(nil, w.combine(term{1, of(0)}, term{1, of(1)}, term{-1, of(2)}))
	case "bool_and":
		w.either(-truths[2][0], -truths[0][0], -truths[1][0])
	case "bool_or":
		w.either(truths[2][0], truths[0][0], truths[1][0])
	case "array_bool_and":
		w.either(-truths[1][0], cnf.Negated(truths[0])...)
	case "array_bool_or":
		w.either(truths[1][0], truths[0]...)
	case "bool_clause":
		w.clause(append(truths[0], cnf.Negated(truths[1])...)...)
	case "bool_clause_reif":
		w.either(truths[2][0], append(truths[0], cnf.Negated(truths[1])...)...)
	case "array_bool_xor":
		w.odd(truths[0])
	case "int_max", "int_min":
		w.maximum(of(2), of(0), of(1))
	case "array_int_maximum", "array_int_minimum":
		w.maximum(of(0), numbers[1]...)
	case "int_abs":
		w.greatest(term{1, of(1)}, []term{{1, of(0)}, {-1, of(0)}})
	case "int_times":
		w.times(of(0), of(1), of(2))
	case "int_div", "int_mod":
		w.divide(of(0), of(1), of(2))
	case "int_pow", "int_pow_fixed":
		w.power(of(0), of(1), of(2))
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		w.element(of(0), numbers[1], of(2))
	case "set_in":
		w.within(w.yes, of(0), c.Args[1].Set)
	case "set_in_reif":
		w.within(truths[2][0], of(0), c.Args[1].Set)
	case "fzn_all_different_int":
		w.different(numbers[0])
	case "fzn_table_int", "fzn_table_bool":
		w.table(numbers[0], c.Args[1].Elems)
	default:
		w.compare(numbers)
	}
}
