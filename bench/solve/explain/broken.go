package explain

import (
	"context"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// Broken returns entries that break a rule or contradict a clue, whatever values the sites without
// an entry will have. None of the returned entries can be left out. Broken returns nil if no rule
// is broken so far. Even then, the board may have no solution with the entries; FindConflict finds
// this out.
//
// Broken asserts the entries in the formula of the board. Broken draws only conclusions that follow
// from one clause at a time (unit propagation), and no conclusions about a site without an entry.
// On a board with pieces, Broken makes no formula. It then looks only for a piece for which the
// entries leave no place.
//
// The parameter room limits the number of literals of the formula; 0 means constraint.Room. If the
// formula would be larger, encode.TooLarge returns true for the error. When ctx ends, Broken soon
// returns ctx.Err().
func Broken(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, room int) ([]clues.Given, error) {
	var fails func(chosen []int) (bool, error)
	if board, ok := in.(play.HasPieces); ok {
		fails = misplaced(ctx, board, entries)
	} else {
		g, err := asserted(ctx, p, in, entries, room)
		if err != nil {
			return nil, err
		}
		fails = func(chosen []int) (bool, error) { return g.refute(ctx, chosen) }
	}
	all := encode.Left(len(entries), nil)
	if failed, err := fails(all); err != nil || !failed {
		return nil, err
	}
	core, err := minimise(fails, nil, false, all)
	if err != nil {
		return nil, err
	}
	return encode.Keep(entries, slices.Sorted(slices.Values(core))), nil
}

// Contradicted returns the clues that entries contradict, as indices in clues.HasDemands.Demands,
// ascending. The entries must be a result of Broken. With only the returned clues, Broken still
// finds that the entries break a rule. If any one of these clues is left out, Broken no longer
// finds this. If the entries break a rule without any clue, or if the clues of the puzzle cannot be
// left out, the result is empty. The parameter room and the error have the same meaning as in
// Broken.
func Contradicted(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, room int) ([]int, error) {
	board, ok := in.(clues.HasDemands)
	if !ok {
		return nil, nil
	}
	all := encode.Left(len(board.Demands()), nil)
	return minimiseTwice(func(clues []int) (bool, error) {
		clues = slices.Sorted(slices.Values(clues))
		g, err := asserted(ctx, p, board.Relaxed(encode.Left(len(all), clues)), entries, room)
		if err != nil {
			return false, err
		}
		return g.refute(ctx, encode.Left(len(entries), nil))
	}, all)
}

func asserted(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, room int) (*propagator, error) {
	var lits []cnf.Lit
	enc, err := encode.CNFAnd(ctx, p, in, p.Styles[0], room, func(e *encode.Encoder) {
		lits = wording.Each(entries, func(x clues.Given) cnf.Lit { return e.Is(x.Site, x.Value) })
	})
	if err != nil {
		return nil, err
	}
	number := map[int]int{} // by site: the number of its entry
	for k, x := range entries {
		number[x.Site] = k
	}
	about := map[int][]int{}
	for _, gives := range enc.Gives {
		own := about[gives.Var]
		if k, ok := number[gives.Site]; ok {
			own = append(own, k)
		}
		about[gives.Var] = own
	}
	return newPropagator(ctx, &enc.Formula, lits, about)
}

// A propagator finds the unit clauses that follow from a formula and some literals.
type propagator struct {
	*cnf.Formula
	lits []cnf.Lit // the literals that can be asserted
	// The elements of the list in are the clauses that contain a literal. Literal l is at the index
	// NumVars+l.
	in [][]int32
	// The map about has a list for each variable that gives sites their values, such as a variable for
	// a pair. The list has the numbers of the literals about these sites. Conclusions about the
	// variable are permitted only if one of these literals is chosen.
	about map[int][]int
	units [][]cnf.Lit // the clauses of one literal
	moot  []bool      // by clause: the clues alone make it false, because they contradict each other
}

// perLook is the number of clauses or literals between looks at the context.
const perLook = 1 << 12

func newPropagator(ctx context.Context, f *cnf.Formula, lits []cnf.Lit, about map[int][]int) (*propagator, error) {
	g := &propagator{f, lits, make([][]int32, 2*f.NumVars+1), about, nil, make([]bool, len(f.Clauses))}
	for i, clause := range f.Clauses {
		if i%perLook == 0 && encode.Over(ctx) != nil {
			return nil, encode.Over(ctx)
		}
		if len(clause) == 1 {
			g.units = append(g.units, clause)
		}
		for _, l := range clause {
			at := &g.in[f.NumVars+int(l)]
			*at = append(*at, int32(i))
		}
	}
	_, err := g.refute(ctx, nil)
	return g, err
}

// refute asserts the literals with the chosen numbers, and reports whether they make a clause false that the
// clauses alone do not make false. The error is ctx.Err().
func (g *propagator) refute(ctx context.Context, chosen []int) (bool, error) {
	isChosen, held := make([]bool, len(g.lits)), make([]bool, len(g.in))
	left := make([]int, len(g.Clauses)) // the number of literals that are not false
	var queue []cnf.Lit
	clues := false // whether the unit clauses of the formula are asserted
	assert := func(l cnf.Lit) {
		if at := g.NumVars + int(l); !held[at] {
			held[at] = true
			queue = append(queue, l)
		}
	}
	for i, clause := range g.Clauses {
		left[i] = len(clause)
	}
	for _, k := range chosen {
		isChosen[k] = true
		assert(g.lits[k])
	}
	permitted := func(l cnf.Lit) bool {
		about, ok := g.about[l.Var()]
		return !ok || slices.ContainsFunc(about, func(k int) bool { return isChosen[k] })
	}
	for n := 0; ; n++ {
		if n == len(queue) { // the clues come last, because they can contradict each other
			for _, clause := range g.units {
				assert(clause[0])
			}
			if n == len(queue) {
				return false, nil
			}
			clues = true
		}
		if n%perLook == 0 && encode.Over(ctx) != nil {
			return false, encode.Over(ctx)
		}
		for _, i := range g.in[g.NumVars-int(queue[n])] {
			switch left[i]--; {
			case left[i] == 0 && len(chosen) == 0:
				g.moot[i] = true
			case left[i] == 0 && !(clues && g.moot[i]):
				return true, nil
			case left[i] == 1:
				for _, last := range g.Clauses[i] {
					if !held[g.NumVars-int(last)] && permitted(last) {
						assert(last)
					}
				}
			}
		}
	}
}
