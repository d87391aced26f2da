// Package booklet makes documents on paper from boards of puzzles: a booklet of boards with the rules
// and the answers, and the picture of one board.
package booklet

import (
	"context"
	"fmt"

	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
)

// A Board is one board of a booklet. The method Finish finds its answer.
type Board struct {
	Level    string // empty: not known
	Instance encode.Instance
	Key      *answer.Key
}

// Finish finds the answer of the board, and determines its level if possible. If the board cannot
// be solved on paper, Finish replaces the field Instance by the board for paper.
func (b *Board) Finish(ctx context.Context, p *encode.Puzzle) (err error) {
	if game, ok := b.Instance.(deduction.HasPaperBoard); ok {
		printed, err := game.PaperBoard(ctx)
		if err != nil {
			return err
		}
		if printed != nil {
			b.Instance, b.Level = printed, "" // the printed board can be easier
		}
	}
	if b.Key, err = answer.FindKey(ctx, b.Instance); err != nil {
		return fmt.Errorf("%s: %s: %w", p.Name, wording.Short(b.Instance.String()), err)
	}
	in, ok := deduction.Of(b.Instance)
	if !ok || b.Level != "" || b.Key.String() != "" {
		return nil
	}
	d, err := answer.Deduce(ctx, in, deduction.Options{Final: true})
	if err == nil && d.Solution != nil {
		b.Level = d.Level
	}
	return err
}
