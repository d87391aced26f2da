package ask

import (
	"context"
)

// Following holds the fields of the question "path": make several moves, one after the other.
type Following struct {
	About
	State string `json:"state,omitempty"` // in the same form as Placing.State
	// Choose has a number for each move: the index of the move in the list of moves that are
	// possible at that time.
	Choose []int `json:"choose"`
	// Rest says that, after these moves, the first possible move is made again and again until no
	// move is possible.
	Rest bool `json:"rest"`
}

// A Step is an object of the answer to the question "path": one move that was made.
type Step struct {
	Made  *Hint  `json:"made"`
	State string `json:"state"` // after the move
}

// mostSteps is the largest number of moves that the question "path" makes.
const mostSteps = 5000

// path answers with a Step for each move, and then a Placed without a picture.
func (d *Desk) path(ctx context.Context, q Following, emit Emit) error {
	if len(q.Choose) > mostSteps {
		return misused("want at most %d moves, got %d", mostSteps, len(q.Choose))
	}
	board, state, err := d.resume(ctx, q.About, q.State)
	if err != nil {
		return err
	}
	for i := 0; i < len(q.Choose) || q.Rest && i < mostSteps; i++ {
		number := 0
		if i < len(q.Choose) {
			number = q.Choose[i]
		}
		made, after, err := choose(ctx, board, state, number)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil && ProblemOf(err).Misuse && i >= len(q.Choose) {
			break // no move is left
		}
		if err != nil {
			return err
		}
		state = after
		if err := emit(Step{made, stateText(state)}); err != nil {
			return err
		}
	}
	return d.place(ctx, Placing{About: q.About, State: stateText(state)}, emit)
}
