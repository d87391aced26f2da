package model_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/flatzinc"
)

// A guess is a FlatZinc text with all its solutions, which come from a brute force that reads nothing of the text.
type guess struct {
	*maker
	text      string
	solutions map[string][]int // by the values of the outputs, as in SOLUTION: values of all variables
}

// A toy is a variable of a random problem. The last one may be the total, a weighted sum of others plus a constant.
// The text gives no bounds for the total.
type toy struct {
	name   string
	bool   bool
	values []int
	of     []term
	plus   int
}

// A term is a variable, by its index, with a weight. A negative index stands for the constant weight.
type term struct{ at, weight int }

// A toyArg is an argument of a random constraint.
type toyArg struct {
	letter byte
	terms  []term // the weights count only for constants
	set    []int
}

type toyConstraint struct {
	name string
	args []toyArg
	note string // annotations
}

// A maker makes one random problem.
type maker struct {
	*rand.Rand
	vars        []toy
	hidden      []int // a value of each variable
	constraints []toyConstraint
	unusual     bool   // Gecode may refuse the text
	single      []int  // the variables that are outputs
	alias       int    // a variable that has a second name, which is an output, or negative
	array       []term // the elements of an output
	arrays      string // declarations of other arrays
	named       int    // how many
}

// randomProblem makes a problem with the given constraint and up to three others.
func randomProblem(seed uint64, name string) guess {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 39))}
	m.variables()
	for i := range 1 + m.IntN(4) {
		if names := slices.Sorted(maps.Keys(flatzinc.Signatures)); i > 0 {
			name = names[m.IntN(len(names))]
		}
		m.add(name)
	}
	return m.problem()
}

// variables makes the variables: their domains have together at most 20,000 assignments.
func (m *maker) variables() {
	left := 20_000
	for i := range 3 + m.IntN(4) {
		v := toy{name: fmt.Sprintf("v%d", i), bool: m.IntN(3) == 0, values: []int{0, 1}}
		if !v.bool {
			lo, size := m.IntN(8)-4, 1+m.IntN(min(6, left))
			switch m.IntN(12) {
			case 0:
				lo = []int{-100_000, 99_998, 1 << 33}[m.IntN(3)]
				m.unusual = m.unusual || lo == 1<<33
			case 1:
				size = min(300, left)
			}
			v.values = nil
			for x := range size {
				if m.IntN(5) > 0 {
					v.values = append(v.values, lo+x)
				}
			}
			if len(v.values) == 0 {
				v.values = []int{lo}
			}
		}
		if left /= len(v.values); left == 0 {
			break
		}
		m.vars = append(m.vars, v)
		m.hidden = append(m.hidden, v.values[m.IntN(len(v.values))])
	}
	if m.IntN(4) == 0 {
		v := toy{name: "total", plus: m.IntN(9) - 4}
		sum := v.plus
		weights, list := []term{{-1, -1}}, []term{{len(m.vars), 0}}
		for range 1 + m.IntN(3) {
			t := term{m.IntN(len(m.vars)), m.IntN(7) - 3}
			if m.vars[t.at].bool {
				continue
			}
			v.of = append(v.of, t)
			sum += t.weight * m.hidden[t.at]
			weights, list = append(weights, term{-1, t.weight}), append(list, term{t.at, 0})
		}
		m.vars, m.hidden = append(m.vars, v), append(m.hidden, sum)
		m.constraints = append(m.constraints, toyConstraint{"int_lin_eq", []toyArg{
			{letter: 'C', terms: weights}, {letter: 'I', terms: list}, {letter: 'c', terms: []term{{-1, -v.plus}}},
		}, " :: defines_var(total)"})
	}
}

func (m *maker) weight() int {
	if m.IntN(20) == 0 {
		return []int{1000, -12_345, 1 << 20}[m.IntN(3)]
	}
	return m.IntN(7) - 3
}

// add adds a constraint. Most of the time it agrees with the hidden solution.
func (m *maker) add(name string) {
	var c toyConstraint
	for range 60 {
		c = toyConstraint{name: name, args: m.arguments(name)}
		if m.holds(&c, m.hidden) || m.IntN(100) == 0 {
			break
		}
	}
	m.constraints = append(m.constraints, c)
}

