package boards

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"

	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// A Problem is what a file asks of the command sat.
type Problem struct {
	F      *cnf.Formula // all of it
	cubes  [][]cnf.Lit  // of an iCNF file: what is asked for is within them
	Format string       // dimacs, icnf or opb
	Vars   int          // the file's own; the further ones of f are auxiliaries
	some   bool         // the file says which variables are projected
}

// linearStart is how an OPB file begins: with a comment, an objective or a term.
var linearStart = regexp.MustCompile(`^\s*(\*|min:|max:|[+-]?\d+\s*~?x|[+-]?\d+\s+[+-]?\d*\s*~?x|[<>]?=)`)

// clauseStart is how a DIMACS or iCNF file begins: with a comment or its header.
var clauseStart = regexp.MustCompile(`^\s*[cp]`)

// maxBlank is how many bytes of blanks may stand in front of a file's first word.
const maxBlank = 1 << 16

// ReadProblem reads a DIMACS, iCNF or OPB file. The first word decides the format,
// not the file's name. The error is that of the format's reader, a *cnf.SyntaxError
// if the file begins like none of them, or about constraints that make too large a
// formula.
func ReadProblem(r io.Reader) (*Problem, error) {
	b := bufio.NewReaderSize(r, maxBlank)
	start, err := b.Peek(256)
	if err == nil && len(bytes.TrimSpace(start)) == 0 {
		start, err = b.Peek(maxBlank)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	start = bytes.TrimLeft(start, "\ufeff")
	if !linearStart.Match(start) && !clauseStart.Match(start) {
		return nil, unlike(start)
	}
	if linearStart.Match(start) {
		p, err := opb.Read(b)
		if err != nil {
			return nil, err
		}
		f, err := ClausesOf(p)
		return &Problem{F: f, Format: "opb", Vars: p.NumVars}, err
	}
	s, err := cnf.ReadSplit(b)
	if err != nil {
		return nil, err
	}
	format := "icnf"
	if s.Whole {
		format = "dimacs"
	}
	return &Problem{s.Formula, s.Cubes, format, s.Formula.NumVars, s.Projected}, nil
}

// unlike is the error for a file that begins like no format, at its first word.
func unlike(start []byte) error {
	before := start[:len(start)-len(bytes.TrimLeft(start, " \t\r\n"))]
	at := &cnf.SyntaxError{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n')}
	got := "an empty file"
	if words := bytes.Fields(start); len(words) > 0 {
		got = fmt.Sprintf("%.20q", words[0])
	} else if len(start) > 0 {
		got = "blanks"
	}
	at.Err = fmt.Errorf("want \"p cnf VARIABLES CLAUSES\" (DIMACS), \"p inccnf\" (iCNF), or \"* #variable= N #constraint= M\" or a constraint (OPB), got %s", got)
	return at
}

// parts are formulas that have, all together, the projected models that are asked
// for, and each of them once.
//
// Cubes may overlap: they are split, by the first literal of the first of them,
// into branches that do not. A tree of cubes, as splitters make it, is gone along
// so. Where a cube has a literal that is not projected, branches may still share
// projected models: then it is one formula, with a variable for each cube.
func (p *Problem) parts(ctx context.Context) iter.Seq[*cnf.Formula] {
	return func(yield func(*cnf.Formula) bool) {
		switch {
		case p.Format != "icnf":
			yield(p.F)
		case p.cubesProjected():
			p.branch(ctx, nil, p.cubes, yield)
		default:
			yield(p.selected())
		}
	}
}

func (p *Problem) cubesProjected() bool {
	projected := make([]bool, p.F.NumVars+1)
	for _, l := range p.F.Free {
		projected[l.Var()] = true
	}
	for _, cube := range p.cubes {
		for _, l := range cube {
			if !projected[l.Var()] {
				return false
			}
		}
	}
	return true
}

// branch yields the part of the cubes that is under the literals of path, which
// are taken out of them; false: stop.
func (p *Problem) branch(ctx context.Context, path []cnf.Lit, cubes [][]cnf.Lit, yield func(*cnf.Formula) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	if len(cubes) == 0 {
		return true
	}
	for _, cube := range cubes {
		if len(cube) == 0 { // all of it
			return yield(p.assuming(path))
		}
	}
	first := cubes[0][0]
	for _, l := range []cnf.Lit{first, -first} {
		var rest [][]cnf.Lit
		for _, cube := range cubes {
			if !slices.Contains(cube, -l) {
				if slices.Contains(cube, l) {
					cube = slices.DeleteFunc(slices.Clone(cube), func(x cnf.Lit) bool { return x == l })
				}
				rest = append(rest, cube)
			}
		}
		if !p.branch(ctx, append(path[:len(path):len(path)], l), rest, yield) {
			return false
		}
	}
	return true
}

// assuming returns the formula with literals as unit clauses.
func (p *Problem) assuming(path []cnf.Lit) *cnf.Formula {
	f := *p.F
	f.Clauses = slices.Clip(f.Clauses)
	for _, l := range path {
		f.Add(l)
	}
	return &f
}

// selected is the formula with a further variable for each cube, of which one is
// true, and which makes the cube true.
func (p *Problem) selected() *cnf.Formula {
	f := *p.F
	f.Clauses = slices.Clip(f.Clauses)
	var some []cnf.Lit
	for _, cube := range p.cubes {
		f.NumVars++
		s := cnf.Lit(f.NumVars)
		some = append(some, s)
		for _, l := range cube {
			f.Add(-s, l)
		}
	}
	f.Add(some...)
	return &f
}

// rest is the formula outside the cubes.
func (p *Problem) rest() *cnf.Formula {
	f := *p.F
	f.Clauses = slices.Clip(f.Clauses)
	for _, cube := range p.cubes {
		clause := make([]cnf.Lit, len(cube))
		for i, l := range cube {
			clause[i] = -l
		}
		f.Add(clause...)
	}
	return &f
}
