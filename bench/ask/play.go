package ask

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// Playing names a board and what a player has filled in.
type Playing struct {
	About
	// Entries has the value of each site, or -1. A site with a fixed value has it even then.
	Entries []int `json:"entries"`
}

func (q Playing) entries(ctx context.Context, in encode.Instance) ([]clues.Given, error) {
	sites := in.Sites()
	if len(q.Entries) != len(sites) {
		return nil, misused("want %d entries, one for each site, got %d", len(sites), len(q.Entries))
	}
	for i, v := range q.Entries {
		if v < -1 || v >= sites[i] {
			return nil, misused("site %d takes the values 0 to %d, or -1 for none, got %d", i, sites[i]-1, v)
		}
	}
	return hint.Filled(ctx, in, q.Entries)
}

// A Correct is the answer to the question "correct".
type Correct struct {
	// Correct says that a solution has all entries or, in a game, that the hidden solution has them.
	Correct bool `json:"correct"`
	// Limited says that the search took too long. Correct is then false.
	Limited bool `json:"limited,omitempty"`
}

// correct answers with one object, a Correct. The answer does not say which entries are wrong.
func (d *Desk) correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Playing, emit progress) (any, error) {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, d.patience())
	defer cancel()
	ok, err := hint.Correct(limited, p, in, entries)
	if hint.Late(ctx, err) {
		return Correct{Limited: true}, nil
	}
	return Correct{Correct: ok}, err
}

// stateText writes the remaining values of each site as hexadecimal numbers of 16 digits.
func stateText(state []uint64) string {
	b, _ := binary.Append(nil, binary.BigEndian, state) // no error for integers
	return hex.EncodeToString(b)
}

// Retracing holds the fields of the question "first": which entry was the first mistake?
type Retracing struct {
	Playing
	// Order lists sites in the order of their entries. Other entries count as earlier.
	Order []int `json:"order"`
}

// A First is the answer to the question "first".
type First struct {
	// Site is the site of the first mistake: a solution has all earlier entries, but none also has
	// this one. It is -1 without a mistake, or if the board has no solution.
	Site int `json:"site"`
	// Limited says that the search took too long to find out. Site is then -1.
	Limited bool `json:"limited,omitempty"`
}

func (d *Desk) first(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Retracing, emit progress) (any, error) {
	entries, err := q.entries(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := q.sort(entries); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, d.patience())
	defer cancel()
	site, err := hint.First(limited, p, in, entries)
	if hint.Late(ctx, err) {
		return First{Site: -1, Limited: true}, nil
	}
	return First{Site: site}, err
}

func (q Retracing) sort(entries []clues.Given) error {
	when := make([]int, len(q.Entries))
	for i, site := range q.Order {
		if site < 0 || site >= len(when) {
			return misused("the order names site %d: the board has the sites 0 to %d", site, len(when)-1)
		}
		when[site] = i + 1
	}
	slices.SortStableFunc(entries, func(a, b clues.Given) int { return when[a.Site] - when[b.Site] })
	return nil
}
