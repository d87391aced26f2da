package referee

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"counterproof/sat/cnf"
)

// A Case is a formula of the conformance suite. Its kind says what is special about it.
type Case struct {
	Kind string
	Formula
	Count *big.Int // number of solutions
}

// suiteSize is the number of cases of the suite. Random formulas fill it up.
const suiteSize = 300

// Suite returns the formulas of the conformance suite, which are always the same. The numbers of
// solutions come from closed forms or, for random formulas, from truth tables.
func Suite() []Case {
	s := &suite{rng: rand.New(rand.NewPCG(38, 2026))}
	s.trivial()
	s.clauses()
	s.layouts()
	s.projections()
	s.counts()
	for len(s.cases) < suiteSize {
		n := 6 + s.rng.IntN(5)
		f := uniform(s.rng, n, 3*n+s.rng.IntN(2*n), 3)
		if kind := "random formula"; len(s.cases)%2 == 0 {
			s.add(kind, f, table(&f.Formula))
		} else {
			f = f.project(subset(s.rng, n, 1+s.rng.IntN(n-1))...)
			s.add(kind+" with a projection", f, table(&f.Formula))
		}
	}
	return s.cases
}

type suite struct {
	rng   *rand.Rand
	cases []Case
}

func (s *suite) add(kind string, f Formula, count *big.Int) {
	s.cases = append(s.cases, Case{kind, f, count})
}

func power(base, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(n)), nil)
}

func number(n int) *big.Int { return big.NewInt(int64(n)) }

// trivial adds formulas without clauses, with an empty clause, and with unit clauses.
func (s *suite) trivial() {
	for n := range 10 {
		s.add("no clauses", formOf(n), power(2, n))
	}
	for n := range 5 {
		s.add("an empty clause", formOf(n, []cnf.Lit{}), number(0))
		f := chain(n + 2)
		s.add("an empty clause", f.with(slices.Concat(f.Clauses, [][]cnf.Lit{{}})), number(0))
		s.add("an empty clause", f.with(slices.Concat([][]cnf.Lit{{}}, f.Clauses)), number(0))
	}
	for k := 1; k <= 8; k++ {
		n := k + k%3
		f := formOf(n)
		for _, v := range subset(s.rng, n, k) {
			f.Add(signed(s.rng, int(v)))
		}
		s.add("unit clauses", f, power(2, n-k))
		v := signed(s.rng, n)
		f.Clauses = append(f.Clauses, []cnf.Lit{v}, []cnf.Lit{-v})
		s.add("contradicting unit clauses", f, number(0))
	}
}

// clauses adds formulas with unusual clauses and with variables that are in no clause. A chain of n
// variables has n+1 models.
func (s *suite) clauses() {
	for n := 2; n <= 6; n++ {
		for copies := 2; copies <= 4; copies++ {
			f := renamed(s.rng, chain(n))
			s.add("duplicate clauses", f.with(slices.Repeat(f.Clauses, copies)), number(n+1))
		}
		f := chain(n)
		s.add("a tautological clause", formOf(n, []cnf.Lit{1, -1}), power(2, n))
		s.add("a tautological clause", f.with(slices.Concat(f.Clauses, [][]cnf.Lit{{-2, 1, 2}})), number(n+1))
		s.add("a tautological clause", f.with(slices.Concat([][]cnf.Lit{{cnf.Lit(n), -1, 1}}, f.Clauses)), number(n+1))
		s.add("a literal twice in a clause", formOf(n, []cnf.Lit{-1, -1}), power(2, n-1))
		s.add("a literal twice in a clause", formOf(n, []cnf.Lit{1, 2, 1}), new(big.Int).Mul(number(3), power(2, n-2)))
		twice := make([][]cnf.Lit, len(f.Clauses))
		for i, c := range f.Clauses {
			twice[i] = append(slices.Clone(c), c[i%2])
		}
		s.add("a literal twice in a clause", f.with(twice), number(n+1))
	}
	for k := 2; k <= 4; k++ {
		for u := 1; u <= 2; u++ {
			count := new(big.Int).Mul(number(k+1), power(2, u))
			s.add("unused variables", beside(chain(k), formOf(u)), count)
			s.add("unused variables", beside(formOf(u), chain(k)), count)
			s.add("unused variables", renamed(s.rng, beside(chain(k), formOf(u))), count)
		}
	}
}