// arguments makes the arguments of a constraint.
func (m *maker) arguments(name string) (args []toyArg) {
	letters := flatzinc.Signatures[name]
	m.unusual = m.unusual || strings.HasPrefix(name, "int_pow")
	n := m.IntN(4) // the length of most arrays
	if name == "array_int_maximum" || name == "array_int_minimum" || strings.HasPrefix(name, "fzn_table") {
		n++
	}
	for i, letter := range []byte(letters) {
		a := toyArg{letter: letter}
		size := n
		switch {
		case letter == 's':
			a.set = m.set()
			size = 0
		case letter >= 'a':
			size = 1
		case strings.HasPrefix(name, "fzn_table") && i == 1:
			size = n * m.IntN(6)
		case strings.HasPrefix(name, "bool_clause"):
			size = m.IntN(4)
		}
		if letter < 'a' && size == 0 {
			m.unusual = true
		}
		for range size {
			a.terms = append(a.terms, m.operand(letter))
		}
		args = append(args, a)
	}
	if name == "bool_xor" && m.IntN(4) == 0 { // the form without a result
		m.unusual = true
		return args[:2]
	}
	if strings.Contains(name, "_lin_") && m.IntN(3) > 0 { // a bound near the sum, so that the constraint is tight
		if last := &args[2].terms[0]; last.at < 0 {
			last.weight = m.IntN(3) - 1
			for i, t := range args[1].terms {
				last.weight += args[0].terms[i].weight * m.value(t, m.hidden)
			}
		}
	}
	return args
}

func (m *maker) set() (set []int) {
	lo := m.IntN(8) - 4
	for x := range m.IntN(6) {
		if m.IntN(4) > 0 {
			set = append(set, lo+x)
		}
	}
	return set
}

// operand makes a constant or chooses a variable that fits a letter.
func (m *maker) operand(letter byte) term {
	boolean := strings.ContainsRune("bBdD", rune(letter))
	constant := strings.ContainsRune("cCdD", rune(letter)) || m.IntN(6) == 0
	if at := m.IntN(len(m.vars)); !constant {
		for i := range m.vars {
			if at := (at + i) % len(m.vars); m.vars[at].bool == boolean {
				return term{at, 0}
			}
		}
	}
	switch {
	case boolean:
		return term{-1, m.IntN(2)}
	case letter == 'C' || letter == 'c':
		return term{-1, m.weight()}
	}
	return term{-1, m.IntN(8) - 3}
}

// problem writes the text, and finds the solutions by trying all values.
func (m *maker) problem() guess {
	text := m.declarations()
	array := m.IntN(2) == 0 // of all integers that are outputs
	for i, v := range m.vars {
		note := ""
		switch {
		case i > 0 && m.IntN(4) == 0: // no output
		case array && !v.bool:
			m.array = append(m.array, term{i, 0})
		default:
			note = " :: output_var"
			m.single = append(m.single, i)
		}
		text = strings.Replace(text, "@"+v.name+"@", note, 1)
	}
	if m.alias = m.IntN(2*len(m.vars)) - len(m.vars); m.alias >= 0 {
		kind := "int"
		if m.vars[m.alias].bool {
			kind = "bool"
		}
		text += fmt.Sprintf("var %s: alias :: output_var = %s;\n", kind, m.vars[m.alias].name)
	}
	if array {
		m.array = append(m.array, term{-1, m.IntN(9) - 4})
		text += fmt.Sprintf("array [1..%d] of var int: all :: output_array([1..%d]) = [%s];\n", len(m.array), len(m.array),
			joined(m.array, func(t term) string { return m.term(t, false) }))
	}
	var constraints string
	for i := range m.constraints {
		constraints += m.constraint(&m.constraints[i])
	}
	g := guess{m, text + m.arrays + constraints + "solve satisfy;\n", map[string][]int{}}
	m.each(func(values []int) {
		for i := range m.constraints {
			if !m.holds(&m.constraints[i], values) {
				return
			}
		}
		g.solutions[m.solution(values)] = slices.Clone(values)
	})
	return g
}

