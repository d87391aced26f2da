package explain

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/solve/answer"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
)

// TestFindConflict checks that FindConflict finds the expected conflicts on small boards, which can
// be confirmed by hand.
func TestFindConflict(t *testing.T) {
	zebra := catalog.Find("sherlock").Example
	for _, c := range []struct {
		puzzle, board string
		entries       []clues.Given
		want          []string
	}{
		{"sudoku", "1..1............", nil, []string{"the 1 in row 1, column 1", "the 1 in row 1, column 4"}},
		{"sudoku", "1...............", []clues.Given{{Site: 5, Value: 3}, {Site: 3, Value: 0}}, []string{"the 1 in row 1, column 1", `the given "row 1, column 4 is 1"`}},
		{"sudoku", "................", []clues.Given{{Site: 5, Value: 3}, {Site: 3, Value: 0}, {Site: 6, Value: 3}}, []string{`the given "row 2, column 2 is 4"`, `the given "row 2, column 3 is 4"`}},
		{"map", "regions=5 colours=3 edges=0-1,0-2,1-2,1-3,2-3,3-4 given=0:0,1:0,4:2", nil, []string{"colour 0 of region 0", "colour 0 of region 1"}},
		{"map", "regions=4 colours=3 edges=0-1,0-2,0-3,1-2,1-3,2-3 given=0:0", nil, nil},
		{"nonogram", "3x3:2/1/2/1.1/2/1", nil, []string{"row 2 (2)", "column 1 (2)", "column 3 (2)"}},
		{"submarines", "rows=3,0 cols=1,2", nil, []string{"the 3 of row 1"}},
		{"battleships", "rows=0,2 cols=1,?,1 fleet=2", nil, []string{"the 1 of column 1", "the 1 of column 3"}},
		{"pairplace", "BA../BA../....", nil, []string{"the pair of A and B in row 1", "the pair of A and B in row 2"}},
		{"sherlock", "a:x,y,z/b:p,q,r;left x y;at p 1;left y z;left z x", nil, []string{`"x is left of y"`, `"y is left of z"`, `"z is left of x"`}},
		{"laplace", "sum 0..1 3,1/1,1", nil, []string{"the 3 at row 1, column 1", "the 1 at row 1, column 2"}},
		{"minesweeper", "mines=2 1?1/1?3/...", nil, []string{"the 3 at row 2, column 3"}}, // two covered cells around it
		{"minesweeper", "mines=9 1?1/1?1/...", nil, []string{"the total of 9 mines"}},
		{"minesweeper", "1?1/??2/???", []clues.Given{{Site: 0, Value: 1}, {Site: 1, Value: 1}}, []string{"the 1 at row 1, column 1", `the given "row 1, column 2 is mine"`, `the given "row 2, column 1 is mine"`}},
		{"sherlock", zebra, []clues.Given{{Site: 3, Value: 1}}, []string{`"Norwegian is in column 1"`, `the given "Norwegian is in column 2"`}}, // the fourth nation
	} {
		p, in := board(t, c.puzzle, c.board)
		got, err := FindConflict(t.Context(), p, in, c.entries, answer.Watcher{})
		if err != nil || got == nil {
			t.Errorf("%s %s: %v, %v", c.puzzle, c.board, got, err)
			continue
		}
		if !slices.Equal(got.Names, c.want) {
			// FindConflict may find another minimal conflict, which must not be larger.
			if len(got.Names) != len(c.want) {
				t.Errorf("%s %s: %q, want %q", c.puzzle, c.board, got.Names, c.want)
			}
		}
		minimal(t, in, c.entries, got)
	}
	p, in := board(t, "sudoku", "1...............")
	if got, err := FindConflict(t.Context(), p, in, []clues.Given{{Site: 1, Value: 1}}, answer.Watcher{}); got != nil || err != nil {
		t.Errorf("a board with a solution: %v, %v", got, err)
	}
}

