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
	"strings"

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
	return wording.Fill(len(sites), func(i int) uint64 { return 1<<sites[i] - 1 }) // also right for 64 values: all bits
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
	d.Steps = wording.Fill(len(res.Steps), func(i int) deduction.Step {
		return deduction.Step{Rule: set.rule(res.Steps[i].Rule), Gone: res.Steps[i].Bit, Sites: res.Steps[i].Sites}
	})
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

// A Move holds the steps of one move of a deduction, or a single step, for functions that describe
// or draw it.
type Move struct {
	Steps  []deduce.Step // the steps with the reason, then their consequences
	Own    int           // the number of steps with the reason
	Before deduce.State
	Placed []deduce.Bit // the sites that the move gives their last value, with these values
	Given  bool         // whether the move only draws plain conclusions from a value that the board gives
	bit    bool         // whether this is a single step
}

// Lead returns the first step of the move. The pattern of this step represents the reason that all
// own steps have in common.
func (m *Move) Lead() *deduce.Step { return &m.Steps[0] }

// Tell describes the pattern of the move in words.
func (m *Move) Tell() string { return m.Lead().Rule.Tell(m.Steps[:m.Own]) }

// Name returns the name of the move: "clue" if it spreads a value that the board gives, and
// otherwise the name of its rule.
func (m *Move) Name() string {
	if m.Given {
		return "clue"
	}
	return m.Lead().Rule.Name
}

// Len returns the number of steps of the move, or 0 if m is nil.
func (m *Move) Len() int {
	if m == nil {
		return 0
	}
	return len(m.Steps)
}

// Title returns the title of the picture of a single step. For a move it returns "", because the
// picture has the sentence of the move below it, and also if m is nil.
func (m *Move) Title() string {
	if m != nil && m.bit {
		return m.Lead().Rule.Name
	}
	return ""
}

// Gone returns, for each site that the move changes, the set of values that the move removes from
// the site. If m is nil, there are none.
func (m *Move) Gone() map[int]uint64 {
	gone := map[int]uint64{}
	if m == nil {
		return gone
	}
	for _, st := range m.Steps {
		gone[st.Site] |= 1 << st.Value
	}
	return gone
}

// Beyond returns the sites outside the pattern of the first step that the move gives their last value,
// with these values.
func (m *Move) Beyond() []deduce.Bit {
	return slices.DeleteFunc(slices.Clone(m.Placed), func(b deduce.Bit) bool { return slices.Contains(m.Lead().Sites, b.Site) })
}

// Sites returns the sites in the patterns of the move's own steps (all except its consequences),
// each once.
func (m *Move) Sites() []int {
	sites := wording.Each(m.Steps[:m.Own], func(st deduce.Step) []int { return st.Sites })
	return AppendNew(nil, slices.Concat(sites...)...)
}

