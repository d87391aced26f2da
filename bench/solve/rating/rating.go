// Package rating says how hard a board is: how many solutions it has, which human techniques it needs,
// how long a search takes, and how many of its clues are unnecessary.
package rating

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
)

// A Rating is the rating of one board. Fields that do not apply to the board, or were not measured,
// are empty.
type Rating struct {
	Instance  string `json:"instance"`
	Solutions string `json:"solutions,omitempty"` // 0, 1, or 2 for two or more
	// Level is the hardest level of the techniques that solve the board, or the name of the boards that
	// the techniques do not solve. Only boards with one solution, and games that
	// the techniques solve, have a level.
	Level     string `json:"level,omitempty"`
	Technique string `json:"technique,omitempty"` // the hardest one; empty if the techniques do not solve the board
	Moves     *int   `json:"moves,omitempty"`     // apart from plain conclusions from the clues
	Nodes     *int64 `json:"nodes,omitempty"`     // of the best native method, which looks for two solutions
	// Unnecessary is the number of clues that can be removed, one at a time, from a board with one solution
	// so that it still has one.
	Unnecessary *int `json:"unnecessary,omitempty"`
	// Reason is result.Timeout if ctx ended before all was measured.
	Reason string `json:"reason,omitempty"`
}

// Rate rates a board. If the deadline of ctx passes, the Rating has a Reason. The error is ctx.Err() of
// a canceled ctx, or comes from the native method.
func Rate(ctx context.Context, p *encode.Puzzle, in encode.Instance) (Rating, error) {
	r := Rating{Instance: in.String()}
	err := r.measure(ctx, p, in)
	if errors.Is(err, context.DeadlineExceeded) {
		r.Reason, err = result.Timeout, nil
	}
	return r, err
}

func (r *Rating) measure(ctx context.Context, p *encode.Puzzle, in encode.Instance) error {
	n, st := 0, new(native.Stats)
	err := answer.Natively(ctx, in, st, func(encode.Solution) bool {
		n++
		return n < 2
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	r.Solutions, r.Nodes = strconv.Itoa(n), &st.Nodes
	if n == 1 || answer.Hidden(in) != nil {
		if err := r.deduce(ctx, p, in, n == 1); err != nil {
			return err
		}
	}
	board, ok := in.(clues.HasClues)
	if n != 1 || !ok {
		return nil
	}
	spare := 0
	for i := range board.Clues() {
		one, err := encode.Unique(ctx, board.Without(i))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if one {
			spare++
		}
	}
	r.Unnecessary = &spare
	return nil
}

// deduce measures the level, the technique and the moves of a board. The parameter one says whether it has
// exactly one solution.
func (r *Rating) deduce(ctx context.Context, p *encode.Puzzle, in encode.Instance, one bool) error {
	board, ok := deduction.Of(in)
	if !ok {
		return nil
	}
	d, err := answer.Deduce(ctx, board, deduction.Options{Moves: true})
	if err != nil {
		return err
	}
	if d.Solution == nil && !one {
		return nil
	}
	if d.Solution == nil {
		levels := deduction.Levels(in)
		r.Level = cmp.Or(p.Beyond.Level, "beyond "+levels[len(levels)-1])
		return nil
	}
	effort := answer.EffortOf(board, d)
	r.Level, r.Technique, r.Moves = d.Level, effort.Technique, &effort.All
	return nil
}

// Columns names the fields of a Rating in the order of Fields.
var Columns = []string{"instance", "solutions", "level", "technique", "moves", "nodes", "unnecessary"}

// Fields returns the fields of a Rating as texts. A field that was not measured because the time was over is
// ?(timeout). Other missing fields are the text none.
func (r Rating) Fields(none string) []string {
	if r.Reason != "" {
		none = "?(" + r.Reason + ")"
	}
	return []string{r.Instance, cmp.Or(r.Solutions, none), cmp.Or(r.Level, none), cmp.Or(r.Technique, none),
		number(r.Moves, none), number(r.Nodes, none), number(r.Unnecessary, none)}
}

func number[T int | int64](n *T, none string) string {
	if n == nil {
		return none
	}
	return fmt.Sprint(*n)
}