// layouts adds the same formulas in several layouts.
func (s *suite) layouts() {
	for i, base := range []Case{
		{Formula: chain(5), Count: number(6)}, {Formula: oneOf(4), Count: number(4)}, {Formula: blocks(3), Count: number(27)},
		{Formula: parity(3), Count: number(4)}, {Formula: pigeons(3, 2), Count: number(0)}, {Formula: cycle(3, 3), Count: number(6)},
	} {
		for _, l := range []struct {
			kind string
			Layout
		}{
			{"a header with too few variables", Layout{Vars: -1}}, {"a header with too few clauses", Layout{Clauses: -1}},
			{"a header with too many clauses", Layout{Clauses: 1 + i}}, {"comments everywhere", Layout{Comments: true}},
			{"the trailer % of SATLIB", Layout{Percent: true}}, {"lines that end with CR LF", Layout{Windows: true}},
			{"a literal on each line", Layout{Tall: true}}, {"several clauses on a line", Layout{Wide: true}},
			{"tabs and several spaces", Layout{Spaces: true}}, {"no line break at the end", Layout{Open: true}},
		} {
			f := renamed(s.rng, base.Formula)
			f.Layout = l.Layout
			s.add(l.kind, f, base.Count)
		}
	}
	for n := 8; n <= 12; n++ {
		f := uniform(s.rng, n, 3*n, 3)
		for range 4 {
			s.add("clauses in another order", shuffled(s.rng, f), table(&f.Formula))
		}
	}
}

// projections adds projected formulas. Of a chain, each k variables have k+1 values.
func (s *suite) projections() {
	for n := 2; n <= 7; n++ {
		s.add("an empty projection", chain(n).project(), number(1))
		s.add("an empty projection of an unsatisfiable formula", pigeons(3, 2).project(), number(0))
		unsat := beside(formOf(n), pigeons(3, 2))
		s.add("an unsatisfiable formula with a projection", unsat.project(subset(s.rng, n, n/2)...), number(0))
		for k := 1; k < n && k <= 3; k++ {
			s.add("a projection", renamed(s.rng, chain(n).project(subset(s.rng, n, k)...)), number(k+1))
		}
		s.add("a projection", parity(n).project(upTo(n)...), power(2, n-1))
		odd := upTo(2 * n)
		odd = slices.DeleteFunc(odd, func(l cnf.Lit) bool { return l%2 == 0 })
		s.add("a projection", renamed(s.rng, blocks(n).project(odd...)), power(2, n))
		s.add("a projection on unused variables", beside(chain(2), formOf(n)).project(upTo(n + 2)[2:]...), power(2, n))
	}
}

// counts adds formulas with known numbers of models, from 0 to more than 64 bits.
func (s *suite) counts() {
	for n := 2; n <= 4; n++ {
		s.add("no model", renamed(s.rng, pigeons(n+1, n)), number(0))
		f := chain(3 * n)
		s.add("one model", renamed(s.rng, f.with(append(f.Clauses, []cnf.Lit{1}))), number(1))
		s.add("exactly one of several variables", renamed(s.rng, oneOf(2*n)), number(2*n))
		count := new(big.Int).Sub(power(n-1, 6), number(1-n)) // (n-1)^6 + (n-1)
		s.add("colours of a cycle", renamed(s.rng, cycle(6, n)), count)
	}
	s.add("2^70 models", formOf(70), power(2, 70))
	s.add("2^70 models", parity(71), power(2, 70))
	s.add("2^70 models", parity(71).project(upTo(71)...), power(2, 70))
	s.add("2^70 models", beside(formOf(69), oneOf(2)), power(2, 70))
	for _, k := range []int{5, 10, 20, 45} {
		s.add("a power of 3", renamed(s.rng, blocks(k)), power(3, k))
	}
}
