package hint

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
)

// Notes says which notes are wrong. Notes only exclude values. They are wrong if no solution has the
// entries and agrees with all of them.
type Notes struct {
	// Sites lists the sites with wrong notes. It is empty if no search could find out; Text says why.
	Sites []int  `json:"sites"`
	Text  string `json:"text"`
}

// judge compares the notes with the solutions that have the entries. It returns nil if there are no
// notes, or if they agree with a solution. If there are too many solutions to list, prove decides.
func (s *search) judge(ctx context.Context) (*Notes, error) {
	for _, x := range s.entries {
		s.Noted[x.Site] = 0
	}
	if _, pieces := s.Instance.(play.HasPieces); pieces {
		clear(s.Noted) // players make no notes about copies of pieces
	}
	if !slices.ContainsFunc(s.Noted, func(gone uint64) bool { return gone != 0 }) {
		return nil, nil
	}
	s.possible = make([]uint64, len(s.Noted))
	var err error
	s.all, err = each(ctx, clues.Restrict(s.Instance, s.entries), func(o encode.Solution) bool {
		agrees := true
		for i, v := range o.Values(s.wide) {
			s.possible[i] |= 1 << v
			agrees = agrees && s.Noted[i]>>v&1 == 0
		}
		if agrees {
			s.agreeing = &o
		}
		s.seen++
		return s.agreeing == nil || s.seen < several
	})
	switch {
	case err != nil || s.agreeing != nil:
		return nil, err
	case !s.all || s.seen == 0:
		return s.prove(ctx)
	}
	return s.accuse(), nil
}

// prove works like judge, but lists no solutions. The SAT solver looks for a solution that agrees with
// the notes. If there is none, prove looks for the notes to blame.
func (s *search) prove(ctx context.Context) (*Notes, error) {
	limited, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	found, ok, err := explain.Agreeing(limited, s.Puzzle, s.Instance, s.entries, s.Noted)
	if err == nil && ok {
		s.agreeing = &found
		return nil, nil
	}
	if err == nil {
		err = s.compare(limited)
	}
	switch {
	case explain.Late(ctx, err):
		return &Notes{[]int{}, "the search for wrong notes took too long"}, nil
	case encode.TooLarge(err):
		return &Notes{[]int{}, "the board is too large for a search for wrong notes"}, nil
	case err != nil:
		return nil, err
	}
	return s.accuse(), nil
}

// compare finds all values of sites with notes that occur in solutions with the entries. It looks for a
// solution with each value that no earlier solution had. The error is ctx.Err(). If a search needs too much
// effort, or if no solution has the entries, it is context.DeadlineExceeded.
func (s *search) compare(ctx context.Context) error {
	for i, gone := range s.Noted {
		for v := range s.Instance.Sites()[i] {
			if gone == 0 || s.possible[i]>>v&1 != 0 {
				continue
			}
			found, all, err := s.completions(ctx, []clues.Given{{Site: i, Value: v}}, 1)
			switch {
			case err != nil:
				return err
			case len(found) > 0:
				for site, v := range found[0].Values(s.wide) {
					s.possible[site] |= 1 << v
				}
			case !all:
				return context.DeadlineExceeded
			}
		}
		if gone != 0 && s.possible[i] == 0 {
			return context.DeadlineExceeded
		}
	}
	s.all, s.seen = true, several
	return nil
}

// accuse names notes that agree with no solution. These are notes that exclude what every solution
// has at a site. If there are none, accuse names all notes that exclude what some solution has.
func (s *search) accuse() *Notes {
	var wrong, doubtful []int
	one := true // whether the solutions share their values at all sites with wrong notes
	for i, gone := range s.Noted {
		if s.possible[i]&gone != 0 {
			doubtful = append(doubtful, i)
		}
		if gone != 0 && s.possible[i]&^gone == 0 {
			wrong = append(wrong, i)
			one = one && bits.OnesCount64(s.possible[i]) == 1
		}
	}
	switch {
	case len(wrong) == 0:
		return &Notes{doubtful, "no solution has your entries and agrees with all the notes of " + listed(doubtful, s.siteName)}
	case s.seen == 1:
		return &Notes{wrong, listed(wrong, s.leavesOut) + ", which the only solution with your entries has there"}
	case one:
		return &Notes{wrong, listed(wrong, s.leavesOut) + ", which every solution with your entries has there"}
	}
	return &Notes{wrong, listed(wrong, s.leavesOut) + ", and every solution with your entries has one of these values there"}
}

