package certificate

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// A listing reads models.txt, and checks each line against the formula, the rules and earlier lines.
type listing struct {
	*lines
	*verifier
	sites   []int
	checker *drat.Checker // of the formula

	model     cnf.Model
	lits      []cnf.Lit // the literals of the last model, in the order of the variables
	listed    []cnf.Lit // the literals of the last field
	digest    encode.Digest
	models    map[[sha256.Size]byte]int // by the hash of a projected model: the line of the model
	solutions map[encode.Solution]int   // the line of each solution
}

func newListing(l *lines, v *verifier) *listing {
	return &listing{
		lines: l, verifier: v, sites: v.instance.Sites(), checker: drat.NewChecker(&v.enc.Formula),
		model:  make(cnf.Model, v.enc.NumVars),
		models: map[[sha256.Size]byte]int{}, solutions: map[encode.Solution]int{},
	}
}

// longest returns an upper bound of the length of a line of models.txt. A literal takes at most a sign,
// 8 digits and a blank, because cnf.MaxVars has 8 digits. A site takes at most 3 digits and a comma, or as
// many bytes as its name and a value of a model.
func longest(enc *encode.Encoding, in encode.Instance) int {
	most := 10*(enc.NumVars+2) + 4*len(in.Sites()) + 4
	if _, own := in.(encode.HasText); own {
		most += encode.MostText(in) + 100*len(in.Sites())
	}
	return most
}

// read checks one line. At the end of the file, the result is false.
func (g *listing) read() (bool, error) {
	line, err := g.next()
	if line == nil || err != nil {
		return false, err
	}
	fields := bytes.Split(line, []byte{'\t'})
	want := 2
	if g.enc.NumVars > g.enc.Projected {
		want = 3
	}
	if len(fields) != want {
		return false, g.refuse("want %d fields separated by tabs, got %d", want, len(fields))
	}
	err = g.assign(fields[0], 1, g.enc.Projected)
	if err == nil && want == 3 {
		err = g.assign(fields[2], g.enc.Projected+1, g.enc.NumVars)
	}
	if err == nil {
		err = g.check(string(fields[1]))
	}
	return true, err
}

// assign reads a field with literals of the variables from..to in ascending order. Variables that it omits
// are false. It stores the literals of all these variables in g.lits, and their values in g.model.
func (g *listing) assign(field []byte, from, to int) (err error) {
	if g.listed, err = g.literals(field, to, g.listed[:0]); err != nil {
		return err
	}
	listed := g.listed
	g.lits = g.lits[:from-1]
	for v := from; v <= to; v++ {
		l := cnf.Lit(-v)
		if len(listed) > 0 && listed[0].Var() == v {
			l, listed = listed[0], listed[1:]
		}
		g.lits = append(g.lits, l)
		g.model[v-1] = l > 0
	}
	if len(listed) > 0 {
		return g.refuse("want literals of the variables %d to %d, ascending; %d is misplaced", from, to, listed[0])
	}
	return nil
}

// check checks that the model satisfies the formula, that text is its solution and obeys the rules,
// and that no earlier line has the same model or solution.
func (g *listing) check(text string) error {
	if g.checker.Implies(g.lits) { // propagation of all literals leads to a conflict
		i := slices.IndexFunc(g.enc.Clauses, func(c []cnf.Lit) bool { return !slices.ContainsFunc(c, g.model.True) })
		return g.refuse("the model breaks clause %d of the formula: %v", i+1, g.enc.Clauses[i])
	}
	s, err := g.enc.Solution(g.model)
	if err != nil {
		return g.refuse("the model does not decode to a solution: %v", err)
	}
	if err := s.Fits(g.sites); err != nil {
		return g.refuse("the model decodes to no solution: %v", err)
	}
	if got := encode.FormatSolution(g.instance, s); got != text {
		return g.refuse("the model gives the solution %.20q, but the line says %.20q", got, text)
	}
	if err := g.instance.Check(s); err != nil && !errors.Is(err, encode.ErrUndecided) { // the clauses were checked
		return g.refuse("the solution breaks a rule: %v", err)
	}
	packed := make([]byte, (g.enc.Projected+7)/8)
	for v, x := range g.model[:g.enc.Projected] {
		if x {
			packed[v/8] |= 1 << (v % 8)
		}
	}
	key := sha256.Sum256(packed)
	if before := g.models[key]; before > 0 {
		return g.refuse("the model is the same as in line %d", before)
	}
	g.models[key] = g.n
	if before := g.solutions[s]; before > 0 {
		return g.refuse("the solution is the same as in line %d", before)
	}
	g.solutions[s] = g.n
	g.digest.Add(g.puzzle.Name, g.claim.Instance, text)
	return nil
}

type lines struct {
	file string
	r    *bufio.Reader
	most int // the longest accepted line, in bytes
	n    int // the number of the last line read, from 1
}

func newLines(file string, r io.Reader, most int) *lines {
	return &lines{file: file, r: bufio.NewReaderSize(r, max(1<<16, most+1)), most: most}
}

// next returns the next line without its newline, valid until the next call, or nil at the end.
func (l *lines) next() ([]byte, error) {
	l.n++
	line, err := l.r.ReadSlice('\n')
	switch {
	case len(line) > l.most:
		return nil, l.refuse("the line is longer than any valid line")
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, nil
	case errors.Is(err, io.EOF):
		return nil, l.refuse("the file ends in the middle of a line")
	case err != nil:
		return nil, err
	}
	return line[:len(line)-1], nil
}

func (l *lines) refuse(format string, args ...any) error {
	return refuse(l.file, l.n, format, args...)
}

// literals appends the literals of a line to list. The line has single spaces and ends with 0.
func (l *lines) literals(text []byte, vars int, list []cnf.Lit) ([]cnf.Lit, error) {
	for len(text) > 0 {
		word, rest, more := bytes.Cut(text, []byte{' '})
		n, ok := literal(word)
		switch {
		case !ok:
			return nil, l.refuse("want a literal, got %s", firstLine(string(word)))
		case n == 0 && more:
			return nil, l.refuse("want nothing after 0, got %s", firstLine(string(rest)))
		case n == 0:
			return list, nil
		case n > vars || -n > vars:
			return nil, l.refuse("want a literal of the variables 1 to %d, got %s", vars, word)
		}
		list = append(list, cnf.Lit(n))
		text = rest
	}
	return nil, l.refuse("want 0 after the literals")
}

// literal reads a decimal number of at most 9 digits, without leading zeros and without a plus sign.
func literal(word []byte) (n int, ok bool) {
	text := string(word)
	n, err := strconv.Atoi(text)
	return n, err == nil && -1e9 < n && n < 1e9 && strconv.Itoa(n) == text
}

func (l *lines) header(vars int) (clauses int64, err error) {
	line, err := l.next()
	if err != nil {
		return 0, err
	}
	if rest, ok := bytes.CutPrefix(line, []byte("p cnf "+strconv.Itoa(vars)+" ")); ok {
		if n, ok := literal(rest); ok && n >= 0 {
			return int64(n), nil
		}
	}
	return 0, l.refuse("want \"p cnf %d CLAUSES\", got %s", vars, firstLine(string(line)+"\n"))
}
