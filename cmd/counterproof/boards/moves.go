package boards

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/reports/paper/film"
)

// shown returns the indices of the moves to print, as --from and --next choose.
func (d *deducing) shown() []int {
	if d.move >= 0 {
		return []int{d.move}
	}
	if d.next != nil {
		return nil
	}
	levels := append(deduction.Levels(d.in), deduction.TrapLevel)
	least := slices.Index(levels, d.c.String("from"))
	return encode.Where(d.Moves, func(m deduction.Move) bool { return slices.Index(levels, m.Rule.Level) >= least })
}

type jsonMove struct {
	Move    int      `json:"move"` // from 1; 0 for a hint that is not a move
	Rule    string   `json:"rule"`
	Level   string   `json:"level"`
	Removed [][2]int `json:"removed"` // sites and values
	Placed  [][2]int `json:"placed"`  // sites and their values
	Given   bool     `json:"given,omitempty"`
	Unique  bool     `json:"unique,omitempty"` // the rule assumes that there is only one solution
	Sites   []int    `json:"sites"`            // of the pattern
	Facts   [][2]int `json:"facts"`            // sites and values that were already removed
	Text    string   `json:"text"`
	Name    string   `json:"name"` // with which the text begins: "clue" or the name of the rule; "search" for a hint that is not a move
	Board   string   `json:"instance"`
}

func (d *deducing) jsonMove(i int) jsonMove {
	m := d.Moves[i]
	return jsonMove{Move: i + 1, Rule: m.Rule.Name, Level: m.Rule.Level, Given: m.Given, Unique: m.Rule.Unique, Sites: each(m.Sites),
		Removed: hint.Of(d.Result, i).Removed, Placed: hint.Pairs(m.Placed), Facts: hint.Pairs(d.MoveFacts(i)), Text: d.MoveText(i), Name: m.Name, Board: d.in.String()}
}

// jsonMoves returns the moves and the result or, with --next, only the hint, if there is one.
func (d *deducing) jsonMoves() (all []any) {
	for _, i := range d.shown() {
		all = append(all, d.jsonMove(i))
	}
	if d.next != nil && len(all) > 0 {
		return all
	}
	if d.next != nil && d.next.Text != "" && d.conflict == nil {
		all = append(all, jsonHint(d.in, d.next))
	}
	return append(all, d.ended())
}

// plainMoves prints the board, a line for each move, the solution if it is found, and the summary.
// With --next, it only prints the line of the hint, if there is a hint.
func (d *deducing) plainMoves(w io.Writer) {
	shown := d.shown()
	if d.next == nil {
		fmt.Fprintln(w, d.in)
	}
	printRows(w, wording.Each(shown, func(i int) row { return row{i + 1, d.Moves[i].Rule.Level, d.MoveText(i)} }))
	if d.next != nil && len(shown) > 0 {
		return
	}
	if d.Solution != nil && d.next == nil {
		fmt.Fprint(w, d.in.Draw(d.Solution))
	}
	if d.conflict != nil {
		fmt.Fprintf(w, "conflict: %v\n", d.conflict)
	} else if d.next != nil && d.next.Text != "" {
		fmt.Fprintf(w, "hint: %s\n", d.next.Text)
	}
	if d.easier() {
		fmt.Fprintln(w, d.noHint())
		return
	}
	fmt.Fprintln(w, d.summary())
}

// easier reports whether --next and --from ask for a level that the solved board does not need.
func (d *deducing) easier() bool {
	return d.next != nil && d.c.IsSet("from") && d.Verdict() == "solved" && d.move < 0
}

// noHint says why --next finds no move on a board without a contradiction.
func (d *deducing) noHint() string {
	switch {
	case d.easier():
		return fmt.Sprintf("no move of level %s or harder is needed", d.c.String("from"))
	case d.Verdict() == "solved":
		return "the clues settle all values without another move"
	case d.c.IsSet("from"):
		return fmt.Sprintf("no technique of level %s or harder finds a move", d.c.String("from"))
	}
	return "no technique finds a move"
}

