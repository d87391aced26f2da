package lookup

import (
	"context"
	"errors"
	"math/big"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

// share does nothing in the engine for browsers, which answers about single boards and has to stay
// small.
func (*Method) share(*encode.Puzzle, encode.Instance) (bool, error) { return false, nil }

const counterVersion = 0

// counterOf refuses to count, because the engine for browsers does not contain the counter.
func counterOf(*cnf.Formula) func(context.Context, *Stats) (*big.Int, error) {
	return func(context.Context, *Stats) (*big.Int, error) { return nil, errCounter }
}

var errCounter = errors.New("sat/count does not run in a browser: use the command counterproof count, or the method native or sat")

// Marginals returns an error, like the function of counterOf.
func Marginals(context.Context, *encode.Puzzle, encode.Instance) ([][]*big.Int, error) {
	return nil, errCounter
}

func byMiniZinc(encode.Instance, method.Name) (*Method, error) { return nil, nil }
