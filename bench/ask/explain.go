package ask

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// Explaining holds the fields of the question "explain".
type Explaining struct {
	About
	Marginals bool    `json:"marginals"`
	Limit     int64   `json:"limit"`           // the largest number of solutions that are listed; 0: 10,000
	Seconds   float64 `json:"seconds"`         // for searches; 0: no limit
	Given     string  `json:"given,omitempty"` // SITE=VALUE,...
}

// An Explained is the answer to the question "explain".
type Explained struct {
	Facts []encode.Fact `json:"facts"`
	SVG   string        `json:"svg,omitempty"`
}

func (d *Desk) explain(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Explaining, emit progress) (any, error) {
	given, err := clues.ParseGiven(q.Given, in.Sites())
	if err != nil {
		return nil, err
	}
	limit, err := duration(q.Seconds)
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
