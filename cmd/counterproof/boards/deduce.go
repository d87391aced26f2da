package boards

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// DeduceCommand is the command deduce.
var DeduceCommand = &cli.Command{
	Name:     "deduce",
	Usage:    "solve a board with human techniques, step by step",
	Category: console.GroupSolve,
	Description: console.Describe(
		"At each step, applies the easiest technique that makes progress, and explains the step. At "+
			"the end, prints the level of the hardest technique that was needed. The final state does "+
			"not depend on the order of the steps.",
		"counterproof deduce minesweeper 'mines=2 ????/1221/....'",
		"counterproof generate sudoku | counterproof deduce --json sudoku -",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "rules", Usage: "use only the techniques whose name or level is in `NAME,...`; without the flag, use all. list PUZZLE prints them"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose each step at random, with the seed `N`, from the possible steps of the easiest level; the final state stays the same"},
		&cli.BoolFlag{Name: "any-order", Usage: "choose each step at random from the possible steps of all levels; the final state stays the same"},
		console.FileFlag("svg", "", "draw the final state, or the step chosen with --step, into the SVG file `F`"),
		&cli.IntFlag{Name: "step", Usage: "with --svg, draw step `N` (counted from 1) instead of the final state", Action: console.Least("step", 1)},
		console.JSONFlag, console.InputFlag,
	},
	Action: console.OnBoard(0, 0, deduce),
}

func deduce(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
	board, ok := in.(encode.Deducible)
	if !ok {
		return console.Usagef("deduce: %s has no rules of deduction: explain shows what is known about its boards, and counterproof list shows the puzzles that have rules", p.Name)
	}
	return deduceBoard(c, p, board)
}

func deduceBoard(c *cli.Context, p *encode.Puzzle, in encode.Deducible) error {
	var o encode.Deducing
	var err error
	if c.IsSet("rules") {
		if o.Use, err = chooseRules(c.String("rules"), in.Rules()); err != nil {
			return err
		}
	}
	if c.IsSet("seed") || c.Bool("any-order") {
		o.Rand = rand.New(rand.NewPCG(c.Uint64("seed"), 0))
		o.AnyOrder = c.Bool("any-order")
	}
	file := c.String("svg")
	if c.IsSet("step") && file == "" {
		return console.Usagef("deduce: --step names the step that --svg draws: add --svg")
	}
	if err := atomicfile.Check(file); err != nil {
		return err
	}
	var text, picture bytes.Buffer // must not be used after Abandon returns an error
	err = console.Abandon(c.Context, func() error {
		d, err := answer.Deduce(c.Context, in, o, answer.Watcher{})
		if err != nil {
			return err
		}
		if err := drawStep(c, p, d, file, &picture); err != nil {
			return err
		}
		if c.Bool("json") {
			return jsonSteps(&text, p, in, d)
		}
		plainSteps(&text, in, d)
		return nil
	})
	if err == nil && file != "" {
		err = atomicfile.Write(file, picture.Bytes())
	}
	if err == nil {
		_, err = c.App.Writer.Write(text.Bytes())
	}
	return err
}

