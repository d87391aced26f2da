//go:build !js

// Package formula has the two puzzles whose instances are files: dimacs, formulas in conjunctive normal form,
// and opb, linear constraints over 0/1 variables. The sites are the projected variables in ascending order.
//
// The canonical text of an instance has the name of the file and the SHA-256 of its contents, which package
// contents keeps. These puzzles have no native methods and no generators.
package formula

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

const sites = "The sites are the projected variables in ascending order; without a projection, these are all variables. The value is 1 if the variable is true and 0 if it is false."

// Dimacs is the puzzle of formulas in conjunctive normal form.
var Dimacs = encode.Puzzle{
	Name:  "dimacs",
	Title: "Formulas",
	Rules: "Give every projected variable a value so that values of the other variables exist for which each clause has a true literal. " +
		"The lines 'c p show', 'c project', 'vp', 'cr' or 'c ind' of the file name the projected variables.",
	Sites:   sites,
	Example: contents.Example("example.cnf", exampleFormula),
	Source:  "the truth table of the five clauses",
	Styles:  []string{"plain"},
	Formats: []string{
		"'NAME sha256:HEX': the name of a file and the SHA-256 of its contents; with --project, ' project=1,2' follows",
		"@FILE in the DIMACS format, perhaps compressed by gzip or xz",
	},
}

// OPB is the puzzle of linear constraints over 0/1 variables.
var OPB = encode.Puzzle{
	Name:    "opb",
	Title:   "Linear constraints",
	Rules:   "Give every variable the value 0 or 1 so that all linear constraints hold. With --project, only the values of the named variables count.",
	Sites:   sites,
	Example: contents.Example("example.opb", exampleProblem),
	Source:  "the truth table of the two constraints",
	Styles:  []string{"log", "order", "totalizer", "network", "adder"},
	Formats: []string{
		"'NAME sha256:HEX': the name of a file and the SHA-256 of its contents; with --project, ' project=1,2' follows",
		"@FILE in the OPB format of the Pseudo-Boolean Competitions, without objective, perhaps compressed by gzip or xz",
	},
}

const (
	exampleFormula = "c p show 1 2 3 0\np cnf 4 5\n1 2 0\n-1 -2 0\n-2 4 0\n-4 3 0\n-1 0\n"
	exampleProblem = "* #variable= 3 #constraint= 2\n+2 x1 +1 x2 +1 x3 >= 3 ;\n+1 x2 -1 x3 >= 1 ;\n"
)

func init() {
	for _, p := range []*encode.Puzzle{&Dimacs, &OPB} {
		r := &contents.Reader[problem]{
			Read:       func(data []byte, project *string) (*problem, error) { return read(p, data, project) },
			Projection: (*problem).projection,
			Instance:   func(h *contents.Held[problem]) encode.Instance { return &File{p, h} },
		}
		r.Register(p)
	}
}

// A File is an instance that is a file.
type File struct {
	puzzle *encode.Puzzle
	held   *contents.Held[problem]
}

func (f *File) problem() *problem { return f.held.Get() }

// String implements encode.Instance.
func (f *File) String() string { return f.held.String() }

// A problem is what a file says: clauses or linear constraints.
type problem struct {
	vars    int
	shown   []cnf.Lit // the projected variables, ascending
	clauses [][]cnf.Lit
	linear  []opb.Constraint

	prepare func() *checker
}

func (p *problem) projection() string {
	return strings.Join(wording.Each(p.shown, func(v cnf.Lit) string { return strconv.Itoa(int(v)) }), ",")
}

func read(p *encode.Puzzle, data []byte, project *string) (found *problem, err error) {
	vars, err := variables(project)
	if err != nil {
		return nil, err
	}
	if p == &OPB {
		found, err = readOPB(data, vars)
	} else {
		var f *cnf.Formula
		if f, err = cnf.ReadProjected(bytes.NewReader(data), vars); err == nil {
			found = &problem{vars: f.NumVars, shown: f.Free, clauses: f.Clauses}
		}
	}
	if syntax, ok := errors.AsType[*cnf.SyntaxError](err); ok {
		err = &encode.ParseError{Line: syntax.Line, Column: syntax.Column, Err: syntax.Err}
	}
	if err == nil {
		found.prepare = sync.OnceValue(found.checker)
	}
	return found, err
}

