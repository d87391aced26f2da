package hint

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/native"
)

// effort limits each native search for a hint, so that the search takes at most about a second.
var effort = native.Limit{Nodes: 100_000, Updates: 20_000_000}

const (
	several = 20 // the number of solutions that a hint compares
	proofs  = 60 // the largest number of values that a hint tries to exclude
)

// completions works like complete, for solutions that have the player's entries and more.
func (s *search) completions(ctx context.Context, more []clues.Given, n int) (found []encode.Solution, all bool, err error) {
	return complete(ctx, clues.Restrict(s.Instance, slices.Concat(more, s.entries)), n)
}

// complete looks for up to n solutions of a board with limited effort. The result all says whether
// these are all solutions.
func complete(ctx context.Context, in encode.Instance, n int) (found []encode.Solution, all bool, err error) {
	all, err = each(ctx, in, func(s encode.Solution) bool {
		if len(found) == n {
			return false
		}
		found = append(found, s)
		return true
	})
	return found, all, err
}

// each calls yield for each solution, with limited effort. The result all says that yield got all
// solutions and never returned false. The error is ctx.Err().
func each(ctx context.Context, in encode.Instance, yield func(encode.Solution) bool) (all bool, err error) {
	all = true
	err = in.Reduce()[0].Search(ctx, &native.Stats{Limit: effort}, func(s encode.Solution) bool {
		all = yield(s)
		return all
	})
	return all && err == nil, ctx.Err()
}

// searched returns a hint with a value that all solutions with the entries share, or else of one.
func (s *search) searched(ctx context.Context) (*Hint, error) {
	if board, ok := s.Instance.(play.HasPieces); ok {
		return s.searchedPiece(ctx, board)
	}
	found, all, err := s.completions(ctx, nil, several)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return tired(), nil
	}
	first := found[0]
	if s.agreeing != nil {
		first = *s.agreeing
	}
	tests := proofs
	order := s.worthwhile(first)
	for _, i := range order {
		if slices.ContainsFunc(found, func(o encode.Solution) bool { return o[i] != first[i] }) {
			continue
		}
		forced := all
		if !forced {
			if forced, err = s.only(ctx, i, int(first[i]), &tests); err != nil {
				return nil, err
			}
		}
		if forced {
			how := "all solutions have "
			if all && len(found) == 1 {
				how = "the only solution has "
			}
			h := s.value(how, i, int(first[i]))
			h.Forced = true
			return h, nil
		}
	}
	return s.value("no value was found that all solutions share; one of them has ", order[0], int(first[order[0]])), nil
}

// value returns a hint with a value that a search found. The parameter how begins its sentence.
func (s *search) value(how string, site, v int) *Hint {
	h := says(how+s.name(clues.Given{Site: site, Value: v}), site)
	h.Searched, h.Placed = true, [][2]int{{site, v}}
	return h
}

func tired() *Hint {
	h := says("no hint was found in the steps that a hint may take; try again after filling in more")
	h.Searched, h.Limited = true, true
	return h
}

// worthwhile returns the sites without an entry, the most helpful for a hint first. The value 0 of a
// site with two values comes last, because it says little, for example that a button is not pressed.
func (s *search) worthwhile(solution encode.Solution) []int {
	open := encode.Where(s.entered(), func(entered bool) bool { return !entered })
	sites := s.Instance.Sites()
	dull := func(i int) bool { return sites[i] == 2 && solution[i] == 0 }
	lively := slices.DeleteFunc(slices.Clone(open), dull)
	return append(lively, slices.DeleteFunc(open, func(i int) bool { return !dull(i) })...)
}

// only returns true if a search proves that no solution with the entries has another value at a
// site. It tries at most *tests values, and subtracts the number of tried values from *tests.
func (s *search) only(ctx context.Context, site, value int, tests *int) (bool, error) {
	for v := range s.Instance.Sites()[site] {
		if v == value {
			continue
		}
		if *tests--; *tests < 0 {
			return false, nil
		}
		other, all, err := s.completions(ctx, []clues.Given{{Site: site, Value: v}}, 1)
		if err != nil || !all || len(other) > 0 {
			return false, err
		}
	}
	return true, nil
}
