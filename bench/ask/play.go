package ask

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"slices"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
)

// Playing names a board and what a player has filled in.
type Playing struct {
	About
	// Entries has the value of each site, or -1. A site with a fixed value has it even then.
	Entries []int `json:"entries"`
}

func (q Playing) entries(ctx context.Context, in encode.Instance) ([]encode.Given, error) {
	sites := in.Sites()
	if len(q.Entries) != len(sites) {
		return nil, misused("want %d entries, one for each site, got %d", len(sites), len(q.Entries))
	}
	fixed, err := fixed(ctx, in)
	if err != nil {
		return nil, err
	}
	var all []encode.Given
	for i, v := range q.Entries {
		if v < -1 || v >= sites[i] {
			return nil, misused("site %d takes the values 0 to %d, or -1 for none, got %d", i, sites[i]-1, v)
		}
		if v < 0 {
			v = fixed[i]
		}
		if v >= 0 {
			all = append(all, encode.Given{Site: i, Value: v})
		}
	}
	return all, nil
}

// A Correct is the answer to the question "correct".
type Correct struct {
	// Correct says that a solution has all entries or, in a game, that the hidden solution has them.
	Correct bool `json:"correct"`
	// Limited says that the search took too long. Correct is then false.
	Limited bool `json:"limited,omitempty"`
}

// correct answers with one object, a Correct. The answer does not say which entries are wrong.
func (d *Desk) correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Playing, emit Emit) error {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, d.patience())
	defer cancel()
	ok, err := correct(limited, p, in, entries)
	if late(ctx, err) {
		return emit(Correct{Limited: true})
	}
	return errOr(ctx, err, func() error { return emit(Correct{Correct: ok}) })
}

// correct reports whether a solution, or the hidden solution of a game, has the entries.
func correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []encode.Given) (bool, error) {
	hidden := hiddenOf(in)
	if hidden == nil {
		return explain.Correct(ctx, p, in, entries, answer.Watcher{})
	}
	for _, x := range entries {
		if int((*hidden)[x.Site]) != x.Value {
			return false, nil
		}
	}
	return true, nil
}

// fixed returns the values that the clues give, or -1. They are the only values in the first state.
func fixed(ctx context.Context, in encode.Instance) ([]int, error) {
	sites := in.Sites()
	all := slices.Repeat([]int{-1}, len(sites))
	board, ok := in.(encode.Deducible)
	if !ok {
		return all, nil
	}
	state, err := start(ctx, board)
	if err != nil {
		return nil, err
	}
	for i, left := range state {
		if bits.OnesCount64(left) == 1 && sites[i] > 1 {
			all[i] = single(left)
		}
	}
	return all, nil
}

func start(ctx context.Context, in encode.Deducible) ([]uint64, error) {
	d, err := answer.Deduce(ctx, in, encode.Deducing{Use: func(encode.Rule) bool { return false }}, answer.Watcher{})
	if err != nil {
		return nil, err
	}
	return d.State, nil
}

func moveHint(d *encode.Deduced, i int) (*Hint, error) {
	m := d.Moves[i]
	h := blank(d.MoveText(i), m.Sites...)
	h.Level, h.Rule = m.Rule.Level, m.Name
	for _, p := range m.Placed {
		h.Placed = append(h.Placed, [2]int{p.Site, p.Value})
	}
	for _, s := range m.Steps {
		if len(m.Sites) == 0 && !slices.Contains(h.Sites, s.Gone.Site) {
			h.Sites = append(h.Sites, s.Gone.Site) // the pattern of the move has no sites, for example if it is an empty row
		}
		h.Removed = append(h.Removed, [2]int{s.Gone.Site, s.Gone.Value})
	}
	var err error
	if d.MovePicture != nil {
		h.SVG, err = svg(d.MovePicture(i))
	}
	return h, err
}

func single(left uint64) int { return bits.TrailingZeros64(left) }

func (h *Hint) addFacts(d *encode.Deduced, i int) {
	for _, f := range d.MoveFacts(i) {
		h.Facts = append(h.Facts, [2]int{f.Site, f.Value})
	}
}

// stateText writes the remaining values of each site as hexadecimal numbers of 16 digits.
func stateText(state []uint64) string {
	var b []byte
	for _, left := range state {
		b = binary.BigEndian.AppendUint64(b, left)
	}
	return hex.EncodeToString(b)
}
