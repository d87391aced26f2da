package referee

import (
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// A layout changes the text of a formula: numbers of the header, and then the lines up to the clauses
// (head) and those of the clauses (body).
type layout struct {
	kind          string
	optional      bool // a program may refuse the text, which is not DIMACS to the letter
	vars, clauses int  // added to the header; vars only if a clause has the last variable
	change        func(head, body string) string
}

func plain(head, body string) string { return head + body }

var layouts = []*layout{
	{"comments everywhere", false, 0, 0, func(head, body string) string {
		return strings.TrimPrefix(strings.ReplaceAll("\n"+head+body, "\n", "\nc a comment\nc\n"), "\n") + "c 1 -2 0\n"
	}},
	{"a literal on each line", false, 0, 0, func(head, body string) string { return head + strings.ReplaceAll(body, " ", "\n") }},
	{"several clauses on a line", false, 0, 0, func(head, body string) string {
		return strings.TrimRight(head+strings.ReplaceAll(body, "\n", " "), " \n") + "\n"
	}},
	{"no line break at the end", false, 0, 0, func(head, body string) string { return strings.TrimSuffix(head+body, "\n") }},
	{"a header with too few variables", true, -1, 0, plain},
	{"a header with too few clauses", true, 0, -1, plain},
	{"a header with too many clauses", true, 0, 1, plain},
	{"the trailer % of SATLIB", true, 0, 0, func(head, body string) string { return head + body + "%\n0\n\n" }},
	{"lines that end with CR LF", true, 0, 0, func(head, body string) string { return strings.ReplaceAll(head+body, "\n", "\r\n") }},
	{"tabs and several spaces", true, 0, 0, func(head, body string) string {
		return strings.Replace(head, "p cnf ", "p \t  cnf \t  ", 1) + strings.ReplaceAll(body, " ", " \t  ")
	}},
}

// A change makes a formula unusual in one way.
type change struct {
	kind  string
	apply func(*rand.Rand, Formula) Formula
}

// changes lists all changes. Random formulas get only those from mild on, because the others leave
// little of a formula or make it unsatisfiable.
var changes = []change{
	{"a random formula", func(_ *rand.Rand, f Formula) Formula { return f }},
	{"no clauses", func(_ *rand.Rand, f Formula) Formula { return f.with() }},
	{"only an empty clause", func(_ *rand.Rand, f Formula) Formula { return f.with(nil) }},
	{"an empty clause first", func(_ *rand.Rand, f Formula) Formula { return f.with(nil).and(f.Clauses...) }},
	{"an empty clause last", func(_ *rand.Rand, f Formula) Formula { return f.and(nil) }},
	{"unit clauses", func(rng *rand.Rand, f Formula) Formula {
		return renamed(rng, f.with(wording.Each(f.some(rng), func(l cnf.Lit) []cnf.Lit { return []cnf.Lit{l} })...))
	}},
	{"contradicting unit clauses", func(rng *rand.Rand, f Formula) Formula {
		l := f.literal(rng)
		return f.and([]cnf.Lit{l}, []cnf.Lit{-l})
	}},
	{"no model", func(rng *rand.Rand, f Formula) Formula { return shuffled(rng, beside(f, cycle(3, 1))) }},
	{"an unsatisfiable formula with a projection", func(_ *rand.Rand, f Formula) Formula {
		return beside(f.project(1), cycle(3, 1).project())
	}},
	{"one model", func(rng *rand.Rand, f Formula) Formula { return renamed(rng, chain(f.NumVars).and([]cnf.Lit{1})) }},

	{"duplicate clauses", func(_ *rand.Rand, f Formula) Formula { return f.and(f.Clauses...) }},
	{"a tautological clause", func(rng *rand.Rand, f Formula) Formula {
		l := f.literal(rng)
		return shuffled(rng, f.and([]cnf.Lit{l, f.literal(rng), -l}))
	}},
	{"a literal twice in a clause", func(rng *rand.Rand, f Formula) Formula {
		l := f.literal(rng)
		return shuffled(rng, f.and([]cnf.Lit{l, f.literal(rng), l}))
	}},
	{"a clause less", func(rng *rand.Rand, f Formula) Formula {
		f = shuffled(rng, f)
		return f.with(f.Clauses[min(1, len(f.Clauses)):]...)
	}},
	{"a shorter clause", func(rng *rand.Rand, f Formula) Formula {
		if f = shuffled(rng, f); len(f.Clauses) > 0 && len(f.Clauses[0]) > 0 {
			f.Clauses[0] = f.Clauses[0][1:]
		}
		return f
	}},
	{"unused variables", func(rng *rand.Rand, f Formula) Formula { return renamed(rng, beside(f, formOf(1+rng.IntN(3)))) }},
	{"clauses in another order", shuffled},
	{"a projection", func(rng *rand.Rand, f Formula) Formula { return f.project(f.some(rng)...) }},
	{"an empty projection", func(_ *rand.Rand, f Formula) Formula { return f.project() }},
	{"a projection on unused variables", func(rng *rand.Rand, f Formula) Formula { return beside(f.project(), formOf(1+rng.IntN(3))) }},
}

var mild = changes[10:]

// literal returns a random literal of f, which has variables.
func (f Formula) literal(rng *rand.Rand) cnf.Lit { return signed(rng, 1+rng.IntN(f.NumVars)) }

// some returns about half of the variables of f.
func (f Formula) some(rng *rand.Rand) []cnf.Lit {
	return slices.DeleteFunc(upTo(f.NumVars), func(cnf.Lit) bool { return rng.IntN(2) == 0 })
}

// shuffled returns f with its clauses, and the literals in each, in another order.
func shuffled(rng *rand.Rand, f Formula) Formula {
	f = f.with(wording.Each(f.Clauses, slices.Clone)...)
	rng.Shuffle(len(f.Clauses), func(a, b int) { f.Clauses[a], f.Clauses[b] = f.Clauses[b], f.Clauses[a] })
	for _, c := range f.Clauses {
		rng.Shuffle(len(c), func(a, b int) { c[a], c[b] = c[b], c[a] })
	}
	return f
}

// renamed returns f with its variables in another order, and some of them negated.
func renamed(rng *rand.Rand, f Formula) Formula {
	to := make([]cnf.Lit, f.NumVars+1)
	for i, v := range rng.Perm(f.NumVars) {
		to[i+1] = signed(rng, v+1)
	}
	return f.mapped(to)
}

func signed(rng *rand.Rand, v int) cnf.Lit { return cnf.Lit(v * (1 - 2*rng.IntN(2))) }
