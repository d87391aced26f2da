package repair

import (
	"context"
	"errors"
	"slices"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/hitting"
)

// These are the errors of FindFewest for boards about which it cannot say anything.
var (
	ErrNoValueClues = errors.New("the board has no clues that give the value of a single site and can be left out")
	ErrSeveral      = errors.New("the board has more than one solution")
)

// FindFewest finds the smallest number of clues that leave exactly the one solution of the instance, and
// a board with as many clues. It counts the clues that the notation has for values, such as the numbers in
// the cells of a sudoku. Any site may have such a clue. All other clues of the instance stay, such as the
// sums of a fleet.
//
// Each other solution breaks some of the clues that are true of the target, and the chosen clues must
// meet each of these sets. So FindFewest works like Repair with one target, and stops in the same
// ways. The other errors are ErrNoValueClues, ErrNoSolution and ErrSeveral.
func FindFewest(ctx context.Context, p *encode.Puzzle, in encode.Instance, name method.Name, o Options, report func(Progress)) (*Repaired, error) {
	board, ok := in.(clues.HasClues)
	if _, give := in.(clues.HasValueClues); !ok || !give {
		return nil, ErrNoValueClues
	}
	o.Solutions = 1
	r := newRepair(ctx, p, in, name, o, report)
	switch err := r.list(); {
	case err != nil:
		return nil, err
	case len(r.solutions) == 0:
		return nil, ErrNoSolution
	case len(r.solutions) > 1:
		return nil, ErrSeveral
	}
	r.target = r.solutions[0]
	full := allGiven(in, r.target)
	if full == nil {
		return nil, ErrNoValueClues
	}
	r.clued = &clued{full: full, groups: valueClues(full, full, r.target)}
	r.columns = encode.Left(len(r.clued.groups), nil)
	r.clued.single = wording.Each(r.columns, func(i int) encode.Instance { return r.clued.only([]int{i}) })
	f := hitting.NewFamily(len(r.columns), nil)
	alone, err := r.alone(f, nil)
	switch {
	case alone:
		r.best = []int{}
	case err == nil:
		err = r.leave(f)
	}
	if err != nil && !stopped(err) {
		return nil, err
	}
	done := &Repaired{Board: in, Clues: len(valueClues(board, full, r.target)), Target: r.target, Every: true, Solutions: 1}
	if r.best != nil && len(r.best) < done.Clues {
		done.Board, done.Clues = r.clued.only(r.best), len(r.best)
	}
	done.AtLeast = min(r.progress.AtLeast, done.Clues)
	return done, nil
}

// allGiven returns the board with clues for all values, or nil if the notation cannot express them.
func allGiven(in encode.Instance, s encode.Solution) clues.HasClues {
	full, _ := in.(clues.HasValueClues).WithValues(s, encode.Left(len(s), nil)).(clues.HasClues)
	return full
}

// valueClues returns the groups of clues that come back when all values are given. A sum, for example,
// does not come back.
func valueClues(board, full clues.HasClues, s encode.Solution) []int {
	return encode.Where(encode.Left(board.Clues(), nil), func(g int) bool {
		again := allGiven(board.Without(g), s)
		return again != nil && again.Clues() == full.Clues()
	})
}

// A clued is a board with clues for all values of its solution. Its elements are these clues, not sites:
// one clue can be about two sites, and can say more than a value.
type clued struct {
	full   clues.HasClues
	groups []int             // the groups of clues that give values
	single []encode.Instance // by element: the board with only this clue of all that give values
}

func (c *clued) only(set []int) encode.Instance {
	return c.full.Without(encode.Keep(c.groups, encode.Left(len(c.groups), set))...)
}

// shrink returns a subset of the clues in set that another solution breaks, while it obeys all clues
// that are not in the subset. No other solution breaks fewer of these clues. Without shrink, the bound
// for a 9x9 sudoku was 10 after 25 s instead of 14 after 5 s, because the first solutions found break most clues.
func (r *repair) shrink(set []int) ([]int, error) {
	for k := 0; k < len(set); {
		gone := slices.Delete(slices.Clone(set), k, k+1)
		var other []int
		err := r.search(r.board(encode.Left(len(r.columns), gone)), func(s encode.Solution) bool {
			if s != r.target {
				other = r.differ(s, r.target)
			}
			return other == nil
		})
		switch {
		case err != nil:
			return set, err
		case other != nil:
			set = other // without the clue k, and each clue before k is needed here, too
		default:
			k++
		}
	}
	return set, nil
}
