//go:build !js

// Package model has the puzzle minizinc, whose instances are models of MiniZinc or FlatZinc texts. The sites are
// the variables that the model prints, in the order of its text.
//
// The contents of an instance are a FlatZinc text, or the files of a model together with what the compiler made of
// them. So only the compilation needs MiniZinc. A site whose variable is optional or belongs to a set is found by
// the .ozn file of the compiler.
package model

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
)

// MiniZinc is the puzzle of constraint models.
var MiniZinc = encode.Puzzle{
	Name:  "minizinc",
	Title: "MiniZinc models",
	Rules: "Give every variable of the model a value so that all constraints hold. " +
		"Variables that the model defines by an expression do not count, and with --project, only the named variables count.",
	Sites: "The sites are the variables of the model in the order of its text, and the elements of arrays with the last index fastest. " +
		"A set has a site for each possible member. A value is the number of the integer in the domain of the variable, from 0. An optional variable has one more value, <>.",
	Example:      contents.Example("example.fzn", example),
	ExampleCount: "2",
	Source:       "the two ways to put four queens on a board of four rows (A000170)",
	Styles:       styles,
	Formats: []string{
		"'NAME sha256:HEX': the name of a file and the SHA-256 of its contents; with --project, ' project=NAME,...' follows",
		"@FILE with a model of MiniZinc, which needs the compiler minizinc, or with a FlatZinc text, perhaps compressed by gzip or xz",
	},
}

// example has four queens: their columns, the sums and the differences of their columns and rows all differ.
const example = `var 1..4: q1;
var 1..4: q2;
var 1..4: q3;
var 1..4: q4;
array [1..2] of int: w = [1,-1];
array [1..4] of var int: q:: output_array([1..4]) = [q1,q2,q3,q4];
constraint fzn_all_different_int(q);
constraint int_lin_ne(w,[q1,q2],1);
constraint int_lin_ne(w,[q1,q2],-1);
constraint int_lin_ne(w,[q2,q3],1);
constraint int_lin_ne(w,[q2,q3],-1);
constraint int_lin_ne(w,[q3,q4],1);
constraint int_lin_ne(w,[q3,q4],-1);
constraint int_lin_ne(w,[q1,q3],2);
constraint int_lin_ne(w,[q1,q3],-2);
constraint int_lin_ne(w,[q2,q4],2);
constraint int_lin_ne(w,[q2,q4],-2);
constraint int_lin_ne(w,[q1,q4],3);
constraint int_lin_ne(w,[q1,q4],-3);
solve satisfy;
`

func init() {
	r := &contents.Reader[problem]{
		Read:       readModel,
		Projection: (*problem).projection,
		Instance:   func(h *contents.Held[problem]) encode.Instance { return &Instance{held: h} },
	}
	r.Register(&MiniZinc)
}

// An Instance is a model.
type Instance struct {
	held *contents.Held[problem]
	kept *problem // of an instance without some constraints, which has no text of its own
}

func (in *Instance) problem() *problem {
	if in.kept != nil {
		return in.kept
	}
	return in.held.Get()
}

// String implements encode.Instance.
func (in *Instance) String() string { return in.held.String() }

// Sites implements encode.Instance.
func (in *Instance) Sites() []int { return slices.Clone(in.problem().sizes) }

// SiteName names a site as the model does.
func (in *Instance) SiteName(site int) string { return in.problem().sites[site].name }

// ValueName names a value as the model does.
func (in *Instance) ValueName(site, value int) string { return in.problem().valueText(site, value) }

var digits = regexp.MustCompile(`\d+`)

// Size implements layout.HasSize. N is the only number in the part of the name that comes from data and definitions,
// such as 8 in queens.mzn+n=8. Without such a number, or with several, it is 0.
func (in *Instance) Size() (z encode.Size) {
	name, _, _ := wording.File(in.String())
	_, added, _ := strings.Cut(name, "+")
	if all := digits.FindAllString(added, 2); len(all) == 1 {
		z.N, _ = strconv.Atoi(all[0])
	}
	return z
}

// Check implements encode.Instance. It evaluates the constraints, and looks for values of the variables that are
// no sites. It returns encode.ErrUndecided if that takes too many steps.
func (in *Instance) Check(s encode.Solution) error { return in.problem().check(s) }

// Encode implements encode.Instance.
func (in *Instance) Encode(e *encode.Encoder) { in.problem().encode(e) }

// Reduce implements encode.Instance.
func (in *Instance) Reduce() []encode.Reduction { return in.problem().reduce() }

// FormatSolution prints a solution with the names and values of the model, such as "q=[3,1,4,2]".
func (in *Instance) FormatSolution(s encode.Solution) string { return in.problem().format(s) }

// ParseSolution reads what FormatSolution prints.
func (in *Instance) ParseSolution(text string) (encode.Solution, error) {
	return in.problem().read(&scan{lines: []encode.Span{encode.OneLine(text)}, comma: true})
}

// ReadValue reads a value of a site as ValueName prints it.
func (in *Instance) ReadValue(site int, text encode.Span) (int, error) {
	return in.problem().readValue(site, text)
}

// Draw implements encode.Instance. A solution is drawn with the arrays in their declared shape. The command line
// prefers the item output of the model. See Drawn.
func (in *Instance) Draw(s *encode.Solution) string {
	p := in.problem()
	if s != nil {
		return p.draw(*s)
	}
	name, _, _ := wording.File(in.String())
	return fmt.Sprintf("%s: %s, %s, %s\n", name, wording.Plural(len(p.sites), "site"), wording.Plural(len(p.Vars), "variable"), wording.Plural(len(p.Constraints), "constraint"))
}

// ReadDrawing implements encode.HasDrawing.
func (in *Instance) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return in.problem().read(&scan{lines: slices.Clone(lines)})
}
