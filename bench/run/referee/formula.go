package referee

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// A Formula is a formula as a program should understand it, with the layout of its text. The free
// variables of its projection are the projected ones, ascending; it has no groups.
type Formula struct {
	cnf.Formula
	Projected bool    // the text names the projected variables
	Layout    *layout // nil for one clause on each line
}

// formOf returns a formula of n variables, all of them projected.
func formOf(n int, clauses ...[]cnf.Lit) Formula {
	f := Formula{Formula: cnf.Formula{NumVars: n, Clauses: clauses}}
	f.Free = upTo(n)
	return f
}

func upTo(n int) []cnf.Lit {
	vars := make([]cnf.Lit, n)
	for i := range vars {
		vars[i] = cnf.Lit(i + 1)
	}
	return vars
}

// project returns f with only the given variables projected.
func (f Formula) project(vars ...cnf.Lit) Formula {
	f.Free, f.Projected = slices.Sorted(slices.Values(vars)), true
	return f
}

// with returns f with other clauses.
func (f Formula) with(clauses ...[]cnf.Lit) Formula {
	f.Clauses = clauses
	return f
}

// and returns f with further clauses.
func (f Formula) and(clauses ...[]cnf.Lit) Formula {
	return f.with(slices.Concat(f.Clauses, clauses)...)
}

// Text returns the text that a program gets. The form is the beginning of the line that names the
// projected variables, such as `c p show`. If it is empty, the text has no such line. clasp reads the
// line `c project` only after the header, and needs it even if all variables are projected.
func (f Formula) Text(form string) []byte {
	l := layout{change: plain}
	if f.Layout != nil && (f.Layout.vars == 0 || f.NumVars > 0 && f.Mentioned()[f.NumVars]) {
		l = *f.Layout
	}
	head := fmt.Sprintf("p cnf %d %d\n", f.NumVars+l.vars, max(0, len(f.Clauses)+l.clauses))
	show := string(cnf.AppendClause([]byte(form+" "), f.Free))
	switch {
	case form == extern.ProjectLine:
		head += show
	case form != "" && f.Projected:
		head = "c t pmc\n" + show + head
	case form != "":
		head = "c t mc\n" + head
	}
	var body []byte
	for _, c := range f.Clauses {
		body = cnf.AppendClause(body, c)
	}
	return []byte(l.change(head, string(body)))
}

// Line returns the text of a formula on one line, with " / " between its lines.
func (f Formula) Line(form string) string {
	return strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(string(f.Text(form)), "\r", "")), "\n", " / ")
}

// keep returns f with only the given variables, renumbered. The other variables get the value that makes
// their literals with the given sign true.
func (f Formula) keep(vars []cnf.Lit, sign cnf.Lit) Formula {
	number := make([]cnf.Lit, f.NumVars+1)
	for i, v := range vars {
		number[v] = cnf.Lit(i + 1)
	}
	gone := func(l cnf.Lit) bool { return number[l.Var()] == 0 }
	clauses := slices.DeleteFunc(slices.Clone(f.Clauses), func(c []cnf.Lit) bool {
		return slices.ContainsFunc(c, func(l cnf.Lit) bool { return gone(l) && l*sign > 0 })
	})
	f = f.with(wording.Each(clauses, func(c []cnf.Lit) []cnf.Lit { return slices.DeleteFunc(slices.Clone(c), gone) })...)
	f.Free = slices.DeleteFunc(slices.Clone(f.Free), gone)
	f.NumVars = len(vars)
	return f.mapped(number)
}

// mapped returns f with each variable v replaced by the literal to[v].
func (f Formula) mapped(to []cnf.Lit) Formula {
	f.Clauses = wording.Each(f.Clauses, func(c []cnf.Lit) []cnf.Lit {
		return wording.Each(c, func(l cnf.Lit) cnf.Lit {
			if l < 0 {
				return -to[-l]
			}
			return to[l]
		})
	})
	f.Free = wording.Each(f.Free, func(v cnf.Lit) cnf.Lit { return cnf.Lit(to[v].Var()) })
	slices.Sort(f.Free)
	return f
}

