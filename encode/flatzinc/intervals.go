package flatzinc

import (
	"slices"
	"strings"

	"counterproof/encode/wording"
)

// narrowing has the constraints that the function intervals knows, except the linear ones.
var narrowing = wording.Set(strings.Fields("int_times int_div int_mod int_pow int_pow_fixed int_min int_max int_abs "+
	"array_int_maximum array_int_minimum array_int_element array_var_int_element set_in set_in_reif fzn_table_int"),
	func(name string) string { return name })

// intervals narrows the variables of a constraint by interval arithmetic. It returns false if the constraint
// cannot hold.
func (s *state) intervals(i int, c *Constraint) bool {
	name, reified := strings.CutSuffix(c.Name, "_reif")
	holds := 1
	if reified {
		lo, hi := s.of(c.Args[len(c.Args)-1].Elems[0])
		if lo < hi {
			return true
		}
		holds = lo
	}
	if l := s.forms[i][holds]; l != nil {
		return s.add(i, l)
	}
	if holds == 0 || !narrowing[name] {
		return true
	}
	arg := func(k int) Operand { return c.Args[k].Elems[0] }
	switch name {
	case "set_in":
		set := c.Args[1].Set
		return len(set) > 0 && s.set(arg(0), set[0].Lo, set[len(set)-1].Hi, i)
	case "int_max":
		return s.maximum(i, arg(2), []Operand{arg(0), arg(1)}, 1)
	case "int_min":
		return s.maximum(i, arg(2), []Operand{arg(0), arg(1)}, -1)
	case "array_int_maximum":
		return s.maximum(i, arg(0), c.Args[1].Elems, 1)
	case "array_int_minimum":
		return s.maximum(i, arg(0), c.Args[1].Elems, -1)
	case "array_int_element", "array_var_int_element":
		return s.element(i, arg(0), c.Args[1].Elems, arg(2))
	case "fzn_table_int":
		return s.table(i, c.Args[0].Elems, c.Args[1].Elems)
	case "int_abs":
		return s.results(i, name, arg(0), Constant(0), arg(1)) && s.within(i, arg(0), arg(1))
	case "int_times":
		return s.results(i, name, arg(0), arg(1), arg(2)) && s.factors(i, arg(0), arg(1), arg(2))
	case "int_mod":
		return s.remainder(i, arg(0), arg(1), arg(2))
	}
	return s.results(i, name, arg(0), arg(1), arg(2))
}

// add applies a linear constraint.
func (s *state) add(i int, l *linear) bool {
	return s.atMost(i, l, 1) && (!l.equal || s.atMost(i, l, -1))
}

// atMost applies the inequality that the sum, times the sign, is at most the bound, times the sign.
func (s *state) atMost(i int, l *linear, sign int) bool {
	least := func(k int) (v int, ok bool) { // the least contribution of a term
		w := sign * l.weights[k]
		lo, hi := s.of(l.terms[k])
		if w < 0 {
			lo = hi
		}
		return w * lo, w == 0 || !endless(lo) && abs(lo) <= 1<<60/abs(w)
	}
	total, without := 0, 0 // the sum of the least contributions, and the number of terms that have none
	for k := range l.terms {
		if v, ok := least(k); ok {
			total += v
		} else {
			without++
		}
		if abs(total) > 1<<61 {
			return true
		}
	}
	for k, o := range l.terms {
		rest, w := sign*l.bound-total, sign*l.weights[k]
		v, ok := least(k)
		if ok {
			rest += v
		}
		lo, hi := -Most, Most
		switch {
		case without > 1 || without == 1 && ok:
			continue
		case w > 0:
			hi = floor(rest, w)
		case w < 0:
			lo = -floor(rest, -w)
		case rest < 0:
			return false
		}
		if !s.set(o, max(lo, -Most), min(hi, Most), i) {
			return false
		}
	}
	return without > 0 || total <= sign*l.bound
}

func abs(a int) int { return max(a, -a) }

