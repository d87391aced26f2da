package certificate

import (
	"bytes"
	"crypto/sha256"
	"strconv"

	"counterproof/encode"
	"counterproof/sat/cnf"
)

// A listing reads models.txt and holds each line against the formula, the rules
// and the lines before.
type listing struct {
	*lines
	puzzle   string
	in       encode.Instance
	instance string // canonical
	sites    []int
	enc      *encode.Encoding
	clauses  *clauseIndex

	model     cnf.Model
	lits      []cnf.Lit // of the whole model, in the order of the variables
	digest    encode.Digest
	models    map[[sha256.Size]byte]int // line, by projected model
	solutions map[encode.Solution]int   // line
}

func newListing(l *lines, puzzle string, in encode.Instance, enc *encode.Encoding) *listing {
	return &listing{
		lines: l, puzzle: puzzle, in: in, instance: in.String(), sites: in.Sites(), enc: enc, clauses: newClauseIndex(&enc.Formula),
		model:  make(cnf.Model, enc.NumVars),
		models: map[[sha256.Size]byte]int{}, solutions: map[encode.Solution]int{},
	}
}

// longest is more than a line of models.txt can have: a literal has a sign, 8
// digits at most, for that is how many variables there can be, and a blank; a
// site 3 digits and a comma.
func longest(enc *encode.Encoding, sites int) int {
	return 10*(enc.NumVars+2) + 4*sites + 4
}

// read reads one line; false: there is none.
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
		return false, g.refuse("want %d fields, tabs between them, got %d", want, len(fields))
	}
	if g.lits, err = g.literals(fields[0], g.enc.Projected, g.lits[:0]); err == nil {
		err = g.ordered(1, g.enc.Projected)
	}
	if err == nil && want == 3 {
		if g.lits, err = g.literals(fields[2], g.enc.NumVars, g.lits); err == nil {
			err = g.ordered(g.enc.Projected+1, g.enc.NumVars)
		}
	}
	if err != nil {
		return false, err
	}
	return true, g.check(string(fields[1]))
}

// ordered wants the last literals to be those of the variables from..to.
func (g *listing) ordered(from, to int) error {
	for i := from - 1; i < to; i++ {
		if i >= len(g.lits) || g.lits[i].Var() != i+1 {
			return g.refuse("want a literal of each of the variables %d to %d, ascending: there is none of %d in its place", from, to, i+1)
		}
		g.model[i] = g.lits[i] > 0
	}
	if len(g.lits) > to {
		return g.refuse("want %d literals, got more", to-from+1)
	}
	return nil
}

// check holds the model and the solution that belongs to it against everything.
func (g *listing) check(text string) error {
	if i := g.clauses.brokenBy(g.model); i >= 0 {
		return g.refuse("the model breaks clause %d of the formula: %v", i+1, g.enc.Clauses[i])
	}
	s, err := g.enc.Solution(g.model)
	if err != nil {
		return g.refuse("the model is no solution: %v", err)
	}
	if err := possible(s, g.sites); err != "" {
		return g.refuse("the model gives %s", err)
	}
	if got := s.Format(g.sites); got != text {
		return g.refuse("the model gives the solution %.20q, the line says %.20q", got, text)
	}
	if err := g.in.Check(s); err != nil {
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
		return g.refuse("the model is that of line %d again", before)
	}
	g.models[key] = g.n
	if before := g.solutions[s]; before > 0 {
		return g.refuse("the solution is that of line %d again", before)
	}
	g.solutions[s] = g.n
	g.digest.Add(g.puzzle, g.instance, text)
	return nil
}

// possible says what is wrong with the values of a solution; empty: nothing.
func possible(s encode.Solution, sites []int) string {
	if len(s) != len(sites) {
		return "a solution of " + strconv.Itoa(len(s)) + " sites, the instance has " + strconv.Itoa(len(sites))
	}
	for i, n := range sites {
		if int(s[i]) >= n {
			return "site " + strconv.Itoa(i) + " the value " + strconv.Itoa(int(s[i])) + ", which it cannot take"
		}
	}
	return ""
}

// A clauseIndex finds a clause that a model breaks. The first literal of such a clause is false
// in the model, so the index has each clause at the negation of its first literal. Of the 180,000
// clauses of a calendar day a model with eight pieces looks at some 2,000.
type clauseIndex struct {
	f       *cnf.Formula
	byFirst [2][][]int32 // clauses, by the value and the variable, from 0, of the model
	empty   int          // an empty clause; -1: none
}

func newClauseIndex(f *cnf.Formula) *clauseIndex {
	d := &clauseIndex{f: f, byFirst: [2][][]int32{make([][]int32, f.NumVars), make([][]int32, f.NumVars)}, empty: -1}
	for i, c := range f.Clauses {
		if len(c) == 0 {
			d.empty = i
			continue
		}
		at := &d.byFirst[1][c[0].Var()-1]
		if c[0] > 0 {
			at = &d.byFirst[0][c[0].Var()-1]
		}
		*at = append(*at, int32(i))
	}
	return d
}

// brokenBy returns a clause that the model breaks, from 0; -1: none.
func (d *clauseIndex) brokenBy(m cnf.Model) int {
	if d.empty >= 0 {
		return d.empty
	}
	for v, x := range m {
		suspected := d.byFirst[0][v]
		if x {
			suspected = d.byFirst[1][v]
		}
	clauses:
		for _, i := range suspected {
			for _, l := range d.f.Clauses[i] {
				if m.True(l) {
					continue clauses
				}
			}
			return int(i)
		}
	}
	return -1
}
