package referee

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

// truth returns the number of solutions of a formula, or nil if it is not known. A small formula is
// counted by a truth table, another one by two engines of this project, which must agree: sat/count, and
// sat/cubes up to mostListed solutions, or up to one for a solver. The error is ctx.Err() or an *EngineError.
func (s *Subject) truth(ctx context.Context, f *Formula) (*big.Int, error) {
	if f.NumVars <= tableVars {
		return table(&f.Formula), nil
	}
	bounded, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	n, err := counter.Counter{F: &f.Formula}.Count(bounded, &cnf.Stats{})
	if err != nil {
		return nil, ctx.Err()
	}
	listed := int64(0)
	err = sat.Cubes{F: &f.Formula, Depth: -1}.Search(ctx, &cnf.Stats{}, func(cnf.Model) bool {
		listed++
		return listed <= mostListed && s.Kind != Solver
	})
	switch all := listed <= mostListed && s.Kind != Solver; {
	case err != nil:
		return nil, err
	case all && n.Cmp(big.NewInt(listed)) != 0, !all && n.Cmp(big.NewInt(listed)) < 0, (listed == 0) != (n.Sign() == 0):
		return nil, &EngineError{*f, fmt.Sprintf("sat/count counts %v solutions, sat/cubes lists %d", n, listed)}
	}
	return n, nil
}

// countTime limits the time of a count. A formula that takes longer is skipped.
const countTime = 10 * time.Second

// mostListed limits the number of solutions that the engine of cubes lists. With 5,000, one formula
// in a hundred took more than 10 s.
const mostListed = 300

// An EngineError reports a formula on which the engines of this project disagree.
type EngineError struct {
	Formula Formula
	Text    string
}

func (e *EngineError) Error() string {
	return fmt.Sprintf("the engines of counterproof disagree: %s; please report this formula:\n%s", e.Text, e.Formula.Text(showForm))
}

const showForm = "c p show"
