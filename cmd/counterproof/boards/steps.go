package boards

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"counterproof/bench/solve/hint"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
)

// stateDigest returns a SHA-256 in hex of the puzzle, the board, and the remaining values.
func stateDigest(p *encode.Puzzle, in encode.Instance, state []uint64) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%v\x00%x", p.Name, in, state)
	return hex.EncodeToString(h.Sum(nil))
}

// jsonSteps writes a JSON object for each step. The last object says how the deduction ended.
func jsonSteps(w io.Writer, p *encode.Puzzle, in encode.Instance, d *deduction.Result) error {
	encoder := newEncoder(w)
	for i, s := range d.Steps {
		step := struct {
			Step  int      `json:"step"` // from 1
			Rule  string   `json:"rule"`
			Level string   `json:"level"`
			Site  int      `json:"site"`
			Value int      `json:"value"` // the value that the step removes from the site
			Sites []int    `json:"sites"` // the sites of the pattern
			Facts [][2]int `json:"facts"` // the removals on which the step rests, each a site and a value
			Text  string   `json:"text"`
		}{i + 1, s.Rule.Name, s.Rule.Level, s.Gone.Site, s.Gone.Value, each(s.Sites), hint.Pairs(d.Facts(i)), d.Text(i)}
		if err := encoder.Encode(step); err != nil {
			return err
		}
	}
	end := struct {
		Puzzle   string  `json:"puzzle"`
		Instance string  `json:"instance"`
		Verdict  string  `json:"verdict"`
		Level    string  `json:"level,omitempty"`
		Steps    int     `json:"steps"`
		Left     int     `json:"left"`             // the number of values to remove until each site has one value
		Unique   bool    `json:"unique,omitempty"` // a rule was used that assumes that there is only one solution
		Solution *string `json:"solution,omitempty"`
		State    string  `json:"state"`
	}{p.Name, in.String(), d.Verdict(), d.Level, len(d.Steps), d.Open(), d.Unique(), nil, stateDigest(p, in, d.State)}
	if d.Solution != nil {
		end.Solution = new(d.Solution.Format(in.Sites()))
	}
	return encoder.Encode(end)
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

func plainSteps(w io.Writer, in encode.Instance, d *deduction.Result) {
	fmt.Fprintln(w, in)
	widest := 0
	for _, s := range d.Steps {
		widest = max(widest, len(s.Rule.Level)+1+len(s.Rule.Name))
	}
	digits := len(fmt.Sprint(len(d.Steps)))
	for i, s := range d.Steps {
		fmt.Fprintf(w, "%*d  %-*s  %s\n", digits, i+1, widest, s.Rule.Level+" "+s.Rule.Name, d.Text(i))
	}
	fmt.Fprintf(w, "%s: %s", d.Verdict(), wording.Plural(len(d.Steps), "step"))
	if d.Level != "" {
		fmt.Fprintf(w, ", hardest level %s", d.Level)
	}
	fmt.Fprintln(w, left(d))
	if d.Solution != nil {
		fmt.Fprint(w, in.Draw(d.Solution))
	}
}
