package ask

import (
	"cmp"
	"context"
	"math"

	"counterproof/bench/solve/rating"
	"counterproof/encode"
)

// Grading holds the fields of the question "rate".
type Grading struct {
	About
	Seconds float64 `json:"seconds"` // stop after this number of seconds; 0: no limit
}

func (d *Desk) rate(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Grading, emit progress) (any, error) {
	limit, err := duration(q.Seconds)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	return rating.Rate(ctx, p, in)
}
