package ask

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
)

// Hinting holds the fields of the question "hint".
type Hinting struct {
	Playing
	// Left has, for each site, the values that the player has not excluded by notes; null stands for
	// all. A hint does not repeat what notes exclude. No value follows from the notes of its own site.
	Left [][]int `json:"left,omitempty"`
}

// A Hint is the answer to the question "hint": where to look, which technique, the whole move.
type Hint struct {
	// Wrong says that some entries are wrong. Sites and Text then name the smallest set of such
	// entries that was found. If the board itself has no solution, Sites is empty.
	Wrong bool `json:"wrong"`
	// Notes is nil unless notes are wrong, or no search could find out. The rest of the hint does not rely on wrong notes. If
	// Wrong is true, nothing is said about notes.
	Notes *Noted `json:"notes,omitempty"`
	// Searched says that the hint comes from a search for solutions and not from a technique.
	Searched bool `json:"searched"`
	// Forced says that the hint of a search agrees with all solutions that have the entries.
	Forced bool `json:"forced"`
	// Limited says that the search was ended before it had tried everything. The hint is then true
	// only if the entries are right, and all fields except Text may be empty.
	Limited bool     `json:"limited"`
	Level   string   `json:"level,omitempty"`
	Rule    string   `json:"rule,omitempty"`
	Text    string   `json:"text"`
	Sites   []int    `json:"sites"`   // where to look
	Placed  [][2]int `json:"placed"`  // sites and their values
	Removed [][2]int `json:"removed"` // sites and values
	// Facts lists the removed values that the move relies on. Only moves that are made have facts.
	Facts [][2]int `json:"facts,omitempty"`
	SVG   string   `json:"svg,omitempty"`
}

func blank(text string, sites ...int) *Hint {
	return &Hint{Text: text, Sites: append([]int{}, sites...), Placed: [][2]int{}, Removed: [][2]int{}}
}

func (d *Desk) hint(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Hinting, emit Emit) error {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return err
	}
	noted, err := q.noted(in.Sites())
	if err != nil {
		return err
	}
	s := &search{puzzle: p, in: in, entries: entries, noted: noted, patience: d.patience()}
	h, err := s.hint(ctx)
	return errOr(ctx, err, func() error { return emit(h) })
}

type search struct {
	puzzle  *encode.Puzzle
	in      encode.Instance
	entries []encode.Given
	noted   []uint64 // by site: the values that notes exclude
	judgement

	patience time.Duration // how long to look for mistakes
}

// hint returns the first hint that exists in this order: mistakes, a move of a technique, a value
// that all solutions share, a value of one solution.
func (s *search) hint(ctx context.Context) (*Hint, error) {
	if hidden := hiddenOf(s.in); hidden != nil {
		return s.revealed(ctx, *hidden)
	}
	limited, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	wrong, err := explain.Mistakes(limited, s.puzzle, s.in, s.entries, answer.Watcher{})
	unknown := late(ctx, err)
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

// hiddenOf returns the solution that a game reveals step by step, or nil.
func hiddenOf(in encode.Instance) *encode.Solution {
	if game, ok := in.(encode.HasHiddenSolution); ok {
		return game.Hidden()
	}
	return nil
}

func (s *search) name(x encode.Given) string {
	return encode.SiteName(s.in, x.Site) + " = " + encode.ValueName(s.in, x.Site, x.Value)
}

func (s *search) mistaken(wrong []encode.Given) *Hint {
	h := blank("the board has no solution, whatever is filled in")
	h.Wrong = true
	var names []string
	_, pieces := s.in.(encode.HasPieces)
	for _, x := range wrong {
		h.Sites = append(h.Sites, x.Site)
		name := s.name(x)
		if pieces {
			name = "piece " + encode.ValueName(s.in, x.Site, x.Value)
		}
		if !pieces || !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 1:
		h.Text = names[0] + " cannot be right"
	case len(names) > 1:
		h.Text = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " cannot all be right"
	}
	return h
}

// revealed returns a hint for a game: a wrong entry, a move of a technique, or a hidden value.
func (s *search) revealed(ctx context.Context, hidden encode.Solution) (*Hint, error) {
	for _, x := range s.entries {
		if int(hidden[x.Site]) != x.Value {
			return s.mistaken([]encode.Given{x}), nil
		}
	}
	if h, err := s.deduced(ctx); h != nil || err != nil {
		return h, err
	}
	entered := s.entered()
	for i, v := range []byte(hidden) {
		if !entered[i] {
			h := blank("no technique finds more, so one has to guess: "+s.name(encode.Given{Site: i, Value: int(v)}), i)
			h.Searched, h.Placed = true, [][2]int{{i, int(v)}}
			return h, nil
		}
	}
	return blank("every site has a value"), nil
}

func (s *search) entered() []bool {
	entered := make([]bool, len(s.in.Sites()))
	for _, x := range s.entries {
		entered[x.Site] = true
	}
	return entered
}

// deduced returns the first move that says something new about a site without an entry, or nil. What
// the notes already say is not new.
func (s *search) deduced(ctx context.Context) (*Hint, error) {
	board, ok := s.in.(encode.Deducible)
	if !ok {
		return nil, nil
	}
	state, err := start(ctx, board)
	if err != nil {
		return nil, err
	}
	known := s.entered() // the sites that an entry or a clue settles
	for i, left := range state {
		known[i] = known[i] || bits.OnesCount64(left) == 1
	}
	for _, x := range s.entries {
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
			most += bits.OnesCount64(left & s.noted[i])
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
			return !known[st.Gone.Site] && s.noted[st.Gone.Site]>>st.Gone.Value&1 == 0
		}) || slices.ContainsFunc(m.Placed, func(p encode.Placed) bool { return !known[p.Site] })
	})
	if i < 0 || d.Broken && len(d.Moves) == i+1 {
		return nil, nil
	}
	return moveHint(d, i)
}

// valid returns a function that reports whether a hint may use a rule. A rule that assumes exactly
// one solution needs a board that has no other.
func (s *search) valid(ctx context.Context) func(encode.Rule) bool {
	return func(r encode.Rule) bool {
		if !r.Unique {
			return true
		}
		found, err := complete(ctx, s.in, 2)
		return err == nil && found.all && len(found.solutions) == 1
	}
}
