package ask

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/bench/solve/hint"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/rating"
	"counterproof/bench/solve/repair"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
)

// Deducing holds the fields of the question "deduce".
type Deducing struct {
	About
	Seed     uint64 `json:"seed"` // 0: the easiest move first, otherwise in a random order
	AnyOrder bool   `json:"any_order"`
	// Picture asks for the picture before the move with this number, from 0; -1 asks for none.
	Picture int `json:"picture"`
}

// A Deduced is the answer to the question "deduce".
type Deduced struct {
	Verdict   string `json:"verdict"`
	Level     string `json:"level,omitempty"`
	Technique string `json:"technique,omitempty"` // the hardest one that a move uses
	Moves     []Hint `json:"moves"`               // without pictures
	SVG       string `json:"svg,omitempty"`
	State     string `json:"state"` // the final state: the remaining values of each site, as hexadecimal numbers
}

func (d *Desk) deduce(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Deducing, emit progress) (any, error) {
	board, ok := deduction.Of(in)
	if !ok {
		return nil, misused("%s has %s", p.Name, deduction.Missing(in))
	}
	how := deduction.Options{Moves: true}
	if q.Seed != 0 {
		how.Rand, how.AnyOrder = rand.New(rand.NewPCG(q.Seed, 0)), q.AnyOrder
	}
	found, err := answer.Deduce(ctx, board, how)
	if err != nil {
		return nil, err
	}
	m := Deduced{Verdict: found.Verdict(), Level: found.Level, Technique: answer.EffortOf(board, found).Technique, Moves: []Hint{}, State: stateText(found.State)}
	for i := range found.Moves {
		m.Moves = append(m.Moves, made(found, i))
	}
	if found.MovePicture != nil && q.Picture >= 0 && q.Picture <= len(found.Moves) {
		if m.SVG, err = svg(found.MovePicture(q.Picture)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// made returns a move that is made, with its facts.
func made(d *deduction.Result, i int) Hint {
	return Hint{Hint: hint.Of(d, i), Facts: hint.Pairs(d.MoveFacts(i)), Given: d.Moves[i].Given}
}

// Following holds the fields of the question "path": make several moves, one after the other.
type Following struct {
	About
	State string `json:"state,omitempty"` // in the same form as Placing.State
	// Choose has, for each move, its index in the list of moves that are possible at that time.
	Choose []int `json:"choose"`
	// Rest says that, after these moves, the first possible move is made again and again.
	Rest bool `json:"rest"`
}

// A Step is an object of the answer to the question "path": one move that was made.
type Step struct {
	Made  *Hint  `json:"made"`
	State string `json:"state"` // after the move
}

const mostSteps = 5000

// path answers with a Step for each move, and then a Placed without a picture.
func (d *Desk) path(ctx context.Context, q Following, emit progress) (any, error) {
	if len(q.Choose) > mostSteps {
		return nil, misused("want at most %d moves, got %d", mostSteps, len(q.Choose))
	}
	board, state, err := d.resume(ctx, q.About, q.State)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(q.Choose) || q.Rest && i < mostSteps; i++ {
		number := 0
		if i < len(q.Choose) {
			number = q.Choose[i]
		}
		move, after, err := choose(ctx, board, state, number)
		err = cmp.Or(err, ctx.Err())
		if err != nil && ProblemOf(err).Misuse && i >= len(q.Choose) {
			break // no move is left
		}
		if err != nil {
			return nil, err
		}
		state = after
		emit(Step{move, stateText(state)})
	}
	return d.place(ctx, Placing{About: q.About, State: stateText(state)}, emit)
}

// Hinting holds the fields of the question "hint".
type Hinting struct {
	Playing
	// Left has, for each site, the values that the player has not excluded by notes; null stands for
	// all. A hint does not repeat what notes exclude. No value follows from the notes of its own site.
	Left [][]int `json:"left,omitempty"`
}

// A Hint is the answer to the question "hint": where to look, which technique, the whole move.
type Hint struct {
	*hint.Hint
	// Facts lists the removed values that the move relies on. Moves that lay a piece have no facts.
	Facts [][2]int `json:"facts,omitempty"`
	// Given is deduction.Move.Given of a move that is made: the move only reads what the board gives.
	Given bool `json:"given,omitempty"`
}

func (d *Desk) hint(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Hinting, emit progress) (any, error) {
	if _, err := q.entries(ctx, in); err != nil {
		return nil, err
	}
	noted, err := q.noted(in.Sites())
	if err != nil {
		return nil, err
	}
	found, err := hint.Next(ctx, hint.Question{Puzzle: p, Instance: in, Entries: q.Entries, Noted: noted, Patience: d.patience()})
	if err != nil {
		return nil, err
	}
	if _, pieces := in.(play.HasPieces); pieces || found.Deduced == nil {
		return Hint{Hint: found}, nil
	}
	return Hint{Hint: found, Facts: hint.Pairs(found.Deduced.MoveFacts(found.Move))}, nil
}

// noted returns the values that the notes exclude, by site. Sites with more than 64 values have none.
func (q Hinting) noted(sites []int) ([]uint64, error) {
	noted := make([]uint64, len(sites))
	if q.Left != nil && len(q.Left) != len(sites) {
		return nil, misused("want %d lists of values that are left, one for each site, got %d", len(sites), len(q.Left))
	}
	for i, values := range q.Left {
		if values == nil || sites[i] > 64 {
			continue
		}
		noted[i] = 1<<sites[i] - 1
		for _, v := range values {
			if v < 0 || v >= sites[i] {
				return nil, misused("site %d takes the values 0 to %d, got %d among those that are left", i, sites[i]-1, v)
			}
			noted[i] &^= 1 << v
		}
	}
	return noted, nil
}

// Explaining holds the fields of the question "explain".
type Explaining struct {
	Sharing
	Marginals bool `json:"marginals"`
}

// An Explained is the answer to the question "explain".
type Explained struct {
	Facts []encode.Fact `json:"facts"`
	SVG   string        `json:"svg,omitempty"`
}

func (d *Desk) explain(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Explaining, emit progress) (any, error) {
	given, limit, err := q.read(in)
	if err != nil {
		return nil, err
	}
	x, err := explain.Known(ctx, p, in, explain.Explaining{Limit: cmp.Or(q.Limit, 10_000), Timeout: limit, Marginals: q.Marginals, Given: given}, watcher(emit))
	if err != nil {
		return nil, err
	}
	e := Explained{Facts: slices.DeleteFunc(append([]encode.Fact{}, x.Facts...), func(f encode.Fact) bool { return f.Quiet })}
	if x.Picture != nil {
		picture, err := x.Picture()
		if err == nil {
			e.SVG, err = svg(picture)
		}
		if err != nil && !errors.Is(err, explain.ErrNoPicture) {
			return nil, err
		}
	}
	return e, nil
}

// Sharing holds the fields of the question "marginals", which "explain" has, too.
type Sharing struct {
	About
	Limit   int64   `json:"limit"`           // the largest number of solutions that are listed; 0: 10,000
	Seconds float64 `json:"seconds"`         // for the search; 0: no limit
	Given   string  `json:"given,omitempty"` // SITE=VALUE,...
}

func (q Sharing) read(in encode.Instance) (given []clues.Given, limit time.Duration, err error) {
	if given, err = clues.ReadGiven(in, q.Given); err != nil {
		return nil, 0, err
	}
	limit, err = duration(q.Seconds)
	return given, limit, cmp.Or(err, natural("limit", q.Limit))
}

// A Shared is the answer to the question "marginals". Its fields have the names of the facts that
// explain --json prints. A fact that was not found is absent.
type Shared struct {
	Solutions  string     `json:"solutions,omitempty"`  // the number of solutions, decimal
	Backbone   string     `json:"backbone,omitempty"`   // the values that all solutions share, and ? for a site without one
	Impossible [][]int    `json:"impossible,omitempty"` // by site: the values of no solution
	Marginals  [][]string `json:"marginals,omitempty"`  // by site and value: the number of solutions, decimal
}

func (d *Desk) marginals(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Sharing, emit progress) (any, error) {
	given, limit, err := q.read(in)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	t, err := explain.Counted(limited, p, in, given, cmp.Or(q.Limit, 10_000), watcher(emit))
	if err != nil {
		return nil, err
	}
	s := Shared{}
	if t.Complete {
		s.Solutions, s.Marginals = t.Total.String(), t.Numbers()
	}
	if !t.Empty() {
		s.Backbone, s.Impossible = t.Format(), t.Impossible()
	}
	return s, nil
}

// Grading holds the fields of the question "rate".
type Grading struct {
	About
	Seconds float64 `json:"seconds"` // stop after this number of seconds; 0: no limit
}

func (d *Desk) rate(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Grading, emit progress) (any, error) {
	limit, err := duration(q.Seconds)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	return rating.Rate(ctx, p, in)
}

// An Orbit is the answer to the question "orbit".
type Orbit struct {
	Instance string `json:"instance"`
	Orbit    string `json:"orbit"` // the fixed board of all that are equal up to symmetry
}

// Orbiting holds the fields of the question "orbit".
type Orbiting struct{ About }

func (d *Desk) orbit(ctx context.Context, _ *encode.Puzzle, in encode.Instance, q Orbiting, emit progress) (any, error) {
	least, err := encode.Orbit(ctx, in, d.Puzzles)
	switch {
	case errors.Is(err, encode.ErrNoOrbit):
		return nil, misused("%s: %v", q.Puzzle, err)
	case err != nil:
		return nil, err
	}
	return Orbit{in.String(), least.String()}, nil
}

// Repairing holds the fields of the question "repair".
type Repairing struct {
	About
	Method  string  `json:"method"`  // as repair --method takes it; empty: native
	Limit   int     `json:"limit"`   // the number of solutions to look at; 0: repair.DefaultSolutions
	Prove   int     `json:"prove"`   // the largest set in the proof; 0: repair.DefaultProof
	Fewest  bool    `json:"fewest"`  // find the fewest clues that leave the one solution of the board
	Seconds float64 `json:"seconds"` // stop the proof after this number of seconds; 0: no limit
}

// A Mending is an object of an incomplete answer to the question "repair".
type Mending struct {
	Progress  bool `json:"progress"` // always true
	Solutions int  `json:"solutions"`
	Searches  int  `json:"searches"`
	Size      int  `json:"size"` // of the smallest set so far; 0 without any
	AtLeast   int  `json:"at_least"`
}

func (d *Desk) repair(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Repairing, emit progress) (any, error) {
	asked := cmp.Or(q.Method, method.Native)
	name, err := methodOf(asked)
	if err != nil {
		return nil, err
	}
	m, err := lookup.Describe(p, in, name)
	switch {
	case err != nil:
		return nil, misused("%v", err)
	case name.Family == method.Gophersat:
		return nil, misused("%s only counts solutions: want another method", name)
	case q.Limit < 0 || q.Prove < 0 || q.Fewest && q.Limit > 0:
		return nil, misused("want limit and prove from 0, and no limit with fewest")
	}
	limit, err := duration(q.Seconds)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	find := repair.Repair
	if q.Fewest {
		find = repair.FindFewest
	}
	report := seldom(emit)
	found, err := find(limited, p, in, name, repair.Options{Solutions: q.Limit, Proof: q.Prove}, func(x repair.Progress) {
		report(Mending{true, x.Solutions, x.Searches, x.Size, x.AtLeast})
	})
	switch {
	case errors.Is(err, repair.ErrNoValueClues) || errors.Is(err, repair.ErrSeveral):
		return nil, misused("%v", err)
	case err != nil:
		return nil, err
	}
	return found.Report(p, in, asked, m.Name), nil
}
