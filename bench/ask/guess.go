package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

// Guessing holds the fields of the question "guess": which boards are in a text?
type Guessing struct {
	Text   string `json:"text"`             // of a file or from a clipboard
	Puzzle string `json:"puzzle,omitempty"` // empty: try all puzzles
}

// A Guess is the answer to the question "guess".
type Guess struct {
	// Readings has an entry for each puzzle that can read the whole text. Puzzles for which
	// the text is in canonical notation come first. If the question names no puzzle, a
	// reading counts only if at least one of its boards has sites.
	Readings []Reading `json:"readings"`
	// Problems has an entry for each puzzle without a reading. The entry says where the puzzle
	// cannot read on, or that no board has anything to fill in. The puzzle that comes nearest to
	// reading the text is first.
	Problems []Unread `json:"problems"`
}

// A Reading has the boards that one puzzle reads from a text.
type Reading struct {
	Puzzle string   `json:"puzzle"`
	Title  string   `json:"title"`
	Boards []string `json:"boards"` // canonical, at most mostBoards
	Number int      `json:"number"` // the number of all boards
	// Warnings says what was dropped or read in one of two ways, in at most mostWarnings lines.
	Warnings []string `json:"warnings,omitempty"`
}

func hasSites(in encode.Instance) bool { return len(in.Sites()) > 0 }

// canonical returns 1 if the text begins with the canonical notation of the first board of the
// reading, and 0 if not.
func (r Reading) canonical(text string) int {
	if len(r.Boards) > 0 && strings.HasPrefix(text, r.Boards[0]) {
		return 1
	}
	return 0
}

// An Unread says why a puzzle cannot read a text.
type Unread struct {
	Puzzle string `json:"puzzle"`
	Title  string `json:"title"`
	*Problem
}

// byteOrderMark is at the start of some files, and does not belong to the
// text.
const byteOrderMark = "\ufeff"

// near returns how near a text is to a board of the puzzle, judged by the position of the mistake.
// If the mistake is in the middle, the text is probably meant for the puzzle. A mistake at the end
// means less: the text may only be too long or too short. A mistake at the start means nothing.
func (u Unread) near(lines []string) int {
	switch {
	case u.Line == 0 || u.Line == 1 && u.Column <= 1:
		return 0
	case u.Line > len(lines) || u.Line == len(lines) && u.Column > len([]rune(lines[len(lines)-1])):
		return 1
	}
	return 2
}

// mostBoards is the largest number of boards of a text that an answer lists.
const mostBoards = 1000

const mostWarnings = 10

// guess answers with one object, a Guess.
func (d *Desk) guess(ctx context.Context, q Guessing, emit Emit) error {
	puzzles := d.Puzzles
	if q.Puzzle != "" {
		p, err := d.find(q.Puzzle)
		if err != nil {
			return err
		}
		puzzles = []*encode.Puzzle{p}
	}
	g := Guess{Readings: []Reading{}, Problems: []Unread{}}
	for _, p := range puzzles {
		all, warnings, err := readAll(ctx, p, q.Text)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, in := range all {
			if r, ok := in.(encode.Refusable); ok && r.Refusal() != nil {
				err = misused("%v", r.Refusal())
			}
		}
		if err == nil && q.Puzzle == "" && !slices.ContainsFunc(all, hasSites) {
			err = misused("no board in the text has anything to fill in")
		}
		if err != nil {
			g.Problems = append(g.Problems, Unread{p.Name, p.Title, ProblemOf(err)})
			continue
		}
		r := Reading{Puzzle: p.Name, Title: p.Title, Number: len(all), Boards: []string{}, Warnings: warnings[:min(len(warnings), mostWarnings)]}
		for _, in := range all[:min(len(all), mostBoards)] {
			r.Boards = append(r.Boards, in.String())
		}
		g.Readings = append(g.Readings, r)
	}
	text := strings.TrimSpace(strings.TrimPrefix(q.Text, byteOrderMark))
	slices.SortStableFunc(g.Readings, func(a, b Reading) int {
		return b.canonical(text) - a.canonical(text)
	})
	lines := strings.Split(text, "\n")
	slices.SortStableFunc(g.Problems, func(a, b Unread) int {
		return cmp.Or(b.near(lines)-a.near(lines), b.Line-a.Line, b.Column-a.Column)
	})
	return emit(g)
}

// readAll reads all boards of a text, as files.Read does, and the warnings about the text.
func readAll(ctx context.Context, p *encode.Puzzle, text string) (all []encode.Instance, warnings []string, err error) {
	boards, err := files.Read(p, []byte(text), files.Reading{Warn: func(w string) { warnings = append(warnings, w) }})
	if err != nil {
		return nil, nil, err
	}
	for in, err := range boards {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			return nil, nil, err
		}
		if w, ok := in.(encode.HasWarnings); ok {
			warnings = append(warnings, w.Warnings()...)
		}
		all = append(all, in)
	}
	return all, warnings, nil
}
