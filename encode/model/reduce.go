package model

import (
	"slices"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/native/csp"
)

// reduce returns the method csp, which searches with propagation. It shares no code about constraints with
// the clauses.
func (p *problem) reduce() []encode.Reduction {
	n := sync.OnceValue(p.network)
	return []encode.Reduction{encode.Decoded("csp", 1,
		func() *csp.Problem { return n().Problem },
		func(answer []int) encode.Solution { return n().solution(answer) },
	)}
}

// A network is the problem for the package csp. Its shown variables belong to the sites, each once.
type network struct {
	*csp.Problem
	*problem
	parent []int // of each variable of the model: a variable that has to be equal; roots are their own parents
	vars   map[flatzinc.Operand]int
	place  []int // of each site: its index in the answer
	wide   bool  // see encode.Wide
}

// network translates the model. Variables that a constraint says are equal become one variable.
func (p *problem) network() *network {
	n := &network{Problem: &csp.Problem{}, problem: p, vars: map[flatzinc.Operand]int{}}
	var domains []flatzinc.Set
	for v := range p.Vars {
		n.parent, domains = append(n.parent, v), append(domains, p.Vars[v].Domain)
	}
	for _, c := range p.Constraints {
		if a, b, ok := equality(c); ok {
			a, b = n.root(a), n.root(b)
			domains[a] = flatzinc.Intersect(domains[a], domains[b])
			n.parent[b] = a
		}
	}
	for v := range p.Vars {
		if n.root(v) == v {
			n.vars[flatzinc.Operand{Var: v}] = n.fresh(domains[v])
		}
	}
	for _, c := range p.Constraints {
		if _, _, ok := equality(c); !ok {
			n.constraint(c)
		}
	}
	places, sizes := map[int]int{}, []int{}
	for _, s := range p.sites {
		v := n.variable(s.at)
		at, known := places[v]
		if !known {
			at = len(n.Shown)
			places[v], n.Shown = at, append(n.Shown, v)
		}
		n.place, sizes = append(n.place, at), append(sizes, s.domain.Size())
	}
	n.wide = encode.Wide(sizes)
	return n
}

// equality returns the variables that a constraint says are equal, if it has no constants.
func equality(c flatzinc.Constraint) (a, b int, ok bool) {
	if c.Name != "int_eq" && c.Name != "bool_eq" && c.Name != "bool2int" {
		return 0, 0, false
	}
	a, b = c.Args[0].Elems[0].Var, c.Args[1].Elems[0].Var
	return a, b, a >= 0 && b >= 0
}

func (n *network) root(v int) int { return root(n.parent, v) }

// root returns the root above v in a forest, and shortens the path to it.
func root(parent []int, v int) int {
	for parent[v] != v {
		parent[v] = parent[parent[v]]
		v = parent[v]
	}
	return v
}

// fresh adds a variable with a domain.
func (n *network) fresh(domain flatzinc.Set) int {
	var ranges []csp.Range
	for _, r := range domain {
		ranges = append(ranges, csp.Range(r))
	}
	n.Domains = append(n.Domains, ranges)
	return len(n.Domains) - 1
}

// variable returns the variable of an operand. Equal constants share a variable with one value.
func (n *network) variable(o flatzinc.Operand) int {
	if o.Var >= 0 {
		return n.vars[flatzinc.Operand{Var: n.root(o.Var)}]
	}
	v, known := n.vars[o]
	if !known {
		v = n.fresh(flatzinc.Set{{Lo: o.Value, Hi: o.Value}})
		n.vars[o] = v
	}
	return v
}

// solution turns an answer into the values of the sites.
func (n *network) solution(answer []int) encode.Solution {
	values := make([]int, len(n.sites))
	for i, s := range n.sites {
		values[i], _ = s.domain.Index(answer[n.place[i]])
	}
	return encode.MakeSolution(n.wide, values)
}

func (n *network) add(c csp.Constraint) { n.Constraints = append(n.Constraints, c) }

// linear returns a linear constraint for the name of a primitive, which has the relation eq, le, lt or ne.
func linear(name string, weights, vars []int, bound int) *csp.Linear {
	l := &csp.Linear{Weights: weights, Vars: vars, Bound: bound}
	switch {
	case strings.Contains(name, "_le"):
		l.Rel = csp.AtMost
	case strings.Contains(name, "_lt"):
		l.Rel, l.Bound = csp.AtMost, bound-1
	case strings.Contains(name, "_ne"):
		l.Rel = csp.NotEqual
	}
	return l
}

