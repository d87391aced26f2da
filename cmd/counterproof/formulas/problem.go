package formulas

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"

	"counterproof/cmd/counterproof/console"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// A Problem is the contents of a file for the command sat.
type Problem struct {
	F      *cnf.Formula // the whole formula
	cubes  [][]cnf.Lit  // in an iCNF file: only models within the cubes count
	Format string       // dimacs, icnf or opb
	Vars   int          // number of variables of the file; further variables of F are auxiliary

	some      bool  // whether the file names the projected variables
	uncounted error // why the models cannot be counted as the file asks; nil: they can
}

// linearStart matches the beginning of an OPB file: a comment, an objective or a term.
var linearStart = regexp.MustCompile(`^\s*(\*|min:|max:|[+-]?\d+\s*~?x|[+-]?\d+\s+[+-]?\d*\s*~?x|[<>]?=)`)

// clauseStart matches the beginning of a DIMACS or iCNF file.
var clauseStart = regexp.MustCompile(`^\s*([cp]|vp\s)`)

// maxBlank limits how many bytes of blanks a file may have before its first word.
const maxBlank = 1 << 16

// ReadProblem reads a DIMACS, iCNF or OPB file. The first word decides the format, not the name of
// the file. If no format begins like the file, the error is a *cnf.SyntaxError. Other errors come
// from the reader of the format, or say that the constraints need too large a formula.
func ReadProblem(r io.Reader) (*Problem, error) {
	b := bufio.NewReaderSize(cnf.UTF8(r), maxBlank)
	start, err := b.Peek(256)
	if err == nil && len(bytes.TrimSpace(start)) == 0 {
		start, err = b.Peek(maxBlank)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := cnf.CheckText(start); err != nil {
		return nil, err
	}
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	words := cnf.Ordinary.Replace(string(start))
	if !linearStart.MatchString(words) && !clauseStart.MatchString(words) {
		return nil, unlike(start)
	}
	if linearStart.MatchString(words) {
		p, err := opb.Read(b)
		if err != nil {
			return nil, err
		}
		f, err := p.Clauses()
		if err != nil {
			return nil, console.Usagef("the constraints cannot be written as clauses: %w", err)
		}
		return &Problem{F: f, Format: "opb", Vars: p.NumVars}, nil
	}
	s, err := cnf.ReadSplit(b)
	if err != nil {
		return nil, err
	}
	format := "icnf"
	if s.Whole {
		format = "dimacs"
	}
	return &Problem{s.Formula, s.Cubes, format, s.Formula.NumVars, s.Projected, s.Uncounted}, nil
}

// unlike returns the error, at the first word, for a file that begins like none of the formats.
func unlike(start []byte) error {
	start = regexp.MustCompile(`\r\n?`).ReplaceAll(start, []byte("\n"))
	before := start[:len(start)-len(bytes.TrimLeft(start, " \t\n"))]
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

// parts returns formulas that together have exactly the projected models of the problem. No two
// formulas share a projected model.
//
// The cubes of an iCNF file may overlap, so branch splits them into branches that do not overlap. If
// a cube has a literal of a variable that is not projected, branches could still share projected
// models. In this case the only part is one formula with an additional variable for each cube.
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

// branch yields formulas for the models within a cube and with the literals of path, which are not in
// the cubes. It splits on the first literal of the first cube, because cubes can be the leaves of a
// search tree. If yield returns false, branch returns false.
func (p *Problem) branch(ctx context.Context, path []cnf.Lit, cubes [][]cnf.Lit, yield func(*cnf.Formula) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	if len(cubes) == 0 {
		return true
	}
	for _, cube := range cubes {
		if len(cube) == 0 { // the cube contains all models of this branch
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

func (p *Problem) assuming(path []cnf.Lit) *cnf.Formula {
	f := *p.F
	f.Clauses = slices.Clip(f.Clauses)
	for _, l := range path {
		f.Add(l)
	}
	return &f
}

// selected adds a variable for each cube, which implies its literals. At least one must be true.
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

// rest returns a formula whose models are the models of the problem outside all cubes.
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
