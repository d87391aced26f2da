package model_test

import (
	"slices"
	"strings"
)

func (m *maker) value(t term, values []int) int {
	if t.at < 0 {
		return t.weight
	}
	return values[t.at]
}

// holds evaluates a constraint as the FlatZinc specification says (MiniZinc handbook, "FlatZinc builtins").
func (m *maker) holds(c *toyConstraint, values []int) bool {
	lists := make([][]int, len(c.args))
	for i, a := range c.args {
		for _, t := range a.terms {
			lists[i] = append(lists[i], m.value(t, values))
		}
	}
	name := c.name
	if base, reified := strings.CutSuffix(name, "_reif"); reified {
		n := len(lists) - 1
		return truth(base, lists[:n], c.args) == (lists[n][0] == 1)
	}
	return truth(name, lists, c.args)
}

func truth(name string, l [][]int, args []toyArg) bool {
	at := func(i int) int { return l[i][0] }
	switch kind, rest, _ := strings.Cut(name, "_"); {
	case kind == "array":
		return truthOfArray(rest, l)
	case strings.Contains(rest, "lin_"):
		sum := 0
		for i, w := range l[0] {
			sum += w * l[1][i]
		}
		return compare(rest[len("lin_"):], sum, at(2))
	case kind == "fzn" && rest == "all_different_int":
		for i, x := range l[0] {
			if slices.Contains(l[0][:i], x) {
				return false
			}
		}
		return true
	case kind == "fzn":
		for i := 0; i < len(l[1]); i += len(l[0]) {
			if slices.Equal(l[1][i:i+len(l[0])], l[0]) {
				return true
			}
		}
		return false
	case name == "set_in":
		return slices.Contains(args[1].set, at(0))
	case name == "bool2int":
		return at(0) == at(1)
	case name == "bool_clause":
		return slices.Contains(l[0], 1) || slices.Contains(l[1], 0)
	case len(l) == 3:
		z, defined := arithmetic(rest, at(0), at(1))
		return defined && z == at(2)
	case rest == "abs":
		return at(1) == at(0) && at(0) >= 0 || at(1) == -at(0) && at(0) < 0
	case rest == "negate":
		return at(0)+at(1) == 0
	default:
		return compare(rest, at(0), at(1))
	}
}

func truthOfArray(name string, l [][]int) bool {
	switch name {
	case "bool_and", "bool_or":
		want := 1
		for _, x := range l[0] {
			if x == 0 {
				want = 0
			}
		}
		if name == "bool_or" {
			want = 0
			for _, x := range l[0] {
				if x == 1 {
					want = 1
				}
			}
		}
		return l[1][0] == want
	case "bool_xor":
		ones := 0
		for _, x := range l[0] {
			ones += x
		}
		return ones%2 != 0
	case "int_maximum":
		return l[0][0] == slices.Max(l[1])
	case "int_minimum":
		return l[0][0] == slices.Min(l[1])
	}
	for i, x := range l[1] { // one of the element constraints
		if i+1 == l[0][0] {
			return x == l[2][0]
		}
	}
	return false
}

func compare(name string, a, b int) bool {
	switch name {
	case "eq":
		return a == b
	case "ne", "not", "xor":
		return a != b
	case "le":
		return a <= b
	case "lt":
		return a < b
	}
	panic(name)
}

// arithmetic computes a function of two numbers by its definition.
func arithmetic(name string, a, b int) (z int, defined bool) {
	switch name {
	case "plus":
		return a + b, true
	case "times":
		return a * b, true
	case "min":
		if a < b {
			return a, true
		}
		return b, true
	case "max":
		if a < b {
			return b, true
		}
		return a, true
	case "and":
		return a & b, true
	case "or":
		return a | b, true
	case "xor":
		return a ^ b, true
	case "div", "mod":
		if b == 0 {
			return 0, false
		}
		if name == "div" {
			return a / b, true
		}
		return a - b*(a/b), true
	case "pow", "pow_fixed":
		z = 1
		steps := max(b, -b)
		if steps > 100 && a*a <= 1 { // for -1, 0 and 1, only the parity counts
			steps = 2 + steps%2
		}
		for range steps {
			if z *= a; z > 1<<40 || z < -1<<40 { // more than any variable can be
				return 0, b < 0
			}
		}
		if b < 0 && z == 0 {
			return 0, false
		}
		if b < 0 {
			z = 1 / z
		}
		return z, true
	}
	panic(name)
}
