package extern

import (
	"context"
	"errors"
	"math/big"

	"counterproof/sat/cnf"
)

// Counts is a value of Tool.Answer.
const Counts = "count"

// A Tool is the definition of a program. A browser has none.
type Tool struct{ Name, Answer string }

// Path returns an error, because a browser starts no programs.
func (t *Tool) Path() (string, error) { return "", errors.ErrUnsupported }

func (t *Tool) Version() (string, error) { return "", errors.ErrUnsupported }

// WithLimits returns ctx.
func WithLimits(ctx context.Context, _ Limits) context.Context { return ctx }

func (s Solver) Count(context.Context, *cnf.Stats) (*big.Int, error) {
	return nil, errors.ErrUnsupported
}

func (s Solver) Search(context.Context, *cnf.Stats, func(cnf.Model) bool) error {
	return errors.ErrUnsupported
}
