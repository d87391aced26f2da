package ask

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"time"

	"counterproof/bench/answer"
	"counterproof/encode"
)

// Hinting holds the fields of the question "hint".
type Hinting struct {
	Playing
	// Left has, for each site, the values that the player has not excluded by notes. For a site,
	// null stands for all values. If Left is absent, there are no notes.
	Left [][]int `json:"left,omitempty"`
}

// A Hint is the answer to the question "hint", in three strengths: where to look, which technique,
// and the whole move.
type Hint struct {
	// Wrong says that some entries or notes are wrong. Sites and Text then name the smallest set of
	// such entries or notes that was found. If the board itself has no solution, Sites is empty.
	Wrong bool `json:"wrong"`
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
	// Facts lists the removed values that the move relies on, each with its site. Only moves that
	// are made have facts, in the answers to the questions "moves" and "place".
	Facts [][2]int `json:"facts,omitempty"`
	SVG   string   `json:"svg,omitempty"`
}

// blank returns a hint with a text and the sites where to look.
func blank(text string, sites ...int) *Hint {
	return &Hint{Text: text, Sites: append([]int{}, sites...), Placed: [][2]int{}, Removed: [][2]int{}}
}

// hint answers with one object, a Hint.
func (d *Desk) hint(ctx context.Context, q Hinting, emit Emit) error {
	p, in, entries, err := d.playing(ctx, q.Playing)
	if err != nil {
		return err
	}
	left, err := q.left(in.Sites())
	if err != nil {
		return err
	}
	s := &search{puzzle: p, in: in, entries: entries, left: left, patience: d.patience()}
	h, err := s.hint(ctx)
	return errOr(ctx, err, func() error { return emit(h) })
}

// left returns, for each site, the values that the notes do not exclude. If there are no notes,
// the result is nil. Sites with more than 64 values have no notes.
func (q Hinting) left(sites []int) ([]uint64, error) {
	if q.Left == nil {
		return nil, nil
	}
	if len(q.Left) != len(sites) {
		return nil, misused("want %d lists of values that are left, one for each site, got %d", len(sites), len(q.Left))
	}
	all := make([]uint64, len(sites))
	for i, values := range q.Left {
		if all[i] = 1<<min(sites[i], 64) - 1; values == nil || sites[i] > 64 {
			continue
		}
		all[i] = 0
		for _, v := range values {
			if v < 0 || v >= sites[i] {
				return nil, misused("site %d takes the values 0 to %d, got %d among those that are left", i, sites[i]-1, v)
			}
			all[i] |= 1 << v
		}
	}
	return all, nil
}

