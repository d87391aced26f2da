package flatzinc

import (
	"math"
	"math/big"
	"slices"
	"strings"
)

// Holds evaluates the constraint. The function value returns the value of an operand. As in the FlatZinc
// specification, div and mod round toward zero, and a constraint that divides by zero is false. So is an
// element constraint whose index is outside of the array.
func (c *Constraint) Holds(value func(Operand) int) bool {
	name, reified := strings.CutSuffix(c.Name, "_reif")
	last := func(i int) int { return value(c.Args[len(c.Args)-i].Elems[0]) }
	if reified {
		return c.base(name, value) == (last(1) == 1)
	}
	return c.base(name, value)
}

// base evaluates the constraint with the given name on the first arguments.
func (c *Constraint) base(name string, value func(Operand) int) bool {
	x := func(i int) int { return value(c.Args[i].Elems[0]) }
	switch name {
	case "int_eq", "bool_eq", "bool2int":
		return x(0) == x(1)
	case "int_ne", "bool_not":
		return x(0) != x(1)
	case "int_le", "bool_le":
		return x(0) <= x(1)
	case "int_lt", "bool_lt":
		return x(0) < x(1)
	case "int_negate":
		return x(0) == -x(1)
	case "int_lin_eq", "bool_lin_eq":
		return c.sum(value) == 0
	case "int_lin_le", "bool_lin_le":
		return c.sum(value) <= 0
	case "int_lin_ne":
		return c.sum(value) != 0
	case "bool_and":
		return x(2) == min(x(0), x(1))
	case "bool_or":
		return x(2) == max(x(0), x(1))
	case "bool_xor":
		return x(2) == x(0)^x(1)
	case "set_in":
		return c.Args[1].Set.Contains(x(0))
	}
	if holds, known := c.ofList(name, value); known {
		return holds
	}
	z, ok := result(name, x)
	return ok && z == x(len(c.Args)-1)
}

// ofList evaluates a constraint about a list. The result known is false for other constraints.
func (c *Constraint) ofList(name string, value func(Operand) int) (holds, known bool) {
	x := func(i int) int { return value(c.Args[i].Elems[0]) }
	list := func(i int) []Operand { return c.Args[i].Elems }
	has := func(i, v int) bool {
		return slices.ContainsFunc(list(i), func(o Operand) bool { return value(o) == v })
	}
	switch name {
	case "bool_clause":
		return has(0, 1) || has(1, 0), true
	case "array_bool_and":
		return has(0, 0) == (x(1) == 0), true
	case "array_bool_or":
		return has(0, 1) == (x(1) == 1), true
	case "array_bool_xor":
		odd := 0
		for _, o := range list(0) {
			odd ^= value(o)
		}
		return odd == 1, true
	case "array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element":
		i := x(0)
		return i >= 1 && i <= len(list(1)) && value(list(1)[i-1]) == x(2), true
	case "array_int_maximum", "array_int_minimum":
		sign := 1
		if name == "array_int_minimum" {
			sign = -1
		}
		return has(1, x(0)) && !slices.ContainsFunc(list(1), func(o Operand) bool { return sign*value(o) > sign*x(0) }), true
	case "fzn_all_different_int":
		seen := make(map[int]bool, len(list(0)))
		for _, o := range list(0) {
			seen[value(o)] = true
		}
		return len(seen) == len(list(0)), true
	case "fzn_table_int", "fzn_table_bool":
		for row := range slices.Chunk(list(1), len(list(0))) {
			if slices.EqualFunc(list(0), row, func(a, b Operand) bool { return value(a) == b.Value }) {
				return true, true
			}
		}
		return false, true
	}
	return false, false
}

// result computes an arithmetic function. The result ok is false if it is not defined or not from -Most to Most.
func result(name string, x func(int) int) (z int, ok bool) {
	switch name {
	case "int_abs":
		return max(x(0), -x(0)), true
	case "int_plus":
		return x(0) + x(1), true
	case "int_min":
		return min(x(0), x(1)), true
	case "int_max":
		return max(x(0), x(1)), true
	case "int_times":
		return times(x(0), x(1))
	case "int_div":
		if x(1) == 0 {
			return 0, false
		}
		return x(0) / x(1), true
	case "int_mod":
		if x(1) == 0 {
			return 0, false
		}
		return x(0) % x(1), true
	}
	return power(x(0), x(1)) // int_pow, int_pow_fixed
}

func times(a, b int) (z int, ok bool) {
	if a != 0 && max(b, -b) > Most/max(a, -a) {
		return 0, false
	}
	return a * b, true
}

// power returns base^exponent, or 1 div base^-exponent if the exponent is negative.
func power(base, exponent int) (z int, ok bool) {
	switch {
	case exponent == 0 || base == 1:
		return 1, true
	case base == -1:
		return 1 - 2*(exponent&1), true
	case base == 0:
		return 0, exponent > 0
	case exponent < 0:
		return 0, true
	}
	z, ok = 1, true
	for ; exponent > 0 && ok; exponent-- { // at most 40 times, since |base| > 1
		z, ok = times(z, base)
	}
	return z, ok
}

// sum returns the sign of the weighted sum minus the bound, which is the third argument.
func (c *Constraint) sum(value func(Operand) int) int {
	bound := value(c.Args[2].Elems[0])
	total, size := -bound, math.Abs(float64(bound))
	for i, w := range c.Args[0].Elems {
		v := value(c.Args[1].Elems[i])
		total += w.Value * v
		size += math.Abs(float64(w.Value) * float64(v))
	}
	if size < 1<<62 {
		return max(-1, min(1, total))
	}
	exact := big.NewInt(int64(-bound))
	for i, w := range c.Args[0].Elems {
		v := value(c.Args[1].Elems[i])
		exact.Add(exact, new(big.Int).Mul(big.NewInt(int64(w.Value)), big.NewInt(int64(v))))
	}
	return exact.Sign()
}
