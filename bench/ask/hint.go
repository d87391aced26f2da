package ask

import (
	"context"

	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/play"
)

// Hinting holds the fields of the question "hint".
type Hinting struct {
	Playing
	// Left has, for each site, the values that the player has not excluded by notes; null stands for
	// all. A hint does not repeat what notes exclude. No value follows from the notes of its own site.
	Left [][]int `json:"left,omitempty"`
}

// A Hint is the answer to the question "hint": where to look, which technique, the whole move.
type Hint struct {
	*hint.Hint
	// Facts lists the removed values that the move relies on. Moves that lay a piece have no facts.
	Facts [][2]int `json:"facts,omitempty"`
	// Given is deduction.Move.Given of a move that is made: the move only reads what the board gives.
	Given bool `json:"given,omitempty"`
}

func (d *Desk) hint(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Hinting, emit progress) (any, error) {
	if _, err := q.entries(ctx, in); err != nil {
		return nil, err
	}
	noted, err := q.noted(in.Sites())
	if err != nil {
		return nil, err
	}
	found, err := hint.Next(ctx, hint.Question{Puzzle: p, Instance: in, Entries: q.Entries, Noted: noted, Patience: d.patience()})
	if err != nil {
		return nil, err
	}
	if _, pieces := in.(play.HasPieces); pieces || found.Deduced == nil {
		return Hint{Hint: found}, nil
	}
	return Hint{Hint: found, Facts: hint.Pairs(found.Deduced.MoveFacts(found.Move))}, nil
}

// noted returns the values that the notes exclude, by site. Sites with more than 64 values have none.
func (q Hinting) noted(sites []int) ([]uint64, error) {
	noted := make([]uint64, len(sites))
	if q.Left != nil && len(q.Left) != len(sites) {
		return nil, misused("want %d lists of values that are left, one for each site, got %d", len(sites), len(q.Left))
	}
	for i, values := range q.Left {
		if values == nil || sites[i] > 64 {
			continue
		}
		noted[i] = 1<<sites[i] - 1
		for _, v := range values {
			if v < 0 || v >= sites[i] {
				return nil, misused("site %d takes the values 0 to %d, got %d among those that are left", i, sites[i]-1, v)
			}
			noted[i] &^= 1 << v
		}
	}
	return noted, nil
}