// solution returns the outputs as in SOLUTION.
func (m *maker) solution(values []int) string {
	var parts []string
	for _, i := range m.single {
		parts = append(parts, m.vars[i].name+"="+m.shown(m.vars[i], values[i]))
	}
	if m.alias >= 0 {
		parts = append(parts, "alias="+m.shown(m.vars[m.alias], values[m.alias]))
	}
	if m.array != nil {
		parts = append(parts, "all=["+joined(m.array, func(t term) string { return strconv.Itoa(m.value(t, values)) })+"]")
	}
	return strings.Join(parts, ";")
}

func (m *maker) shown(v toy, value int) string {
	if v.bool {
		return strconv.FormatBool(value == 1)
	}
	return strconv.Itoa(value)
}

func (m *maker) total(v toy, values []int) int {
	sum := v.plus
	for _, t := range v.of {
		sum += t.weight * values[t.at]
	}
	return sum
}

// each calls a function with the values of all variables.
func (m *maker) each(f func(values []int)) {
	values := make([]int, len(m.vars))
	var try func(i int)
	try = func(i int) {
		switch {
		case i == len(m.vars):
			f(values)
		case m.vars[i].name == "total":
			values[i] = m.total(m.vars[i], values)
			try(i + 1)
		default:
			for _, x := range m.vars[i].values {
				values[i] = x
				try(i + 1)
			}
		}
	}
	try(0)
}

// declarations writes the variables. An annotation replaces @NAME@ later.
func (m *maker) declarations() string {
	var b strings.Builder
	b.WriteString("predicate unused(var int: x, array [int] of var bool: y);\n% a comment\n")
	for _, v := range m.vars {
		kind := m.domain(v.values)
		switch {
		case v.name == "total":
			kind = "int"
		case v.bool:
			kind = "bool"
		}
		fmt.Fprintf(&b, "var %s: %s@%s@;\n", kind, v.name, v.name)
	}
	return b.String()
}

// domain writes a set of integers.
func (m *maker) domain(values []int) string {
	n := len(values)
	if n > 0 && values[n-1]-values[0] == n-1 && m.IntN(5) > 0 {
		return fmt.Sprintf("%d..%d", values[0], values[n-1])
	}
	return "{" + joined(values, strconv.Itoa) + "}"
}

func joined[T any](list []T, shown func(T) string) string {
	var parts []string
	for _, x := range list {
		parts = append(parts, shown(x))
	}
	return strings.Join(parts, ",")
}

// constraint writes a constraint, perhaps with declarations of arrays before it.
func (m *maker) constraint(c *toyConstraint) string {
	var args []string
	for _, a := range c.args {
		boolean := strings.ContainsRune("bBdD", rune(a.letter))
		text := "[" + joined(a.terms, func(t term) string { return m.term(t, boolean) }) + "]"
		switch {
		case a.letter == 's':
			text = m.domain(a.set)
		case a.letter >= 'a':
			text = m.term(a.terms[0], boolean)
		case len(a.terms) > 0 && m.IntN(4) == 0:
			m.named++
			kind := map[byte]string{'I': "var int", 'B': "var bool", 'C': "int", 'D': "bool"}[a.letter]
			name := fmt.Sprintf("list%d", m.named)
			m.arrays += fmt.Sprintf("array [1..%d] of %s: %s = %s;\n", len(a.terms), kind, name, text)
			text = name
		}
		args = append(args, text)
	}
	return fmt.Sprintf("constraint %s(%s)%s;\n", c.name, strings.Join(args, ", "), c.note)
}

func (m *maker) term(t term, boolean bool) string {
	switch {
	case t.at >= 0:
		return m.vars[t.at].name
	case boolean:
		return strconv.FormatBool(t.weight == 1)
	}
	return strconv.Itoa(t.weight)
}

// assignment returns random values.
func (m *maker) assignment() []int {
	values := make([]int, len(m.vars))
	for i, v := range m.vars {
		if v.name == "total" {
			values[i] = m.total(v, values)
		} else {
			values[i] = v.values[m.IntN(len(v.values))]
		}
	}
	return values
}
