package extern

import (
	"context"
	"math/big"

	"counterproof/sat/cnf"
)

// Path returns a *NotFoundError, because a browser starts no programs.
func (t *Tool) Path() (string, error) { return "", &NotFoundError{t} }

func (t *Tool) Version() (string, error) { return "", &NotFoundError{t} }

func (s Solver) Count(context.Context, *cnf.Stats) (*big.Int, error) {
	return nil, &NotFoundError{s.Tool}
}

func (s Solver) Search(context.Context, *cnf.Stats, func(cnf.Model) bool) error {
	return &NotFoundError{s.Tool}
}
