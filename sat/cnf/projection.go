package cnf

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

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
