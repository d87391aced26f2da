//go:build !js

package model

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/encode/wording"
)

// mostListed limits the integers of a domain with holes that Standard lists.
const mostListed = 1_000_000

// Standard returns the model as FlatZinc for other solvers, with the primitives of the library std only. The
// function solution makes a solution from the values of the output variables by their names.
func (in *Instance) Standard() (text string, solution func(values map[string]int) (encode.Solution, error), err error) {
	p := in.problem()
	d := &decomposer{problem: p}
	shown := map[int]bool{}
	for _, s := range p.sites {
		shown[s.at.Var] = true
	}
	for i, v := range p.Vars {
		note := ""
		if shown[i] {
			note = ":: output_var"
		}
		if len(v.Domain) > 1 && v.Domain.Size() > mostListed {
			return "", nil, fmt.Errorf("want a domain without holes, or with at most %d integers, for %s", mostListed, v.Name)
		}
		d.variable(i, v, note)
	}
	for _, c := range p.Constraints {
		d.constraint(c)
	}
	return d.vars.String() + d.rules.String() + "solve satisfy;\n", p.fromValues, nil
}

func (p *problem) fromValues(values map[string]int) (encode.Solution, error) {
	list := make([]int, len(p.sites))
	for i, s := range p.sites {
		v, given := s.at.Value, true
		if s.at.Var >= 0 {
			v, given = values[numbered(s.at.Var)]
		}
		at, possible := s.domain.Index(v)
		if !given || !possible {
			return "", fmt.Errorf("want a value of %s, got %d", s.name, v)
		}
		list[i] = at
	}
	return encode.MakeSolution(p.wide, list), nil
}

func numbered(v int) string { return "v" + strconv.Itoa(v) }

// A decomposer writes a model in the primitives of the library std.
type decomposer struct {
	*problem
	vars, rules strings.Builder
	added       int // the number of auxiliary variables
}

func (d *decomposer) rule(name string, args ...string) {
	fmt.Fprintf(&d.rules, "constraint %s(%s);\n", name, strings.Join(args, ","))
}

func (d *decomposer) variable(i int, v flatzinc.Var, note string) {
	domain := v.Domain
	if len(domain) == 0 {
		domain = flatzinc.Set{{Lo: 0, Hi: 0}}
		d.rule("int_le", "1", "0")
	}
	kind := set(domain)
	if v.Bool {
		kind = "bool"
	}
	fmt.Fprintf(&d.vars, "var %s: %s%s;\n", kind, numbered(i), note)
}

// set returns a set as text: a range or, with holes, its integers.
func set(s flatzinc.Set) string {
	if len(s) == 1 {
		return fmt.Sprintf("%d..%d", s[0].Lo, s[0].Hi)
	}
	var all []string
	for _, r := range s {
		for v := r.Lo; v <= r.Hi; v++ {
			all = append(all, strconv.Itoa(v))
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

func operand(o flatzinc.Operand, boolean bool) string {
	switch {
	case o.Var >= 0:
		return numbered(o.Var)
	case boolean:
		return strconv.FormatBool(o.Value == 1)
	}
	return strconv.Itoa(o.Value)
}

func operands(list []flatzinc.Operand, boolean bool) string {
	return "[" + strings.Join(wording.Each(list, func(o flatzinc.Operand) string { return operand(o, boolean) }), ",") + "]"
}

func (d *decomposer) constraint(c flatzinc.Constraint) {
	x := c.Args[0].Elems
	switch c.Name {
	case "fzn_all_different_int":
		for i, a := range x {
			for _, b := range x[:i] {
				d.rule("int_ne", operand(a, false), operand(b, false))
			}
		}
		return
	case "fzn_table_int", "fzn_table_bool":
		d.table(x, c.Args[1].Elems, c.Name == "fzn_table_bool")
		return
	}
	var args []string
	for i, letter := range flatzinc.Signatures[c.Name] {
		switch a := c.Args[i]; letter {
		case 's':
			args = append(args, set(a.Set))
		case 'i', 'b', 'c':
			args = append(args, operand(a.Elems[0], letter == 'b'))
		default:
			args = append(args, operands(a.Elems, letter == 'B' || letter == 'D'))
		}
	}
	d.rule(c.Name, args...)
}

// table says that x is a row: an auxiliary variable has its number, and each column is an element constraint.
func (d *decomposer) table(x, rows []flatzinc.Operand, boolean bool) {
	n := len(rows) / max(len(x), 1)
	if n == 0 && len(x) > 0 {
		d.rule("int_le", "1", "0")
		return
	}
	d.added++
	row, name := fmt.Sprintf("row%d", d.added), "array_int_element"
	if boolean {
		name = "array_bool_element"
	}
	fmt.Fprintf(&d.vars, "var 1..%d: %s;\n", max(n, 1), row)
	for j, o := range x {
		var column []flatzinc.Operand
		for i := range n {
			column = append(column, rows[i*len(x)+j])
		}
		d.rule(name, row, operands(column, boolean), operand(o, boolean))
	}
}
