package answer

import (
	"context"
	"errors"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
)

// A Summary is what generate --json says about a board. A field that is not known is absent.
type Summary struct {
	Solution *string `json:"solution,omitempty"` // a solution or, in a game, the hidden one: the values of the sites
	Count    string  `json:"count,omitempty"`    // the number of solutions, decimal
	Level    string  `json:"level,omitempty"`    // the hardest one of the human techniques, or the one beyond them
	Clues    *int    `json:"clues,omitempty"`    // the number of clues that can be removed separately
	Moves    *int    `json:"moves,omitempty"`    // the number of moves by human techniques, except those of clues
}

// Summarise finds the solutions of a board within the limits of FindKey, and makes the easiest moves.
// The error is ctx.Err(), or names a solution that breaks a rule.
func Summarise(ctx context.Context, p *encode.Puzzle, in encode.Instance) (*Summary, error) {
	key, err := FindKey(ctx, in)
	if err != nil {
		return nil, err
	}
	s := &Summary{}
	if hidden := Hidden(in); hidden != nil {
		key.Solution = hidden
	}
	if key.Solution != nil {
		s.Solution = new(key.Solution.Format(in.Sites()))
	}
	if best := in.Reduce()[0]; !key.Open {
		s.Count = strconv.Itoa(key.Found)
	} else if best.Count != nil {
		n, err := best.Count(ctx, &native.Stats{Limit: keyLimit})
		if err != nil && !errors.Is(err, native.ErrLimit) {
			return nil, err
		}
		if err == nil {
			s.Count = n.String()
		}
	}
	if clued, ok := in.(clues.HasClues); ok {
		s.Clues = new(clued.Clues())
	}
	board, ok := deduction.Of(in)
	if !ok {
		return s, nil
	}
	d, err := Deduce(ctx, board, deduction.Options{Moves: true})
	if err != nil {
		return nil, err
	}
	s.Level, s.Moves = d.Level, new(EffortOf(board, d).All)
	if d.Solution == nil {
		s.Level = p.Beyond.Level
	}
	return s, nil
}
