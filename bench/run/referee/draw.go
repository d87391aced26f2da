package referee

import (
	"context"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/sat/cnf"
)

// A Source makes random formulas. The formula number i depends only on the Source and i.
type Source struct {
	Seed    uint64
	Puzzles []*encode.Puzzle // small boards of these puzzles are among the formulas
}

// A Drawn is a random formula with the name of its shape.
type Drawn struct {
	Shape string
	Formula
}

// mostLiterals limits the formulas of boards, so that the answers come fast.
const mostLiterals = 4000

// Draw makes the formula number i. The error is ctx.Err().
func (s *Source) Draw(ctx context.Context, i int) (Drawn, error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	d := Drawn{"board", Formula{}}
	ok := false
	if len(s.Puzzles) > 0 && rng.IntN(8) == 0 {
		d.Formula, ok = s.board(ctx, rng)
	}
	if !ok {
		shape := shapes[rng.IntN(len(shapes))]
		d = Drawn{shape.name, shape.draw(rng)}
	}
	d.vary(rng)
	return d, ctx.Err()
}

// board encodes a small random board in a random style.
func (s *Source) board(ctx context.Context, rng *rand.Rand) (Formula, bool) {
	p := s.Puzzles[rng.IntN(len(s.Puzzles))]
	in, err := p.Generate(ctx, rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		return Formula{}, false
	}
	enc, err := encode.CNF(p, in, p.Styles[rng.IntN(len(p.Styles))])
	if err != nil {
		return Formula{}, false
	}
	literals := 0
	for _, c := range enc.Clauses {
		literals += len(c)
	}
	f := formOf(enc.NumVars, enc.Clauses...)
	if vars := enc.Formula.Vars(); len(vars) < enc.NumVars {
		f = f.project(vars...)
	}
	return f, literals <= mostLiterals
}

var shapes = []struct {
	name string
	draw func(*rand.Rand) Formula
}{
	{"uniform", small},
	{"uniform", small},
	{"lengths", mixed},
	{"repeated literals", loose},
	{"uniform, large", func(rng *rand.Rand) Formula {
		n := 20 + rng.IntN(40)
		return uniform(rng, n, n*(35+rng.IntN(15))/10, 3)
	}},
	{"structured", structured},
	{"components", func(rng *rand.Rand) Formula {
		f := structured(rng)
		for range 1 + rng.IntN(3) {
			f = beside(f, []func(*rand.Rand) Formula{small, structured, loose}[rng.IntN(3)](rng))
		}
		return f
	}},
}

// small draws a uniform formula of up to 12 variables. The ratios are those at which half of the
// large formulas with clauses of 1 to 4 literals are satisfiable, times 0.3 to 1.3.
func small(rng *rand.Rand) Formula {
	k := 2 + rng.IntN(3)
	n := k + rng.IntN(13-k)
	threshold := []float64{2: 1, 3: 4.27, 4: 9.93}[k]
	return uniform(rng, n, int(threshold*float64(n)*(0.3+rng.Float64())), k)
}

// mixed draws clauses of several lengths.
func mixed(rng *rand.Rand) Formula {
	n := 1 + rng.IntN(12)
	f := formOf(n)
	for range rng.IntN(3 * n) {
		f.Clauses = append(f.Clauses, uniform(rng, n, 1, 1+rng.IntN(5)).Clauses...)
	}
	return f
}

// loose draws literals independently, so clauses repeat literals, are tautologies, or are empty.
func loose(rng *rand.Rand) Formula {
	n := 1 + rng.IntN(7)
	f := formOf(n)
	for range rng.IntN(3 * n) {
		c := make([]cnf.Lit, []int{3, 3, 2, 4, 1, 3, 2, 5, 3, 2}[rng.IntN(10)])
		for i := range c {
			c[i] = signed(rng, 1+rng.IntN(n))
		}
		if rng.IntN(60) == 0 {
			c = c[:0]
		}
		f.Add(c...)
	}
	return f
}

func structured(rng *rand.Rand) Formula {
	switch rng.IntN(6) {
	case 0:
		n := 2 + rng.IntN(5)
		return parity(n).project(upTo(n)...)
	case 1:
		h := 1 + rng.IntN(3)
		return pigeons(h+rng.IntN(2), h)
	case 2:
		return cycle(3+rng.IntN(3), 2+rng.IntN(2))
	case 3:
		return oneOf(1 + rng.IntN(7))
	case 4:
		return blocks(1 + rng.IntN(6))
	}
	return chain(1 + rng.IntN(9))
}

// vary changes some formulas a little: clauses, unused variables, the order, the projection and the
// layout.
func (d *Drawn) vary(rng *rand.Rand) {
	if rng.IntN(3) == 0 {
		d.Shape += ", mutated"
		for range 1 + rng.IntN(3) {
			d.Formula = mutated(rng, d.Formula)
		}
	}
	projected, vars := d.Projected, d.Free
	if rng.IntN(4) == 0 {
		d.Formula = beside(d.Formula, formOf(1+rng.IntN(3)))
		if projected {
			d.Formula = d.project(vars...)
		}
	}
	if n := d.NumVars; n > 0 && rng.IntN(2) == 0 {
		if rng.IntN(2) == 0 {
			d.Formula = d.project(subset(rng, n, rng.IntN(n))...)
		} else if projected {
			d.Free, d.Projected = upTo(n), false
		}
	}
	d.Formula = shuffled(rng, renamed(rng, d.Formula))
	if rng.IntN(8) == 0 {
		d.Layout = []Layout{{Comments: true}, {Tall: true}, {Wide: true}, {Open: true}}[rng.IntN(4)]
	}
}

// mutated returns f with one change to its clauses.
func mutated(rng *rand.Rand, f Formula) Formula {
	if len(f.Clauses) == 0 || f.NumVars == 0 {
		return f
	}
	clauses := slices.Clone(f.Clauses)
	i := rng.IntN(len(clauses))
	c := slices.Clone(clauses[i])
	switch kind := rng.IntN(5); {
	case kind == 0:
		clauses = slices.Delete(clauses, i, i+1)
	case kind == 1:
		clauses = append(clauses, c)
	case kind == 2:
		clauses[i] = append(c, signed(rng, 1+rng.IntN(f.NumVars)))
	case len(c) > 0 && kind == 3:
		c[rng.IntN(len(c))] *= -1
		clauses[i] = c
	case len(c) > 1:
		clauses[i] = c[1:]
	}
	return f.with(clauses)
}