// A search looks for a hint.
type search struct {
	puzzle  *encode.Puzzle
	in      encode.Instance
	entries []encode.Given
	left    []uint64 // by site: the values that notes leave; nil without notes

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
	wrong, err := answer.Mistakes(limited, s.puzzle, s.in, s.entries, answer.Watcher{})
	unknown := late(ctx, err)
	switch {
	case err != nil && !unknown:
		return nil, err
	case wrong != nil:
		return s.mistaken(wrong), nil
	}
	h, err := s.notes(ctx)
	if h != nil || err != nil {
		return h, err
	}
	if h, err = s.deduced(ctx); err == nil && h == nil {
		h, err = s.searched(ctx)
	}
	if h != nil {
		h.Limited = h.Limited || unknown
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

// name describes an entry.
func (s *search) name(x encode.Given) string {
	return encode.SiteName(s.in, x.Site) + " = " + encode.ValueName(s.in, x.Site, x.Value)
}

// mistaken describes mistakes.
func (s *search) mistaken(wrong []encode.Given) *Hint {
	h := blank("the board has no solution, whatever is filled in")
	h.Wrong = true
	var names []string
	for _, x := range wrong {
		h.Sites = append(h.Sites, x.Site)
		names = append(names, s.name(x))
	}
	_, pieces := s.in.(encode.HasPieces)
	if pieces {
		names = names[:0]
		for _, x := range wrong {
			if name := "piece " + encode.ValueName(s.in, x.Site, x.Value); !slices.Contains(names, name) {
				names = append(names, name)
			}
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

// revealed returns a hint for a game with a hidden solution: a wrong entry, a move of a technique,
// or the hidden value of the first site without an entry.
func (s *search) revealed(ctx context.Context, hidden encode.Solution) (*Hint, error) {
	for _, x := range s.entries {
		if int(hidden[x.Site]) != x.Value {
			return s.mistaken([]encode.Given{x}), nil
		}
	}
	if h := s.excluded(hidden); h != nil {
		return h, nil
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

// notes returns a hint if notes exclude a value of the only solution. The result is nil if the
// notes exclude no value of the solution, or if the number of solutions is unknown.
func (s *search) notes(ctx context.Context) (*Hint, error) {
	if _, pieces := s.in.(encode.HasPieces); pieces || s.left == nil {
		return nil, nil // players make no notes about copies of pieces
	}
	found, err := s.completions(ctx, nil, 2)
	if err != nil || !found.all || len(found.solutions) != 1 {
		return nil, ctx.Err()
	}
	return s.excluded(found.solutions[0]), nil
}

// excluded returns a hint if notes exclude a value of the solution, or nil.
func (s *search) excluded(solution encode.Solution) *Hint {
	entered := s.entered()
	for i, left := range s.left {
		if v := solution[i]; !entered[i] && v < 64 && left>>v&1 == 0 {
			h := blank("the notes of "+encode.SiteName(s.in, i)+" exclude a value that it may need", i)
			h.Wrong = true
			return h
		}
	}
	return nil
}

func (s *search) entered() []bool {
	entered := make([]bool, len(s.in.Sites()))
	for _, x := range s.entries {
		entered[x.Site] = true
	}
	return entered
}

// deduced returns the first move of a technique that says something new about a site without an
// entry. What the notes already say is not new. If the techniques find no such move, the result is
// nil.
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
	noted := s.noted(state)
	for i, left := range noted {
		if !known[i] && bits.OnesCount64(left) == 1 {
			h := blank("the notes leave one value: "+s.name(encode.Given{Site: i, Value: single(left)}), i)
			h.Rule, h.Level, h.Placed = "notes", encode.Levels(board)[0], [][2]int{{i, single(left)}}
			return h, nil
		}
	}
	h, broken, err := firstMove(ctx, board, noted, known)
	if broken && s.left != nil { // the notes contradict each other
		h, _, err = firstMove(ctx, board, state, known)
	}
	return h, err
}

// noted removes the values that notes exclude from the state, and returns the result.
func (s *search) noted(state []uint64) []uint64 {
	state = slices.Clone(state)
	for i, left := range s.left {
		if state[i]&(state[i]-1) != 0 {
			state[i] &= left
		}
	}
	return state
}

// firstMove returns the first helpful move from a state. A helpful move says something about a site
// whose value is not known. It also does more than remove values because of a known value. A move
// that leaves a site only one value always does more. If there is no helpful move, the result h is
// nil. The result broken says that the state contradicts itself.
func firstMove(ctx context.Context, board encode.Deducible, state []uint64, known []bool) (h *Hint, broken bool, err error) {
	settled := 0
	for _, left := range state {
		switch bits.OnesCount64(left) {
		case 0:
			return nil, true, nil
		case 1:
			settled++
		}
	}
	// Unhelpful moves remove the value of a settled site from other sites. A settled site leads to
	// at most a few such moves, one for each technique of this kind.
	d, err := answer.Deduce(ctx, board, encode.Deducing{From: state, Moves: true, Limit: 2*settled + 1}, answer.Watcher{})
	if err != nil {
		return nil, false, err
	}
	i := slices.IndexFunc(d.Moves, func(m encode.DeducedMove) bool {
		return !m.Given && slices.ContainsFunc(m.Steps, func(s encode.DeducedStep) bool { return !known[s.Gone.Site] }) ||
			slices.ContainsFunc(m.Placed, func(p encode.Placed) bool { return !known[p.Site] })
	})
	if d.Broken && (i < 0 || len(d.Moves) == i+1) {
		return nil, true, nil
	}
	if i < 0 {
		return nil, false, nil
	}
	h, err = moveHint(d, i)
	return h, false, err
}
