package ask

import (
	"context"

	"counterproof/bench/solve/hint"
	"counterproof/encode"
)

// Hinting holds the fields of the question "hint".
type Hinting struct {
	Playing
	// Left has, for each site, the values that the player has not excluded by notes; null stands for
	// all. A hint does not repeat what notes exclude. No value follows from the notes of its own site.
	Left [][]int `json:"left,omitempty"`
}

// A Hint is the answer to the question "hint": where to look, which technique, the whole move. The
// fields without a comment here are those of a hint.Hint.
type Hint struct {
	Wrong    bool     `json:"wrong"`
	Notes    *Noted   `json:"notes,omitempty"`
	Searched bool     `json:"searched"`
	Forced   bool     `json:"forced"`
	Limited  bool     `json:"limited"`
	Level    string   `json:"level,omitempty"`
	Rule     string   `json:"rule,omitempty"` // the name of the move
	Text     string   `json:"text"`
	Sites    []int    `json:"sites"`
	Placed   [][2]int `json:"placed"`  // sites and their values
	Removed  [][2]int `json:"removed"` // sites and values
	// Facts lists the removed values that the move relies on. Only moves that are made have facts.
	Facts [][2]int `json:"facts,omitempty"`
	SVG   string   `json:"svg,omitempty"`
}

// A Noted is a hint.Notes.
type Noted struct {
	Sites []int  `json:"sites"`
	Text  string `json:"text"`
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
	h := shown(found)
	if d := found.Deduced; d != nil && d.MovePicture != nil {
		h.SVG, err = svg(d.MovePicture(found.Move))
	}
	return h, err
}

// shown returns a hint without its picture.
func shown(found *hint.Hint) *Hint {
	h := &Hint{Wrong: found.Wrong, Notes: (*Noted)(found.Notes), Searched: found.Searched, Forced: found.Forced, Limited: found.Limited,
		Text: found.Text, Sites: append([]int{}, found.Sites...), Placed: hint.Pairs(found.Placed), Removed: hint.Pairs(found.Removed)}
	if d := found.Deduced; d != nil {
		h.Level, h.Rule = d.Moves[found.Move].Rule.Level, d.Moves[found.Move].Name
	}
	return h
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
