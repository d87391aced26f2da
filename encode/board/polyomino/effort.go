package polyomino

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
)

// An effort measures how hard a board is for people.
type effort struct {
	Forced         int  `json:"forced"`         // cells that techniques settle without a contradiction
	Contradictions int  `json:"contradictions"` // moves that need one
	Open           int  `json:"open"`           // cells that all techniques leave open
	Places         int  `json:"places"`         // ways to lay a first piece
	Excluded       int  `json:"excluded"`       // of these, how many the techniques exclude at once
	Leading        *int `json:"leading"`        // of these, how many lead to a solution; nil if there are too many solutions
	DeadEnds       *int `json:"dead_ends"`      // the others
	// LeadingShare is Leading divided by Places. Solutions is the number of solutions. The record of an
	// experiment has it as a fact, not as its count: a theory's count would be a second vote for the native method.
	LeadingShare *float64 `json:"leading_share"`
	Solutions    *int     `json:"solutions"`
}

// mostListed limits the work to list solutions for an effort, so that it takes about a second.
var mostListed = native.Limit{Nodes: 200_000, Updates: 20_000_000}

// effort returns nil on boards on which the techniques find nothing. The error is ctx.Err().
func (t *Tiling) effort(ctx context.Context) (*effort, error) {
	r := &reasoner{Tiling: t, ctx: ctx, filled: map[string]int{}}
	if !r.prepare() || len(r.options) == 0 {
		return nil, ctx.Err()
	}
	e := &effort{}
	supposes := func(u deduction.Rule) bool { return slices.Index(levels, u.Level) >= contradiction }
	for _, all := range []bool{false, true} {
		d, err := t.Deduce(ctx, new(native.Stats), deduction.Options{Moves: true, Use: func(u deduction.Rule) bool {
			return all || !supposes(u)
		}})
		if err != nil {
			return nil, err
		}
		settled := len(encode.Where(d.State, func(left uint64) bool { return ones(left) == 1 }))
		if e.Open = len(t.Cells) - settled; !all {
			e.Forced = settled
		}
		e.Contradictions = len(encode.Where(d.Moves, func(m deduction.Move) bool { return supposes(m.Rule) }))
	}
	v := r.see(technique.Start(t.Sites()))
	excluded, possible := r.chains(v), map[string]bool{}
	for o, x := range r.options {
		key := fmt.Sprint(t.pieceOf(x.value), x.cells)
		possible[key] = possible[key] || v.alive.Has(o) && !excluded.Has(o)
	}
	e.Places = len(possible)
	for _, ok := range possible {
		if !ok {
			e.Excluded++
		}
	}
	return e, t.leading(ctx, e)
}

// leading counts the first places that lead to a solution, if all solutions can be listed quickly.
func (t *Tiling) leading(ctx context.Context, e *effort) error {
	found, solutions := map[string]bool{}, 0
	err := t.Reduce()[0].Search(ctx, &native.Stats{Limit: mostListed}, func(s encode.Solution) bool {
		solutions++
		for v := range t.values {
			if cells := encode.Where([]byte(s), func(x byte) bool { return int(x) == v }); cells != nil {
				found[fmt.Sprint(t.pieceOf(v), cells)] = true
			}
		}
		return true
	})
	if err == nil {
		e.Leading, e.DeadEnds, e.Solutions = new(len(found)), new(e.Places-e.Excluded-len(found)), &solutions
		e.LeadingShare = new(float64(len(found)) / float64(e.Places))
	}
	return ctx.Err()
}

func (e *effort) String() string {
	text := fmt.Sprintf("techniques settle %s without a contradiction, need one in %s, and leave %s open; they exclude %d of %s for a first piece",
		wording.Plural(e.Forced, "cell"), wording.Plural(e.Contradictions, "move"), wording.Plural(e.Open, "cell"), e.Excluded, wording.Plural(e.Places, "place"))
	if e.Leading != nil {
		text += fmt.Sprintf("; %d of the others lead to a solution, and %d are dead ends", *e.Leading, *e.DeadEnds)
	}
	return text
}
