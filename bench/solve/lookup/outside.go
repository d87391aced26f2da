//go:build !js

package lookup

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync/atomic"

	"counterproof/bench/record/method"
	"counterproof/bench/system/minizinc"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/dnnf"
)

// byMiniZinc returns a method that lists the solutions of a model with another solver for FlatZinc, or nil.
func byMiniZinc(in encode.Instance, name method.Name) (*Method, error) {
	board, values := clues.Unrestricted(in)
	m, ok := board.(interface {
		Standard() (text string, solution func(map[string]int) (encode.Solution, error), err error)
	})
	if !ok || name.Part == "" || name.Style != "" {
		return nil, nil
	}
	if err := minizinc.Installed(name.Part); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found := ofReduction(name, clues.Having([]encode.Reduction{{Version: 1, Search: func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		text, solution, err := m.Standard()
		if err != nil {
			return err
		}
		seen := map[encode.Solution]bool{} // solvers repeat solutions that differ in other variables
		var wrong error
		err = minizinc.Solve(ctx, name.Part, text, func(values map[string]int) bool {
			s, bad := solution(values)
			if wrong = bad; bad != nil || seen[s] {
				return bad == nil
			}
			seen[s] = true
			return yield(s)
		})
		if wrong != nil {
			err = fmt.Errorf("%s: %w", name, wrong)
		}
		return err
	}}}, values)[0])
	found.Solver = minizinc.Named(name.Part)
	return found, nil
}

// A Compiled is the solution graph of an instance: all its solutions, folded into a graph of the
// projected variables of a formula.
type Compiled struct {
	*dnnf.Graph
	Encoding *encode.Encoding
	sites    []int
}

// Compile returns the solution graph of an instance for the formula in its first style. The error is a
// *counter.LargeError, an error of encode.CNF, or ctx.Err().
func Compile(ctx context.Context, p *encode.Puzzle, in encode.Instance) (*Compiled, error) {
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		return nil, err
	}
	g, err := counter.Counter{F: &enc.Formula}.Graph(ctx, new(cnf.Stats))
	if err != nil {
		return nil, err
	}
	return &Compiled{g, enc, in.Sites()}, nil
}

// Graph returns the solution graph for the formula of the prover, whose method must be sat/count.
func (p *Prover) Graph(ctx context.Context, st *cnf.Stats) (*dnnf.Graph, error) {
	return counter.Counter{F: &p.Encoding.Formula}.Graph(ctx, st)
}

// Sampling returns a method whose search yields the given number of solutions. Each of them is drawn
// from all solutions with the same probability, also those that were drawn before.
func Sampling(p *encode.Puzzle, in encode.Instance, n int, seed uint64) *Method {
	search := func(ctx context.Context, _ *Stats, yield func(encode.Solution) bool) error {
		g, err := Compile(ctx, p, in)
		if err != nil || !g.Live(g.Root) {
			return err
		}
		sampler := dnnf.NewSampler(g.Graph, seed)
		for range n {
			if ctx.Err() != nil || !yield(g.Encoding.Decode(sampler.Draw())) {
				break
			}
		}
		return ctx.Err()
	}
	return &Method{Name: method.Name{Family: method.SAT, Variant: method.Count}, Style: p.Styles[0], Search: search}
}

// Marginals counts the solutions by site and value with the solution graph. The errors are the errors of
// Compile and ErrUnnamed.
func Marginals(ctx context.Context, p *encode.Puzzle, in encode.Instance) ([][]*big.Int, error) {
	c, err := Compile(ctx, p, in)
	if err != nil {
		return nil, err
	}
	return c.Marginals()
}

// ErrUnnamed is the error of Marginals if no variable says that a site has a certain value, as in packings
// with equal pieces.
var ErrUnnamed = errors.New("the variables of the formula do not determine the values of the sites one by one")

// Marginals returns the number of solutions by site and value, or ErrUnnamed.
func (c *Compiled) Marginals() ([][]*big.Int, error) {
	total, numbers := c.Count(), c.Graph.Marginals()
	out := make([][]*big.Int, len(c.sites))
	for i, n := range c.sites {
		for range n {
			out[i] = append(out[i], new(big.Int))
		}
	}
	for _, g := range c.Encoding.Gives {
		out[g.Site][g.Value].Add(out[g.Site][g.Value], &numbers[g.Var])
	}
	for i, list := range out {
		sum := new(big.Int)
		for _, n := range list {
			sum.Add(sum, n)
		}
		if left := new(big.Int).Sub(total, sum); len(list) == 2 && list[0].Sign() == 0 {
			out[i][0] = left
		} else if left.Sign() != 0 {
			return nil, ErrUnnamed
		}
	}
	return out, nil
}

const counterVersion = counter.Version

// counterOf counts the projected models of a formula with our own counter.
func counterOf(f *cnf.Formula) func(context.Context, *Stats) (*big.Int, error) {
	return func(ctx context.Context, st *Stats) (*big.Int, error) {
		return counter.Counter{F: f}.Count(ctx, &st.SAT)
	}
}

// A common is the formula of a board without clues, prepared for one search at a time.
type common struct {
	kind kind
	enc  *encode.Encoding
	base *sat.Base // nil if the formula is too large to be kept
}

type kind struct {
	puzzle *encode.Puzzle
	style  string
	cubes  bool
	board  string
}

// kept is the formula used last, unless a search uses it. It is replaced when another kind of board
// needs one.
var kept atomic.Pointer[common]

// mostKept is the largest number of clauses of a formula that is kept. It lets 16x16 sudokus share
// their formula, which takes about 10 MB.
const mostKept = 1 << 17

// take returns the kept formula if it is of this kind, or else writes and prepares the formula of the
// board.
func (k kind) take(board encode.Instance) (*common, error) {
	if c := kept.Swap(nil); c != nil && c.kind == k {
		return c, nil
	}
	enc, err := encode.CNF(k.puzzle, board, k.style)
	if err != nil {
		return nil, err
	}
	c := &common{kind: k, enc: enc}
	if len(enc.Clauses) <= mostKept {
		c.base = sat.Prepare(&enc.Formula, k.cubes)
	}
	return c, nil
}

func (c *common) keep() {
	if c.base != nil {
		kept.Store(c)
	}
}

// share prepares the method if the clues of the instance are unit clauses of a common formula. If not,
// it returns false.
func (m *Method) share(p *encode.Puzzle, in encode.Instance) (bool, error) {
	one, ok := in.(encode.HasCommonFormula)
	if !ok {
		return false, nil
	}
	board, values := one.Common()
	k := kind{p, m.Style, m.Name.Variant == method.Cubes, board.String()}
	c, err := k.take(board)
	if err != nil {
		return false, err
	}
	large := c.base == nil
	var given []cnf.Lit
	for _, g := range c.enc.Gives {
		if values[g.Site] == g.Value {
			given = append(given, cnf.Lit(g.Var))
		}
	}
	m.Variables, m.Clauses = c.enc.NumVars, len(c.enc.Clauses)+len(given)
	c.keep()
	m.Search = func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) (err error) {
		c := c // which another search may use now, unless it is large
		if !large {
			if c, err = k.take(board); err != nil {
				return err
			}
		}
		var solver cnf.Solver = sat.Blocking{F: &c.enc.Formula, Base: c.base, Given: given}
		if k.cubes {
			solver = sat.Cubes{F: &c.enc.Formula, Base: c.base, Depth: m.Name.Depth, Given: given}
		}
		err = decoded(solver, c.enc)(ctx, st, yield)
		c.keep() // not after a panic, which may leave the base in any state
		return err
	}
	return true, nil
}
