package ask

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
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
	if explain.Late(ctx, err) {
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
	if explain.Late(ctx, err) {
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

// Placing holds the fields of the question "place": which moves are possible now?
type Placing struct {
	About
	// State is in the form of Deduced.State. If it is empty, it is the first state of the board.
	State string `json:"state,omitempty"`
	// Choose is the index of a possible move of this State, which is made first. If it is absent, no
	// move is made.
	Choose *int `json:"choose,omitempty"`
	// Picture is the index of a move in the list of this answer, and asks for the picture of the state
	// before it. Without such a move, the picture shows the state. If it is -1 or absent, there is
	// none.
	Picture *int `json:"picture,omitempty"`
}

// A Placed is the answer to the question "place".
type Placed struct {
	Made    *Hint  `json:"made,omitempty"` // the chosen move
	State   string `json:"state"`          // after the chosen move
	Verdict string `json:"verdict"`        // the verdict of Deduced if no move is possible; otherwise empty
	Moves   []Hint `json:"moves"`          // the possible moves of all levels, the easiest first, without pictures
	More    bool   `json:"more"`           // whether more than mostMoves moves are possible
	SVG     string `json:"svg,omitempty"`
}

const mostMoves = 500

// resume returns the board that a question is about, and the state in which deduction resumes. The
// state comes from the text. If the text is empty, the state is the first state of the board.
func (d *Desk) resume(ctx context.Context, about About, text string) (deduction.Deducible, []uint64, error) {
	p, in, err := d.open(about)
	if err != nil {
		return nil, nil, err
	}
	board, ok := deduction.Of(in)
	if !ok {
		return nil, nil, misused("%s has %s", p.Name, deduction.Missing(in))
	}
	state, err := answer.Start(ctx, board)
	if err == nil && text != "" {
		state, err = readState(text, state)
	}
	return board, state, err
}

func (d *Desk) place(ctx context.Context, q Placing, emit progress) (any, error) {
	board, state, err := d.resume(ctx, q.About, q.State)
	if err != nil {
		return nil, err
	}
	a := Placed{Moves: []Hint{}}
	if q.Choose != nil {
		if a.Made, state, err = choose(ctx, board, state, *q.Choose); err != nil {
			return nil, err
		}
	}
	a.State = stateText(state)
	wanted := *cmp.Or(q.Picture, new(-1))
	var failed error // of a picture
	last, err := answer.Deduce(ctx, board, deduction.Options{From: state, Each: func(one *deduction.Result) bool {
		if a.More = len(a.Moves) == mostMoves; a.More {
			return false
		}
		if len(a.Moves) == wanted && one.MovePicture != nil {
			a.SVG, failed = svg(one.MovePicture(0))
		}
		a.Moves = append(a.Moves, Hint{Hint: hint.Of(one, 0)})
		return failed == nil
	}})
	if err = cmp.Or(err, failed); err == nil {
		err = a.finish(ctx, board, last, wanted)
	}
	return a, err
}

// finish adds the verdict if no move is possible. If the question asked for the picture of a move that
// the list lacks, finish adds the picture of the state.
func (a *Placed) finish(ctx context.Context, board deduction.Deducible, last *deduction.Result, wanted int) (err error) {
	if len(a.Moves) == 0 {
		a.Verdict = last.Verdict()
		if last.Broken {
			sound, err := answer.Deduce(ctx, board, deduction.Options{Use: func(r deduction.Rule) bool { return !r.Unique }})
			if err != nil {
				return err
			}
			last.Assumed = !sound.Broken
			a.Verdict = last.Verdict()
		}
	}
	if wanted >= 0 && a.SVG == "" && last.MovePicture != nil {
		a.SVG, err = svg(last.MovePicture(0))
	}
	return err
}

func choose(ctx context.Context, board deduction.Deducible, state []uint64, number int) (*Hint, []uint64, error) {
	n := 0
	var move *Hint
	var after []uint64
	_, err := answer.Deduce(ctx, board, deduction.Options{From: state, Each: func(one *deduction.Result) bool {
		if n == number {
			move, after = new(made(one, 0)), one.State
		}
		n++
		return move == nil
	}})
	if err == nil && move == nil {
		err = misused("want the number of one of the %d possible moves, from 0, got %d", n, number)
	}
	return move, after, err
}

// readState reads the text of a state. Values that are not possible in the first state of the
// board are removed. A state in which no site has a possible value stands for a contradiction.
func readState(text string, first []uint64) ([]uint64, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != 8*len(first) {
		return nil, misused("want a state of %d hexadecimal digits, as the answer to deduce or place has it", 16*len(first))
	}
	state := make([]uint64, len(first))
	for i := range state {
		state[i] = binary.BigEndian.Uint64(b[8*i:]) & first[i]
	}
	if slices.Contains(state, 0) {
		clear(state)
	}
	return state, nil
}
