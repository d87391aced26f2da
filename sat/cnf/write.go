package cnf

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"counterproof/encode/wording"
)

// Write prints f as DIMACS. It writes the same bytes for the same formula:
//
//	c t pmc
//	c p show 1 2 3 0        the projected variables, ascending
//	c ...                   the comments
//	p cnf VARIABLES CLAUSES
//	c project 1 2 3 0       the projected variables again
//	1 -2 0                  one clause per line
//
// The lines `c t` and `c p show` are the format of the Model Counting Competition 2022 and
// later. clasp ignores them. With --parse-ext --project, it reads the line `c project` after
// the header. Write does not print the groups. When Read reads the text, every projected
// variable is free, and the solutions are the same.
func (f *Formula) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.write(b, func() { f.writeHeader(b) })
	return b.Flush()
}

// WriteClauses prints the comments, the header and the clauses, but no projection. Proof
// checkers need this form. If drat-trim takes a proof for a binary one, it reads a comment
// after the header as an empty clause and then accepts any formula as refuted. The line for
// clasp would be such a comment.
func (f *Formula) WriteClauses(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.writeComments(b)
	f.writeHeader(b)
	f.writeClauses(b)
	return b.Flush()
}

func (f *Formula) write(b *bufio.Writer, header func()) {
	vars := f.Vars()
	b.WriteString("c t pmc\n")
	writeClause(b, "c p show ", vars)
	f.writeComments(b)
	header()
	writeClause(b, "c project ", vars)
	f.writeClauses(b)
}

func (f *Formula) writeComments(b *bufio.Writer) {
	for _, c := range f.Comments {
		fmt.Fprintf(b, "c %s\n", c)
	}
}

func (f *Formula) writeHeader(b *bufio.Writer) {
	fmt.Fprintf(b, "p cnf %d %d\n", f.NumVars, len(f.Clauses))
}

func (f *Formula) writeClauses(b *bufio.Writer) {
	for _, c := range f.Clauses {
		writeClause(b, "", c)
	}
}

func writeClause(b *bufio.Writer, head string, lits []Lit) {
	b.WriteString(head)
	b.Write(AppendClause(b.AvailableBuffer(), lits))
}

// AppendClause appends the line of a clause to a text: its literals and 0.
func AppendClause(text []byte, lits []Lit) []byte {
	for _, l := range lits {
		text = append(strconv.AppendInt(text, int64(l), 10), ' ')
	}
	return append(text, "0\n"...)
}

// WriteModel writes the values of all variables as competition output: `v` lines of at most 78
// characters, ending with 0.
func WriteModel(w io.Writer, m Model) error { return writeValues(w, m, "", true) }

// WriteLinearModel writes the values of all variables as pseudo-Boolean solvers do. The `v` lines
// have x1 for a true variable and -x2 for a false one. They have no final 0.
func WriteLinearModel(w io.Writer, m Model) error { return writeValues(w, m, "x", false) }

func writeValues(w io.Writer, m Model, name string, end bool) error {
	b := bufio.NewWriter(w)
	b.WriteByte('v')
	column := 1
	word := make([]byte, 0, maxWord)
	put := func() {
		if column+len(word) > 78 {
			b.WriteString("\nv")
			column = 1
		}
		b.Write(word)
		column += len(word)
	}
	for i, x := range m {
		word = append(word[:0], ' ')
		if !x {
			word = append(word, '-')
		}
		word = append(word, name...)
		word = strconv.AppendInt(word, int64(i+1), 10)
		put()
	}
	if end {
		word = append(word[:0], " 0"...)
		put()
	}
	b.WriteByte('\n')
	return b.Flush()
}

// A Split is a formula and a list of cubes. A cube is a conjunction of literals. The cubes
// select the models that make all literals of at least one cube true.
type Split struct {
	Formula *Formula
	Cubes   [][]Lit
	// Whole is true if the text was DIMACS, which has no cubes and selects all models.
	Whole bool
	// Projected is true if the text has a projection, even one of all variables.
	Projected bool
	// Uncounted says why the models cannot be counted as the text asks, for example because it has
	// weights. It is a *SyntaxError, or nil if they can. Satisfiability does not depend on it.
	Uncounted error
}

