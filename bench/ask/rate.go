package ask

import (
	"cmp"
	"context"
	"errors"
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

// An Orbit is the answer to the question "orbit".
type Orbit struct {
	Instance string `json:"instance"`
	Orbit    string `json:"orbit"` // the fixed board of all that are equal up to symmetry
}

// Orbiting holds the fields of the question "orbit".
type Orbiting struct{ About }

func (d *Desk) orbit(ctx context.Context, _ *encode.Puzzle, in encode.Instance, q Orbiting, emit progress) (any, error) {
	least, err := encode.Orbit(ctx, in, d.Puzzles)
	switch {
	case errors.Is(err, encode.ErrNoOrbit):
		return nil, misused("%s: %v", q.Puzzle, err)
	case err != nil:
		return nil, err
	}
	return Orbit{in.String(), least.String()}, nil
}
