package explain

import (
	"context"
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
)

// Mistakes returns entries that cannot all be right, because no solution has all of them. None of
// the returned entries can be left out. On a board with pieces, none of the returned pieces can be
// left out. If Broken finds entries that break a rule, Mistakes returns these entries without a
// search. If the board itself has no solution, Mistakes returns an empty list that is not nil. If
// a solution has all entries, Mistakes returns nil. Mistakes ignores pieces that are not laid
// completely.
//
// The error is ctx.Err() or says that the formula would be too large.
func Mistakes(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) ([]clues.Given, error) {
	if broken, err := Broken(ctx, p, in, entries, 0); err != nil || len(broken) > 0 {
		return broken, err
	}
	q, n := newQuarrel(p, in, entries)
	all := encode.Left(n, nil)
	if _, ok, err := q.solve(ctx, all); err != nil || ok {
		return nil, err
	}
	found, err := minimise(q.fails(ctx), nil, false, all)
	if err != nil {
		return nil, err
	}
	wrong := []clues.Given{}
	for _, part := range found {
		if len(q.pieces) == 0 {
			wrong = append(wrong, entries[part])
			continue
		}
		for _, x := range entries {
			if slices.Contains(q.pieces[part].Sites, x.Site) {
				wrong = append(wrong, x)
			}
		}
	}
	return wrong, nil
}

// Correct reports whether a solution has all entries, without incomplete pieces. See Mistakes.
func Correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (bool, error) {
	if broken, err := Broken(ctx, p, in, entries, 0); err != nil || len(broken) > 0 {
		return false, err
	}
	q, n := newQuarrel(p, in, entries)
	_, ok, err := q.solve(ctx, encode.Left(n, nil))
	return ok, err
}

// Agreeing looks for a solution that has all entries and agrees with notes. For each site, bit v of its
// number in the list excluded says that notes exclude the value v. The SAT solver needs one search,
// however many solutions the board has. The error is ctx.Err(), or says that the formula would be too large.
func Agreeing(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, excluded []uint64) (s encode.Solution, ok bool, err error) {
	return satisfy(ctx, p, noted{clues.Restrict(in, entries), excluded})
}

// A noted is an instance whose formula has a clause for each value that notes exclude.
type noted struct {
	encode.Instance
	excluded []uint64 // by site
}

func (n noted) Encode(e *encode.Encoder) {
	n.Instance.Encode(e)
	for i, left := range n.excluded {
		for ; left != 0; left &= left - 1 {
			e.Add(-e.Is(i, bits.TrailingZeros64(left)))
		}
	}
}

// newQuarrel returns a quarrel about the entries, or about the pieces that they form, and the number of its
// parts.
func newQuarrel(p *encode.Puzzle, in encode.Instance, entries []clues.Given) (*quarrel, int) {
	if board, ok := in.(play.HasPieces); ok {
		pieces, _ := Lay(board, entries)
		return &quarrel{puzzle: p, instance: in, pieces: pieces}, len(pieces)
	}
	return &quarrel{puzzle: p, instance: in, given: entries}, len(entries)
}
