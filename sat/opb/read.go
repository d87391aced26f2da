package opb

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// Read reads an OPB problem, as written by Write or by other programs. It accepts negated
// literals, <= as well as >=, and a variable in several terms of a constraint.
//
// The header `* #variable= N #constraint= M` may have other blanks, upper case, a plural s, and
// further fields, in any order. Comments and blank lines may come before it. A comment that only resembles the
// header is an error, unless there is a header before it. The header may be missing; then the variables go up to
// the largest one that occurs in a constraint. Other comments are ignored. A comment goes from * to
// the end of the line. In a constraint, it must begin the line.
//
// Objectives, soft constraints and products of variables are errors. Read returns a
// *cnf.SyntaxError, or an error of r.
//
// Memory grows with the length of the text, not with the numbers in the header.
func Read(r io.Reader) (*Problem, error) {
	d := &reader{scanner: &scanner{Text: cnf.NewText(r), line: 1, col: 1}, p: &Problem{}, variables: -1, constraints: -1}
	for {
		d.between = true
		word := d.word()
		d.between = false
		if len(word) == 0 {
			return d.end()
		}
		if err := d.constraint(word); err != nil {
			return nil, err
		}
	}
}

type reader struct {
	*scanner
	p           *Problem
	variables   int // number of variables that the header states; -1: not stated
	constraints int // number of constraints that the header states; -1: not stated
}

func (d *reader) constraint(word []byte) error {
	if err := d.readHeaders(); err != nil {
		return err
	}
	if string(word) == "min:" || string(word) == "max:" {
		return d.fail("want only constraints, got an objective")
	}
	if n := len(d.p.Constraints); n == d.constraints {
		return d.fail("want %d constraints, as the header states, got more", n)
	}
	var c Constraint
	total := 0 // sum of the absolute values of the weights so far
	for ; !relation(word); word = d.word() {
		if len(c.Terms) > 0 && variable(word) {
			return d.fail("want a weight, such as +2 or -1, got %s: products of variables are not supported", quote(word))
		}
		w, err := d.number(word, "a weight", &total)
		if err != nil {
			return err
		}
		l, err := d.literal(d.word())
		if err != nil {
			return err
		}
		c.Terms = append(c.Terms, Term{w, l})
	}
	sign := string(word)
	total = 0
	bound, err := d.number(d.word(), "a number", &total)
	if err != nil {
		return err
	}
	if word := d.word(); string(word) != ";" {
		return d.fail("want ; at the end of the constraint, got %s", quote(word))
	}
	c.Bound, c.Equal = bound, sign == "="
	if sign == "<=" {
		c = atMost(c.Bound, c.Terms)
	}
	d.p.Constraints = append(d.p.Constraints, c)
	return nil
}

func relation(word []byte) bool {
	return string(word) == ">=" || string(word) == "=" || string(word) == "<="
}

func variable(word []byte) bool { return len(word) > 0 && (word[0] == 'x' || word[0] == '~') }

// number parses a decimal number with or without a sign and adds its absolute value to total.
// It returns an error if total would reach Limit.
func (d *reader) number(word []byte, want string, total *int) (int, error) {
	n, err := strconv.ParseInt(string(word), 10, 64)
	if err != nil && !digits(word) {
		return 0, d.fail("want %s, got %s", want, quote(word))
	}
	if err != nil || n >= Limit || n <= -Limit || *total+int(max(n, -n)) >= Limit {
		return 0, d.fail("want %s, got %s: the absolute weights of a constraint must add up to less than 2^59, and its absolute bound must be less than 2^59", want, quote(word))
	}
	*total += int(max(n, -n))
	return int(n), nil
}

func digits(word []byte) bool {
	if len(word) > 0 && (word[0] == '+' || word[0] == '-') {
		word = word[1:]
	}
	return len(word) > 0 && len(bytes.Trim(word, "0123456789")) == 0
}