// minimal checks a conflict by brute force: the board that has only the clues and entries of the
// conflict must have no solution. For each of these clues and entries, the conflict has a witness.
// The witness of a clue or entry must be a solution of the board without this clue or entry. If
// brute force refuses the board, minimal returns false.
func minimal(t *testing.T, in encode.Instance, entries []clues.Given, c *Conflict) bool {
	t.Helper()
	part := func(without int) encode.Instance {
		kept := slices.Clone(c.Clues)
		left := slices.Clone(c.Given)
		switch {
		case without >= len(kept):
			left = slices.Delete(left, without-len(kept), without-len(kept)+1)
		case without >= 0:
			kept = slices.Delete(kept, without, without+1)
		}
		board := in
		if d, ok := in.(clues.HasDemands); ok {
			board = d.Relaxed(slices.DeleteFunc(encode.Left(len(d.Demands()), nil), func(i int) bool { return slices.Contains(kept, i) }))
		}
		return &entered{board, left}
	}
	for _, e := range c.Given {
		if !slices.Contains(entries, e) {
			t.Errorf("%s: nobody entered %v", in, e)
		}
	}
	for i, s := range c.Witnesses {
		if err := part(i).Check(s); err != nil {
			t.Errorf("%s: without %s, the witness %s breaks a rule: %v", in, c.Names[i], s.Format(in.Sites()), err)
		}
	}
	if len(c.Witnesses) != len(c.Names) || len(c.Names) != len(c.Clues)+len(c.Given) {
		t.Errorf("%s: %d names and %d witnesses for %d clues and %d entries", in, len(c.Names), len(c.Witnesses), len(c.Clues), len(c.Given))
	}
	whole := brutal(part(-1))
	if whole != nil && whole.Total.Sign() != 0 {
		t.Errorf("%s: %q do not contradict each other", in, c.Names)
	}
	return whole != nil
}

// An entered is an instance with entries. Only the method Check uses the entries.
type entered struct {
	encode.Instance
	entries []clues.Given
}

func (e *entered) Check(s encode.Solution) error {
	err := e.Instance.Check(s)
	for _, x := range e.entries {
		if int(s[x.Site]) != x.Value {
			if v, ok := err.(*encode.Violation); ok && (len(v.Sites) == 0 || slices.Max(v.Sites) < x.Site) {
				return err
			}
			return &encode.Violation{Rule: "an entry", Sites: []int{x.Site}}
		}
	}
	return err
}

// TestRandomConflicts checks by brute force that the conflicts found are minimal, on random
// contradictory boards of every puzzle with clues and on boards with random entries. The long form
// has more boards.
func TestRandomConflicts(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(18, 3))
			found, confirmed, tries := 0, 0, 0
			if p.Name == "calendar" {
				t.Skip("its boards are too large for brute force")
			}
			for ; tries < processtest.Cases(150, 300) && found < processtest.Cases(7, 15); tries++ {
				in, entries := clash(t, p, rng)
				if in == nil {
					continue
				}
				c, err := FindConflict(t.Context(), p, in, entries, answer.Watcher{})
				if err != nil {
					t.Fatalf("%s %v: %v", in, entries, err)
				}
				if c == nil {
					if whole := brutal(&entered{in, entries}); whole != nil && whole.Total.Sign() == 0 {
						t.Errorf("%s with %v: no conflict, but brute force finds no solution", in, entries)
					}
					continue
				}
				found++
				if minimal(t, in, entries, c) {
					confirmed++
				}
			}
			t.Logf("%d conflicts on %d boards, %d confirmed by brute force", found, tries, confirmed)
			if found == 0 {
				t.Error("no board has a conflict")
			}
		})
	}
}

// clash returns a random board and random entries. In half of the cases, clash replaces up to two
// characters of the board's notation, so that clues may contradict each other. If the changed text
// is not the notation of a board, clash returns nil.
func clash(t *testing.T, p *encode.Puzzle, rng *rand.Rand) (encode.Instance, []clues.Given) {
	t.Helper()
	in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if text := []byte(in.String()); rng.IntN(2) == 0 {
		for range 2 {
			text[rng.IntN(len(text))] = text[rng.IntN(len(text))]
		}
		if in, err = p.Parse(string(text)); err != nil || strings.Contains(p.Name, "pentomino") && len(in.Sites()) > 20 {
			return nil, nil
		}
	}
	var entries []clues.Given
	sites := in.Sites()
	for range rng.IntN(4) {
		if len(sites) > 0 {
			i := rng.IntN(len(sites))
			if slices.ContainsFunc(entries, func(g clues.Given) bool { return g.Site == i }) {
				continue
			}
			entries = append(entries, clues.Given{Site: i, Value: rng.IntN(sites[i])})
		}
	}
	return in, entries
}

// TestTrack checks that searching returns true after a search was given up, until this search ends.
// Searches in other contexts do not matter.
func TestTrack(t *testing.T) {
	tracked, searching := Track(t.Context())
	_, other := Track(t.Context())
	ctx, cancel := context.WithCancel(tracked)
	started, release := make(chan bool), make(chan bool)
	go func() {
		<-started
		cancel()
	}()
	err := until(ctx, func() error {
		close(started)
		<-release
		return nil
	})
	if !errors.Is(err, context.Canceled) || !searching() || other() {
		t.Errorf("got %v, and that a search runs: %v, and elsewhere: %v", err, searching(), other())
	}
	close(release)
	if err := until(t.Context(), func() error { return nil }); err != nil {
		t.Error(err)
	}
	processtest.Until(t, "the search ends", func() bool { return !searching() })
}
