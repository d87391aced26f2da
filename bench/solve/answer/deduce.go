package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/native"
	engine "counterproof/native/deduce"
)

// Deduce solves the board step by step with human techniques. The options o choose the techniques and
// their order. If ctx ends, Deduce returns the steps found so far and ctx.Err().
func Deduce(ctx context.Context, in deduction.Deducible, o deduction.Options) (*deduction.Result, error) {
	return in.Deduce(ctx, new(native.Stats), o)
}

// Start returns the values of each site that the clues leave before any deduction.
func Start(ctx context.Context, in deduction.Deducible) ([]uint64, error) {
	d, err := Deduce(ctx, in, deduction.Options{Use: func(deduction.Rule) bool { return false }})
	if err != nil {
		return nil, err
	}
	return d.State, nil
}

// Hidden returns the solution that a game reveals step by step, or nil.
func Hidden(in encode.Instance) *encode.Solution {
	if game, ok := in.(deduction.HasHiddenSolution); ok {
		return game.Hidden()
	}
	return nil
}

// deduce does a job of the task Deduce and times the deduction. Then it compares the result with two
// searches for two solutions, by the best native method and by SAT.
func deduce(ctx context.Context, j result.Job, p *encode.Puzzle, in deduction.Deducible, m *lookup.Method, w Watcher) result.Record {
	use := func(r deduction.Rule) bool { return slices.Contains(m.Levels, r.Level) }
	st, _ := w.Stats(noSolutions)
	var watch Stopwatch
	watch.Start()
	d, err := in.Deduce(ctx, &st.Native, deduction.Options{Use: use})
	watch.Stop()
	if err != nil {
		return Failed(j, err)
	}
	moves, err := Deduce(ctx, in, deduction.Options{Use: use, Moves: true})
	if err != nil {
		return Failed(j, err)
	}
	natively, first := twoSolutions(ctx, j, p, in, method.MustParse(method.Native), w)
	// The option cubes=0 means one run of the solver, so that the conflicts measure how hard the
	// board is. Without this option, the method sat first removes failed literals. It then needs no
	// conflicts on 20 maps that Simon Tatham's grader calls unreasonable. With cubes=0, each of
	// these maps needs 1 to 9 conflicts.
	bySAT, second := twoSolutions(ctx, j, p, in, method.Name{Family: method.SAT, Style: m.Style, Variant: method.Cubes, Depth: 0}, w)
	if wrong := compareDeduced(j, in, d, natively, bySAT, slices.Concat(first, second)); wrong != nil {
		return *wrong
	}
	r := bySAT
	own := j.Record(bySAT.Reason, "")
	r.Key, r.Task, r.SolutionLimit = own.Key, own.Task, own.SolutionLimit
	r.Nodes, r.Cubes, r.CubesClosed = natively.Nodes, nil, nil
	watch.record(&r)
	r.Difficulty = difficulty(d, m.Levels)
	r.Difficulty.Moves = new(int64(len(moves.Found())))
	describe(r.Difficulty, in)
	if j.Possible {
		within, err := lookup.Possible(ctx, p, in, d.State)
		if err != nil {
			return Failed(j, err)
		}
		n := int64(0)
		for i, left := range d.State {
			n += int64(bits.OnesCount64(left &^ within[i]))
		}
		r.LeftRemovable = &n
	}
	return r
}

func twoSolutions(ctx context.Context, j result.Job, p *encode.Puzzle, in encode.Instance, name method.Name, w Watcher) (result.Record, []encode.Solution) {
	m, err := lookup.Resolve(p, in, name)
	if err != nil {
		return Failed(j, err), nil
	}
	var solutions []encode.Solution
	every := m.Search
	m.Search = func(ctx context.Context, st *lookup.Stats, yield func(encode.Solution) bool) error {
		return every(ctx, st, func(s encode.Solution) bool {
			solutions = append(solutions, s)
			return yield(s)
		})
	}
	j.Task, j.Limits.Solutions = result.Unique, 0
	return list(ctx, j, in, m, nil, w), solutions
}

// compareDeduced returns nil if the deduction and both searches agree, or else the record of a
// failure.
func compareDeduced(j result.Job, in encode.Instance, d *deduction.Result, natively, bySAT result.Record, solutions []encode.Solution) *result.Record {
	wrong := func(format string, args ...any) *result.Record { return new(wrongRecord(j, format, args...)) }
	for _, r := range []result.Record{natively, bySAT} {
		if judge.Answer(r) == nil {
			own := j.Record(result.Error, r.Error)
			own.Verdict = r.Verdict
			return &own
		}
	}
	if !judge.Agree(natively, bySAT) {
		return wrong("native says %s, sat says %s", natively.Amount(), bySAT.Amount())
	}
	for _, s := range kept(d, in, natively.Count == "1", solutions) {
		if i := outside(d.State, s); i >= 0 {
			return wrong("the rules remove value %d from site %d, but solution %s needs it", s[i], i, encode.FormatSolution(in, s))
		}
	}
	if d.Solution != nil && len(solutions) == 0 {
		return wrong("the rules find a solution, but neither search finds one")
	}
	return nil
}