// Facts returns the facts on which the move's own steps (all except its consequences) rest, each
// once.
func (m *Move) Facts() []deduce.Bit {
	var facts []deduce.Bit
	seen := map[deduce.Bit]bool{}
	for i := range m.Steps[:m.Own] {
		for _, b := range m.Steps[i].Facts() {
			if !seen[b] && !m.Before.Has(b.Site, b.Value) {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

// Empty returns a site that the move leaves without a value, or -1.
func (m *Move) Empty() int {
	last := m.Steps[len(m.Steps)-1]
	if m.Before[last.Site]&^m.Gone()[last.Site] == 0 {
		return last.Site
	}
	return -1
}

// Touched returns the lines with a changed site, in ascending order. The sites are the cells of a board
// with h rows and w columns, and the rows come before the columns.
func Touched(h, w int, changed []int32) []int {
	touched := make([]bool, h+w)
	for _, at := range changed {
		touched[int(at)/w], touched[h+int(at)%w] = true, true
	}
	return encode.Where(touched, func(is bool) bool { return is })
}

// AppendNew appends those of the values that the list does not yet have, each once.
func AppendNew[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

func (set *Set) divide(d *deduction.Result, in encode.Instance, p *deduce.Problem, res *deduce.Result) {
	start := p.Start
	if len(res.Moves) == 0 {
		d.MoveText, d.MoveFacts = d.Text, d.Facts // there are no moves, so nothing calls these two functions
		d.MovePicture = d.Picture
		return
	}
	placed := placed(start, res)
	known := set.spread(start)
	blind := func(i int) *Move { // without the field Before, which would take long to compute for every move
		m := res.Moves[i]
		steps := res.Steps[m.First : m.First+m.N]
		return &Move{Steps: steps, Own: m.Own, Placed: placed[i], Given: m.Rule.Spreads && gives(start, m.Rule, &steps[0])}
	}
	move := func(i int) *Move {
		m := blind(i)
		m.Before = after(start, res.Steps[:res.Moves[i].First])
		return m
	}
	d.Moves = make([]deduction.Move, len(res.Moves))
	for i, m := range res.Moves {
		one := blind(i)
		d.Moves[i] = deduction.Move{Name: one.Name(), Rule: set.rule(m.Rule), Steps: d.Steps[m.First : m.First+m.N], Own: m.Own,
			Sites: one.Sites(), Placed: placed[i], Given: given(start, known, m.Rule, one.Steps)}
	}
	assumes := map[bool]string{true: "; this assumes that there is exactly one solution"}
	sentence := func(m *Move) string { return set.sentence(m) + assumes[m.Lead().Rule.Unique] }
	d.MoveText = func(i int) string { return sentence(move(i)) }
	d.MoveFacts = func(i int) []deduction.Gone { return move(i).Facts() }
	d.MovePicture = set.pictures("Move", res.State, len(res.Moves), move, sentence)
	d.Until = func(n int) *deduction.Result { return set.describe(in, p, res.Until(start, n)) }
}

// given reports whether a move only draws plain conclusions from sites that the board gives, or
// removes only values that such moves remove. The state known is the one after all such moves.
func given(start, known deduce.State, r *deduce.Rule, steps []deduce.Step) bool {
	return r.Spreads && gives(start, r, &steps[0]) ||
		!slices.ContainsFunc(steps, func(st deduce.Step) bool { return known.Has(st.Site, st.Value) })
}

func gives(start deduce.State, r *deduce.Rule, st *deduce.Step) bool {
	return slices.ContainsFunc(r.Places(st), start.One)
}

func (set *Set) spread(start deduce.State) deduce.State {
	s := slices.Clone(start)
	changed := wording.Fill(len(s), func(i int) int32 { return int32(i) })
	for len(changed) > 0 {
		var next []int32
		for i := range set.Rules {
			r := &set.Rules[i]
			if !r.Spreads && !r.Echoes {
				continue
			}
			r.Find(s, changed, func(site, value int, p deduce.Pattern) {
				st := deduce.Step{Rule: r, Bit: deduce.Bit{Site: site, Value: value}, Pattern: p}
				if s.Has(site, value) && (r.Echoes || gives(start, r, &st)) {
					s[site] &^= 1 << value
					next = append(next, int32(site))
				}
			})
		}
		changed = next
	}
	return s
}

func placed(start deduce.State, res *deduce.Result) [][]deduce.Bit {
	s := slices.Clone(start)
	settled, said := map[int]int{}, map[int]int{} // by site: the index of a move
	for i, m := range res.Moves {
		for _, st := range res.Steps[m.First : m.First+m.N] {
			if s[st.Site] &^= 1 << st.Value; s.One(st.Site) {
				settled[st.Site] = i
			}
		}
		if m.Rule.Places == nil {
			continue
		}
		for _, site := range m.Rule.Places(&res.Steps[m.First]) {
			if _, ok := said[site]; !ok && s.One(site) && !start.One(site) {
				said[site] = i
			}
		}
	}
	all := make([][]deduce.Bit, len(res.Moves))
	for site, left := range s {
		i, ok := said[site]
		if !ok {
			i, ok = settled[site]
		}
		if ok && left != 0 {
			all[i] = append(all[i], deduce.Bit{Site: site, Value: s.Value(site)})
		}
	}
	return all
}

func (set *Set) sentence(m *Move) string {
	if set.Sentence != nil {
		return set.Sentence(m)
	}
	texts := wording.Each(m.Steps, func(st deduce.Step) [2]string {
		why, so, _ := strings.Cut(set.Text(&st), ", so ")
		return [2]string{why, so}
	})
	reasons, with := Group(texts, func(text [2]string) string { return text[0] })
	return m.Name() + ": " + strings.Join(wording.Each(reasons, func(why string) string {
		if so := And(wording.Each(with[why], func(text [2]string) string { return text[1] })); so != "" {
			why += ", so " + so
		}
		return why
	}), "; ")
}