// checkHint refuses to draw a hint that does not exist. A contradiction is drawn instead.
func (d *deducing) checkHint(flags string) error {
	if d.next == nil || d.move >= 0 || d.conflict != nil || d.Verdict() == "contradiction" {
		return nil
	}
	return d.c.Usagef("%s: there is no hint to draw: %s", flags, d.noHint())
}

// jsonHint returns the JSON object of a hint that is not a move. The object has the keys of a move.
func jsonHint(in encode.Instance, h *hint.Hint) jsonMove {
	return jsonMove{Sites: h.Sites, Removed: h.Removed, Placed: h.Placed, Facts: [][2]int{}, Text: h.Text, Name: "search", Board: in.String()}
}

func (d *deducing) summary() string {
	var b strings.Builder
	e := answer.EffortOf(d.in, d.Result)
	fmt.Fprintf(&b, "%s: %s", d.Verdict(), wording.Plural(e.All, "move"))
	counts := wording.Each(e.Levels, func(level string) string { return fmt.Sprintf("%s %d", level, e.Moves[level]) })
	b.WriteString(wording.If(len(counts) > 0, fmt.Sprintf(" (%s)", strings.Join(counts, ", "))))
	if n := len(d.Moves) - e.All; n > 0 {
		fmt.Fprintf(&b, " besides %s of clues", wording.Plural(n, "move"))
	}
	if len(counts) > 0 {
		fmt.Fprintf(&b, ", hardest technique %s, hardest level %s", e.Technique, d.Level)
		if e.Waiting == 0 {
			b.WriteString(", every move places a value")
		} else {
			fmt.Fprintf(&b, ", at most %s in a row without placing a value", wording.Plural(e.Waiting, "move"))
		}
	}
	return b.String() + left(d.Result)
}

// film writes an HTML page with the printed moves, one after the other, and the last state.
func (d *deducing) film(w io.Writer) error {
	if d.html == "" {
		return nil
	}
	if d.MovePicture == nil {
		return d.c.Usagef("%s has no pictures of its moves", d.c.Puzzle.Name)
	}
	if err := d.checkHint("--html"); err != nil {
		return err
	}
	f := film.Film{Title: d.c.Puzzle.Title, Subtitle: d.in.String()}
	clues := 0
	for _, i := range d.shown() {
		m := d.Moves[i]
		if m.Given && d.move < 0 {
			clues++
			continue
		}
		f.Frames = append(f.Frames, film.Frame{Heading: fmt.Sprintf("Move %d, %s: %s", i+1, m.Rule.Level, m.Name),
			Text: wording.Sentence(d.MoveText(i)), Picture: d.MovePicture(i)})
	}
	last := d.lastFrame()
	last.Text += wording.If(clues > 0, fmt.Sprintf(" Moves that only read clues are skipped: %d.", clues))
	f.Frames = append(f.Frames, last)
	err := film.Write(w, f)
	if errors.Is(err, film.ErrLimit) {
		return d.c.Usagef("--html: %v: --from with a harder level leaves out moves", err)
	}
	return err
}

func (d *deducing) lastFrame() film.Frame {
	last := *d
	last.Result = d.whole
	d = &last
	p, why := d.ending(d.MovePicture(len(d.Moves)))
	heading, text := "The last state", wording.Sentence(d.summary())
	if why != "" {
		heading, text = "Contradiction", why+" "+text
	}
	return film.Frame{Heading: heading, Text: text, Picture: p}
}

// An ended is the last JSON object of deduce. It says how the deduction ended.
type ended struct {
	Puzzle   string   `json:"puzzle"`
	Instance string   `json:"instance"`
	Verdict  string   `json:"verdict"`
	Level    string   `json:"level,omitempty"` // the hardest
	*ofMoves          // nil with --bits
	Steps    int      `json:"steps"`
	Left     int      `json:"left"`             // the number of values left, minus one for each site
	Unique   bool     `json:"unique,omitempty"` // a rule was used that assumes that there is only one solution
	Solution *string  `json:"solution,omitempty"`
	Conflict []string `json:"conflict,omitempty"` // clues that contradict each other, none of which can be left out
	State    string   `json:"state"`              // a SHA-256 in hex of the puzzle, the board, and the remaining values
}