// kept returns the solutions that the techniques must not rule out. These are all solutions, but only
// the hidden one if the board reveals a solution step by step, and none if a technique assumed a
// unique solution although there are several.
func kept(d *deduction.Result, in encode.Instance, one bool, solutions []encode.Solution) []encode.Solution {
	if s := Hidden(in); s != nil {
		return []encode.Solution{*s}
	}
	if one || !d.Unique() {
		return solutions
	}
	return nil
}

func wrongRecord(j result.Job, format string, args ...any) result.Record {
	r := j.Record(result.Error, fmt.Sprintf(format, args...))
	r.Verdict = result.Wrong
	return r
}

// outside returns the first site whose value in s is removed from the state, or -1.
func outside(state []uint64, s encode.Solution) int {
	for i, left := range state {
		if left>>s[i]&1 == 0 {
			return i
		}
	}
	return -1
}

// difficulty measures how hard a deduction was. The easiest level comes first.
func difficulty(d *deduction.Result, levels []string) *result.Difficulty {
	v := &result.Difficulty{
		Deduced:      d.Verdict(),
		Levels:       levels,
		Level:        d.Level,
		LevelIndex:   int64(slices.Index(levels, d.Level)),
		Steps:        int64(len(d.Steps)),
		StepsByLevel: make([]int64, len(levels)),
		Left:         int64(d.Open()),
	}
	state := slices.Clone(d.State) // undo all steps, then repeat them
	for _, st := range d.Steps {
		state[st.Gone.Site] |= 1 << st.Gone.Value
	}
	wait := int64(0)
	for _, st := range d.Steps {
		v.StepsByLevel[slices.Index(levels, st.Rule.Level)]++
		state[st.Gone.Site] &^= 1 << st.Gone.Value
		wait++
		if bits.OnesCount64(state[st.Gone.Site]) == 1 {
			wait = 0
		}
		v.LongestWait = max(v.LongestWait, wait)
	}
	return v
}

func describe(v *result.Difficulty, in encode.Instance) {
	if in, ok := in.(clues.HasClues); ok {
		v.Clues = new(int64(in.Clues()))
	}
	if in, ok := in.(clues.HasFullClues); ok {
		v.FullClues, v.Size = new(int64(in.FullClues())), in.Size().String()
	}
}

// An Effort says how much work the moves of a deduction are. Plain conclusions do not count.
type Effort struct {
	Technique string         // the last rule, in the order of the board's rules, that a move uses; empty if there are no moves
	Levels    []string       // the levels with moves, the easiest first
	Moves     map[string]int // by level
	All       int            // the number of moves
	// Waiting is the length of the longest run of consecutive moves that place no value.
	Waiting int
}

// EffortOf measures the moves of a deduction.
func EffortOf(in deduction.Deducible, d *deduction.Result) Effort {
	e := Effort{Moves: map[string]int{}, Waiting: d.Waiting()}
	used := map[string]bool{}
	found := d.Found()
	e.All = len(found)
	for _, m := range found {
		e.Moves[m.Rule.Level]++
		used[m.Rule.Name] = true
	}
	for _, r := range append(in.Rules(), deduction.Traps(in)...) {
		if used[r.Name] {
			e.Technique = r.Name
		}
	}
	for _, level := range append(deduction.Levels(in), deduction.TrapLevel) {
		if e.Moves[level] > 0 {
			e.Levels = append(e.Levels, level)
		}
	}
	return e
}

// A Summary is what generate --json says about a board. A field that is not known is absent.
type Summary struct {
	Solution *string `json:"solution,omitempty"` // a solution or, in a game, the hidden one: the values of the sites
	Count    string  `json:"count,omitempty"`    // the number of solutions, decimal
	Level    string  `json:"level,omitempty"`    // the hardest one of the human techniques, or the one beyond them
	Clues    *int    `json:"clues,omitempty"`    // the number of clues that can be removed separately
	Moves    *int    `json:"moves,omitempty"`    // the number of moves by human techniques, without moves that only read clues
}

