// Package hint decides which step to show to a person who is stuck on a board. Pages and the command
// line give the same hints, because both ask this package.
package hint

import (
	"context"
	"slices"
	"sync"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A Question is about the next step on a board.
type Question struct {
	Puzzle   *encode.Puzzle
	Instance encode.Instance
	// Entries has the value of each site, or -1. A site with a fixed value has it even then. Nil means
	// that nothing is filled in.
	Entries []int
	// Noted has, for each site, the values that notes exclude, as bits. Next changes it. A hint does not
	// repeat what notes exclude. No value follows from the notes of its own site. Nil means no notes.
	Noted    []uint64
	Patience time.Duration // how long to look for mistakes, and for wrong notes
	// How returns the options Use, Rand and AnyOrder of a deduction, with a Rand that always begins
	// with the same numbers. Nil means no options.
	How  func() deduction.Options
	From string // the easiest level of a move that helps; empty: any
	// Moves says that only a move of a technique can be a hint.
	Moves bool
}

// A Hint says where to look, which technique helps, and what follows. Pages get its fields as JSON.
type Hint struct {
	// Wrong says that some entries are wrong. Sites and Text then name the smallest set of such
	// entries that was found. If the board itself has no solution, Sites is empty.
	Wrong bool `json:"wrong"`
	// Notes is nil unless notes are wrong, or no search could find out. The rest of the hint does not
	// rely on wrong notes. If Wrong is true, nothing is said about notes.
	Notes *Notes `json:"notes,omitempty"`
	// Searched says that the hint comes from a search for solutions and not from a technique.
	Searched bool `json:"searched"`
	// Forced says that the hint of a search agrees with all solutions that have the entries.
	Forced bool `json:"forced"`
	// Limited says that the search was ended before it had tried everything. The hint is then true
	// only if the entries are right, and all fields except Text may be empty.
	Limited bool     `json:"limited"`
	Level   string   `json:"level,omitempty"` // of the technique
	Rule    string   `json:"rule,omitempty"`  // the name of the move
	Text    string   `json:"text"`
	Sites   []int    `json:"sites"`   // where to look
	Placed  [][2]int `json:"placed"`  // sites and their values
	Removed [][2]int `json:"removed"` // sites and values
	// Conflict is nil unless clues of the board contradict each other.
	Conflict *explain.Conflict `json:"-"`
	// Deduced has the move of a technique that is the hint, and Move is its index. Without such a move,
	// Deduced is nil. If Text is then empty, there is no hint.
	Deduced *deduction.Result `json:"-"`
	Move    int               `json:"-"`
	Whole   *deduction.Result `json:"-"` // the whole deduction; nil without techniques, and after a mistake
}

// Of returns move i of a deduction as a hint. If the pattern of the move has no sites, for example
// if it is an empty row, the place to look at is where the move removes values.
func Of(d *deduction.Result, i int) *Hint {
	m := d.Moves[i]
	h := says(d.MoveText(i), m.Sites...)
	h.Level, h.Rule, h.Placed, h.Deduced, h.Move = m.Rule.Level, m.Name, Pairs(m.Placed), d, i
	for _, st := range m.Steps {
		if len(m.Sites) == 0 && !slices.Contains(h.Sites, st.Gone.Site) {
			h.Sites = append(h.Sites, st.Gone.Site)
		}
		h.Removed = append(h.Removed, [2]int{st.Gone.Site, st.Gone.Value})
	}
	return h
}

// Pairs lists sites and their values. The list is never nil.
func Pairs(all []deduce.Bit) [][2]int {
	return append([][2]int{}, wording.Each(all, func(x deduce.Bit) [2]int { return [2]int{x.Site, x.Value} })...)
}

type search struct {
	Question
	unknown bool // whether the search for mistakes was too hard
	wide    bool // encode.Wide of the board
	fixed   []int
	entries []clues.Given // with the fixed values

	possible []uint64         // by site: the values of the solutions that judge has seen
	agreeing *encode.Solution // a solution that agrees with all notes
	seen     int              // the number of solutions seen
	all      bool             // whether possible is complete, for sites with notes
}

// Next returns the first hint that exists in this order: mistakes, a move of a technique, a value
// that all solutions share, a value of one solution. In a game, the last two are a hidden value.
func Next(ctx context.Context, q Question) (*Hint, error) {
	fixed, err := Fixed(ctx, q.Instance)
	if err != nil {
		return nil, err
	}
	s := &search{Question: q, wide: encode.Wide(q.Instance.Sites()), fixed: fixed, entries: filled(fixed, q.Entries)}
	if q.Noted == nil {
		s.Noted = make([]uint64, len(fixed))
	}
	hidden := answer.Hidden(q.Instance)
	h, err := s.mistakes(ctx, hidden)
	if err != nil || h != nil {
		return h, err
	}
	var noted *Notes
	if hidden == nil {
		noted, err = s.judge(ctx)
	}
	if err == nil {
		h, err = s.deduced(ctx)
	}
	if err != nil {
		return nil, err
	}
	whole := h.Whole
	open := slices.Index(s.entered(), false)
	switch {
	case h.Deduced != nil || q.Moves:
	case open < 0:
		h = says("every site has a value")
	case hidden != nil:
		h = s.value("no technique finds more, so one has to guess: ", open, int((*hidden)[open]))
	default:
		h, err = s.searched(ctx)
	}
	if err != nil {
		return nil, err
	}
	h.Whole, h.Limited, h.Notes = whole, h.Limited || s.unknown, noted
	return h, nil
}

// mistakes returns a hint about wrong entries or contradictory clues, or nil. It sets s.unknown.
func (s *search) mistakes(ctx context.Context, hidden *encode.Solution) (h *Hint, err error) {
	if hidden != nil {
		if i := differs(*hidden, s.entries); i >= 0 {
			h = s.mistaken(s.entries[i : i+1])
		}
		return h, nil
	}
	limited, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	wrong, err := explain.Mistakes(limited, s.Puzzle, s.Instance, s.entries)
	suspects := wrong
	switch {
	case err == nil && wrong == nil:
		return nil, nil
	case explain.Late(ctx, err) || encode.TooLarge(err):
		suspects, s.unknown = s.entries, true
	case err != nil:
		return nil, err
	}
	var conflict *explain.Conflict
	if !slices.ContainsFunc(suspects, func(x clues.Given) bool { return s.fixed[x.Site] != x.Value }) {
		conflict, _ = explain.FindConflict(limited, s.Puzzle, s.Instance, nil, answer.Watcher{})
	}
	if wrong == nil && conflict == nil {
		return nil, ctx.Err()
	}
	h = s.mistaken(wrong)
	if _, ok := s.Instance.(clues.HasDemands); ok && conflict != nil {
		h.Text, h.Conflict = conflict.String(), conflict
	}
	return h, ctx.Err()
}

func says(text string, sites ...int) *Hint {
	return &Hint{Text: text, Sites: append([]int{}, sites...), Placed: [][2]int{}, Removed: [][2]int{}}
}

func (s *search) name(x clues.Given) string {
	return layout.SiteName(s.Instance, x.Site) + " = " + layout.ValueName(s.Instance, x.Site, x.Value)
}

func (s *search) mistaken(wrong []clues.Given) *Hint {
	h := says("the board has no solution, whatever is filled in")
	h.Wrong = true
	var names []string
	_, pieces := s.Instance.(play.HasPieces)
	for _, x := range wrong {
		h.Sites = append(h.Sites, x.Site)
		name := s.name(x)
		if pieces {
			name = "piece " + layout.ValueName(s.Instance, x.Site, x.Value)
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

func (s *search) entered() []bool {
	entered := make([]bool, len(s.Instance.Sites()))
	for _, x := range s.entries {
		entered[x.Site] = true
	}
	return entered
}

// deduced returns the first helpful move, or an empty hint. A helpful move does more than remove values
// because of a known value: it leaves a site only one value, or it says something about an open site
// that its notes do not say.
func (s *search) deduced(ctx context.Context) (*Hint, error) {
	board, ok := deduction.Of(s.Instance)
	if !ok {
		return says(""), nil
	}
	if pieces, ok := s.Instance.(play.HasPieces); ok && (s.From == "" || len(s.entries) > 0) {
		return s.deducedPiece(ctx, pieces)
	}
	state, err := answer.Start(ctx, board)
	if err != nil {
		return nil, err
	}
	known := s.entered() // the sites that an entry or a clue settles
	for _, x := range s.entries {
		state[x.Site] &= 1 << x.Value
	}
	s.use(state)
	d, err := s.moves(ctx, board, state)
	if err != nil {
		return nil, err
	}
	levels := deduction.Levels(board)
	least := slices.Index(levels, s.From)
	i := slices.IndexFunc(d.Moves, func(m deduction.Move) bool {
		return slices.Index(levels, m.Rule.Level) >= least && (!m.Given && slices.ContainsFunc(m.Steps, func(st deduction.Step) bool {
			return !known[st.Gone.Site] && s.Noted[st.Gone.Site]>>st.Gone.Value&1 == 0
		}) || slices.ContainsFunc(m.Placed, func(p deduction.Placed) bool { return !known[p.Site] }))
	})
	if i < 0 || d.Broken && len(d.Moves) == i+1 {
		return &Hint{Whole: d}, nil
	}
	// Without later moves, the move also places the values that these moves would place.
	h := Of(d.Until(i+1), i)
	h.Whole = d
	return h, nil
}

// moves makes all moves from a state.
func (s *search) moves(ctx context.Context, board deduction.Deducible, state []uint64) (*deduction.Result, error) {
	var how deduction.Options
	if s.How != nil {
		how = s.How()
	}
	chosen, unique := how.Use, sync.OnceValue(func() bool {
		found, all, err := complete(ctx, s.Instance, 2)
		return err == nil && all && len(found) == 1
	})
	// A rule that assumes exactly one solution needs a board that has no other.
	how.Use = func(r deduction.Rule) bool { return (chosen == nil || chosen(r)) && (!r.Unique || unique()) }
	how.From, how.Moves = state, true
	return answer.Deduce(ctx, board, how)
}
