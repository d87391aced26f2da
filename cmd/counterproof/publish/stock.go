package publish

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/reports/paper/booklet"
)

// seedOf returns the seed for a level. With equal seeds, many boards of different levels would have
// the same solution.
func seedOf(seed uint64, level string) uint64 {
	if level == "" {
		return seed
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "counterproof sheet\n%d\n%s\n", seed, level))
	return binary.BigEndian.Uint64(sum[:])
}

type stock struct {
	drawer  *generator.Drawer
	want    int  // number of boards
	next    int  // the number of the drawer's next board
	repeats int  // boards in a row that were left out
	easier  bool // some board was left out because it is easier on paper
	boards  []booklet.Board
}

// mostRepeats is the number of boards in a row that may be left out before fill gives up, because they or
// their solutions occur already, or because they are easier on paper than as a game.
const mostRepeats = 200

// tooFew says that there are too few different boards, or that they are too hard to find.
func (s *stock) tooFew(puzzle string) error {
	kind := "size " + s.drawer.Size.String()
	if s.drawer.Difficulty != "" {
		kind += " and level " + s.drawer.Difficulty
	}
	why := "repeated a board or a solution"
	if s.easier {
		why += ", or are easier on paper"
	}
	return fmt.Errorf("%s: found only %d of %d boards of %s with different solutions, because %d boards in a row %s; use --number %d or another --size",
		puzzle, len(s.boards), s.want, kind, mostRepeats, why, max(1, len(s.boards)))
}

// fill draws the boards of all stocks, finds their answers, and calls step after each. Of equal boards
// or solutions, the first in the order of stocks and numbers stays, so the result is the same on every
// machine.
func fill(ctx context.Context, p *encode.Puzzle, stocks []*stock, step func()) ([]booklet.Board, error) {
	seen := map[string]bool{}
	for {
		type draft struct {
			*stock
			index int
			board booklet.Board
		}
		var round []draft
		for _, s := range stocks {
			for range s.want - len(s.boards) {
				round = append(round, draft{stock: s, index: s.next})
				s.next++
			}
		}
		if len(round) == 0 {
			break
		}
		err := each(ctx, len(round), func(ctx context.Context, i int) (err error) {
			d := &round[i]
			d.board.Level = d.drawer.Difficulty
			if d.board.Instance, err = d.drawer.Board(ctx, d.index); err != nil {
				return err
			}
			return d.board.Finish(ctx, p)
		}, step)
		if err != nil {
			return nil, err
		}
		for _, d := range round {
			if err := d.take(d.board, seen, p.Name); err != nil {
				return nil, err
			}
		}
	}
	var all []booklet.Board
	for _, s := range stocks {
		all = append(all, s.boards...)
	}
	return all, nil
}

// take adds a board, unless it has another level, or it or its solution was seen before.
func (s *stock) take(b booklet.Board, seen map[string]bool, puzzle string) error {
	names := []string{"board " + b.Instance.String()}
	if b.Key.Solution != nil {
		names = append(names, "solution "+string(*b.Key.Solution))
	}
	easier := s.drawer.Difficulty != "" && b.Level != s.drawer.Difficulty
	if easier || slices.ContainsFunc(names, func(name string) bool { return seen[name] }) {
		s.easier = s.easier || easier
		if s.repeats++; s.repeats == mostRepeats {
			return s.tooFew(puzzle)
		}
		return nil
	}
	for _, name := range names {
		seen[name] = true
	}
	s.repeats = 0
	s.boards = append(s.boards, b)
	return nil
}

// each works like generator.Each, and calls the function step after each call of do. If ctx ends,
// each returns soon, even if a call of do has not returned.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error, step func()) error {
	return console.Abandon(ctx, func() error {
		within, stop := context.WithCancel(ctx)
		defer stop()
		done, ended := make(chan struct{}, n), make(chan error, 1)
		go func() {
			defer close(done)
			ended <- generator.Each(n, func(i int) error {
				defer func() { done <- struct{}{} }()
				return do(within, i)
			})
		}()
		for range done {
			if ctx.Err() == nil {
				step()
			}
		}
		return <-ended
	})
}