// Summarise finds the solutions of a board within the limits of FindKey, and makes the easiest moves.
// The error is ctx.Err(), or names a solution that breaks a rule.
func Summarise(ctx context.Context, p *encode.Puzzle, in encode.Instance) (*Summary, error) {
	key, err := FindKey(ctx, in)
	if err != nil {
		return nil, err
	}
	s := &Summary{}
	if hidden := Hidden(in); hidden != nil {
		key.Solution = hidden
	}
	if key.Solution != nil {
		s.Solution = new(encode.FormatSolution(in, *key.Solution))
	}
	if best := in.Reduce()[0]; !key.Open {
		s.Count = strconv.Itoa(key.Found)
	} else if best.Count != nil {
		n, err := best.Count(ctx, &native.Stats{Limit: keyLimit})
		if err != nil && !errors.Is(err, native.ErrLimit) {
			return nil, err
		}
		if err == nil {
			s.Count = n.String()
		}
	}
	if clued, ok := in.(clues.HasClues); ok {
		s.Clues = new(clued.Clues())
	}
	board, ok := deduction.Of(in)
	if !ok {
		return s, nil
	}
	d, err := Deduce(ctx, board, deduction.Options{Moves: true})
	if err != nil {
		return nil, err
	}
	s.Level, s.Moves = d.Level, new(EffortOf(board, d).All)
	if d.Solution == nil {
		s.Level = p.Beyond.Level
	}
	return s, nil
}

// Orders holds all orders of steps of a board, for rules that a person might use in any order.
//
// The steps that an order has made at some time form a feasible set. If a step that is possible stays
// possible until it is made, the feasible sets form an antimatroid, and all orders end in the same
// state.
type Orders struct {
	Sets []engine.Reached // a state for each feasible set, the empty set first, smaller sets before larger ones
	Ends []End            // one for all states with the same verdict and number of open values, most orders first
}

// An End stands for states in which no step is possible.
type End struct {
	*deduction.Result          // of one of these states
	States            int      // the number of these states
	Orders            *big.Int // the number of orders that end in them
	Path              []int    // the indices in Orders.Sets of one such order
	// Made holds the step between each two states of Path, and Texts its sentence.
	Made  []deduction.Step
	Texts []string
}

// ErrManySets is the error of AllOrders if there are more feasible sets than the limit.
var ErrManySets = engine.ErrLimit

// AllOrders lists the feasible sets of a board. If there are more than the limit, the error is
// ErrManySets. The options o choose the rules.
func AllOrders(ctx context.Context, in deduction.Deducible, o deduction.Options, limit int) (*Orders, error) {
	start, err := Start(ctx, in)
	if err != nil {
		return nil, err
	}
	// Rules may remember what they found in an earlier state, so each state gets new ones.
	triggered := func(s engine.State) (*deduction.Result, error) {
		o.From, o.Triggered = s, true
		return in.Deduce(ctx, new(native.Stats), o)
	}
	all := &Orders{}
	all.Sets, err = engine.Reach(ctx, start, limit, func(s engine.State) ([]engine.Step, error) {
		d, err := triggered(s)
		if err == nil && o.Trap == "" && atLeast(d) > float64(limit) {
			err = ErrManySets
		}
		if err != nil {
			return nil, err
		}
		return wording.Each(d.Steps, func(st deduction.Step) engine.Step {
			return engine.Step{Rule: new(engine.Rule), Bit: st.Gone}
		}), nil
	})
	if err != nil {
		return nil, err
	}
	for i := range all.Sets {
		if s := &all.Sets[i]; len(s.Next) == 0 {
			d, err := triggered(s.State)
			if err != nil {
				return nil, err
			}
			k := slices.IndexFunc(all.Ends, func(end End) bool { return end.Verdict() == d.Verdict() && end.Open() == d.Open() })
			if k < 0 {
				k = len(all.Ends)
				all.Ends = append(all.Ends, End{Result: d, Orders: new(big.Int), Path: engine.Path(all.Sets, i)})
			}
			all.Ends[k].States++
			all.Ends[k].Orders.Add(all.Ends[k].Orders, s.Orders)
		}
	}
	for i := range all.Ends {
		end := &all.Ends[i]
		for k, at := range end.Path[:len(end.Path)-1] {
			d, err := triggered(all.Sets[at].State)
			if err != nil {
				return nil, err
			}
			next := all.Sets[end.Path[k+1]].State
			step := slices.IndexFunc(d.Steps, func(st deduction.Step) bool { return next[st.Gone.Site]>>st.Gone.Value&1 == 0 })
			end.Made, end.Texts = append(end.Made, d.Steps[step]), append(end.Texts, d.Text(step))
		}
		end.Assumed = end.Broken && slices.ContainsFunc(end.Made, func(st deduction.Step) bool { return st.Rule.Unique })
	}
	slices.SortStableFunc(all.Ends, func(a, b End) int { return b.Orders.Cmp(a.Orders) })
	return all, nil
}

// atLeast returns a number of feasible sets that surely exist if the steps of d stay possible until they
// are made. Any of these steps can then be made, in any order, unless a site loses all values. With this
// bound, AllOrders refuses the example of Battleships at the first state. Counting 20,000 sets took 23 s.
func atLeast(d *deduction.Result) float64 {
	gone := map[int]uint64{} // by site
	for _, st := range d.Steps {
		gone[st.Gone.Site] |= 1 << st.Gone.Value
	}
	sets := 1.0
	for site, values := range gone {
		ways := math.Exp2(float64(bits.OnesCount64(values)))
		if d.State[site] == values {
			ways--
		}
		sets *= ways
	}
	return sets
}