// floor returns a/b rounded down, for a positive b.
func floor(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// maximum says that z is the maximum of a list or, if the sign is -1, the minimum.
func (s *state) maximum(i int, z Operand, list []Operand, sign int) bool {
	of := func(o Operand) (lo, hi int) {
		if lo, hi = s.of(o); sign < 0 {
			lo, hi = -hi, -lo
		}
		return lo, hi
	}
	set := func(o Operand, lo, hi int) bool {
		if sign < 0 {
			lo, hi = -hi, -lo
		}
		return s.set(o, lo, hi, i)
	}
	lo, hi := of(list[0])
	for _, o := range list {
		a, b := of(o)
		lo, hi = max(lo, a), max(hi, b)
	}
	if !set(z, lo, hi) {
		return false
	}
	_, most := of(z)
	return !slices.ContainsFunc(list, func(o Operand) bool { return !set(o, -Most, most) })
}

// element says that the element with a number is z.
func (s *state) element(i int, number Operand, list []Operand, z Operand) bool {
	if !s.set(number, 1, len(list), i) {
		return false
	}
	from, to := s.of(number)
	zlo, zhi := s.of(z)
	first, last, lo, hi := 0, 0, Most, -Most
	for k := from; k <= to; k++ {
		if a, b := s.of(list[k-1]); a <= zhi && b >= zlo {
			if first == 0 {
				first = k
			}
			last, lo, hi = k, min(lo, a), max(hi, b)
		}
	}
	return first > 0 && s.set(number, first, last, i) && s.set(z, lo, hi, i) &&
		(first < last || s.set(list[first-1], max(lo, zlo), min(hi, zhi), i))
}

// table says that the list is a row.
func (s *state) table(i int, list, rows []Operand) bool {
	if len(list) == 0 {
		return true
	}
	s.steps += len(rows)
	ranges := make([]Range, len(list))
	found := false
	for row := range slices.Chunk(rows, len(list)) {
		if !slices.EqualFunc(list, row, func(o, v Operand) bool {
			lo, hi := s.of(o)
			return lo <= v.Value && v.Value <= hi
		}) {
			continue
		}
		for k, o := range row {
			if r := &ranges[k]; found {
				*r = Range{min(r.Lo, o.Value), max(r.Hi, o.Value)}
			} else {
				*r = Range{o.Value, o.Value}
			}
		}
		found = true
	}
	for k, o := range list {
		found = found && s.set(o, ranges[k].Lo, ranges[k].Hi, i)
	}
	return found
}

// corners returns the bounds of an operand, and its values next to 0.
func (s *state) corners(o Operand) []int {
	lo, hi := s.of(o)
	near := func(v int) int { return min(max(v, lo), hi) }
	return slices.Compact([]int{lo, near(-1), near(0), near(1), hi})
}

// results narrows z to the results of a function of x and y. They lie between the results for the corners,
// except that a power of a negative number may have either sign.
func (s *state) results(i int, name string, x, y, z Operand) bool {
	lo, hi := Most, -Most
	for _, a := range s.corners(x) {
		for _, b := range s.corners(y) {
			v, ok := result(name, func(k int) int { return [2]int{a, b}[k] })
			switch {
			case name == "int_div" && b == 0 || name != "int_times" && !ok && a == 0: // undefined
				continue
			case !ok || name == "int_div" && endless(a):
				if v = Most; (a < 0) != (b < 0) {
					v = -Most
				}
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if least, _ := s.of(x); least < 0 && strings.HasPrefix(name, "int_pow") {
		lo, hi = min(lo, -hi), max(hi, -lo)
	}
	return s.set(z, max(lo, -Most), min(hi, Most), i)
}

// within says that the absolute value of x is at most the one of z.
func (s *state) within(i int, x, z Operand) bool {
	lo, hi := s.of(z)
	return s.set(x, -max(-lo, hi), max(-lo, hi), i)
}

// remainder says that z is x mod y.
func (s *state) remainder(i int, x, y, z Operand) bool {
	xlo, xhi := s.of(x)
	ylo, yhi := s.of(y)
	most := max(abs(ylo), abs(yhi))
	if !endless(most) {
		most--
	}
	return s.set(z, max(-most, min(0, xlo)), min(most, max(0, xhi)), i)
}

// factors narrows x and y for z = x*y.
func (s *state) factors(i int, x, y, z Operand) bool {
	for _, f := range [][2]Operand{{x, y}, {y, x}} {
		switch lo, hi := s.of(f[1]); {
		case lo == hi:
			return s.add(i, &linear{[]int{lo, -1}, []Operand{f[0], z}, 0, true})
		case (lo > 0 || hi < 0) && !s.within(i, f[0], z):
			return false
		}
	}
	return true
}
