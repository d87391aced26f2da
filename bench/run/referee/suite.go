package referee

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
)

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
