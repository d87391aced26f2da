package cnf

import (
	"io"
	"slices"
)

// MaxVars is the largest number of variables that Read accepts. It bounds memory, because a header
// may promise more variables than the file uses. The projection takes 4 bytes for each variable: at
// most 64 MiB.
const MaxVars = 1 << 24

const maxClauses = 1 << 31

// Read reads a DIMACS formula, as written by Write or by other programs. It returns a *SyntaxError,
// or an error of r.
//
// The `c p show` lines name the projected variables. These lines may occur several times and
// anywhere in the file. Without a `c p show` line, Read uses the older `c ind` lines. Without lines
// of either kind, all variables are projected. The projected variables become the free variables of
// the projection, in ascending order.
//
// Read accepts `c t pmc`. It also accepts `c t mc`, which asks for the models of all variables,
// unless fewer variables are projected. It rejects weighted counting (`c t wmc` or a `c p weight`)
// and ignores other comments, including `c project`. A line that begins with % ends the file, as in
// SATLIB's files.
//
// Memory grows with the length of the text, not with the numbers in the header.
func Read(r io.Reader) (*Formula, error) {
	d := &reader{scanner: newScanner(r), f: &Formula{}}
	return d.read()
}

func (d *reader) read() (*Formula, error) {
	for more := true; more; {
		word := d.word()
		if len(word) > 0 && word[0] == '%' {
			break
		}
		if err := d.readLine(word); err != nil {
			return nil, err
		}
		more = d.nextLine()
	}
	return d.end()
}

// A reader reads a formula line by line.
type reader struct {
	*scanner
	f       *Formula
	header  bool
	clauses int // number of clauses that the header states
	clause  []Lit
	open    bool    // the current clause still lacks its 0
	shown   bool    // there was a `c p show` line
	show    []shown // variables of the `c p show` lines
	ind     []shown // variables of the `c ind` lines; nil: there was no such line
	mc      *shown  // where `c t mc` is; nil: nowhere
	split   *Split  // receives the cubes; nil: only DIMACS is accepted
}

// A shown is a variable in a projection line, with its position in the text. The method end checks
// the variable against the header, which may come after the line. For a `c t mc` line, the variable
// is 0, and end checks the line against the projection.
type shown struct{ variable, line, col int }

func (d *reader) readLine(word []byte) error {
	switch {
	case len(word) == 0:
		return nil
	case word[0] == 'c':
		if string(word) == "c" {
			return d.comment()
		}
		return nil
	case string(word) == "p":
		return d.readHeader()
	case d.incremental() && string(word) == "a":
		return d.readCube()
	}
	for ; len(word) > 0; word = d.word() {
		if err := d.literal(word); err != nil {
			return err
		}
	}
	return nil
}

func (d *reader) readHeader() error {
	if d.header {
		return d.fail("want a clause, got a second header")
	}
	d.header = true
	switch word := d.word(); {
	case string(word) == "inccnf" && d.split != nil:
		d.split.Whole = false
		return d.lineEnd("the end of the header")
	case string(word) != "cnf":
		return d.fail("want \"cnf\" after \"p\", got %s", quote(word))
	}
	vars, err := d.count("the number of variables", MaxVars)
	if err != nil {
		return err
	}
	if d.clauses, err = d.count("the number of clauses", maxClauses); err != nil {
		return err
	}
	d.f.NumVars = vars
	return d.lineEnd("the end of the header")
}

func (d *reader) count(want string, limit int) (int, error) {
	word := d.word()
	n, err := d.number(word, want, limit)
	if err == nil && n < 0 {
		err = d.fail("want %s, got %s", want, Short(string(word)))
	}
	return n, err
}

func (d *reader) literal(word []byte) error {
	if !d.header {
		return d.fail("want the header \"p cnf VARIABLES CLAUSES\", got %s", quote(word))
	}
	n, err := d.number(word, "a literal", MaxVars)
	switch {
	case err != nil:
		return err
	case d.incremental() && len(d.split.Cubes) > 0:
		return d.fail("want all clauses before the first cube")
	case d.incremental():
		d.f.NumVars = max(d.f.NumVars, n, -n)
	case len(d.f.Clauses) == d.clauses:
		return d.fail("want %d clauses, as the header states, got more", d.clauses)
	case n > d.f.NumVars || -n > d.f.NumVars:
		return d.fail("want a literal of the variables 1 to %d, got %d", d.f.NumVars, n)
	}
	switch n {
	case 0:
		d.f.Add(slices.Clone(d.clause)...)
		d.clause = d.clause[:0]
		d.open = false
	default:
		d.clause = append(d.clause, Lit(n))
		d.open = true
	}
	return nil
}

// comment reads the rest of a line that begins with `c`.
func (d *reader) comment() error {
	switch string(d.word()) {
	case "t":
		switch word := string(d.word()); word {
		case "mc":
			d.mc = &shown{0, d.line, d.col}
		case "wmc", "pwmc":
			return d.fail("want mc or pmc, got %s: weighted counting is not supported", quote(word))
		}
	case "p":
		switch string(d.word()) {
		case "show":
			d.shown = true
			return d.readShow(d.word(), &d.show)
		case "weight":
			return d.fail("want no weights: weighted counting is not supported")
		}
	case "ind":
		word := d.word()
		if len(word) == 0 || word[0] < '0' || word[0] > '9' { // prose
			return nil
		}
		if d.ind == nil {
			d.ind = []shown{}
		}
		return d.readShow(word, &d.ind)
	}
	return nil
}

func (d *reader) readShow(word []byte, show *[]shown) error {
	for ; ; word = d.word() {
		if len(word) == 0 {
			return d.fail("want 0 after the projected variables, got the end of the line")
		}
		v, err := d.number(word, "a variable", MaxVars)
		switch {
		case err != nil:
			return err
		case v < 0:
			return d.fail("want a variable, got %d", v)
		case v > 0:
			*show = append(*show, shown{v, d.line, d.col})
			continue
		}
		return d.lineEnd("the end of the line after 0")
	}
}

// end checks the facts that are only known at the end of the file.
func (d *reader) end() (*Formula, error) {
	f := d.f
	switch {
	case d.Err != nil:
		return nil, d.Err
	case !d.header:
		return nil, d.fail("want the header \"p cnf VARIABLES CLAUSES\", got the end of the file")
	case d.open:
		return nil, d.fail("want 0 at the end of clause %d, got the end of the file", len(f.Clauses)+1)
	case !d.incremental() && len(f.Clauses) < d.clauses:
		return nil, d.fail("want %d clauses, as the header states, got %d", d.clauses, len(f.Clauses))
	}
	if !d.shown && d.ind != nil {
		d.shown, d.show = true, d.ind
	}
	for _, s := range d.show {
		if d.incremental() {
			f.NumVars = max(f.NumVars, s.variable)
		}
		if s.variable > f.NumVars {
			d.line, d.col = s.line, s.col
			return nil, d.fail("want one of the variables 1 to %d, got %d", f.NumVars, s.variable)
		}
		f.Free = append(f.Free, Lit(s.variable))
	}
	if !d.shown {
		f.Free = make([]Lit, f.NumVars)
		for i := range f.Free {
			f.Free[i] = Lit(i + 1)
		}
	}
	slices.Sort(f.Free)
	f.Free = slices.Compact(f.Free)
	if d.mc != nil && len(f.Free) < f.NumVars {
		d.line, d.col = d.mc.line, d.mc.col
		return nil, d.fail("want pmc, because only %d of %d variables are projected, got mc", len(f.Free), f.NumVars)
	}
	return f, nil
}
