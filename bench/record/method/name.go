// Package method reads and writes the names of methods. A method is a way to solve an instance:
//
//	native            the best native method of the instance
//	native/NAME       one of its native methods
//	hybrid            a native method that hands over to SAT when it stalls
//	sat               blocking clauses on the formula in the puzzle's default style
//	sat[/STYLE][/cubes[=DEPTH]]
//	sat/STYLE/restart a new solver for each model, to compare with sat/STYLE
//	sat/STYLE/full    blocking clauses over all variables, without the projection
//	sat[/STYLE]/count counting on the formula, without listing
//	brute             all assignments
//	gophersat/countmodels  a method under test, known to be wrong
//	extern/NAME[/STYLE]    an outside program that is on PATH
//	minizinc/NAME     another solver of MiniZinc, for models
//	rules[/LEVEL]     human techniques, up to a level of the puzzle
//	theory            the native theory of the puzzle
//
// The package knows no puzzles and no solvers. Package engine finds the method for
// a name.
package method

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// These are the values of Name.Family.
const (
	Native    = "native"
	Hybrid    = "hybrid"
	SAT       = "sat"
	Brute     = "brute"
	Gophersat = "gophersat"
	Extern    = "extern"
	MiniZinc  = "minizinc"
	Rules     = "rules"
	Theory    = "theory"
)

// These are the values of Name.Variant.
const (
	Cubes   = "cubes"   // split into cubes
	Restart = "restart" // a new solver for each model
	Full    = "full"    // blocking clauses over all variables
	Count   = "count"   // counting without listing
)

// CountModels is the name of gophersat's own counter, which gives wrong answers.
const CountModels = Gophersat + "/countmodels"

// OwnDepth is the value of Name.Depth if the method itself chooses the depth of the cubes.
const OwnDepth = -1

// A Name is the parsed name of a method. The zero value names no method.
type Name struct {
	Family  string
	Part    string // NAME of a native method or an outside program, LEVEL of rules; empty: the default
	Style   string // style of the formula; empty: the puzzle's default
	Variant string // variant of the family sat; empty: blocking clauses in one solver
	Depth   int    // depth of the cubes, from 0, or OwnDepth
}

// Parse reads the name of a method. Parse accepts any family, style and part, because only
// package lookup knows which of them exist. An error means that the text does not have the form
// of a name.
func Parse(text string) (Name, error) {
	parts := strings.Split(text, "/")
	if slices.Contains(parts, "") {
		return Name{}, fmt.Errorf("method %.20q: want words separated by single slashes", text)
	}
	next := func(wanted bool) (part string) {
		if wanted && len(parts) > 0 {
			part, parts = parts[0], parts[1:]
		}
		return part
	}
	n := Name{Family: next(true), Depth: OwnDepth}
	sat := n.Family == SAT
	n.Part = next(!sat)
	n.Style = next(n.Family == Extern || sat && !isVariant(parts))
	if sat && isVariant(parts) {
		variant, depth, given := strings.Cut(next(true), "=")
		n.Variant = variant
		if given {
			d, err := strconv.Atoi(depth)
			if err != nil || d < 0 || strconv.Itoa(d) != depth || n.Variant != Cubes {
				return Name{}, fmt.Errorf("method %.20q: want a cube depth from 0, got %.20q", text, depth)
			}
			n.Depth = d
		}
	}
	if len(parts) > 0 {
		return Name{}, fmt.Errorf("method %.20q: nothing may follow %.20q", text, n.String())
	}
	return n, nil
}

// isVariant reports whether the first part is a variant of the family sat.
func isVariant(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	word, _, _ := strings.Cut(parts[0], "=")
	return word == Cubes || word == Restart || word == Full || word == Count
}

// MustParse parses a name that is a constant of the program. It panics on an error.
func MustParse(text string) Name {
	n, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return n
}

// String returns the text of the name, which Parse reads.
func (n Name) String() string {
	parts := []string{n.Family, n.Part, n.Style, n.Variant}
	text := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "/")
	if n.Variant == Cubes && n.Depth != OwnDepth {
		text += "=" + strconv.Itoa(n.Depth)
	}
	return text
}

// Formula reports whether the method solves the puzzle's formula.
func (n Name) Formula() bool { return n.Family == SAT || n.Family == Gophersat || n.Family == Extern }

// Program returns the program behind a method that solves the formula: "gophersat" or the name
// of an outside program. For any other method, our own counter among them, the result is empty.
func (n Name) Program() string {
	switch n.Family {
	case SAT, Gophersat:
		if n.Variant == Count {
			return ""
		}
		return Gophersat
	case Extern:
		return n.Part
	}
	return ""
}

// HasPrefix reports whether text equals prefix or begins with prefix and a slash.
func HasPrefix(text, prefix string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && (rest == "" || rest[0] == '/')
}
