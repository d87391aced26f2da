//go:build !js

package lookup

import (
	"context"
	"sync/atomic"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

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