type ofMoves struct {
	Technique string         `json:"technique,omitempty"` // the hardest
	Moves     int            `json:"moves"`               // without the moves of clues
	OfClues   int            `json:"moves_of_clues"`      // these moves only apply given values
	ByLevel   map[string]int `json:"moves_by_level"`
	Waiting   int            `json:"moves_without_placing"` // the most in a row
}

func (d *deducing) ended() ended {
	state := sha256.Sum256(fmt.Appendf(nil, "%s\x00%v\x00%x", d.c.Puzzle.Name, d.in, d.State))
	end := ended{Puzzle: d.c.Puzzle.Name, Instance: d.in.String(), Verdict: d.Verdict(), Level: d.Level,
		Steps: len(d.Steps), Left: d.Open(), Unique: d.Unique(), State: hex.EncodeToString(state[:])}
	if !d.asBits {
		e := answer.EffortOf(d.in, d.Result)
		end.ofMoves = &ofMoves{e.Technique, e.All, len(d.Moves) - e.All, e.Moves, e.Waiting}
	}
	if d.Solution != nil && d.next == nil { // a hint never shows the solution
		end.Solution = new(d.Solution.Format(d.in.Sites()))
	}
	if d.conflict != nil {
		end.Conflict = d.conflict.Names
	}
	return end
}

func (d *deducing) jsonSteps() (all []any) {
	for i, s := range d.Steps {
		all = append(all, struct {
			Step  int      `json:"step"` // from 1
			Rule  string   `json:"rule"`
			Level string   `json:"level"`
			Site  int      `json:"site"`
			Value int      `json:"value"` // the value that the step removes from the site
			Sites []int    `json:"sites"` // the sites of the pattern
			Facts [][2]int `json:"facts"` // the removals on which the step rests, each a site and a value
			Text  string   `json:"text"`
			Board string   `json:"instance"`
		}{i + 1, s.Rule.Name, s.Rule.Level, s.Gone.Site, s.Gone.Value, each(s.Sites), hint.Pairs(d.Facts(i)), d.Text(i), d.in.String()})
	}
	return append(all, d.ended())
}

// newEncoder returns an encoder that leaves the characters <, > and & as they are.
func newEncoder(w io.Writer) *json.Encoder {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder
}

// left returns the end of a summary: the number of values that are left, and whether the deduction
// assumes that there is one solution.
func left(d *deduction.Result) string {
	return wording.If(d.Solution == nil && !d.Broken, fmt.Sprintf(", %s left to remove", wording.Plural(d.Open(), "value"))) +
		wording.If(d.Unique(), "; assumes that there is exactly one solution")
}

// each returns the list of sites without repetitions, in the order of their first occurrences.
func each(sites []int) []int {
	once := []int{}
	for _, i := range sites {
		if !slices.Contains(once, i) {
			once = append(once, i)
		}
	}
	return once
}

// A row is a line about a move or a step.
type row struct {
	number     int // from 1
	rule, text string
}

func printRows(w io.Writer, rows []row) {
	widest, digits := 0, 0
	for _, r := range rows {
		widest, digits = max(widest, len(r.rule)), len(fmt.Sprint(r.number))
	}
	for _, r := range rows {
		fmt.Fprintf(w, "%*d  %-*s  %s\n", digits, r.number, widest, r.rule, r.text)
	}
}

// printSteps prints a line for each step. The function text returns its sentence.
func printSteps(w io.Writer, steps []deduction.Step, text func(i int) string) {
	var rows []row
	for i, s := range steps {
		rows = append(rows, row{i + 1, s.Rule.Level + " " + s.Rule.Name, text(i)})
	}
	printRows(w, rows)
}

func (d *deducing) plainSteps(w io.Writer) {
	fmt.Fprintln(w, d.in)
	printSteps(w, d.Steps, d.Text)
	fmt.Fprintf(w, "%s: %s%s%s\n", d.Verdict(), wording.Plural(len(d.Steps), "step"), wording.If(d.Level != "", ", hardest level "+d.Level), left(d.Result))
	if d.Solution != nil {
		fmt.Fprint(w, d.in.Draw(d.Solution))
	}
}
