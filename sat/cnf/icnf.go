package cnf

import (
	"bufio"
	"io"
	"iter"
)

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
