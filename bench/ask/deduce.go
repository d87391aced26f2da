package ask

import (
	"context"
	"math/rand/v2"

	"counterproof/bench/answer"
	"counterproof/encode"
)

// Moving holds the fields of the question "moves".
type Moving struct {
	About
	Seed     uint64 `json:"seed"` // 0: the easiest move first, otherwise in a random order
	AnyOrder bool   `json:"any_order"`
	// Picture asks for the picture before the move with this number, from 0; -1 asks for none.
	Picture int `json:"picture"`
}

// A Moved is the answer to the question "moves".
type Moved struct {
	Verdict string `json:"verdict"`
	Level   string `json:"level,omitempty"`
	Moves   []Hint `json:"moves"` // without pictures
	SVG     string `json:"svg,omitempty"`
	State   string `json:"state"` // the final state: the remaining values of each site, as hexadecimal numbers
}

// moves answers with one object, a Moved.
func (d *Desk) moves(ctx context.Context, q Moving, emit Emit) error {
	p, in, err := d.open(q.About)
	if err != nil {
		return err
	}
	board, ok := in.(encode.Deducible)
	if !ok {
		return misused("%s has no techniques of deduction", p.Name)
	}
	how := encode.Deducing{Moves: true}
	if q.Seed != 0 {
		how.Rand, how.AnyOrder = rand.New(rand.NewPCG(q.Seed, 0)), q.AnyOrder
	}
	found, err := answer.Deduce(ctx, board, how, answer.Watcher{})
	if err != nil {
		return err
	}
	m := Moved{Verdict: found.Verdict(), Level: found.Level, Moves: []Hint{}, State: stateText(found.State)}
	picture := found.MovePicture
	found.MovePicture = nil
	for i := range found.Moves {
		h, err := moveHint(found, i)
		if err != nil {
			return err
		}
		h.addFacts(found, i)
		m.Moves = append(m.Moves, *h)
	}
	if picture != nil && q.Picture >= 0 && q.Picture <= len(found.Moves) {
		if m.SVG, err = svg(picture(q.Picture)); err != nil {
			return err
		}
	}
	return emit(m)
}
