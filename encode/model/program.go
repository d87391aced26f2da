//go:build !js

package model

import (
	"fmt"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/flatzinc"
	"counterproof/encode/wording"
	"counterproof/native/csp"
)

// A Program is a FlatZinc text for a solver, which prints solutions in the format of FlatZinc. A
// Solution has the value of each output variable once, and the value of the objective.
type Program struct {
	*problem
	place map[int]int // by variable: the index of its site
}

// ReadProgram reads a FlatZinc text. The errors about the text are *encode.ParseError.
func ReadProgram(data []byte) (*Program, error) {
	m, err := flatzinc.Read(data)
	if err == nil {
		err = m.Bound()
	}
	if err != nil {
		return nil, err
	}
	p := &Program{&problem{Model: m}, map[int]int{}}
	operands := []flatzinc.Operand{m.Objective}
	if m.Goal == flatzinc.Satisfy {
		operands = nil
	}
	for _, o := range m.Outputs {
		operands = append(operands, o.Elems...)
	}
	for _, o := range operands {
		if _, known := p.place[o.Var]; known || o.Var < 0 {
			continue
		}
		v := m.Vars[o.Var]
		if n := v.Domain.Size(); n > mostValues {
			return nil, encode.Errorf(v.Line, 1, "want at most 2^31 values of %s, got %d: give it a smaller domain", v.Name, n)
		}
		p.place[o.Var] = len(p.sites)
		p.sites = append(p.sites, site{name: v.Name, at: o, domain: v.Domain})
		p.sizes = append(p.sizes, v.Domain.Size())
	}
	p.wide = encode.Wide(p.sizes)
	return p, nil
}

// Network returns the problem for the solver csp, the variable of the objective, and the function that makes a
// solution from an answer.
func (p *Program) Network() (problem *csp.Problem, objective int, solution func(answer []int) encode.Solution) {
	n := p.network()
	if p.Goal != flatzinc.Satisfy {
		objective = n.variable(p.Objective)
	}
	return n.Problem, objective, n.solution
}

// Formula returns the problem as clauses.
func (p *Program) Formula() (enc *encode.Encoding, err error) {
	err = constraint.Try(func() {
		e := encode.NewEncoder(p.sizes, styles[0])
		p.encode(e)
		enc = e.Encoding()
	})
	return enc, err
}

// Improve adds the constraint that the objective is better than in a solution.
func (p *Program) Improve(s encode.Solution) {
	best := p.value(s, p.Objective)
	args := [2]flatzinc.Operand{p.Objective, flatzinc.Constant(best - 1)}
	if p.Goal == flatzinc.Maximize {
		args = [2]flatzinc.Operand{flatzinc.Constant(best + 1), p.Objective}
	}
	p.Constraints = append(p.Constraints, flatzinc.Constraint{Name: "int_le", Args: []flatzinc.Arg{{Elems: args[:1]}, {Elems: args[1:]}}, Defines: -1})
}

func (p *Program) value(s encode.Solution, o flatzinc.Operand) int {
	if o.Var < 0 {
		return o.Value
	}
	i := p.place[o.Var]
	return p.sites[i].domain.At(s.At(p.wide, i))
}

// Text returns the lines for a solution, such as "x = 3;" and "q = array1d(1..2, [1, 2]);".
func (p *Program) Text(s encode.Solution) string {
	var b strings.Builder
	for _, o := range p.Outputs {
		values := wording.Each(o.Elems, func(x flatzinc.Operand) string {
			v := p.value(s, x)
			if o.Bool {
				return strconv.FormatBool(v == 1)
			}
			return strconv.Itoa(v)
		})
		text := strings.Join(values, ", ")
		if o.Array {
			dims := wording.Each(o.Dims, func(r flatzinc.Range) string { return fmt.Sprintf("%d..%d, ", r.Lo, r.Hi) })
			text = fmt.Sprintf("array%dd(%s[%s])", len(dims), strings.Join(dims, ""), text)
		}
		fmt.Fprintf(&b, "%s = %s;\n", o.Name, text)
	}
	return b.String()
}