// ReadSplit reads an iCNF file or a DIMACS file. An iCNF file has the header `p inccnf`, then
// clauses, then cubes. A cube is a line of `a`, literals and 0 (Heule, Kullmann, Wieringa and
// Biere, "Cube and Conquer", HVC 2011).
//
// The header states no numbers: the variables go up to the largest one in the text. A clause after
// a cube is an error, because it would apply only to the cubes after it. An iCNF file without cubes
// is read as one empty cube, which selects all models. Comments are read as in Read, but where Read
// refuses one, ReadSplit sets Uncounted.
func ReadSplit(r io.Reader) (*Split, error) {
	d := &reader{scanner: newScanner(r), f: &Formula{}, split: &Split{Whole: true}}
	f, err := d.read()
	if err != nil {
		return nil, err
	}
	d.split.Formula, d.split.Projected, d.split.Uncounted = f, d.projected, d.uncounted
	if d.incremental() && len(d.split.Cubes) == 0 {
		d.split.Cubes = [][]Lit{{}}
	}
	return d.split, nil
}

func (d *reader) incremental() bool { return d.split != nil && !d.split.Whole }

func (d *reader) readCube() error {
	if d.open {
		return d.fail("want 0 at the end of clause %d, got a cube", len(d.f.Clauses)+1)
	}
	cube := []Lit{}
	for {
		n, err := d.number(d.word(), "a literal or 0", MaxVars)
		switch {
		case err != nil:
			return err
		case n != 0:
			d.f.NumVars = max(d.f.NumVars, n, -n)
			cube = append(cube, Lit(n))
			continue
		}
		d.split.Cubes = append(d.split.Cubes, cube)
		return d.lineEnd("the end of the line after 0")
	}
}

// WriteICNF prints f and cubes as iCNF. It writes the same bytes for the same formula and
// cubes, and the same comments as Write.
func (f *Formula) WriteICNF(w io.Writer, cubes iter.Seq[[]Lit]) error {
	b := bufio.NewWriter(w)
	f.write(b, func() { b.WriteString("p inccnf\n") })
	for cube := range cubes {
		writeClause(b, "a ", cube)
	}
	return b.Flush()
}

// Parts returns formulas that together have exactly the projected models that the cubes select. No
// two formulas share a projected model. If ctx ends, some formulas may be missing.
//
// The cubes may overlap, so branch splits them into branches that do not overlap. If a cube has a
// literal of a variable that is not projected, branches could still share projected models. In this
// case the only part is one formula with an additional variable for each cube.
func (s *Split) Parts(ctx context.Context) iter.Seq[*Formula] {
	return func(yield func(*Formula) bool) {
		switch {
		case s.Whole:
			yield(s.Formula)
		case s.cubesProjected():
			s.branch(ctx, nil, s.Cubes, yield)
		default:
			yield(s.selected())
		}
	}
}

func (s *Split) cubesProjected() bool {
	projected := make([]bool, s.Formula.NumVars+1)
	for _, l := range s.Formula.Free {
		projected[l.Var()] = true
	}
	return !slices.ContainsFunc(s.Cubes, func(cube []Lit) bool {
		return slices.ContainsFunc(cube, func(l Lit) bool { return !projected[l.Var()] })
	})
}

// branch yields formulas for the models within a cube and with the literals of path, which are unit
// clauses and not in the cubes. It splits on the first literal of the first cube, because cubes can
// be the leaves of a search tree. If yield returns false, branch returns false.
func (s *Split) branch(ctx context.Context, path, cubes [][]Lit, yield func(*Formula) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	if len(cubes) == 0 {
		return true
	}
	if slices.ContainsFunc(cubes, func(cube []Lit) bool { return len(cube) == 0 }) {
		return yield(s.Formula.and(path...)) // an empty cube contains all models of this branch
	}
	first := cubes[0][0]
	for _, l := range []Lit{first, -first} {
		var rest [][]Lit
		for _, cube := range cubes {
			if !slices.Contains(cube, -l) {
				if slices.Contains(cube, l) {
					cube = slices.DeleteFunc(slices.Clone(cube), func(x Lit) bool { return x == l })
				}
				rest = append(rest, cube)
			}
		}
		if !s.branch(ctx, append(slices.Clip(path), []Lit{l}), rest, yield) {
			return false
		}
	}
	return true
}

// selected adds a variable for each cube, which implies its literals. At least one must be true.
func (s *Split) selected() *Formula {
	var clauses [][]Lit
	var some []Lit
	for i, cube := range s.Cubes {
		chosen := Lit(s.Formula.NumVars + 1 + i)
		some = append(some, chosen)
		for _, l := range cube {
			clauses = append(clauses, []Lit{-chosen, l})
		}
	}
	f := s.Formula.and(append(clauses, some)...)
	f.NumVars += len(some)
	return f
}

// Rest returns a formula whose models are the models of s.Formula that no cube selects.
func (s *Split) Rest() *Formula {
	return s.Formula.and(wording.Each(s.Cubes, Negated)...)
}

func (f *Formula) and(clauses ...[]Lit) *Formula {
	both := *f
	both.Clauses = slices.Concat(f.Clauses, clauses)
	return &both
}
