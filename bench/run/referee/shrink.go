package referee

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// These constants limit the runs of the program, and the time, while one formula is shrunk.
const (
	shrinkTries = 2000
	shrinkTime  = time.Minute
	// againRuns is the number of runs on the same text that show whether a fault occurs in each of them.
	againRuns = 5
)

// A shrinker makes a formula smaller as long as the program has the same kind of fault.
type shrinker struct {
	*Subject
	*Finding
	ctx   context.Context
	runs  int // of each try; more than one if the fault does not occur in every run
	tries int
}

// shrink leaves out variables, clauses, literals and projected variables, one after the other, until it needs each
// that is left. It also sets the traits of the finding. The error is ctx.Err().
func (s *Subject) shrink(ctx context.Context, f *Finding) error {
	bounded, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	w := &shrinker{Subject: s, Finding: f, ctx: bounded, runs: 1}
	slow := f.Fault.Kind == TimeLimit // each further run may take as long
	if !slow && w.right(f.Formula, againRuns) {
		w.runs = 2 * againRuns
	}
	for size := -1; size != f.size() && bounded.Err() == nil; {
		size = f.size()
		w.pass()
	}
	f.Traits = f.traits()
	reversed := slices.Clone(f.Clauses)
	slices.Reverse(reversed)
	if w.runs > 1 {
		f.Traits = []string{"not in every run on the same text"}
	} else if !slow && w.right(f.with(reversed...), 1) {
		f.Traits = append(f.Traits, "right if the clauses come in the reverse order")
	}
	return ctx.Err()
}

func (s *shrinker) pass() {
	g := s.Formula
	g.Layout = nil
	s.try(g)
	if s.Projected {
		g = s.Formula
		g.Free, g.Projected = upTo(g.NumVars), false
		s.try(g)
	}
	for _, sign := range []cnf.Lit{1, -1} {
		f := s.Formula
		reduce(upTo(f.NumVars), func(vars []cnf.Lit) bool { return s.try(f.keep(vars, sign)) })
	}
	reduce(s.Clauses, func(clauses [][]cnf.Lit) bool { return s.try(s.with(clauses...)) })
	for i := len(s.Clauses) - 1; i >= 0; i-- {
		reduce(s.Clauses[i], func(c []cnf.Lit) bool {
			clauses := slices.Clone(s.Clauses)
			clauses[i] = c
			return s.try(s.with(clauses...))
		})
	}
	if s.Projected {
		reduce(s.Free, func(vars []cnf.Lit) bool { return s.try(s.project(vars...)) })
	}
}

// try takes the formula f if the program has the same kind of fault on it.
func (s *shrinker) try(f Formula) bool {
	for run := 0; run < s.runs && s.tries < shrinkTries; run++ {
		s.tries++
		if fault, n := s.ask(f); fault != nil && fault.Kind == s.Fault.Kind {
			s.Formula, s.Count, s.Fault = f, n, *fault
			return true
		}
	}
	return false
}

// right reports whether one of several answers to a formula is right.
func (s *shrinker) right(f Formula, runs int) bool {
	for range runs {
		if fault, n := s.ask(f); fault == nil && n != nil {
			return true
		}
	}
	return false
}

// ask returns the verdict on an answer, and the number of solutions, which is nil if the program was not
// asked.
func (s *shrinker) ask(f Formula) (*Fault, *big.Int) {
	n, err := truth(s.ctx, &f)
	if err != nil || n == nil || !s.fits(&f, n) {
		return nil, nil
	}
	fault, err := s.Judge(s.ctx, &f, n)
	if err != nil {
		return nil, nil
	}
	return fault, n
}

// reduce passes shorter lists to the function keep, which reports whether it wants this list instead
// of the last one. It leaves out all items, then halves, quarters and so on.
func reduce[T any](items []T, keep func([]T) bool) {
	for size := len(items); size > 0; size = min(size, len(items)) / 2 {
		for from := 0; from < len(items); {
			if left := slices.Delete(slices.Clone(items), from, min(from+size, len(items))); keep(left) {
				items = left
			} else {
				from += size
			}
		}
	}
}

// size orders formulas by how easy they are to read: plain ones first, then by clauses, literals and
// variables.
func (f Formula) size() int {
	n := len(f.Clauses)<<20 + len(slices.Concat(f.Clauses...))<<10 + f.NumVars
	if f.Layout != nil {
		n += 1 << 50
	}
	return n
}

// traits names what is unusual about a formula. The fault of a shrunk formula probably depends on it.
func (f Formula) traits() (traits []string) {
	literals := slices.Concat(f.Clauses...)
	distinct := wording.Set(f.Clauses, func(c []cnf.Lit) string { return string(cnf.AppendClause(nil, c)) })
	exists := func(has func(c []cnf.Lit) bool) bool { return slices.ContainsFunc(f.Clauses, has) }
	for _, t := range []struct {
		name string
		has  bool
	}{
		{"no clauses", len(f.Clauses) == 0},
		{"an empty clause", exists(func(c []cnf.Lit) bool { return len(c) == 0 })},
		{"a duplicate clause", len(distinct) < len(f.Clauses)},
		{"a literal twice in a clause", exists(func(c []cnf.Lit) bool { return len(wording.Set(c, func(l cnf.Lit) cnf.Lit { return l })) < len(c) })},
		{"a tautological clause", exists(func(c []cnf.Lit) bool {
			return slices.ContainsFunc(c, func(l cnf.Lit) bool { return slices.Contains(c, -l) })
		})},
		{"unused variables", len(wording.Set(literals, cnf.Lit.Var)) < f.NumVars},
		{"a projection", f.Projected},
	} {
		if t.has {
			traits = append(traits, t.name)
		}
	}
	if f.Layout != nil {
		traits = append(traits, f.Layout.kind)
	}
	return traits
}

// A layout changes the text of a formula. First it changes the numbers of the header, then the lines before the
// clauses (head) and the lines of the clauses (body).
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
	{"an unsatisfiable formula with a projection", func(_ *rand.Rand, f Formula) Formula { return beside(f.project(1), cycle(3, 1).project()) }},
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
