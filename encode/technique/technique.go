// Package technique connects the human techniques of a puzzle with the deduction engine. It adds names
// of levels, sentences and pictures, and it asks the board whether the last state is a solution.
// The package defines no rules.
package technique

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

// A Set holds the deduction rules for one board. In a state, bit v of element i stands for the
// value v of site i. Every site has at most deduce.MaxValues values.
type Set struct {
	Levels []string     // the names of the levels, the easiest first
	Start  deduce.State // the state that the clues leave
	Rules  []deduce.Rule
	Traps  []deduce.Rule // rules that a deduction uses only if its options name them
	// Text describes a step in one sentence, without a full stop.
	Text func(st *deduce.Step) string
	// Sentence describes a move in one sentence, without a full stop. It names the technique first, as in
	// "naked pair: ...". If Sentence is nil, the sentence has the name of the rule and the texts of all
	// steps of the move. Texts with the same words before ", so " are joined.
	Sentence func(m *Move) string
	// Picture draws a state. Unless m is nil, it also shows the move m that comes next, which may be
	// a single step.
	Picture func(s deduce.State, m *Move) *draw.Picture
}

// Start returns the state in which every site may still take all its values. The parameter sites
// holds the number of values of each site.
func Start(sites []int) deduce.State {
	s := make(deduce.State, len(sites))
	for i, n := range sites {
		s[i] = 1<<n - 1 // also right for 64 values: all bits
	}
	return s
}

// List returns the rules, sorted by level, in the form that deduction.Deducible's method Rules
// returns.
func (set *Set) List() []deduction.Rule { return set.list(set.Rules) }

// ListTraps returns the traps, in the form that deduction.HasTraps's method Traps returns.
func (set *Set) ListTraps() []deduction.Rule { return set.list(set.Traps) }

func (set *Set) list(rules []deduce.Rule) []deduction.Rule {
	rules = slices.Clone(rules)
	slices.SortStableFunc(rules, func(a, b deduce.Rule) int { return a.Level - b.Level })
	return wording.Each(rules, func(r deduce.Rule) deduction.Rule { return set.rule(&r) })
}

func (set *Set) rule(r *deduce.Rule) deduction.Rule {
	return deduction.Rule{Name: r.Name, Level: set.Levels[r.Level], Statement: r.Statement, Unique: r.Unique}
}

// Deduce does the work of deduction.Deducible's method Deduce for the given board.
func (set *Set) Deduce(ctx context.Context, in encode.Instance, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	p := &deduce.Problem{Start: set.Start, Rules: set.Rules}
	if o.From != nil {
		p.Start = o.From
	}
	for _, trap := range set.Traps {
		if trap.Name == o.Trap {
			p.Rules = append(slices.Clip(p.Rules), trap)
		}
	}
	var use func(r *deduce.Rule) bool
	if o.Use != nil {
		use = func(r *deduce.Rule) bool { return r.Name == o.Trap || o.Use(set.rule(r)) }
	}
	res := &deduce.Result{State: slices.Clone(p.Start), Level: -1, Empty: slices.Contains(p.Start, 0)}
	var err error
	switch {
	case o.Each != nil:
		err = p.Possible(ctx, st, deduce.Options{Use: use}, func(one *deduce.Result) bool {
			return ctx.Err() == nil && o.Each(set.describe(in, p, one)) // a rule may have stopped early
		})
	case o.Triggered:
		if !res.Empty { // rules need not handle such a state
			res.Steps = p.Triggered(p.Start, use)
		}
	case o.Final && !slices.ContainsFunc(p.Rules, func(r deduce.Rule) bool { return r.Unique && (use == nil || use(&r)) }):
		res, err = p.Final(ctx, st, use, func(s deduce.State) bool { return in.Check(solution(s)) == nil })
	default:
		run := p.Run
		if o.Moves {
			run = p.RunMoves
		}
		res, err = run(ctx, st, deduce.Options{Use: use, Rand: o.Rand, AnyOrder: o.AnyOrder})
	}
	d := set.describe(in, p, res)
	if err == nil && d.Broken && d.Unique() {
		err = assumed(ctx, in, st, o, d)
	}
	return d, cmp.Or(err, ctx.Err()) // a rule may have stopped early
}

func (set *Set) describe(in encode.Instance, p *deduce.Problem, res *deduce.Result) *deduction.Result {
	d := &deduction.Result{State: res.State, Broken: res.Empty}
	if res.Level >= 0 {
		d.Level = set.Levels[res.Level]
	}
	d.Steps = make([]deduction.Step, len(res.Steps))
	for i := range res.Steps {
		st := &res.Steps[i]
		d.Steps[i] = deduction.Step{Rule: set.rule(st.Rule), Gone: st.Bit, Sites: st.Sites}
	}
	if res.State.Settled() {
		s := solution(res.State)
		if in.Check(s) == nil {
			d.Solution = &s
		} else {
			d.Broken = true
		}
	}
	if res.Empty {
		d.State = make([]uint64, len(res.State))
	}
	steps := res.Steps
	d.Text = func(i int) string { return set.Text(&steps[i]) }
	d.Facts = func(i int) []deduction.Gone { return steps[i].Facts() }
	d.Picture = set.pictures("Step", res.State, len(steps), func(i int) *Move {
		return &Move{Steps: steps[i : i+1], Own: 1, Before: after(p.Start, steps[:i]), bit: true}
	}, func(m *Move) string { return set.Text(m.Lead()) })
	set.divide(d, in, p, res)
	return d
}

// solution returns the solution of a settled state.
func solution(s deduce.State) encode.Solution {
	return encode.Solution(wording.Each(s, func(left uint64) byte { return byte(bits.TrailingZeros64(left)) }))
}

// assumed sets d.Assumed for a board in which some site has lost all values. It repeats the
// deduction without the rules that assume exactly one solution. If no site then loses all values,
// the contradiction depends on these rules.
func assumed(ctx context.Context, in encode.Instance, st *native.Stats, o deduction.Options, d *deduction.Result) error {
	sound, err := in.(deduction.Deducible).Deduce(ctx, st, deduction.Options{
		From: o.From,
		Use:  func(r deduction.Rule) bool { return !r.Unique && (o.Use == nil || o.Use(r)) },
	})
	d.Assumed = !sound.Broken
	return err
}

// pictures returns a function that draws each of n moves and then the last state.
func (set *Set) pictures(kind string, last deduce.State, n int, move func(i int) *Move, text func(m *Move) string) func(i int) *draw.Picture {
	return func(i int) *draw.Picture {
		if i == n {
			p := set.Picture(last, nil)
			p.Title = "The last state"
			return p
		}
		m := move(i)
		p := set.Picture(m.Before, m)
		p.Title, p.Description = fmt.Sprintf("%s %d: %s", kind, i+1, m.Name()), text(m)
		return p
	}
}

func after(start deduce.State, steps []deduce.Step) deduce.State {
	s := slices.Clone(start)
	for _, st := range steps {
		s[st.Site] &^= 1 << st.Value
	}
	return s
}
