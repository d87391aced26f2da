package cnf

import (
	"bufio"
	"io"
	"iter"
)

// A Split is a formula and cubes, conjunctions of literals, that say which part of
// it is asked for: the models that make all literals of a cube true, of at least
// one.
type Split struct {
	Formula *Formula
	Cubes   [][]Lit
	// Whole: it is no file of cubes, and the whole formula is asked for.
	Whole bool
	// Projected: the text has a projection, of all variables maybe.
	Projected bool
}

// ReadSplit reads an iCNF file: the header `p inccnf`, clauses, then cubes as
// lines of `a`, literals and 0 (Heule, Kullmann, Wieringa and Biere, "Cube and
// Conquer", HVC 2011). Comments are those of Read. The header makes no promise:
// the variables are those up to the largest in the text. A clause behind a cube,
// which would hold for the cubes behind it alone, is an error. Without any cube
// all of the formula is asked for: it is one empty cube. A DIMACS file is read, too:
// the whole of it.
func ReadSplit(r io.Reader) (*Split, error) {
	d := &reader{scanner: newScanner(r), f: &Formula{}, split: &Split{Whole: true}}
	f, err := d.read()
	if err != nil {
		return nil, err
	}
	d.split.Formula, d.split.Projected = f, d.shown
	if d.incremental() && len(d.split.Cubes) == 0 {
		d.split.Cubes = [][]Lit{{}}
	}
	return d.split, nil
}

// incremental reports whether the header was that of iCNF.
func (d *reader) incremental() bool { return d.split != nil && !d.split.Whole }

// readCube reads a line behind its `a`.
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
		return d.lineEnd("the end of the line behind 0")
	}
}

// WriteICNF prints f and cubes as iCNF, the same bytes for the same formula and
// cubes. The comments are those of Write.
func (f *Formula) WriteICNF(w io.Writer, cubes iter.Seq[[]Lit]) error {
	b := bufio.NewWriter(w)
	f.write(b, func() { b.WriteString("p inccnf\n") })
	for cube := range cubes {
		b.WriteString("a ")
		writeLits(b, cube)
	}
	return b.Flush()
}
