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
	holds := true
	if reified {
		lo, hi := s.of(c.Args[len(c.Args)-1].Elems[0])
		if lo < hi {
			return true
		}
		holds = lo == 1
	}
	if l := s.forms[i][btoi(holds)]; l != nil {
		return s.atMost(i, l, 1) && (!l.equal || s.atMost(i, l, -1))
	}
	if !holds || !narrowing[name] {
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
		lo, hi := s.of(arg(0))
		if _, most := s.of(arg(1)); !s.set(arg(0), -most, most, i) {
			return false
		}
		return s.set(arg(1), max(0, lo, -hi), max(hi, -lo), i)
	}
	return s.arithmetic(i, name, arg)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
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
		if fits := func(k int) bool {
			lo, hi := s.of(list[k])
			return lo <= row[k].Value && row[k].Value <= hi
		}; !all(len(row), fits) {
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
	return found && all(len(list), func(k int) bool { return s.set(list[k], ranges[k].Lo, ranges[k].Hi, i) })
}

func all(n int, holds func(int) bool) bool {
	for k := range n {
		if !holds(k) {
			return false
		}
	}
	return true
}

// arithmetic narrows x, y and z for the constraints that z is x*y, x div y, x mod y or x^y.
func (s *state) arithmetic(i int, name string, arg func(int) Operand) bool {
	x, y, z := arg(0), arg(1), arg(2)
	xlo, xhi := s.of(x)
	ylo, yhi := s.of(y)
	big, divisor := max(abs(xlo), abs(xhi)), max(abs(ylo), abs(yhi))
	least := 0 // the least absolute value of y, but at least 1
	if least = 1; ylo > 0 {
		least = ylo
	} else if yhi < 0 {
		least = -yhi
	}
	lo, hi := -Most, Most
	switch name {
	case "int_times":
		return s.product(i, x, y, z)
	case "int_div":
		if !endless(big) {
			lo, hi = -(big / least), big/least
		}
		if sameSign := xlo >= 0 && ylo >= 0 || xhi <= 0 && yhi <= 0; sameSign {
			lo = 0
		}
		if xlo >= 0 && yhi <= 0 || xhi <= 0 && ylo >= 0 {
			hi = 0
		}
	case "int_mod":
		if !endless(divisor) {
			lo, hi = -(divisor - 1), divisor-1
		}
		if !endless(big) {
			lo, hi = max(lo, -big), min(hi, big)
		}
		if xlo >= 0 {
			lo = 0
		}
		if xhi <= 0 {
			hi = 0
		}
	default:
		if yhi >= 0 && !endless(big) && !endless(divisor) {
			if top, ok := power(max(2, big), max(0, yhi)); ok {
				lo, hi = -top, top
			}
		}
		if xlo >= 0 {
			lo = 0
		}
		if yhi < 0 {
			lo, hi = -1, 1
		}
	}
	return s.set(z, lo, hi, i)
}

// product narrows for z = x*y.
func (s *state) product(i int, x, y, z Operand) bool {
	xlo, xhi := s.of(x)
	ylo, yhi := s.of(y)
	if !slices.ContainsFunc([]int{xlo, xhi, ylo, yhi}, endless) {
		lo, hi := Most, -Most
		for _, a := range []int{xlo, xhi} {
			for _, b := range []int{ylo, yhi} {
				v, ok := times(a, b)
				if !ok && (a < 0) == (b < 0) {
					v = Most
				} else if !ok {
					v = -Most
				}
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if !s.set(z, lo, hi, i) {
			return false
		}
	}
	quotient := func(x, y Operand) bool {
		zlo, zhi := s.of(z)
		ylo, yhi := s.of(y)
		if endless(zlo) || endless(zhi) || ylo <= 0 && yhi >= 0 {
			return true
		}
		most := max(abs(zlo), abs(zhi)) / min(abs(ylo), abs(yhi))
		return s.set(x, -most, most, i)
	}
	if !quotient(x, y) || !quotient(y, x) {
		return false
	}
	if ylo, yhi := s.of(y); ylo == yhi && ylo != 0 {
		return s.exact(i, x, ylo, z)
	}
	if xlo, xhi := s.of(x); xlo == xhi && xlo != 0 {
		return s.exact(i, y, xlo, z)
	}
	return true
}

// exact narrows x for z = x*factor.
func (s *state) exact(i int, x Operand, factor int, z Operand) bool {
	lo, hi := s.of(z)
	if endless(lo) || endless(hi) {
		return true
	}
	if factor < 0 {
		lo, hi, factor = -hi, -lo, -factor
	}
	return s.set(x, -floor(-lo, factor), floor(hi, factor), i)
}
