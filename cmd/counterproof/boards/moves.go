package boards

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"counterproof/bench/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/reports/film"
)

// shown lists the indices of the moves to print: all moves, the harder ones that --from chooses, or
// the hint of --next.
func (d *deduction) shown() []int {
	if d.c.Bool("next") {
		if i := d.hint(); i >= 0 {
			return []int{i}
		}
		return nil
	}
	levels := encode.Levels(d.in)
	least := slices.Index(levels, d.c.String("from"))
	var list []int
	for i, m := range d.Moves {
		if slices.Index(levels, m.Rule.Level) >= least {
			list = append(list, i)
		}
	}
	return list
}

// A jsonMove is a line of deduce --json.
type jsonMove struct {
	Move    int      `json:"move"` // from 1
	Rule    string   `json:"rule"`
	Level   string   `json:"level"`
	Removed [][2]int `json:"removed"` // sites and values
	Placed  [][2]int `json:"placed"`  // sites and their values
	Given   bool     `json:"given,omitempty"`
	Sites   []int    `json:"sites"` // of the pattern
	Facts   [][2]int `json:"facts"` // sites and the values that were gone
	Text    string   `json:"text"`
}

func (d *deduction) jsonMove(i int) jsonMove {
	m := d.Moves[i]
	line := jsonMove{Move: i + 1, Rule: m.Rule.Name, Level: m.Rule.Level, Given: m.Given, Sites: each(m.Sites),
		Removed: [][2]int{}, Placed: [][2]int{}, Facts: [][2]int{}, Text: d.MoveText(i)}
	for _, s := range m.Steps {
		line.Removed = append(line.Removed, [2]int{s.Gone.Site, s.Gone.Value})
	}
	for _, p := range m.Placed {
		line.Placed = append(line.Placed, [2]int{p.Site, p.Value})
	}
	for _, f := range d.MoveFacts(i) {
		line.Facts = append(line.Facts, [2]int{f.Site, f.Value})
	}
	return line
}

// jsonMoves prints the moves and then the result. With --next it prints only the hint, if there is one.
func (d *deduction) jsonMoves(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	shown := d.shown()
	for _, i := range shown {
		if err := encoder.Encode(d.jsonMove(i)); err != nil {
			return err
		}
	}
	if d.c.Bool("next") && len(shown) > 0 {
		return nil
	}
	e := answer.EffortOf(d.in, d.Deduced)
	end := struct {
		Puzzle    string         `json:"puzzle"`
		Instance  string         `json:"instance"`
		Verdict   string         `json:"verdict"`
		Level     string         `json:"level,omitempty"`     // the hardest
		Technique string         `json:"technique,omitempty"` // the hardest
		Moves     int            `json:"moves"`
		ByLevel   map[string]int `json:"moves_by_level"`
		Waiting   int            `json:"moves_without_placing"` // in a row, at most
		Steps     int            `json:"steps"`
		Left      int            `json:"left"`             // values beyond one a site
		Unique    bool           `json:"unique,omitempty"` // a rule was used that assumes that there is only one solution
		Solution  *string        `json:"solution,omitempty"`
		Conflict  []string       `json:"conflict,omitempty"` // clues that contradict each other, none of which can be left out
		State     string         `json:"state"`
	}{d.puzzle.Name, d.in.String(), d.Verdict(), d.Level, e.Technique, len(d.Moves), e.Moves, e.Waiting,
		len(d.Steps), d.Open(), d.Unique(), nil, d.contradicting(), stateDigest(d.puzzle, d.in, d.State)}
	if d.Solution != nil {
		text := d.Solution.Format(d.in.Sites())
		end.Solution = &text
	}
	return encoder.Encode(end)
}

// plainMoves prints the board, a line for each move, the solution if it is found, and the summary.
// With --next it prints only the line of the hint, if there is one.
func (d *deduction) plainMoves(w io.Writer) {
	shown := d.shown()
	if next := d.c.Bool("next"); !next {
		fmt.Fprintln(w, d.in)
	}
	widest := 0
	for _, i := range shown {
		widest = max(widest, len(d.Moves[i].Rule.Level))
	}
	digits := 0
	if len(shown) > 0 {
		digits = len(fmt.Sprint(shown[len(shown)-1] + 1))
	}
	for _, i := range shown {
		fmt.Fprintf(w, "%*d  %-*s  %s\n", digits, i+1, widest, d.Moves[i].Rule.Level, d.MoveText(i))
	}
	if d.c.Bool("next") && len(shown) > 0 {
		return
	}
	if d.Solution != nil && !d.c.Bool("next") {
		fmt.Fprint(w, d.in.Draw(d.Solution))
	}
	if names := d.contradicting(); names != nil {
		fmt.Fprintf(w, "conflict: these contradict each other, and none of them can be left out: %s\n", strings.Join(names, "; "))
	}
	fmt.Fprintln(w, d.summary())
}

// contradicting names the clues of the conflict.
func (d *deduction) contradicting() []string {
	if d.conflict == nil {
		return nil
	}
	return d.conflict.Names
}

// summary says how the deduction ended and how hard it was, in one line.
func (d *deduction) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", d.Verdict(), plural(len(d.Moves), "move"))
	e := answer.EffortOf(d.in, d.Deduced)
	var counts []string
	for _, level := range e.Levels {
		counts = append(counts, fmt.Sprintf("%s %d", level, e.Moves[level]))
	}
	if len(counts) > 0 {
		fmt.Fprintf(&b, " (%s), hardest technique %s, hardest level %s", strings.Join(counts, ", "), e.Technique, d.Level)
		if e.Waiting == 0 {
			b.WriteString(", every move places a value")
		} else {
			fmt.Fprintf(&b, ", at most %s in a row without placing a value", plural(e.Waiting, "move"))
		}
	}
	if d.Solution == nil && !d.Broken {
		fmt.Fprintf(&b, ", %s left to remove", plural(d.Open(), "value"))
	}
	if d.Unique() {
		b.WriteString("; assumes that there is exactly one solution")
	}
	return b.String()
}

// Sentence returns a text as a sentence, with a capital letter and a full stop.
func Sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + "."
}

// film writes the moves that are shown, and the last state, as a page.
func (d *deduction) film(w io.Writer) error {
	if d.html == "" {
		return nil
	}
	if d.MovePicture == nil {
		return console.Usagef("deduce: %s has no pictures of its moves", d.puzzle.Name)
	}
	f := film.Film{Title: d.puzzle.Title + ": " + d.in.String()}
	for _, i := range d.shown() {
		rule := d.Moves[i].Rule
		f.Frames = append(f.Frames, film.Frame{Heading: fmt.Sprintf("Move %d, %s: %s", i+1, rule.Level, rule.Name),
			Text: Sentence(d.MoveText(i)), Picture: d.MovePicture(i)})
	}
	f.Frames = append(f.Frames, film.Frame{Heading: "The last state", Text: Sentence(d.summary()), Picture: d.MovePicture(len(d.Moves))})
	err := film.Write(w, f)
	if errors.Is(err, film.ErrLimit) {
		return console.Usagef("deduce: --html: %v: --from with a harder level leaves out moves", err)
	}
	return err
}
