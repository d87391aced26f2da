package referee

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/extern"
)

// These constants limit what is spent on the answer to a formula.
const (
	tableVars = 12               // number of variables of a truth table
	countTime = 10 * time.Second // of a count; a formula that takes longer is skipped
	// mostListed is the number of solutions that the engine of cubes lists. With 5,000, one formula in a
	// hundred took more than 10 s.
	mostListed = 100
)

// truth returns the number of solutions of a formula, or nil if it is not known. A small formula is
// counted by a truth table, another one by two engines of this project, which must agree: sat/count, and
// sat/cubes up to mostListed solutions.
func truth(ctx context.Context, f *Formula) (*big.Int, error) {
	if f.NumVars <= tableVars {
		return number(table(f)), nil
	}
	bounded, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	n, err := counter.Counter{F: &f.Formula}.Count(bounded, &cnf.Stats{})
	if err != nil {
		return nil, ctx.Err()
	}
	listed := 0
	err = sat.Cubes{F: &f.Formula, Depth: -1}.Search(ctx, &cnf.Stats{}, func(cnf.Model) bool {
		listed++
		return listed < mostListed
	})
	if sign := n.Cmp(number(listed)); err == nil && (sign < 0 || sign > 0 && listed < mostListed) {
		err = fmt.Errorf("the engines of counterproof disagree: sat/count counts %v solutions, sat/cubes lists %d; "+
			"please report this formula:\n%s", n, listed, f.Text(extern.ShowLine))
	}
	return n, err
}

func number(n int) *big.Int { return big.NewInt(int64(n)) }

// table counts the solutions of a formula by trying all assignments.
func table(f *Formula) int {
	seen := map[int]bool{}
	for row := range 1 << f.NumVars {
		holds := func(l cnf.Lit) bool { return row>>(l.Var()-1)&1 == 1 == (l > 0) }
		if slices.ContainsFunc(f.Clauses, func(c []cnf.Lit) bool { return !slices.ContainsFunc(c, holds) }) {
			continue
		}
		key := 0
		for _, l := range f.Free {
			key |= row & (1 << (l - 1))
		}
		seen[key] = true
	}
	return len(seen)
}
