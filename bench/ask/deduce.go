package ask

import (
	"cmp"
	"context"
	"math/rand/v2"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
)

// Deducing holds the fields of the question "deduce".
type Deducing struct {
	About
	Seed     uint64 `json:"seed"` // 0: the easiest move first, otherwise in a random order
	AnyOrder bool   `json:"any_order"`
	// Picture asks for the picture before the move with this number, from 0; -1 asks for none.
	Picture int `json:"picture"`
}

// A Deduced is the answer to the question "deduce".
type Deduced struct {
	Verdict   string `json:"verdict"`
	Level     string `json:"level,omitempty"`
	Technique string `json:"technique,omitempty"` // the hardest one that a move uses
	Moves     []Hint `json:"moves"`               // without pictures
	SVG       string `json:"svg,omitempty"`
	State     string `json:"state"` // the final state: the remaining values of each site, as hexadecimal numbers
}

func (d *Desk) deduce(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Deducing, emit progress) (any, error) {
	board, ok := deduction.Of(in)
	if !ok {
		return nil, misused("%s has %s", p.Name, deduction.Missing(in))
	}
	how := deduction.Options{Moves: true}
	if q.Seed != 0 {
		how.Rand, how.AnyOrder = rand.New(rand.NewPCG(q.Seed, 0)), q.AnyOrder
	}
	found, err := answer.Deduce(ctx, board, how)
	if err != nil {
		return nil, err
	}
	m := Deduced{Verdict: found.Verdict(), Level: found.Level, Technique: answer.EffortOf(board, found).Technique, Moves: []Hint{}, State: stateText(found.State)}
	for i := range found.Moves {
		m.Moves = append(m.Moves, made(found, i))
	}
	if found.MovePicture != nil && q.Picture >= 0 && q.Picture <= len(found.Moves) {
		if m.SVG, err = svg(found.MovePicture(q.Picture)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// made returns a move that is made, with its facts.
func made(d *deduction.Result, i int) Hint {
	return Hint{Hint: hint.Of(d, i), Facts: hint.Pairs(d.MoveFacts(i)), Given: d.Moves[i].Given}
}

// Following holds the fields of the question "path": make several moves, one after the other.
type Following struct {
	About
	State string `json:"state,omitempty"` // in the same form as Placing.State
	// Choose has, for each move, its index in the list of moves that are possible at that time.
	Choose []int `json:"choose"`
	// Rest says that, after these moves, the first possible move is made again and again.
	Rest bool `json:"rest"`
}

// A Step is an object of the answer to the question "path": one move that was made.
type Step struct {
	Made  *Hint  `json:"made"`
	State string `json:"state"` // after the move
}

const mostSteps = 5000

// path answers with a Step for each move, and then a Placed without a picture.
func (d *Desk) path(ctx context.Context, q Following, emit progress) (any, error) {
	if len(q.Choose) > mostSteps {
		return nil, misused("want at most %d moves, got %d", mostSteps, len(q.Choose))
	}
	board, state, err := d.resume(ctx, q.About, q.State)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(q.Choose) || q.Rest && i < mostSteps; i++ {
		number := 0
		if i < len(q.Choose) {
			number = q.Choose[i]
		}
		move, after, err := choose(ctx, board, state, number)
		err = cmp.Or(err, ctx.Err())
		if err != nil && ProblemOf(err).Misuse && i >= len(q.Choose) {
			break // no move is left
		}
		if err != nil {
			return nil, err
		}
		state = after
		emit(Step{move, stateText(state)})
	}
	return d.place(ctx, Placing{About: q.About, State: stateText(state)}, emit)
}

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
