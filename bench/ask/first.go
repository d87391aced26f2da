package ask

import (
	"context"
	"slices"

	"counterproof/bench/solve/hint"
	"counterproof/encode"
)

// Retracing holds the fields of the question "first": which entry was the first mistake?
type Retracing struct {
	Playing
	// Order lists sites in the order of their entries. Other entries count as earlier.
	Order []int `json:"order"`
}

// A First is the answer to the question "first".
type First struct {
	// Site is the site of the first mistake: a solution has all earlier entries, but none also has
	// this one. It is -1 without a mistake, or if the board has no solution.
	Site int `json:"site"`
	// Limited says that the search took too long to find out. Site is then -1.
	Limited bool `json:"limited,omitempty"`
}

func (d *Desk) first(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Retracing, emit progress) (any, error) {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := q.sort(entries); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, d.patience())
	defer cancel()
	site, err := hint.First(limited, p, in, entries)
	if hint.Late(ctx, err) {
		return First{Site: -1, Limited: true}, nil
	}
	return First{Site: site}, err
}

func (q Retracing) sort(entries []encode.Given) error {
	when := make([]int, len(q.Entries))
	for i, site := range q.Order {
		if site < 0 || site >= len(when) {
			return misused("the order names site %d: the board has the sites 0 to %d", site, len(when)-1)
		}
		when[site] = i + 1
	}
	slices.SortStableFunc(entries, func(a, b encode.Given) int { return when[a.Site] - when[b.Site] })
	return nil
}