func (d *reader) literal(word []byte) (cnf.Lit, error) {
	name, sign := word, cnf.Lit(1)
	if len(name) > 0 && name[0] == '~' {
		name, sign = name[1:], -1
	}
	if len(name) < 2 || name[0] != 'x' || name[1] < '1' || name[1] > '9' || !digits(name[1:]) {
		return 0, d.fail("want a variable, x and a number from 1, got %s", quote(word))
	}
	n, err := strconv.Atoi(string(name[1:]))
	switch {
	case err != nil || n > cnf.MaxVars:
		return 0, d.fail("want a variable, got %s, which is beyond the limit %d", wording.Short(string(name)), cnf.MaxVars)
	case d.variables >= 0 && n > d.p.NumVars:
		return 0, d.fail("want one of the variables x1 to x%d, got %s", d.p.NumVars, wording.Short(string(name)))
	case d.variables < 0:
		d.p.NumVars = max(d.p.NumVars, n)
	}
	return sign * cnf.Lit(n), nil
}

// headerLine matches the text of a header, and headerNumber its numbers. The number of constraints may be
// missing.
var (
	headerLine   = regexp.MustCompile(`(?i)^(?:\s*#?\s*[a-z]+\s*=\s*\S+)+\s*$`)
	headerNumber = regexp.MustCompile(`(?i)#\s*(?:variable|(constraint))s?\s*=\s*(\S+)`)
)

func (d *reader) readHeaders() error {
	line, col := d.line, d.col
	for _, h := range d.headers {
		all, near := headerNumber.FindAllSubmatchIndex(h.text, -1), nearHeader.FindAllIndex(h.text, -1)
		constraints := 0
		for _, m := range all {
			if m[2] >= 0 {
				constraints++
			}
		}
		exact := headerLine.Match(h.text) && len(near) == len(all) && len(all) == constraints+1 && constraints < 2 && len(h.text) < maxHeader
		d.line, d.col = h.line, h.col+near[0][0]
		switch {
		case !exact && d.variables >= 0: // prose
			continue
		case !exact:
			return d.fail("want the header \"* #variable= N #constraint= M\", or a comment that does not resemble it, got %s", quote(h.text[near[0][0]:]))
		case d.variables < 0 && len(d.p.Constraints) > 0:
			return d.fail("want the header before the first constraint")
		}
		for _, m := range all {
			stated, limit := &d.variables, cnf.MaxVars
			if m[2] >= 0 {
				stated, limit = &d.constraints, maxConstraints
			}
			d.col = h.col + m[4]
			got := h.text[m[4]:m[5]]
			switch n, err := strconv.Atoi(string(got)); {
			case err != nil || n < 0 || n > limit:
				return d.fail("want a number from 0 to %d in the header, got %s", limit, quote(got))
			case *stated >= 0 && n != *stated:
				return d.fail("want %d, as in the header before, got %s", *stated, quote(got))
			default:
				*stated = n
			}
		}
		d.p.NumVars = d.variables
	}
	d.headers = nil
	d.line, d.col = line, col
	return nil
}

const maxConstraints = 1 << 31

func (d *reader) end() (*Problem, error) {
	if d.Err != nil {
		return nil, d.Err
	}
	if err := d.readHeaders(); err != nil {
		return nil, err
	}
	if n := len(d.p.Constraints); d.constraints >= 0 && n != d.constraints {
		return nil, d.fail("want %d constraints, as the header states, got %d", d.constraints, n)
	}
	if d.variables < 0 && len(d.p.Constraints) == 0 {
		return nil, d.fail("want the header \"* #variable= N #constraint= M\" or a constraint, got the end of the file")
	}
	return d.p, nil
}

// A scanner splits a text into words and remembers where the last word began. It skips comments.
type scanner struct {
	*cnf.Text
	line    int  // line of the last word, from 1
	col     int  // column of the last word
	between bool // no constraint has begun, so * begins a comment after blanks too
	buf     []byte
	headers []comment // the comments that may be headers
}

// A comment is the text of a comment, with the position after its *.
type comment struct {
	text      []byte
	line, col int
}

