// Package model has the puzzle minizinc, whose instances are models of MiniZinc or FlatZinc texts.
package model

import "counterproof/encode/flatzinc"

// A problem is a model whose sites are operands of it.
type problem struct {
	*flatzinc.Model
	sites []site
}

// A site is a variable or a constant of the model whose value is counted. Several sites may be one variable.
type site struct {
	name   string // "q[1]", or "5 in s" for an element of a set
	at     flatzinc.Operand
	domain flatzinc.Set // the value number i of the site is the i-th integer of this set
}
