// Package flatzinc reads FlatZinc, the text that MiniZinc's compiler makes of a model: variables with finite
// domains, and primitive constraints. The format is described in the MiniZinc handbook, "FlatZinc and
// solvers". Floats, set variables and constraints that are not in the table Signatures are errors.
package flatzinc

import (
	"cmp"
	"slices"
)

// Most bounds the absolute value of every integer in a model. A domain end of that size means that the model
// gives no bound.
const Most = 1 << 40

// A Model is a FlatZinc text.
type Model struct {
	Vars        []Var
	Outputs     []Output
	Constraints []Constraint
	Goal        Goal
	Objective   Operand // of Minimize and Maximize
}

// A Goal says which solutions are wanted.
type Goal int

// The goals of the solve item.
const (
	Satisfy Goal = iota
	Minimize
	Maximize
)

// A Var is a variable. A Boolean variable has the domain 0..1.
type Var struct {
	Name       string
	Bool       bool
	Domain     Set
	Introduced bool // the compiler made this variable
	Defined    bool // a constraint with Defines determines this variable
	Line       int
}

// A Range has the integers from Lo to Hi.
type Range struct{ Lo, Hi int }

// A Set has the integers of its ranges, which ascend and neither overlap nor touch.
type Set []Range

// Size returns the number of integers in the set.
func (s Set) Size() (n int) {
	for _, r := range s {
		n += r.Hi - r.Lo + 1
	}
	return n
}

// Contains reports whether v is in the set.
func (s Set) Contains(v int) bool {
	for _, r := range s {
		if v >= r.Lo && v <= r.Hi {
			return true
		}
	}
	return false
}

// At returns the integer number i of the set, counted from 0 in ascending order.
func (s Set) At(i int) int {
	for _, r := range s {
		if n := r.Hi - r.Lo + 1; i >= n {
			i -= n
			continue
		}
		return r.Lo + i
	}
	panic("flatzinc: the set has fewer integers")
}

// Index returns the number of v in the set, counted from 0 in ascending order.
func (s Set) Index(v int) (i int, ok bool) {
	for _, r := range s {
		if v <= r.Hi {
			return i + v - r.Lo, v >= r.Lo
		}
		i += r.Hi - r.Lo + 1
	}
	return 0, false
}

// normal sorts ranges and joins those that overlap or touch.
func normal(s Set) (joined Set) {
	slices.SortFunc(s, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	for _, x := range s {
		if n := len(joined); n > 0 && x.Lo <= joined[n-1].Hi+1 {
			joined[n-1].Hi = max(joined[n-1].Hi, x.Hi)
		} else {
			joined = append(joined, x)
		}
	}
	return joined
}

// Intersect returns the integers that are in both sets.
func Intersect(a, b Set) (both Set) {
	for len(a) > 0 && len(b) > 0 {
		if lo, hi := max(a[0].Lo, b[0].Lo), min(a[0].Hi, b[0].Hi); lo <= hi {
			both = append(both, Range{lo, hi})
		}
		if a[0].Hi < b[0].Hi {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// An Operand is a variable, by its index, or, if Var is negative, the constant Value.
type Operand struct{ Var, Value int }

// Constant returns the operand of a constant.
func Constant(value int) Operand { return Operand{-1, value} }

// An Output is a variable or an array that the model prints.
type Output struct {
	Name  string
	Bool  bool
	Array bool
	Dims  []Range // of an array: its index sets; the last index runs fastest
	Elems []Operand
}

// A Constraint is a primitive with its arguments, which agree with Signatures.
type Constraint struct {
	Name         string
	Args         []Arg
	Defines      int    // the variable that this constraint determines, or -1
	Path         string // the annotation mzn_path: the position in the model, or empty
	Label        string // the annotation mzn_constraint_name, or empty
	Line, Column int
}

// An Arg is an argument. A single number has one operand.
type Arg struct {
	Elems []Operand
	Set   Set
}

// Signatures has one letter for each parameter of a primitive. The letter i is an integer, b a Boolean, c an
// integer constant, and s a constant set. The letters I, B, C and D are arrays: of integers, Booleans, integer
// constants and Boolean constants. The last three primitives belong to this project's own MiniZinc library.
var Signatures = map[string]string{
	"int_eq": "ii", "int_ne": "ii", "int_le": "ii", "int_lt": "ii",
	"int_eq_reif": "iib", "int_ne_reif": "iib", "int_le_reif": "iib", "int_lt_reif": "iib",
	"int_plus": "iii", "int_times": "iii", "int_div": "iii", "int_mod": "iii", "int_pow": "iii", "int_pow_fixed": "ici",
	"int_min": "iii", "int_max": "iii", "int_abs": "ii", "int_negate": "ii",
	"int_lin_eq": "CIc", "int_lin_le": "CIc", "int_lin_ne": "CIc",
	"int_lin_eq_reif": "CIcb", "int_lin_le_reif": "CIcb", "int_lin_ne_reif": "CIcb",
	"bool_lin_eq": "CBi", "bool_lin_le": "CBc",
	"bool_eq": "bb", "bool_le": "bb", "bool_lt": "bb", "bool_not": "bb",
	"bool_eq_reif": "bbb", "bool_le_reif": "bbb", "bool_lt_reif": "bbb",
	"bool_and": "bbb", "bool_or": "bbb", "bool_xor": "bbb",
	"bool_clause": "BB", "bool_clause_reif": "BBb",
	"array_bool_and": "Bb", "array_bool_or": "Bb", "array_bool_xor": "B",
	"array_int_element": "iCi", "array_var_int_element": "iIi",
	"array_bool_element": "iDb", "array_var_bool_element": "iBb",
	"array_int_maximum": "iI", "array_int_minimum": "iI",
	"set_in": "is", "set_in_reif": "isb", "bool2int": "bi",
	"fzn_all_different_int": "I", "fzn_table_int": "IC", "fzn_table_bool": "BD",
}
