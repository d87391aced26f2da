package cnf

import (
	"bytes"
	"cmp"
	"io"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode/wording"
)

// MaxVars is the largest number of variables that Read accepts. It bounds memory, because a header
// may promise more variables than the file uses. The projection takes 4 bytes for each variable: at
// most 64 MiB.
const MaxVars = 1 << 24

const maxClauses = 1 << 31

// Read reads a DIMACS formula, as written by Write or by other programs. It returns a *SyntaxError,
// or an error of r.
//
// Lines of several forms name the projected variables: `c p show`, `c project`, `vp`, `cr` and
// `c ind`. They may occur several times and anywhere in the file, even after its end mark. If the
// file has several forms, they must name the same variables. Only `c ind` may differ; Read uses it if
// there is no other form. Without such lines, all variables are projected. The projected variables become
// the free variables of the projection, in ascending order.
//
// Read accepts `c t pmc`. It also accepts `c t mc`, which asks for the models of all variables,
// unless fewer variables are projected. It rejects weighted counting (`c t wmc`, `c p weight` or
// `c weights`) and a line of variables after `c max`. It ignores other comments. A line of one %
// ends the clauses, as in SATLIB's files. Only comments and one 0 may follow.
//
// Memory grows with the length of the text, not with the numbers in the header.
func Read(r io.Reader) (*Formula, error) {
	d := &reader{scanner: newScanner(r), f: &Formula{}}
	return d.counted()
}

// ReadProjected works like Read, but the projected variables are the given ones, in ascending order, whatever
// the file names. If they are nil, it works like Read.
func ReadProjected(r io.Reader, vars []Lit) (*Formula, error) {
	d := &reader{scanner: newScanner(r), f: &Formula{}, own: vars}
	return d.counted()
}

func (d *reader) counted() (*Formula, error) {
	f, err := d.read()
	if d.uncounted != nil {
		return nil, d.uncounted
	}
	return f, err
}

func (d *reader) read() (*Formula, error) {
	for more := true; more; more = d.nextLine() {
		if err := d.readLine(d.word()); err != nil {
			return nil, err
		}
	}
	return d.end()
}

type reader struct {
	*scanner
	f         *Formula
	header    bool
	clauses   int // number of clauses that the header states
	clause    []Lit
	open      bool                // the current clause still lacks its 0
	ended     bool                // the line % was read
	zero      bool                // the 0 after the line % was read
	projected bool                // the file names the projected variables
	named     [len(forms)][]shown // variables of the projection lines, by form
	own       []Lit               // the projected variables, if the caller names them
	mc        *shown              // where `c t mc` is; nil: nowhere
	uncounted error               // why the models cannot be counted as the file asks; nil: they can
	split     *Split              // receives the cubes; nil: only DIMACS is accepted
}

