package opb

import (
	"bytes"
	"io"
	"regexp"
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
	d := &reader{scanner: newScanner(r), p: &Problem{}, variables: -1, constraints: -1}
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
