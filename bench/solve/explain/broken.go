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
	if board, ok := in.(play.HasPieces); ok {
		return misplaced(board, entries), ctx.Err()
	}
	g, lits, err := asserted(ctx, p, in, entries, room)
	if err != nil {
		return nil, err
	}
	core, err := g.refute(ctx, lits, encode.Left(len(lits), nil))
	for i := 0; i < len(core) && err == nil; { // leave out the entries that are not needed
		var smaller []int
		if smaller, err = g.refute(ctx, lits, slices.Delete(slices.Clone(core), i, i+1)); smaller != nil {
			core = smaller
		} else {
			i++
		}
	}
	if err != nil {
		return nil, err
	}
	return wording.Each(core, func(k int) clues.Given { return entries[k] }), nil
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
		g, lits, err := asserted(ctx, p, board.Relaxed(encode.Left(len(all), clues)), entries, room)
		if err != nil {
			return false, err
		}
		core, err := g.refute(ctx, lits, encode.Left(len(lits), nil))
		return core != nil, err
	}, all)
}

func asserted(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, room int) (*propagator, []cnf.Lit, error) {
	var lits []cnf.Lit
	enc, err := encode.CNFAnd(ctx, p, in, p.Styles[0], room, func(e *encode.Encoder) {
		lits = wording.Each(entries, func(x clues.Given) cnf.Lit { return e.Is(x.Site, x.Value) })
	})
	if err != nil {
		return nil, nil, err
	}
	g, err := newPropagator(ctx, &enc.Formula)
	if err != nil {
		return nil, nil, err
	}
	number := map[int]int{} // by site: the number of its entry
	for k, x := range entries {
		number[x.Site] = k
	}
	for _, gives := range enc.Gives {
		about := g.about[gives.Var]
		if k, ok := number[gives.Site]; ok {
			about = append(about, k)
		}
		g.about[gives.Var] = about
	}
	return g, lits, nil
}

// A propagator finds the unit clauses that follow from a formula and some literals.
type propagator struct {
	clauses [][]cnf.Lit
	// The elements of the list in are the clauses that contain a literal. Literal l is at the index
	// numVars+l.
	in      [][]int32
	numVars int
	// The map about has a list for each variable that gives sites their values, such as a variable for
	// a pair. The list has the numbers of the literals about these sites. Conclusions about the
	// variable are permitted only if one of these literals is chosen.
	about map[int][]int
}

// perLook is the number of clauses or literals between looks at the context.
const perLook = 1 << 12

func newPropagator(ctx context.Context, f *cnf.Formula) (*propagator, error) {
	g := &propagator{clauses: f.Clauses, in: make([][]int32, 2*f.NumVars+1), numVars: f.NumVars, about: map[int][]int{}}
	for i, clause := range f.Clauses {
		if i%perLook == 0 && encode.Over(ctx) != nil {
			return nil, encode.Over(ctx)
		}
		for _, l := range clause {
			at := &g.in[f.NumVars+int(l)]
			*at = append(*at, int32(i))
		}
	}
	return g, nil
}

// refute asserts the chosen literals and returns the numbers of some that make all literals of a
// clause false, ascending, or nil. The result need not be minimal. If the clauses alone make one
// literal false, the result can be its number. The error is ctx.Err().
func (g *propagator) refute(ctx context.Context, lits []cnf.Lit, chosen []int) ([]int, error) {
	if err := encode.Over(ctx); err != nil {
		return nil, err
	}
	p := &propagation{propagator: g, cause: map[cnf.Lit]int{}, left: make([]int32, len(g.clauses)), chosen: make([]bool, len(lits))}
	for _, k := range chosen {
		p.chosen[k] = true
	}
	for i, clause := range g.clauses {
		p.left[i] = int32(len(clause))
	}
	for _, k := range chosen {
		if _, ok := p.cause[-lits[k]]; ok {
			return p.blame([]cnf.Lit{-lits[k]}, k), nil
		}
		p.assert(lits[k], k+1)
		if blamed, err := p.run(ctx); blamed != nil || err != nil {
			return blamed, err
		}
	}
	// The clues come last, so that the entries are blamed even if the clues contradict each other.
	for i, clause := range g.clauses {
		if len(clause) == 1 {
			p.assert(clause[0], -1-i)
		}
	}
	return p.run(ctx)
}

type propagation struct {
	*propagator
	// cause says why a literal is true. If the literal was asserted and has the number k, its cause
	// is k+1. If the literal follows from clause number i, its cause is -1-i.
	cause map[cnf.Lit]int
	left  []int32 // by clause: the number of literals that are not false
	queue []cnf.Lit
	count int // the number of literals that run has taken from the queue
	// chosen says which of the literals passed to refute are asserted now or later.
	chosen []bool
}

// witness reports whether conclusions about a variable are permitted, and the number of the chosen
// literal that permits them. Without such a literal, the number is -1.
func (p *propagation) witness(v int) (number int, any bool) {
	about, ok := p.about[v]
	for _, k := range about {
		if p.chosen[k] {
			return k, true
		}
	}
	return -1, !ok
}

func (p *propagation) assert(l cnf.Lit, cause int) {
	if _, ok := p.cause[l]; !ok {
		p.cause[l] = cause
		p.queue = append(p.queue, l)
	}
}

// run propagates the queue. If all literals of a clause become false, run returns the numbers of the
// asserted literals that caused this. It ignores a clause that is false without any: then the clues
// contradict each other. The error is ctx.Err().
func (p *propagation) run(ctx context.Context) ([]int, error) {
	for len(p.queue) > 0 {
		if p.count++; p.count%perLook == 0 && encode.Over(ctx) != nil {
			return nil, encode.Over(ctx)
		}
		l := p.queue[0]
		p.queue = p.queue[1:]
		for _, i := range p.in[p.numVars-int(l)] {
			switch p.left[i]--; p.left[i] {
			case 0:
				if blamed := p.blame(cnf.Negated(p.clauses[i]), -1); len(blamed) > 0 {
					return blamed, nil
				}
			case 1:
				for _, last := range p.clauses[i] {
					if _, gone := p.cause[-last]; gone {
						continue
					}
					if _, ok := p.witness(last.Var()); ok {
						p.assert(last, -1-int(i))
					}
				}
			}
		}
	}
	return nil, nil
}

// blame returns the numbers of the asserted literals from which the given true literals follow. If
// k is not negative, the result also has the number k.
func (p *propagation) blame(held []cnf.Lit, k int) []int {
	blamed := []int{}
	if k >= 0 {
		blamed = append(blamed, k)
	}
	seen := map[cnf.Lit]bool{}
	for len(held) > 0 {
		l := held[0]
		held = held[1:]
		if seen[l] {
			continue
		}
		seen[l] = true
		switch cause, ok := p.cause[l]; {
		case !ok:
		case cause > 0:
			blamed = append(blamed, cause-1)
		default:
			if k, _ := p.witness(l.Var()); k >= 0 {
				blamed = append(blamed, k)
			}
			for _, other := range p.clauses[-1-cause] {
				if other != l {
					held = append(held, -other)
				}
			}
		}
	}
	slices.Sort(blamed)
	return slices.Compact(blamed)
}