func readOPB(data []byte, vars []cnf.Lit) (*problem, error) {
	o, err := opb.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if n := len(vars); n > 0 && int(vars[n-1]) > o.NumVars {
		return nil, encode.Errorf(1, 1, "want projected variables from 1 to %d, got %d", o.NumVars, vars[n-1])
	}
	if vars == nil {
		for v := range o.NumVars {
			vars = append(vars, cnf.Lit(v+1))
		}
	}
	return &problem{vars: o.NumVars, shown: vars, linear: o.Constraints}, nil
}

// variables reads a list of variables such as "1,2". The result is nil only without a list.
func variables(list *string) ([]cnf.Lit, error) {
	if list == nil {
		return nil, nil
	}
	vars := []cnf.Lit{}
	if *list == "" {
		return vars, nil
	}
	for word := range strings.SplitSeq(*list, ",") {
		v, ok := encode.Number(word, cnf.MaxVars)
		if !ok || v == 0 {
			return nil, encode.Errorf(1, 1, "want variables such as 1,2 in the projection, got %q", word)
		}
		vars = append(vars, cnf.Lit(v))
	}
	slices.Sort(vars)
	return slices.Compact(vars), nil
}

// Sites implements encode.Instance.
func (f *File) Sites() []int { return slices.Repeat([]int{2}, len(f.problem().shown)) }

// SiteName names a site by its variable.
func (f *File) SiteName(site int) string { return fmt.Sprint("variable ", f.problem().shown[site]) }

// Reduce implements encode.Instance. A file has no native methods.
func (f *File) Reduce() []encode.Reduction { return nil }

// Encode implements encode.Instance. The variables that are not projected follow in ascending order.
func (f *File) Encode(e *encode.Encoder) {
	p := f.problem()
	as := make([]cnf.Lit, p.vars+1)
	for i, v := range p.shown {
		as[v] = e.Is(i, 1)
	}
	for v := range as[1:] {
		if as[v+1] == 0 {
			as[v+1] = e.Fresh()
		}
	}
	named := func(l cnf.Lit) cnf.Lit {
		if l < 0 {
			return -as[-l]
		}
		return as[l]
	}
	for _, c := range p.clauses {
		e.Add(wording.Each(c, named)...)
	}
	o := opb.Problem{Constraints: wording.Each(p.linear, func(c opb.Constraint) opb.Constraint {
		c.Terms = wording.Each(c.Terms, func(t opb.Term) opb.Term { return opb.Term{Weight: t.Weight, Lit: named(t.Lit)} })
		return c
	})}
	o.Encode(e.Writer)
}

// Draw implements encode.Instance. A solution is drawn as its literals.
func (f *File) Draw(s *encode.Solution) string {
	p := f.problem()
	name, _, _ := wording.File(f.String())
	rules := wording.Plural(len(p.clauses), "clause")
	if f.puzzle == &OPB {
		rules = wording.Plural(len(p.linear), "constraint")
	}
	text := fmt.Sprintf("%s: %s, %s", name, wording.Plural(p.vars, "variable"), rules)
	if n := len(p.shown); n < p.vars {
		text += fmt.Sprintf(", %d projected", n)
	}
	if s == nil {
		return text + "\n"
	}
	var b strings.Builder
	b.WriteString("v")
	for i, v := range p.shown {
		if (*s)[i] == 0 {
			v = -v
		}
		fmt.Fprintf(&b, " %d", v)
	}
	return b.String() + " 0\n"
}

// ReadDrawing implements encode.HasDrawing. The solution is a line with v, the literals and 0.
func (f *File) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	words := strings.Fields(lines[0].Text)
	s := make([]byte, len(f.problem().shown))
	if len(words) != len(s)+2 {
		return "", lines[0].Errorf("want v, the literals of %s and 0, got %s", wording.Plural(len(s), "projected variable"), wording.Plural(len(words), "word"))
	}
	for i := range s {
		if words[i+1][0] != '-' {
			s[i] = 1
		}
	}
	return encode.Solution(s), nil
}