// chooseRules reads a list of levels and names of rules. It returns a function that reports whether
// the list contains a rule or its level.
func chooseRules(text string, rules []encode.Rule) (func(r encode.Rule) bool, error) {
	var names []string // all levels and names
	for _, r := range rules {
		for _, name := range []string{r.Level, r.Name} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	chosen := strings.Split(text, ",")
	for i, name := range chosen {
		name = strings.TrimSpace(name)
		chosen[i] = name
		if !slices.Contains(names, name) {
			return nil, console.Usagef("deduce: --rules: unknown level or rule %q: want some of %s", name, strings.Join(names, ", "))
		}
	}
	return func(r encode.Rule) bool {
		return slices.Contains(chosen, r.Level) || slices.Contains(chosen, r.Name)
	}, nil
}

// drawStep writes the picture for --svg and --step to w. It writes nothing if file is empty.
func drawStep(c *cli.Context, p *encode.Puzzle, d *encode.Deduced, file string, w io.Writer) error {
	if file == "" {
		return nil
	}
	if d.Picture == nil {
		return console.Usagef("deduce: %s has no pictures of its steps", p.Name)
	}
	i := len(d.Steps)
	if c.IsSet("step") {
		if i = c.Int("step") - 1; i >= len(d.Steps) {
			return console.Usagef("deduce: --step: there are %s, got %d", plural(len(d.Steps), "step"), i+1)
		}
	}
	return d.Picture(i).WriteSVG(w)
}

// stateDigest returns a SHA-256 hash in hex. It hashes the puzzle, the board, and for each site the
// values that are left.
func stateDigest(p *encode.Puzzle, in encode.Instance, state []uint64) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%v\x00%x", p.Name, in, state)
	return hex.EncodeToString(h.Sum(nil))
}

// jsonSteps writes a JSON object for each step, and one for the end.
func jsonSteps(w io.Writer, p *encode.Puzzle, in encode.Instance, d *encode.Deduced) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for i, s := range d.Steps {
		facts := [][2]int{}
		for _, f := range d.Facts(i) {
			facts = append(facts, [2]int{f.Site, f.Value})
		}
		step := struct {
			Step  int      `json:"step"` // from 1
			Rule  string   `json:"rule"`
			Level string   `json:"level"`
			Site  int      `json:"site"`
			Value int      `json:"value"` // the value that the step removes from the site
			Sites []int    `json:"sites"` // the sites of the pattern
			Facts [][2]int `json:"facts"` // the removals on which the step rests, each a site and a value
			Text  string   `json:"text"`
		}{i + 1, s.Rule.Name, s.Rule.Level, s.Gone.Site, s.Gone.Value, each(s.Sites), facts, d.Text(i)}
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
		Left     int     `json:"left"`             // values left to remove until each site has one
		Unique   bool    `json:"unique,omitempty"` // a rule was used that assumes that there is only one solution
		Solution *string `json:"solution,omitempty"`
		State    string  `json:"state"`
	}{p.Name, in.String(), d.Verdict(), d.Level, len(d.Steps), d.Open(), d.Unique(), nil, stateDigest(p, in, d.State)}
	if d.Solution != nil {
		text := d.Solution.Format(in.Sites())
		end.Solution = &text
	}
	return encoder.Encode(end)
}

// each returns the sites without repetitions, in the order of their first occurrences.
func each(sites []int) []int {
	once := []int{}
	for _, i := range sites {
		if !slices.Contains(once, i) {
			once = append(once, i)
		}
	}
	return once
}

// plainSteps prints the board, a line for each step, and how the deduction ended.
func plainSteps(w io.Writer, in encode.Instance, d *encode.Deduced) {
	fmt.Fprintln(w, in)
	widest := 0
	for _, s := range d.Steps {
		widest = max(widest, len(s.Rule.Level)+1+len(s.Rule.Name))
	}
	digits := len(fmt.Sprint(len(d.Steps)))
	for i, s := range d.Steps {
		fmt.Fprintf(w, "%*d  %-*s  %s\n", digits, i+1, widest, s.Rule.Level+" "+s.Rule.Name, d.Text(i))
	}
	fmt.Fprintf(w, "%s: %s", d.Verdict(), plural(len(d.Steps), "step"))
	if d.Level != "" {
		fmt.Fprintf(w, ", hardest level %s", d.Level)
	}
	if d.Solution == nil && !d.Broken {
		fmt.Fprintf(w, ", %s left to remove", plural(d.Open(), "value"))
	}
	if d.Unique() {
		fmt.Fprint(w, "; assumes that there is exactly one solution")
	}
	fmt.Fprintln(w)
	if d.Solution != nil {
		fmt.Fprint(w, in.Draw(d.Solution))
	}
}

// plural returns a number with its noun, which gets an s unless the number is 1.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
