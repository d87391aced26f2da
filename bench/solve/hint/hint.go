// Package hint decides which step to show to a person who is stuck on a board. Pages and the command
// line give the same hints, because both ask this package.
package hint

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// A Question is about the next step on a board.
type Question struct {
	Puzzle   *encode.Puzzle
	Instance encode.Instance
	// Entries has what the person has filled in, and the values that the clues give. See Filled.
	Entries []encode.Given
	// Noted has, for each site, the values that notes exclude, as bits. Next changes it. A hint does not
	// repeat what notes exclude. No value follows from the notes of its own site.
	Noted    []uint64
	Patience time.Duration // how long to look for mistakes, and for wrong notes
}

// A Hint says where to look, which technique helps, and what follows.
type Hint struct {
	// Wrong says that some entries are wrong. Sites and Text then name the smallest set of such
	// entries that was found. If the board itself has no solution, Sites is empty.
	Wrong bool
	// Notes is nil unless notes are wrong, or no search could find out. The rest of the hint does not
	// rely on wrong notes. If Wrong is true, nothing is said about notes.
	Notes *Notes
	// Searched says that the hint comes from a search for solutions and not from a technique.
	Searched bool
	// Forced says that the hint of a search agrees with all solutions that have the entries.
	Forced bool
	// Limited says that the search was ended before it had tried everything. The hint is then true
	// only if the entries are right, and all fields except Text may be empty.
	Limited bool
	Text    string
	Sites   []int // where to look
	Placed  []encode.Placed
	Removed []encode.Gone
	// Deduced is nil unless the hint is the move of a technique. Move is the index of this move.
	Deduced *encode.Deduced
	Move    int
}

// Of returns move i of a deduction as a hint. If the pattern of the move has no sites, for example
// if it is an empty row, the place to look at is where the move removes values.
func Of(d *encode.Deduced, i int) *Hint {
	m := d.Moves[i]
	h := &Hint{Text: d.MoveText(i), Sites: slices.Clone(m.Sites), Placed: m.Placed, Deduced: d, Move: i}
	for _, st := range m.Steps {
		if len(m.Sites) == 0 && !slices.Contains(h.Sites, st.Gone.Site) {
			h.Sites = append(h.Sites, st.Gone.Site)
		}
		h.Removed = append(h.Removed, st.Gone)
	}
	return h
}

type search struct {
	Question
	judgement
}

// Next returns the first hint that exists in this order: mistakes, a move of a technique, a value
// that all solutions share, a value of one solution. In a game, the last two are a hidden value.
func Next(ctx context.Context, q Question) (*Hint, error) {
	s := &search{Question: q}
	if hidden := answer.Hidden(q.Instance); hidden != nil {
		return s.revealed(ctx, *hidden)
	}
	limited, cancel := context.WithTimeout(ctx, q.Patience)
	defer cancel()
	wrong, err := explain.Mistakes(limited, q.Puzzle, q.Instance, q.Entries, answer.Watcher{})
	unknown := Late(ctx, err)
	switch {
	case err != nil && !unknown:
		return nil, err
	case wrong != nil:
		return s.mistaken(wrong), nil
	}
	noted, err := s.judge(ctx)
	if err != nil {
		return nil, err
	}
	h, err := s.deduced(ctx)
	if err == nil && h == nil {
		h, err = s.searched(ctx)
	}
	if h != nil {
		h.Limited, h.Notes = h.Limited || unknown, noted
	}
	return h, err
}

// Late reports whether a time limit within a question, and not the end of ctx, caused an error.
func Late(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
}

const filled = "every site has a value"

func says(text string, sites ...int) *Hint { return &Hint{Text: text, Sites: sites} }

func (s *search) name(x encode.Given) string {
	return encode.SiteName(s.Instance, x.Site) + " = " + encode.ValueName(s.Instance, x.Site, x.Value)
}