func (d *reader) readLine(word []byte) error {
	switch {
	case len(word) == 0:
		return nil
	case word[0] == 'c' || string(word) == "vp":
		d.uncounted = cmp.Or(d.uncounted, d.comment(string(word)))
		return nil
	case d.ended || word[0] == '%':
		return d.readEnd(word)
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
		err = d.fail("want %s, got %s", want, wording.Short(string(word)))
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

// readEnd reads the line % that ends the clauses, or a line after it that is not a comment.
func (d *reader) readEnd(word []byte) error {
	if !d.ended {
		if len(word) > 1 {
			return d.fail("want only %% in the line that ends the clauses, got %s", quote(word))
		}
		if err := d.complete(quote(word)); err != nil {
			return err
		}
		d.ended = true
		if word = d.word(); len(word) == 0 {
			return nil
		}
	}
	if d.zero || string(word) != "0" {
		return d.fail("want only comments and one 0 after %%, got %s", quote(word))
	}
	d.zero = true
	return d.lineEnd("the end of the line after 0")
}

// complete checks that the header and all clauses were read. The parameter got describes what
// follows them.
func (d *reader) complete(got string) error {
	switch n := len(d.f.Clauses); {
	case !d.header:
		return d.fail("want the header \"p cnf VARIABLES CLAUSES\", got %s", got)
	case d.open:
		return d.fail("want 0 at the end of clause %d, got %s", n+1, got)
	case !d.incremental() && n < d.clauses:
		return d.fail("want %d clauses, as the header states, got %d", d.clauses, n)
	}
	return nil
}

func (d *reader) end() (*Formula, error) {
	if d.Err != nil {
		return nil, d.Err
	}
	if !d.ended {
		if err := d.complete("the end of the file"); err != nil {
			return nil, err
		}
	}
	d.uncounted = cmp.Or(d.uncounted, d.project())
	return d.f, nil
}

// forms lists the beginnings of the lines that name projected variables. Besides the standard form,
// these are the forms of clasp (`c project`), of projMC and d4 (`vp`), of dsharp_p (`cr`) and of
// ApproxMC (`c ind`). The set of ApproxMC may leave out variables that the others determine.
var forms = [...]string{"c p show", "c project", "vp", "cr", indForm}

const indForm = "c ind"

// A shown is a word of a projection line, with its position in the text. The method project checks
// the variable against the header, which may come after the line. The variable is 0 for the end of
// the line. It is also 0 for a `c t mc` line, which project checks against the projection.
type shown struct{ variable, line, col int }

// comment reads the rest of a line that begins with `vp` or with a word in c. The line may say what
// to count. If it asks for something that is not supported, comment returns an error.
func (d *reader) comment(line string) error {
	if line == "c" {
		word := string(d.word())
		line += " " + word
		if word == "p" || word == "t" {
			line += " " + string(d.word())
		}
	}
	switch form := slices.Index(forms[:], line); {
	case form >= 0:
		word := d.word()
		if line[0] == 'c' && form > 0 && !digit(word) { // prose
			return nil
		}
		return d.readShow(word, form)
	case line == "c t mc":
		d.mc = &shown{0, d.Line, d.col}
	case line == "c t wmc" || line == "c t pwmc":
		return d.fail("want mc or pmc, got %s: weighted counting is not supported", quote(line[len("c t "):]))
	case line == "c p weight", line == "c weights" && digit(d.word()):
		return d.fail("want no weights: weighted counting is not supported")
	case strings.EqualFold(line, "c max"):
		return d.readMax()
	}
	return nil
}

// digit reports whether a word begins with a digit, perhaps after a sign, so that it is not prose.
func digit(word []byte) bool {
	word = bytes.TrimLeft(word, "+-")
	return len(word) > 0 && '0' <= word[0] && word[0] <= '9'
}

func (d *reader) readShow(word []byte, form int) error {
	for ; ; word = d.word() {
		if len(word) == 0 {
			return d.fail("want 0 after the projected variables, got the end of the line")
		}
		v, err := d.number(word, "a variable", MaxVars)
		if err == nil && v < 0 {
			err = d.fail("want a variable, got %d", v)
		}
		if err != nil {
			return err
		}
		d.named[form] = append(d.named[form], shown{v, d.Line, d.col})
		if v == 0 {
			return d.lineEnd("the end of the line after 0")
		}
	}
}

var maxList = regexp.MustCompile(`^( [1-9]\d*)+ 0$`)

// readMax refuses the rest of a line `c max` if it lists variables and ends with 0. Other programs
// maximise over these variables. Other words are prose.
func (d *reader) readMax() error {
	col, words := d.col, []byte{}
	for word := d.word(); len(word) > 0; word = d.word() {
		words = append(append(words, ' '), word...)
	}
	if !maxList.Match(words) {
		return nil
	}
	d.col = col
	return d.fail("want no list of variables after \"c max\": only %s name variables for a count", strings.Join(forms[:], ", "))
}

func (d *reader) project() error {
	f, first := d.f, ""
	if d.own != nil {
		if n := len(d.own); n > 0 && int(d.own[n-1]) > f.NumVars {
			return d.Errorf(1, 1, "want projected variables from 1 to %d, got %d", f.NumVars, d.own[n-1])
		}
		f.Free = d.own
		return nil
	}
	for i, named := range d.named {
		if named == nil || d.projected && forms[i] == indForm {
			continue
		}
		var vars []Lit
		for _, s := range named {
			if d.incremental() {
				f.NumVars = max(f.NumVars, s.variable)
			}
			if s.variable > f.NumVars {
				return d.failAt(s, "want one of the variables 1 to %d, got %d", f.NumVars, s.variable)
			}
			if s.variable > 0 {
				vars = append(vars, Lit(s.variable))
			}
		}
		slices.Sort(vars)
		vars = slices.Compact(vars)
		if d.projected && !slices.Equal(vars, f.Free) {
			return d.failAt(named[0], "want the same projected variables after %q as after %q", forms[i], first)
		}
		if !d.projected {
			f.Free, first, d.projected = vars, forms[i], true
		}
	}
	if !d.projected {
		f.Free = make([]Lit, f.NumVars)
		for i := range f.Free {
			f.Free[i] = Lit(i + 1)
		}
	}
	if d.mc != nil && len(f.Free) < f.NumVars {
		return d.failAt(*d.mc, "want pmc, because only %d of %d variables are projected, got mc", len(f.Free), f.NumVars)
	}
	return nil
}

func (d *reader) failAt(s shown, format string, args ...any) error {
	return d.Errorf(s.line, s.col, format, args...)
}
