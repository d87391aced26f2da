package lookup

import (
	"cmp"
	"context"
	"fmt"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// hybridVersion must be raised when a change here can affect the answers or the cost of the method.
const hybridVersion = 1

// A hybrid is the search of the method hybrid. The native method searches until it stalls. SAT then
// solves the formula of the rest, in which the cells that the native method has fixed are unit
// clauses. On boards with many solutions, the native method gets further turns, each with twice the
// patience, after twice as many solutions by SAT. So neither engine can be much slower than the other
// one, except in one call of the solver, which cannot be interrupted.
type hybrid struct {
	puzzle   *encode.Puzzle
	in       encode.Instance
	method   *Method // gets the size of the formula when SAT takes over
	patience int     // as in native.Walk
	turn     int     // how many solutions SAT finds before the native method gets its next turn
}

// byHybrid returns the method hybrid, or nil if the puzzle does not have it.
//
// The patience of a nonogram is about 0.13 seconds. With a quarter of it, SAT took over more boards
// that the native method solves within 0.4 seconds. SAT needed up to 11 times as long for them.
func byHybrid(p *encode.Puzzle, in encode.Instance, name method.Name) *Method {
	r := encode.Best(in)
	if p.Hybrid == "" || name.String() != method.Hybrid {
		return nil
	}
	version := fmt.Sprintf("%d.%d.%s", hybridVersion, r.Version, formulaVersion(sat.Version, p))
	m := &Method{Name: name, Version: version, Solver: method.Gophersat}
	m.Search = hybrid{puzzle: p, in: in, method: m, patience: 1 << 21, turn: 16}.search
	return m
}

func (h hybrid) search(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
	r := h.in.Reduce()[0]
	if r.Walk == nil { // given values contradict each other, so there is nothing to search
		return r.Search(ctx, &st.Native, yield)
	}
	walk, err := r.Walk(ctx, &st.Native)
	if err != nil {
		return err
	}
	if done, err := walk.Run(h.patience, func(s []byte) bool { return yield(encode.Solution(s)) }); done || err != nil {
		return err
	}
	return h.handOver(ctx, walk, st, yield)
}

// handOver searches the rest of a paused native search by SAT and, in turns, by the native search.
func (h hybrid) handOver(ctx context.Context, walk native.Walk, st *Stats, yield func(encode.Solution) bool) error {
	var rest func() [][]cnf.Lit // the clauses of the unsearched rest
	enc, err := encode.CNFAnd(ctx, h.puzzle, h.in, h.puzzle.Styles[0], 0, func(e *encode.Encoder) {
		rest = func() (clauses [][]cnf.Lit) {
			for _, cells := range walk.Rest() {
				var clause []cnf.Lit
				for _, c := range cells {
					clause = append(clause, e.Is(c.At, int(c.Value)))
				}
				clauses = append(clauses, clause)
			}
			return clauses
		}
		for _, clause := range rest() {
			e.Add(clause...)
		}
	})
	if err != nil {
		return err
	}
	h.method.Variables, h.method.Clauses = enc.NumVars, len(enc.Clauses)
	var more [][]cnf.Lit
	solver := sat.Blocking{F: &enc.Formula, More: func() [][]cnf.Lit { return more }}
	found := map[encode.Solution]bool{} // by SAT; the native search finds them again
	var failed error
	err = solver.Search(ctx, &st.SAT, func(model cnf.Model) bool {
		more = nil
		s := enc.Decode(model)
		found[s] = true
		if !yield(s) {
			return false
		}
		if failed = ctx.Err(); failed != nil {
			return false
		}
		if len(found) < h.turn {
			return true
		}
		h.turn, h.patience = 2*h.turn, 2*h.patience
		var done bool
		done, failed = walk.Run(h.patience, func(s []byte) bool { return found[encode.Solution(s)] || yield(encode.Solution(s)) })
		more = rest()
		return !done && failed == nil
	})
	return cmp.Or(failed, err)
}
