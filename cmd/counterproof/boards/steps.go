package boards

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/hint"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
)

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
func left(d *deduction.Result) (text string) {
	if d.Solution == nil && !d.Broken {
		text = fmt.Sprintf(", %s left to remove", wording.Plural(d.Open(), "value"))
	}
	if d.Unique() {
		text += "; assumes that there is exactly one solution"
	}
	return text
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

func (d *deducing) plainSteps(w io.Writer) {
	fmt.Fprintln(w, d.in)
	var rows []row
	for i, s := range d.Steps {
		rows = append(rows, row{i + 1, s.Rule.Level + " " + s.Rule.Name, d.Text(i)})
	}
	printRows(w, rows)
	fmt.Fprintf(w, "%s: %s", d.Verdict(), wording.Plural(len(d.Steps), "step"))
	if d.Level != "" {
		fmt.Fprintf(w, ", hardest level %s", d.Level)
	}
	fmt.Fprintln(w, left(d.Result))
	if d.Solution != nil {
		fmt.Fprint(w, d.in.Draw(d.Solution))
	}
}
