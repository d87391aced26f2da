package ask

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// Explaining holds the fields of the question "explain".
type Explaining struct {
	Sharing
	Marginals bool `json:"marginals"`
}

// An Explained is the answer to the question "explain".
type Explained struct {
	Facts []encode.Fact `json:"facts"`
	SVG   string        `json:"svg,omitempty"`
}

func (d *Desk) explain(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Explaining, emit progress) (any, error) {
	given, limit, err := q.read(in)
	if err != nil {
		return nil, err
	}
	x, err := explain.Known(ctx, p, in, explain.Explaining{Limit: cmp.Or(q.Limit, 10_000), Timeout: limit, Marginals: q.Marginals, Given: given}, watcher(emit))
	if err != nil {
		return nil, err
	}
	e := Explained{Facts: slices.DeleteFunc(append([]encode.Fact{}, x.Facts...), func(f encode.Fact) bool { return f.Quiet })}
	if x.Picture != nil {
		picture, err := x.Picture()
		if err == nil {
			e.SVG, err = svg(picture)
		}
		if err != nil && !errors.Is(err, explain.ErrNoPicture) {
			return nil, err
		}
	}
	return e, nil
}

// Sharing holds the fields of the question "marginals", which "explain" has, too.
type Sharing struct {
	About
	Limit   int64   `json:"limit"`           // the largest number of solutions that are listed; 0: 10,000
	Seconds float64 `json:"seconds"`         // for the search; 0: no limit
	Given   string  `json:"given,omitempty"` // SITE=VALUE,...
}

func (q Sharing) read(in encode.Instance) (given []clues.Given, limit time.Duration, err error) {
	if given, err = clues.ParseGiven(q.Given, in.Sites()); err != nil {
		return nil, 0, err
	}
	limit, err = duration(q.Seconds)
	return given, limit, cmp.Or(err, natural("limit", q.Limit))
}

// A Shared is the answer to the question "marginals". Its fields have the names of the facts that
// explain --json prints. A fact that was not found is absent.
type Shared struct {
	Solutions  string     `json:"solutions,omitempty"`  // the number of solutions, decimal
	Backbone   string     `json:"backbone,omitempty"`   // the values that all solutions share, and ? for a site without one
	Impossible [][]int    `json:"impossible,omitempty"` // by site: the values of no solution
	Marginals  [][]string `json:"marginals,omitempty"`  // by site and value: the number of solutions, decimal
}

func (d *Desk) marginals(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Sharing, emit progress) (any, error) {
	given, limit, err := q.read(in)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	t, err := explain.Counted(limited, p, in, given, cmp.Or(q.Limit, 10_000), watcher(emit))
	if err != nil {
		return nil, err
	}
	s := Shared{}
	if t.Complete {
		s.Solutions, s.Marginals = t.Total.String(), t.Numbers()
	}
	if !t.Empty() {
		s.Backbone, s.Impossible = t.Format(), t.Impossible()
	}
	return s, nil
}