func (s *search) mistaken(wrong []encode.Given) *Hint {
	h := says("the board has no solution, whatever is filled in")
	h.Wrong = true
	var names []string
	_, pieces := s.Instance.(encode.HasPieces)
	for _, x := range wrong {
		h.Sites = append(h.Sites, x.Site)
		name := s.name(x)
		if pieces {
			name = "piece " + encode.ValueName(s.Instance, x.Site, x.Value)
		}
		if !pieces || !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		all := map[bool]string{true: "all "}[len(names) > 1]
		h.Text = wording.List(names, " and ") + " cannot " + all + "be right"
	}
	return h
}

// revealed returns a hint for a game: a wrong entry, a move of a technique, or a hidden value.
func (s *search) revealed(ctx context.Context, hidden encode.Solution) (*Hint, error) {
	for _, x := range s.Entries {
		if int(hidden[x.Site]) != x.Value {
			return s.mistaken([]encode.Given{x}), nil
		}
	}
	if h, err := s.deduced(ctx); h != nil || err != nil {
		return h, err
	}
	if i := slices.Index(s.entered(), false); i >= 0 {
		return s.value("no technique finds more, so one has to guess: ", i, int(hidden[i])), nil
	}
	return says(filled), nil
}

func (s *search) entered() []bool {
	entered := make([]bool, len(s.Instance.Sites()))
	for _, x := range s.Entries {
		entered[x.Site] = true
	}
	return entered
}

// deduced returns the first move that says something new about a site without an entry, or nil. What
// the notes already say is not new.
func (s *search) deduced(ctx context.Context) (*Hint, error) {
	board, ok := s.Instance.(encode.Deducible)
	if !ok {
		return nil, nil
	}
	state, err := answer.Start(ctx, board)
	if err != nil {
		return nil, err
	}
	known := s.entered() // the sites that an entry or a clue settles
	for i, left := range state {
		known[i] = known[i] || bits.OnesCount64(left) == 1
	}
	for _, x := range s.Entries {
		state[x.Site] &= 1 << x.Value
	}
	s.use(state)
	return s.firstMove(ctx, board, state, known)
}

// firstMove returns the first helpful move from a state, or nil. A helpful move does more than remove
// values because of a known value: it leaves a site only one value, or it says something about an open
// site that its notes do not say.
func (s *search) firstMove(ctx context.Context, board encode.Deducible, state []uint64, known []bool) (*Hint, error) {
	most := 1
	for i, left := range state {
		switch bits.OnesCount64(left) {
		case 0:
			return nil, nil
		case 1:
			most += 2
		default:
			most += bits.OnesCount64(left & s.Noted[i])
		}
	}
	// Unhelpful moves remove the value of a settled site from other sites, or remove noted values. A
	// settled site leads to at most a few such moves, one for each technique of this kind.
	d, err := answer.Deduce(ctx, board, encode.Deducing{From: state, Use: s.valid(ctx), Moves: true, Limit: most}, answer.Watcher{})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(d.Moves, func(m encode.DeducedMove) bool {
		return !m.Given && slices.ContainsFunc(m.Steps, func(st encode.DeducedStep) bool {
			return !known[st.Gone.Site] && s.Noted[st.Gone.Site]>>st.Gone.Value&1 == 0
		}) || slices.ContainsFunc(m.Placed, func(p encode.Placed) bool { return !known[p.Site] })
	})
	if i < 0 || d.Broken && len(d.Moves) == i+1 {
		return nil, nil
	}
	return Of(d, i), nil
}

// valid returns a function that reports whether a hint may use a rule. A rule that assumes exactly
// one solution needs a board that has no other.
func (s *search) valid(ctx context.Context) func(encode.Rule) bool {
	return func(r encode.Rule) bool {
		if !r.Unique {
			return true
		}
		found, err := complete(ctx, s.Instance, 2)
		return err == nil && found.all && len(found.solutions) == 1
	}
}
