package ask

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// Guessing holds the fields of the question "guess": which boards are in a text?
type Guessing struct {
	Text   string `json:"text"`             // of a file or from a clipboard
	Puzzle string `json:"puzzle,omitempty"` // empty: try all puzzles
}

// A Guess is the answer to the question "guess".
type Guess struct {
	// Readings has an entry for each puzzle that can read the whole text, canonical notations first.
	// If the question names no puzzle, a person must guess the reading, and a board must have sites.
	Readings []Reading `json:"readings"`
	// Problems says where each other puzzle cannot read on, or that no board has anything to fill in.
	// The puzzle that comes nearest to reading the text is first.
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

// canonical returns 1 if the text begins with the canonical notation of the first board, or else 0.
func (r Reading) canonical(text string) int {
	if strings.HasPrefix(text, r.Boards[0]) {
		return 1
	}
	return 0
}

// An Unread says why a puzzle cannot read a text.
type Unread struct {
	Puzzle string `json:"puzzle"`
	Title  string `json:"title"`
	*Problem
	unlikely bool // the puzzle does not claim the text
}

const byteOrderMark = "\ufeff"

// near returns how near a text is to a board of the puzzle. A mistake in the middle means that the
// text is probably meant for the puzzle. With a mistake at the end, it may only be too long or too
// short. A mistake at the start, or in a text that the puzzle does not claim, means nothing.
func (u Unread) near(lines []string) int {
	switch {
	case u.unlikely:
		return -1
	case u.Line == 0 || u.Line == 1 && u.Column <= 1:
		return 0
	case u.Line > len(lines) || u.Line == len(lines) && u.Column > len([]rune(lines[len(lines)-1])):
		return 1
	}
	return 2
}

const mostBoards = 1000

const mostWarnings = 10

func (d *Desk) guess(ctx context.Context, q Guessing, emit progress) (any, error) {
	puzzles := d.Puzzles
	if q.Puzzle != "" {
		p, err := d.find(q.Puzzle)
		if err != nil {
			return nil, err
		}
		puzzles = []*encode.Puzzle{p}
	}
	g := Guess{Readings: []Reading{}, Problems: []Unread{}}
	for _, p := range puzzles {
		all, warnings, err := readAll(ctx, p, q.Text)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && q.Puzzle == "" && !slices.ContainsFunc(all, func(in encode.Instance) bool { return len(in.Sites()) > 0 }) {
			err = misused("no board in the text has anything to fill in")
		}
		unlikely := q.Puzzle == "" && !claims(p.Name, q.Text)
		if err == nil && unlikely {
			err = misused("the text need not be a board of %s: to read it as one, choose this puzzle", p.Title)
		}
		if err != nil {
			g.Problems = append(g.Problems, Unread{p.Name, p.Title, ProblemOf(err), unlikely})
			continue
		}
		boards := wording.Each(all[:min(len(all), mostBoards)], func(in encode.Instance) string { return in.String() })
		g.Readings = append(g.Readings, Reading{p.Name, p.Title, boards, len(all), warnings[:min(len(warnings), mostWarnings)]})
	}
	text := strings.TrimSpace(strings.TrimPrefix(q.Text, byteOrderMark))
	slices.SortStableFunc(g.Readings, func(a, b Reading) int {
		return b.canonical(text) - a.canonical(text)
	})
	lines := strings.Split(text, "\n")
	slices.SortStableFunc(g.Problems, func(a, b Unread) int {
		return cmp.Or(b.near(lines)-a.near(lines), b.Line-a.Line, b.Column-a.Column)
	})
	return g, nil
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
		if f, ok := in.(layout.HasFileNames); ok && f.Named() != "" {
			if in, err = p.Parse(f.Named()); err != nil {
				return nil, nil, err
			}
		}
		all = append(all, in)
	}
	return all, warnings, nil
}

// meant matches the texts that a person would take for boards of a puzzle. It has only puzzles whose
// notations are so simple that other texts can be read, too. Edge lists and DLX texts are not in it.
var meant = map[string]*regexp.Regexp{
	"calendar": regexp.MustCompile(`[^0-9.]|\.$`), // 3.11 is hardly a date
	// bits with '|', or a row of four bits or more with blanks between them
	"gf2": regexp.MustCompile(`^[01\s,/]*\|[01\s,|/]*$|^(?:[01][ \t,]+){3,}[01]`),
	// a canonical text, a drawn map, a game ID or DIMACS
	"map":     regexp.MustCompile(`^regions=|^[A-Za-z]{2,}(?:/[A-Za-z]+)+(?: |$)|^[0-9]+x[0-9]+n[0-9]+:|(?m:^p (?:edge|col) )`),
	"packing": regexp.MustCompile(`x`),
	// rows with empty cells, or lines of four letters or more; three may be an edge with a label
	"pairplace":  regexp.MustCompile(`^free:|^[A-Za-z.]+/[A-Za-z./]+$|^(?:(?:[A-Za-z.]*[./][A-Za-z./]*|[A-Za-z.](?:[ \t]+[A-Za-z.]){3,})\s*(?:\n|$)){2,}$`),
	"exactcover": nil,
}

// claims reports whether a person would take a text for boards of a puzzle that can read it.
func claims(puzzle, text string) bool {
	form, doubtful := meant[puzzle]
	text = strings.TrimSpace(files.Uncomment(strings.TrimPrefix(text, byteOrderMark), false))
	switch {
	case !doubtful || form != nil && form.MatchString(text):
		return true
	case puzzle == "exactcover":
		return cover(text)
	case puzzle == "pairplace":
		return !meant["map"].MatchString(text) && graph(text, true)
	default:
		return puzzle == "map" && graph(text, false)
	}
}

// numbers matches the label of an edge if the line is in fact a row of numbers.
var numbers = regexp.MustCompile(`^[0-9]+([ \t]+[0-9]+)+$`)

// graph reports whether a person would take a text for a list of edges or, if the edges have no labels,
// of neighbours. The text has several lines, and at least two edges unless it lists neighbours. The edges
// share so many ends that there is at most one name more than edges. A name begins one line and follows
// in another, or all names are numbers and hardly any number is missing.
func graph(text string, labels bool) bool {
	const first, later = 1, 2
	ends, edges, listed := map[int]int{}, map[[2]int]bool{}, false
	g, err := files.ReadGraph(text, files.GraphRules{Most: len(text), Labels: labels, Edge: func(e files.Edge) error {
		if numbers.MatchString(e.Label.Text) {
			return errors.New("want an edge, got a row of numbers")
		}
		ends[e.U] |= first
		ends[e.V] |= later
		edges[[2]int{min(e.U, e.V), max(e.U, e.V)}], listed = true, listed || e.Listed
		return nil
	}})
	if err != nil || listed && labels || !listed && len(edges) < 2 || len(ends) > len(edges)+1 ||
		!strings.ContainsAny(strings.TrimRight(text, "; \n"), ";\n") {
		return false
	}
	return slices.Contains(slices.Collect(maps.Values(ends)), first|later) || !slices.ContainsFunc(g.Names, func(name string) bool {
		_, number := encode.Number(name, len(g.Names))
		return !number
	})
}

// cover reports whether at least two lines after the first name items of the first. If all lines have
// the same length, they are rather the rows of a grid.
func cover(text string) bool {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, ";", "\n")
	}
	var items []string
	options, grid := 0, true
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); {
		case len(words) == 0 || words[0] == "|":
		case items == nil:
			items = words
		default:
			if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(items, word) }) {
				options++
			}
			grid = grid && len(words) == len(items)
		}
	}
	return options > 1 && !grid
}
