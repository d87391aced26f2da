package ask

import (
	"cmp"
	"context"
	"errors"
	"math"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/rating"
	"counterproof/bench/solve/repair"
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

// Repairing holds the fields of the question "repair".
type Repairing struct {
	About
	Method  string  `json:"method"`  // as repair --method takes it; empty: native
	Limit   int     `json:"limit"`   // the number of solutions to look at; 0: repair.DefaultSolutions
	Prove   int     `json:"prove"`   // the largest set in the proof; 0: repair.DefaultProof
	Fewest  bool    `json:"fewest"`  // find the fewest clues that leave the one solution of the board
	Seconds float64 `json:"seconds"` // stop the proof after this number of seconds; 0: no limit
}

// A Mending is an object of an incomplete answer to the question "repair".
type Mending struct {
	Progress  bool `json:"progress"` // always true
	Solutions int  `json:"solutions"`
	Searches  int  `json:"searches"`
	Size      int  `json:"size"` // of the smallest set so far; 0 without any
	AtLeast   int  `json:"at_least"`
}

func (d *Desk) repair(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Repairing, emit progress) (any, error) {
	asked := cmp.Or(q.Method, method.Native)
	name, err := methodOf(asked)
	if err != nil {
		return nil, err
	}
	m, err := lookup.Describe(p, in, name)
	switch {
	case err != nil:
		return nil, misused("%v", err)
	case name.Family == method.Gophersat:
		return nil, misused("%s only counts solutions: want another method", name)
	case q.Limit < 0 || q.Prove < 0 || q.Fewest && q.Limit > 0:
		return nil, misused("want limit and prove from 0, and no limit with fewest")
	}
	limit, err := duration(q.Seconds)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	find := repair.Repair
	if q.Fewest {
		find = repair.FindFewest
	}
	report := seldom(emit)
	found, err := find(limited, p, in, name, repair.Options{Solutions: q.Limit, Proof: q.Prove}, func(x repair.Progress) {
		report(Mending{true, x.Solutions, x.Searches, x.Size, x.AtLeast})
	})
	switch {
	case errors.Is(err, repair.ErrNoValueClues) || errors.Is(err, repair.ErrSeveral):
		return nil, misused("%v", err)
	case err != nil:
		return nil, err
	}
	return found.Report(p, in, asked, m.Name), nil
}