// beside returns the formulas together, with disjoint variables: the product of their counts.
func beside(all ...Formula) Formula {
	sum := formOf(0)
	for _, f := range all {
		f = f.mapped(slices.Concat([]cnf.Lit{0}, upTo(sum.NumVars + f.NumVars)[sum.NumVars:]))
		free, projected := slices.Concat(sum.Free, f.Free), sum.Projected || f.Projected
		sum = formOf(sum.NumVars+f.NumVars, slices.Concat(sum.Clauses, f.Clauses)...)
		sum.Free, sum.Projected = free, projected
	}
	return sum
}

// A shape draws formulas of at least one variable.
type shape struct {
	kind string
	draw func(*rand.Rand) Formula
}

// shapes are the formulas of at most nine variables.
var shapes = []shape{
	{"uniform", func(rng *rand.Rand) Formula {
		// Half of the large formulas with clauses of k literals are satisfiable at threshold[k] clauses
		// for each variable.
		threshold := []float64{2: 1, 3: 4.27, 4: 9.93}
		k := 2 + rng.IntN(3)
		n := k + rng.IntN(10-k)
		return uniform(rng, n, int(threshold[k]*float64(n)*(0.3+rng.Float64())), k)
	}},
	{"clauses of several lengths", func(rng *rand.Rand) Formula {
		n := 1 + rng.IntN(9)
		f := formOf(n)
		for range rng.IntN(3 * n) {
			f = f.and(uniform(rng, n, 1, 1+rng.IntN(5)).Clauses...)
		}
		return f
	}},
	{"parity", func(rng *rand.Rand) Formula {
		n := 2 + rng.IntN(4)
		return parity(n).project(upTo(n)...)
	}},
	{"colours of a cycle", func(rng *rand.Rand) Formula { return cycle(3+rng.IntN(2)*rng.IntN(2), 1+rng.IntN(2)) }},
	{"implications", func(rng *rand.Rand) Formula { return chain(1 + rng.IntN(9)) }},
}

// uniform returns m clauses of k literals of different variables, drawn uniformly. The clauses of a
// formula with fewer than k variables have all of them.
func uniform(rng *rand.Rand, n, m, k int) Formula {
	f := formOf(n)
	for range m {
		c := make([]cnf.Lit, min(n, k))
		for i, v := range rng.Perm(n)[:len(c)] {
			c[i] = signed(rng, v+1)
		}
		f.Add(c...)
	}
	return f
}

// chain returns the implications from each of n variables to the next: n+1 models.
func chain(n int) Formula {
	f := formOf(n)
	for v := 1; v < n; v++ {
		f.Add(cnf.Lit(-v), cnf.Lit(v+1))
	}
	return f
}

// parity returns clauses that make the number of true variables among the first n odd. It adds
// variables for the parities of the beginnings: 2^(n-1) models, which the first n variables determine.
func parity(n int) Formula {
	f := formOf(2*n - 1)
	last := cnf.Lit(1)
	for i := 2; i <= n; i++ {
		a, b, c := last, cnf.Lit(i), cnf.Lit(n+i-1) // c = a xor b
		f = f.and([]cnf.Lit{-a, -b, -c}, []cnf.Lit{a, b, -c}, []cnf.Lit{a, -b, c}, []cnf.Lit{-a, b, c})
		last = c
	}
	return f.and([]cnf.Lit{last})
}

// cycle returns the colourings of a cycle of n nodes in k colours: (k-1)^n + (-1)^n (k-1) models.
func cycle(n, k int) Formula {
	f := formOf(n * k)
	at := func(node, colour int) cnf.Lit { return cnf.Lit(node*k + colour + 1) }
	for i := range n {
		f.Add(upTo(n * k)[i*k : (i+1)*k]...)
		for colour := range k {
			f.Add(-at(i, colour), -at((i+1)%n, colour))
			for other := range colour {
				f.Add(-at(i, colour), -at(i, other))
			}
		}
	}
	return f
}

