package constraint

import (
	"math/bits"
	"slices"
)

// binary writes a sum as a binary number. It makes the digits of each *Int once and adds them by
// their powers of two with full and half adders (Warners, IPL 1998; Een and Sorensson, JSAT 2006).
// Then it compares the digits of the sum with the bounds, using clauses without further variables.
// For negative weights it takes the complement of the digits. All variables are defined in both
// directions, so the number of models is kept.
func binary(w *Writer, lo, hi int, terms []Term) {
	var columns [][]Lit
	least, most := 0, 0 // the range of the sum
	base := 0           // the sum if all digits are 0
	for _, t := range terms {
		a, b := t.ends()
		least, most = least+a, most+b
		base += t.Weight * t.Of.Lo
		weight, sign := t.Weight, Lit(1)
		digits := w.digitsOf(t.Of)
		if weight < 0 { // -w*x = w*(all ones - x) - w*(all ones)
			base += weight * (1<<len(digits) - 1)
			weight, sign = -weight, -1
		}
		for ; weight > 0; weight &= weight - 1 {
			for i, l := range digits {
				columns = put(columns, bits.TrailingZeros(uint(weight))+i, sign*l)
			}
		}
	}
	number := w.added(columns)
	if lo > least {
		w.noLess(number, lo-base)
	}
	if hi < most {
		w.noMore(number, hi-base)
	}
}

// adder writes a number of true literals in the same way as binary.
func adder(w *Writer, lo, hi int, lits []Lit) {
	number := w.added([][]Lit{slices.Clone(lits)})
	if lo > 0 {
		w.noLess(number, lo)
	}
	if hi < len(lits) {
		w.noMore(number, hi)
	}
}

// digitsOf returns the binary digits of x-x.Lo, the lowest first. It writes a clause for each value
// and digit, and for each value a clause that leads from the digits back to the value.
func (w *Writer) digitsOf(x *Int) []Lit {
	if d, ok := w.bits[x]; ok {
		return d
	}
	d := make([]Lit, bits.Len(uint(len(x.Is)-1)))
	if len(x.Is) == 2 {
		d[0] = x.Is[1]
	} else {
		for i := range d {
			d[i] = w.Fresh()
		}
		for v, l := range x.Is {
			back := []Lit{l}
			for i, digit := range d {
				if v>>i&1 == 0 {
					digit = -digit
				}
				w.Add(-l, digit)
				back = append(back, -digit)
			}
			w.Add(back...)
		}
	}
	w.bits[x] = d
	return d
}

func put(columns [][]Lit, i int, l Lit) [][]Lit {
	for len(columns) <= i {
		columns = append(columns, nil)
	}
	columns[i] = append(columns[i], l)
	return columns
}

// added returns the sum of the columns as binary digits, the lowest first. A literal in column i
// counts 2^i, and 0 in the result is the digit 0. added changes columns.
func (w *Writer) added(columns [][]Lit) []Lit {
	var number []Lit
	for i := 0; i < len(columns); i++ {
		column := columns[i]
		for len(column) > 1 {
			n := min(len(column), 3)
			sum, carry := w.addition(column[:n])
			column = append(column[n:], sum) // after the others: a tree, not a chain
			columns = put(columns, i+1, carry)
		}
		column = append(column, 0)
		number = append(number, column[0])
	}
	return number
}

// addition makes a half adder of two literals with 7 clauses, or a full adder of three literals with
// 14 clauses.
func (w *Writer) addition(lits []Lit) (sum, carry Lit) {
	sum, carry = w.Fresh(), w.Fresh()
	w.parity(false, append([]Lit{sum}, lits...))
	a, b := lits[0], lits[1]
	if len(lits) == 2 {
		w.Add(-carry, a)
		w.Add(-carry, b)
		w.Add(carry, -a, -b)
		return sum, carry
	}
	for _, pair := range [][2]Lit{{a, b}, {a, lits[2]}, {b, lits[2]}} {
		w.Add(carry, -pair[0], -pair[1])
		w.Add(-carry, pair[0], pair[1])
	}
	return sum, carry
}

// noMore requires that the number is at most c. The number is larger if it has a 1 at some digit
// where c has 0, and a 1 wherever c has a 1 at a higher digit.
func (w *Writer) noMore(number []Lit, c int) {
	var above []Lit
	for i := len(number) - 1; i >= 0; i-- {
		l := number[i]
		switch {
		case c>>i&1 == 0 && l != 0:
			w.Add(append(slices.Clone(above), -l)...)
		case c>>i&1 == 1 && l == 0:
			return
		case c>>i&1 == 1:
			above = append(above, -l)
		}
	}
}

// noLess requires that the number is at least c.
func (w *Writer) noLess(number []Lit, c int) {
	var above []Lit
	for i := len(number) - 1; i >= 0; i-- {
		l := number[i]
		switch {
		case c>>i&1 == 0 && l != 0:
			above = append(above, l)
		case c>>i&1 == 1 && l == 0:
			w.Add(above...)
			return
		case c>>i&1 == 1:
			w.Add(append(slices.Clone(above), l)...)
		}
	}
}
