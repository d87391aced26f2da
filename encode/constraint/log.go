package constraint

import (
	"math/bits"
	"slices"
)

// binary writes a sum as a binary number. It encodes each *Int as a binary number once, and adds
// the numbers by full and half adders (Warners, IPL 1998; Een and Sorensson, JSAT 2006). For each
// binary digit 1 of a weight, it adds the number once, shifted by the place of that digit. For a
// negative weight, it adds the complement of the number. Then clauses compare the digits of the sum
// with the bounds, without further variables. The clauses determine every auxiliary variable, so
// the number of models stays the same.
func binary(w *Writer, lo, hi int, terms []Term) {
	var digits []Weighted
	least, most := 0, 0 // the range of the sum
	base := 0           // the sum of the least values of the integers
	for _, t := range terms {
		a, b := t.ends()
		least, most = least+a, most+b
		base += t.Weight * t.Of.Lo
		weight, sign := t.Weight, 1
		if weight < 0 {
			weight, sign = -weight, -1
		}
		for ; weight > 0; weight &= weight - 1 {
			for i, l := range w.digitsOf(t.Of) {
				digits = append(digits, Weighted{sign << (bits.TrailingZeros(uint(weight)) + i), l})
			}
		}
	}
	number, first := w.Binary(digits)
	base += first
	if lo > least {
		w.Compare(nil, number, lo-base, 1)
	}
	if hi < most {
		w.Compare(nil, number, hi-base, -1)
	}
}

// Binary adds the weights of the terms whose literals are true. It returns a binary number, as the function
// added does, and the least possible sum; the sum is the least sum plus the number. A negative weight counts
// if the negation of its literal is false: -w*x = w*(1-x) - w.
func (w *Writer) Binary(terms []Weighted) (number []Lit, least int) {
	var columns [][]Lit
	for _, t := range terms {
		weight, l := t.Weight, t.Lit
		if weight < 0 {
			least += weight
			weight, l = -weight, -l
		}
		for ; weight > 0; weight &= weight - 1 {
			columns = put(columns, bits.TrailingZeros(uint(weight)), l)
		}
	}
	return w.added(columns), least
}

func adder(w *Writer, lo, hi int, lits []Lit) {
	number := w.added([][]Lit{slices.Clone(lits)})
	if lo > 0 {
		w.Compare(nil, number, lo, 1)
	}
	if hi < len(lits) {
		w.Compare(nil, number, hi, -1)
	}
}

// digitsOf returns the binary digits of x minus x.Lo, the lowest first. For each value of x,
// clauses state that the literal of this value implies each digit of this value. Another clause
// states that all these digits together imply the literal.
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

// added adds binary numbers, whose digits are given by column: each literal in columns[i] counts
// 2^i. It returns the binary digits of the sum, the lowest first, where 0 instead of a literal
// means that the digit is always 0. The function added changes the slice columns and its elements.
func (w *Writer) added(columns [][]Lit) []Lit {
	var number []Lit
	for i := 0; i < len(columns); i++ {
		column := columns[i]
		for len(column) > 1 {
			n := min(len(column), 3)
			sum, carry := w.addition(column[:n])
			column = append(column[n:], sum) // behind the others, so that the adders form a tree and not a chain
			columns = put(columns, i+1, carry)
		}
		column = append(column, 0)
		number = append(number, column[0])
	}
	return number
}

// addition makes a half adder if there are two literals (7 clauses), or a full adder if there are
// three (14 clauses). It returns the digit of the sum and the carry.
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

// Compare requires that a binary number is at most c if the sign is -1, or at least c if it is 1, unless one of
// the literals in the list unless is true. The number must have a digit for each digit 1 of c. For
// "at most", a clause for each place where c has a 0 forbids the following case: the number has a 1
// at this place, and also at every higher place where c has a 1. Every number above c is such a case.
// For "at least", the digits 0 and 1 change their roles.
func (w *Writer) Compare(unless, number []Lit, c int, sign Lit) {
	above := slices.Clone(unless)
	for i, l := range slices.Backward(number) {
		forbids := c>>i&1 == 1 == (sign > 0)
		switch {
		case l == 0 && c>>i&1 == 1: // the number is less than c, unless a higher place decides
			if forbids {
				w.Add(above...)
			}
			return
		case l == 0:
		case forbids:
			w.Add(append(slices.Clone(above), sign*l)...)
		default:
			above = append(above, sign*l)
		}
	}
}
