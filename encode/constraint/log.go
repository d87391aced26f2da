package constraint

import (
	"math/bits"
	"slices"
)

// binary writes a sum as a binary number: the digits of each integer, made once
// for each *Int, are added by their powers of two with full and half adders
// (Warners, IPL 1998; Een and Sorensson, JSAT 2006), and the digits of the sum
// are compared with the bounds by clauses alone. Negative weights take the
// complement of the digits. Everything is defined in both directions, and the
// number of models is kept.
func binary(w *Writer, lo, hi int, terms []Term) {
	var columns [][]Lit
	least, most := 0, 0 // of the sum
	base := 0           // what the sum is where all digits are 0
	for _, t := range terms {
		a, b := t.ends()
		least, most = least+a, most+b
		base += t.Weight * t.Of.Lo
		weight, sign := t.Weight, Lit(1)
		digits := w.digitsOf(t.Of)
		if weight < 0 { // -w*x is w*(all ones less x), less w*all ones
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

// adder is binary for literals.
func adder(w *Writer, lo, hi int, lits []Lit) {
	number := w.added([][]Lit{slices.Clone(lits)})
	if lo > 0 {
		w.noLess(number, lo)
	}
	if hi < len(lits) {
		w.noMore(number, hi)
	}
}

// digitsOf are the binary digits of x less x.Lo, the lowest first, with a
// clause for each value and digit, and one for each value that leads back.
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

// added is the sum of the columns, whose literals each count 2^i in column i, as
// binary digits, the lowest first; 0 is the digit 0. It changes columns.
func (w *Writer) added(columns [][]Lit) []Lit {
	var number []Lit
	for i := 0; i < len(columns); i++ {
		column := columns[i]
		for len(column) > 1 {
			n := min(len(column), 3)
			sum, carry := w.addition(column[:n])
			column = append(column[n:], sum) // behind the others: a tree, not a chain
			columns = put(columns, i+1, carry)
		}
		column = append(column, 0)
		number = append(number, column[0])
	}
	return number
}

// addition is a half adder of two literals, of 7 clauses, or a full adder of
// three, of 14.
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

// noMore says that the number is c or less. It is more if at some digit 0 of c
// it has a 1, and a 1 wherever c has one above.
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

// noLess says that the number is c or more.
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
