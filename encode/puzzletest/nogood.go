package puzzletest

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

const (
	changed = 120 // the number of assignments to check on each board that differ from a solution in 1 to 4 sites
	random  = 40  // the number of random assignments to check on each board
	bySAT   = 20  // the number of assignments to check if each takes a SAT call
)

// nogood checks the sites that a Violation names. No solution may agree with the wrong assignment
// at all these sites. If the laws have listed all solutions, nogood compares the assignment with
// each of them. Otherwise a SAT solver looks for a solution that agrees.
func (t *trial) nogood(b *board) {
	if assignments(b.sites) == 0 {
		return
	}
	solutions := b.all
	if !b.listed() {
		solutions = t.someSolutions(b)
	}
	trials := changed + random
	if !b.listed() {
		trials = bySAT
	}
	for i := range trials {
		values := make([]int, len(b.sites))
		if len(solutions) > 0 && (i < changed || !b.listed()) {
			copy(values, b.values(solutions[t.rng.IntN(len(solutions))]))
			for range 1 + i%4 {
				t.change(b, values)
			}
		} else {
			for site, n := range b.sites {
				values[site] = t.rng.IntN(n)
			}
		}
		s := encode.MakeSolution(encode.Wide(b.sites), values)
		broken := t.check(b, s)
		if again := t.check(b, s); !slices.Equal(broken, again) {
			t.fail("determinism", b.Text, "Check", "of %s names the sites %v, then %v", b.show(s), broken, again)
		}
		if broken == nil {
			continue // a solution, or an error that the law agreement reports
		}
		if other := t.agreeing(b, s, broken); other != nil {
			t.fail("nogood", b.Text, "Check", "of %s says %q, but the solution %s agrees with it on those sites",
				b.show(s), b.in.Check(s), b.show(*other))
			b.misnamed = true
			return
		}
	}
}

// change gives one random site a different value, if this site has several values.
func (t *trial) change(b *board, values []int) {
	if len(values) == 0 {
		return
	}
	site := t.rng.IntN(len(values))
	if n := b.sites[site]; n > 1 {
		values[site] = (values[site] + 1 + t.rng.IntN(n-1)) % n
	}
}

// agreeing returns a solution that has the values of s at the given sites, or nil if there is none.
func (t *trial) agreeing(b *board, s encode.Solution, sites []int) *encode.Solution {
	wide := encode.Wide(b.sites)
	if b.listed() {
		for _, other := range b.all {
			if !slices.ContainsFunc(sites, func(i int) bool { return other.At(wide, i) != s.At(wide, i) }) {
				return &other
			}
		}
		return nil
	}
	found := t.bySAT(b, func(e *encode.Encoder) {
		for _, i := range sites {
			e.Add(e.Is(i, s.At(wide, i)))
		}
	}, 1)
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}

// someSolutions returns up to five solutions, for a board with too many solutions to list.
func (t *trial) someSolutions(b *board) []encode.Solution {
	return t.bySAT(b, func(*encode.Encoder) {}, 5)
}

// bySAT lists solutions of b with the default style, up to the given limit. The function more may
// add clauses to the formula.
func (t *trial) bySAT(b *board, more func(*encode.Encoder), limit int) []encode.Solution {
	e := encode.NewEncoder(b.in.Sites(), t.puzzle.Styles[0])
	b.in.Encode(e)
	more(e)
	enc := e.Encoding()
	var all []encode.Solution
	err := sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(m cnf.Model) bool {
		all = append(all, enc.Decode(m))
		return len(all) < limit
	})
	if err != nil {
		t.fail("agreement", b.Text, "sat/"+t.puzzle.Styles[0], "error %v", err)
	}
	return all
}