func (s *search) leavesOut(site int) string {
	var values []int
	for left := s.possible[site]; left != 0; left &= left - 1 {
		values = append(values, bits.TrailingZeros64(left))
	}
	return "the notes of " + s.siteName(site) + " leave out " + listed(values, func(v int) string { return layout.ValueName(s.Instance, site, v) })
}

func (s *search) siteName(site int) string { return layout.SiteName(s.Instance, site) }

const mostListed = 5

// listed joins names with commas and "and". If there are too many, it counts the rest.
func listed(all []int, name func(int) string) string {
	names := wording.Each(all[:min(len(all), mostListed)], name)
	if more := len(all) - mostListed; more > 0 {
		names[mostListed-1] = fmt.Sprintf("so on at %d more places", more+1)
	}
	return wording.List(names, " and ")
}

// use removes from a state the values that true notes exclude. A note is true if no solution with
// the entries has the value. A site keeps all its values if some of its notes are not known to be
// true, or if the notes leave one value. So no value follows from the notes of its own site.
func (s *search) use(state []uint64) {
	for i, gone := range s.Noted {
		if s.all && s.possible[i]&gone == 0 && bits.OnesCount64(state[i]&^gone) > 1 {
			state[i] &^= gone
		}
	}
}

// Fixed returns the value that the clues give each site, or -1. It is the only value of the site in
// the first state, unless the board knows its fixed values.
func Fixed(ctx context.Context, in encode.Instance) ([]int, error) {
	if fixed, ok := in.(clues.HasFixedValues); ok {
		return fixed.FixedValues(), nil
	}
	sites := in.Sites()
	all := slices.Repeat([]int{-1}, len(sites))
	board, ok := deduction.Of(in)
	if !ok {
		return all, nil
	}
	state, err := answer.Start(ctx, board)
	if err != nil {
		return nil, err
	}
	for i, left := range state {
		if bits.OnesCount64(left) == 1 && sites[i] > 1 {
			all[i] = bits.TrailingZeros64(left)
		}
	}
	return all, nil
}

// Filled returns the entries of a board, whose list has a value for each site, or -1. A site with a
// fixed value has it even then.
func Filled(ctx context.Context, in encode.Instance, values []int) ([]clues.Given, error) {
	fixed, err := Fixed(ctx, in)
	return filled(fixed, values), err
}

func filled(fixed, values []int) (all []clues.Given) {
	for i, v := range fixed {
		if values != nil && values[i] >= 0 {
			v = values[i]
		}
		if v >= 0 {
			all = append(all, clues.Given{Site: i, Value: v})
		}
	}
	return all
}

// Correct reports whether a solution, or the hidden solution of a game, has the entries.
func Correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (bool, error) {
	if hidden := answer.Hidden(in); hidden != nil {
		return differs(*hidden, entries) < 0, nil
	}
	return explain.Correct(ctx, p, in, entries)
}

func differs(s encode.Solution, entries []clues.Given) int {
	return slices.IndexFunc(entries, func(x clues.Given) bool { return int(s[x.Site]) != x.Value })
}

// First returns the site of the first mistake in a list of entries: a solution has all earlier
// entries, but none also has this one. Without a mistake, or if the board has no solution, it is -1.
func First(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (int, error) {
	var failed error
	n := sort.Search(len(entries)+1, func(n int) bool { // the first n entries are not correct together
		ok, err := Correct(ctx, p, in, entries[:n])
		failed = cmp.Or(failed, err)
		return !ok
	})
	if failed != nil || n == 0 || n > len(entries) {
		return -1, failed
	}
	return entries[n-1].Site, nil
}