// nearHeader matches the beginning of a number of the header, even if it is misspelled.
var nearHeader = regexp.MustCompile(`(?i)#\s*(vars?\b|variable|constr)|\bvariables?\s*=`)

// maxWord limits the length of a word, and maxHeader the length of the header. Longer words and
// comments are cut off, but none of these is valid.
const (
	maxWord   = 64
	maxHeader = 1 << 16
)

// word returns the next word, or an empty slice at the end of the text. The word is valid until
// the next call. A semicolon, a relation or a sign also ends the word before it.
func (s *scanner) word() []byte {
	s.buf = s.buf[:0]
	for {
		first := s.Column == 1
		if len(s.buf) == 0 {
			s.line, s.col = s.Line, s.Column
		}
		b, ok := s.Read()
		switch {
		case !ok:
			return s.buf
		case b == '*' && (first || s.between && len(s.buf) == 0):
			s.comment()
			continue
		case len(s.buf) > 0 && ends(s.buf, b):
			s.Unread()
			return s.buf
		case b != '\n' && !space(b) && len(s.buf) < maxWord:
			s.buf = append(s.buf, b)
		}
	}
}

func ends(word []byte, b byte) bool {
	switch b {
	case ';', '<', '>', '+', '-':
		return true
	case '=':
		return len(word) != 1 || word[0] != '<' && word[0] != '>'
	}
	last := word[len(word)-1]
	return space(b) || b == '\n' || last == ';' || last == '='
}

func space(b byte) bool { return b == ' ' || b == '\t' }

func (s *scanner) comment() {
	c := comment{line: s.Line, col: s.Column}
	for b, ok := s.Read(); ok && b != '\n'; b, ok = s.Read() {
		if len(s.buf) < maxHeader {
			s.buf = append(s.buf, b)
		}
	}
	if nearHeader.Match(s.buf) {
		c.text = slices.Clone(s.buf)
		s.headers = append(s.headers, c)
	}
	s.buf = s.buf[:0]
}

func (s *scanner) fail(format string, args ...any) error {
	return s.Errorf(s.line, s.col, format, args...)
}

func quote(word []byte) string {
	if len(word) == 0 {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", wording.Short(string(word)))
}

// Write prints p as OPB. It writes the same bytes for the same problem. The first line is the
// header, `* #variable= 3 #constraint= 2`. The comments follow, each on a line that begins with
// *, and then the constraints:
//
//	+1 x1 +1 x2 +1 x3 = 1 ;
//	+2 x1 -3 x2 >= 0 ;
//
// It uses only features that every reader of the format supports: no negated literals, no <=,
// and each variable once in a constraint. It omits constraints without terms that always hold.
// A constraint without terms that cannot hold gets a term +0 x1. If the problem has no
// variables, Write then declares one.
func (p *Problem) Write(w io.Writer) error {
	written := func(yield func(Constraint) bool) {
		for i := range p.Constraints {
			c := p.Constraints[i].Plain()
			if len(c.Terms) == 0 && !c.Holds(nil) {
				c.Terms = []Term{{0, 1}}
			}
			if len(c.Terms) > 0 && !yield(c) {
				return
			}
		}
	}
	constraints := 0
	for range written {
		constraints++
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "* #variable= %d #constraint= %d\n", max(p.NumVars, min(constraints, 1)), constraints)
	for _, c := range p.Comments {
		fmt.Fprintf(b, "* %s\n", c)
	}
	for c := range written {
		line := b.AvailableBuffer()
		for _, t := range c.Terms {
			if t.Weight >= 0 {
				line = append(line, '+')
			}
			line = append(strconv.AppendInt(line, int64(t.Weight), 10), " x"...)
			line = append(strconv.AppendInt(line, int64(t.Lit), 10), ' ')
		}
		if !c.Equal {
			line = append(line, '>')
		}
		line = strconv.AppendInt(append(line, "= "...), int64(c.Bound), 10)
		b.Write(append(line, " ;\n"...))
	}
	return b.Flush()
}