// A Case is a formula to ask about. Its kind says what is special about it.
type Case struct {
	Kind string
	Formula
	Count *big.Int // number of solutions, or nil if it has to be found
}

// suiteSize is the number of cases of the suite.
const suiteSize = 300

// Suite returns the formulas of the conformance suite, which are always the same: small formulas of
// each shape with each change and each layout. The numbers of solutions come from truth tables or, for
// large numbers, from closed forms.
func Suite() (cases []Case) {
	add := func(kind string, f Formula, base, power int64) {
		cases = append(cases, Case{kind, f, new(big.Int).Exp(big.NewInt(base), big.NewInt(power), nil)})
	}
	add("no variables", formOf(0), 1, 1)
	add("no variables and an empty clause", formOf(0, nil), 0, 1)
	for _, f := range []Formula{formOf(70), parity(71), parity(71).project(upTo(71)...), beside(formOf(69), parity(2))} {
		add("2^70 models", f, 2, 70)
	}
	for _, k := range []int{5, 10, 20, 45} {
		add("a power of 3", beside(slices.Repeat([]Formula{chain(2)}, k)...), 3, int64(k))
	}
	for i := 0; len(cases) < suiteSize; i++ {
		rng := rand.New(rand.NewPCG(38, uint64(i)))
		kinds := len(changes) + len(layouts)
		f := shapes[i/kinds%len(shapes)].draw(rng)
		kind := ""
		if at := i%kinds - len(changes); at < 0 {
			kind, f = changes[i%kinds].kind, changes[i%kinds].apply(rng, f)
		} else {
			kind, f.Layout = layouts[at].kind, layouts[at]
		}
		cases = append(cases, Case{kind, f, number(table(&f))})
	}
	return cases
}

// A Source makes random formulas. The formula number i depends only on the Source and i.
type Source struct {
	Seed    uint64
	Puzzles []*encode.Puzzle // small boards of these puzzles are among the formulas
}

// mostLiterals limits the formulas of boards, so that the answers come fast.
const mostLiterals = 4000

// Draw makes the formula number i: one shape or several side by side, or a board, and then up to three
// changes. Its kind is the last of these. The error is ctx.Err().
func (s *Source) Draw(ctx context.Context, i int) (Case, error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	var f Formula
	kind := "board"
	switch way := rng.IntN(8); {
	case way == 0 && len(s.Puzzles) > 0:
		f = s.board(ctx, rng)
	case way < 2:
		kind, f = "uniform, large", uniform(rng, 40, 140+rng.IntN(60), 3)
	default:
		for range 1 + rng.IntN(2)*rng.IntN(3) {
			next := shapes[rng.IntN(len(shapes))]
			kind, f = next.kind, beside(f, next.draw(rng))
		}
	}
	if f.NumVars == 0 { // as of a board whose rules leave no choice
		f = beside(f, formOf(1))
	}
	for range rng.IntN(4) {
		next := mild[rng.IntN(len(mild))]
		kind, f = next.kind, next.apply(rng, f)
	}
	f = shuffled(rng, renamed(rng, f))
	if l := layouts[rng.IntN(len(layouts))]; !l.optional && rng.IntN(4) == 0 {
		f.Layout = l
	}
	return Case{kind, f, nil}, ctx.Err()
}

// board encodes a small random board in a random style. If that fails, or if the formula is long, it
// returns a formula of one variable.
func (s *Source) board(ctx context.Context, rng *rand.Rand) Formula {
	p := s.Puzzles[rng.IntN(len(s.Puzzles))]
	in, err := p.Generate(ctx, rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		return formOf(1)
	}
	enc, err := encode.CNF(p, in, p.Styles[rng.IntN(len(p.Styles))])
	if err != nil || len(slices.Concat(enc.Clauses...)) > mostLiterals {
		return formOf(1)
	}
	f := formOf(enc.NumVars, enc.Clauses...)
	if vars := enc.Formula.Vars(); len(vars) < enc.NumVars {
		f = f.project(vars...)
	}
	return f
}
