package encode

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
func binary(e *Encoder, lo, hi int, terms []Term) {
	var columns [][]Lit
	least, most := 0, 0 // of the sum
	base := 0           // what the sum is where all digits are 0
	for _, t := range terms {
		a, b := t.ends()
		least, most = least+a, most+b
		base += t.Weight * t.Of.Lo
		w, sign := t.Weight, Lit(1)
		digits := e.digitsOf(t.Of)
		if w < 0 { // -w*x is w*(all ones less x), less w*all ones
			base += w * (1<<len(digits) - 1)
			w, sign = -w, -1
		}
		for ; w > 0; w &= w - 1 {
			for i, l := range digits {
				columns = put(columns, bits.TrailingZeros(uint(w))+i, sign*l)
			}
		}
	}
	number := e.added(columns)
	if lo > least {
		e.noLess(number, lo-base)
	}
	if hi < most {
		e.noMore(number, hi-base)
	}
}

// adder is binary for literals.
func adder(e *Encoder, lo, hi int, lits []Lit) {
	number := e.added([][]Lit{slices.Clone(lits)})
	if lo > 0 {
		e.noLess(number, lo)
	}
	if hi < len(lits) {
		e.noMore(number, hi)
	}
}

// digitsOf are the binary digits of x less x.Lo, the lowest first, with a
// clause for each value and digit, and one for each value that leads back.
func (e *Encoder) digitsOf(x *Int) []Lit {
	if d, ok := e.bits[x]; ok {
		return d
	}
	d := make([]Lit, bits.Len(uint(len(x.Is)-1)))
	if len(x.Is) == 2 {
		d[0] = x.Is[1]
	} else {
		for i := range d {
			d[i] = e.Fresh()
		}
		for v, l := range x.Is {
			back := []Lit{l}
			for i, digit := range d {
				if v>>i&1 == 0 {
					digit = -digit
				}
				e.Add(-l, digit)
				back = append(back, -digit)
			}
			e.Add(back...)
		}
	}
	e.bits[x] = d
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
func (e *Encoder) added(columns [][]Lit) []Lit {
	var number []Lit
	for i := 0; i < len(columns); i++ {
		column := columns[i]
		for len(column) > 1 {
			n := min(len(column), 3)
			sum, carry := e.addition(column[:n])
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
func (e *Encoder) addition(lits []Lit) (sum, carry Lit) {
	sum, carry = e.Fresh(), e.Fresh()
	e.parity(false, append([]Lit{sum}, lits...))
	a, b := lits[0], lits[1]
	if len(lits) == 2 {
		e.Add(-carry, a)
		e.Add(-carry, b)
		e.Add(carry, -a, -b)
		return sum, carry
	}
	for _, pair := range [][2]Lit{{a, b}, {a, lits[2]}, {b, lits[2]}} {
		e.Add(carry, -pair[0], -pair[1])
		e.Add(-carry, pair[0], pair[1])
	}
	return sum, carry
}

// noMore says that the number is c or less. It is more if at some digit 0 of c
// it has a 1, and a 1 wherever c has one above.
func (e *Encoder) noMore(number []Lit, c int) {
	var above []Lit
	for i := len(number) - 1; i >= 0; i-- {
		l := number[i]
		switch {
		case c>>i&1 == 0 && l != 0:
			e.Add(append(slices.Clone(above), -l)...)
		case c>>i&1 == 1 && l == 0:
			return
		case c>>i&1 == 1:
			above = append(above, -l)
		}
	}
}

// noLess says that the number is c or more.
func (e *Encoder) noLess(number []Lit, c int) {
	var above []Lit
	for i := len(number) - 1; i >= 0; i-- {
		l := number[i]
		switch {
		case c>>i&1 == 0 && l != 0:
			above = append(above, l)
		case c>>i&1 == 1 && l == 0:
			e.Add(above...)
			return
		case c>>i&1 == 1:
			e.Add(append(slices.Clone(above), l)...)
		}
	}
}
