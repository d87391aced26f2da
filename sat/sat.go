// Package sat enumerates the models of a formula with gophersat.
package sat

import (
	"context"
	"math/big"

	"counterproof/native"
	"counterproof/sat/cnf"
)

// Version is raised when the answers or the cost of a method of this package
// can change.
const Version = 1

// Blocking lists the projected models of F in one run of the solver: solve,
// read the model, add its blocking clause, repeat.
type Blocking struct{ F *cnf.Formula }

// Search implements native.Solver.
func (b Blocking) Search(ctx context.Context, st *native.Stats, yield func(cnf.Model) bool) error {
	panic("to be written")
}

// Cubes splits F into cubes first and lists the models of each with a solver
// of its own.
type Cubes struct {
	F     *cnf.Formula
	Depth int // decisions on a cube's path; negative: chosen by what is left
}

// Search implements native.Solver.
func (c Cubes) Search(ctx context.Context, st *native.Stats, yield func(cnf.Model) bool) error {
	panic("to be written")
}

// CountModels asks gophersat's own model counter, which counts wrong. It is a
// method under test and no answer.
type CountModels struct{ F *cnf.Formula }

// Count implements native.Counter.
func (c CountModels) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	panic("to be written")
}