var operations = map[string]csp.Op{
	"int_times": csp.Times, "int_div": csp.Divide, "int_mod": csp.Modulo, "int_pow": csp.Power, "int_pow_fixed": csp.Power,
}

// constraint translates a constraint.
func (n *network) constraint(c flatzinc.Constraint) {
	all := make([][]int, len(c.Args)) // the variables of each argument
	for i, a := range c.Args {
		for _, o := range a.Elems {
			all[i] = append(all[i], n.variable(o))
		}
	}
	at := func(i int) int { return all[i][0] }
	constants := func(i int) (list []int) {
		for _, o := range c.Args[i].Elems {
			list = append(list, o.Value)
		}
		return list
	}
	reified := strings.HasSuffix(c.Name, "_reif")
	condition := func(k csp.Condition) {
		if reified {
			n.add(&csp.Iff{Condition: k, B: at(len(all) - 1)})
		} else {
			n.add(k)
		}
	}
	switch name := strings.TrimSuffix(c.Name, "_reif"); name {
	case "int_eq", "int_ne", "int_le", "int_lt", "bool_eq", "bool_ne", "bool_le", "bool_lt", "bool2int":
		condition(linear(name, []int{1, -1}, []int{at(0), at(1)}, 0))
	case "int_lin_eq", "int_lin_le", "int_lin_ne", "bool_lin_le":
		condition(linear(name, constants(0), all[1], c.Args[2].Elems[0].Value))
	case "bool_lin_eq":
		n.add(linear(name, append(constants(0), -1), append(all[1], at(2)), 0))
	case "int_plus":
		n.add(linear("_eq", []int{1, 1, -1}, []int{at(0), at(1), at(2)}, 0))
	case "int_negate":
		n.add(linear("_eq", []int{1, 1}, []int{at(0), at(1)}, 0))
	case "bool_not":
		n.add(linear("_eq", []int{1, 1}, []int{at(0), at(1)}, 1))
	case "int_times", "int_div", "int_mod", "int_pow", "int_pow_fixed":
		n.add(&csp.Apply{Op: operations[name], X: at(0), Y: at(1), Z: at(2)})
	case "int_abs":
		n.add(&csp.Apply{Op: csp.Absolute, X: at(0), Y: n.variable(flatzinc.Constant(0)), Z: at(1)})
	case "int_min", "int_max":
		n.add(&csp.Extreme{Least: name == "int_min", Z: at(2), Vars: []int{at(0), at(1)}})
	case "array_int_minimum", "array_int_maximum":
		n.add(&csp.Extreme{Least: name == "array_int_minimum", Z: at(0), Vars: all[1]})
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		n.add(&csp.Element{Index: at(0), Array: all[1], Result: at(2)})
	case "set_in":
		in := &csp.In{Var: at(0)}
		for _, r := range c.Args[1].Set {
			in.Set = append(in.Set, csp.Range(r))
		}
		condition(in)
	case "fzn_all_different_int":
		n.add(&csp.AllDifferent{Vars: all[0]})
	case "fzn_table_int", "fzn_table_bool":
		n.add(&csp.Table{Vars: all[0], Rows: constants(1)})
	default:
		n.logic(name, reified, all)
	}
}

// logic translates the constraints about Booleans that become clauses. The last argument is often the result.
func (n *network) logic(name string, reified bool, all [][]int) {
	last := len(all) - 1
	switch name {
	case "bool_clause":
		if reified {
			n.either(all[0], all[1], all[2][0], true)
		} else {
			n.add(&csp.Clause{Pos: all[0], Neg: all[1]})
		}
	case "bool_or", "array_bool_or":
		n.either(slices.Concat(all[:last]...), nil, all[last][0], true)
	case "bool_and", "array_bool_and":
		n.either(nil, slices.Concat(all[:last]...), all[last][0], false)
	case "bool_xor":
		n.add(&csp.Xor{Vars: slices.Concat(all...)})
	case "array_bool_xor":
		n.add(&csp.Xor{Vars: all[0], Odd: 1})
	}
}

// either says that the clause holds if and only if b has the value.
func (n *network) either(pos, neg []int, b int, value bool) {
	// clause adds a clause with b, negated if it is the value true.
	clause := func(pos, neg []int, is bool) {
		if is {
			neg = append(neg[:len(neg):len(neg)], b)
		} else {
			pos = append(pos[:len(pos):len(pos)], b)
		}
		n.add(&csp.Clause{Pos: pos, Neg: neg})
	}
	clause(pos, neg, value)
	for _, v := range pos {
		clause(nil, []int{v}, !value)
	}
	for _, v := range neg {
		clause([]int{v}, nil, !value)
	}
}
