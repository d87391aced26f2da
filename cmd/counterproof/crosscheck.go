package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

var ledgerFlag = &cli.StringFlag{Name: "ledger", Usage: "keep the records in the SQLite `FILE`", TakesFile: true}

var crosscheckCommand = &cli.Command{
	Name:      "crosscheck",
	Usage:     "count by several methods and compare counts and sets of solutions",
	ArgsUsage: "PUZZLE|all [INSTANCE...]",
	Flags: append([]cli.Flag{
		&cli.StringSliceFlag{Name: "method", Value: cli.NewStringSlice("native", "sat"), Usage: "what to compare: two or more, separated by commas"},
		&cli.IntFlag{Name: "random", Usage: "draw `N` instances from the puzzle's generator; with all: from those of all puzzles in turn"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the drawing"},
		ledgerFlag, jsonFlag,
	}, limitFlags...),
	Action: crosscheck,
}

func crosscheck(c *cli.Context) error {
	args, err := positional(c, 1, -1)
	if err != nil {
		return err
	}
	limits, err := readLimits(c)
	if err != nil {
		return err
	}
	boards, err := readBoards(c, args)
	if err != nil {
		return err
	}
	methods, err := readMethods(c)
	if err != nil {
		return err
	}
	check := bench.Crosscheck{
		Methods: methods,
		Job:     bench.Job{Limits: limits, Orbits: c.Bool(symmetryFlag.Name)},
		Pool:    &bench.Pool{Workers: c.Int("jobs")},
	}
	if c.IsSet("ledger") {
		path, err := fileFlag(c, "ledger")
		if err != nil {
			return err
		}
		if check.Ledger, err = ledger.Open(path); err != nil {
			return err
		}
		defer check.Ledger.Close()
	}
	for _, b := range boards { // before anything is run
		if err := symmetric(c, b.Puzzle, b.Instance); err != nil {
			return err
		}
		for _, m := range check.Methods {
			if _, err := (bench.Job{}).For(b.Puzzle, b.Instance, m); err != nil {
				return usageError{err}
			}
		}
	}
	bar := newProgress(c, len(boards), true)
	defer bar.close()
	failed := false
	i := 0
	var wrong []int // boards
	var pairs [][2]string
	err = check.Run(c.Context, boards, func(x bench.Comparison) error {
		bar.step(x.Records...)
		problems := x.Problems()
		if len(problems) > 0 {
			failed = true
		}
		for _, p := range x.Disagreements() {
			wrong = append(wrong, i)
			pairs = append(pairs, [2]string{x.Records[p[0]].Method, x.Records[p[1]].Method})
			break // one pair a board is shrunk
		}
		i++
		return printComparison(c, x, problems, false)
	})
	for k, board := range wrong {
		if err != nil {
			break
		}
		err = shrink(c, check, boards[board], pairs[k])
	}
	return finish(err, &failed)
}

// printComparison prints one line: instance, one column a method, then what
// was compared; smallest is the line of an instance found by shrinking. What is
// wrong goes to stderr too.
func printComparison(c *cli.Context, x bench.Comparison, problems []string, smallest bool) error {
	for _, p := range problems {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s: %s\n", x.Puzzle, x.Instance, p)
	}
	if c.Bool("json") {
		records := make([]answered, len(x.Records))
		for i, r := range x.Records {
			records[i] = answered{r, x.Asked[i], r.Method}
		}
		return json.NewEncoder(c.App.Writer).Encode(struct {
			Smallest bool       `json:"smallest,omitempty"`
			Puzzle   string     `json:"puzzle"`
			Instance string     `json:"instance"`
			Compared string     `json:"compared"`
			Agree    bool       `json:"agree"`
			Problems []string   `json:"problems,omitempty"`
			Records  []answered `json:"records"`
		}{smallest, x.Puzzle, x.Instance, x.Compared(), !x.Wrong() && len(problems) == 0, problems, records})
	}
	verdict := "agree"
	switch {
	case x.Wrong():
		verdict = "DISAGREE"
	case len(problems) > 0:
		verdict = "FAILED"
	}
	var columns []string
	if smallest {
		columns = append(columns, "smallest")
	}
	columns = append(columns, x.Puzzle, x.Instance)
	for _, r := range x.Records {
		text := r.Method + "=" + amount(r)
		switch {
		case bench.RefusedByBrute(r):
			text = r.Method + "=refused"
		case r.Status == result.Unknown:
			text += "(" + r.Reason + ")"
		case r.Digest != "":
			text += " " + r.Digest[:12]
		}
		columns = append(columns, text)
	}
	compared := x.Compared()
	if compared == "none" {
		compared = "-"
	}
	columns = append(columns, compared, verdict)
	_, err := fmt.Fprintln(c.App.Writer, strings.Join(columns, "\t"))
	return err
}

// shrink looks for a smaller instance on which two methods disagree.
func shrink(c *cli.Context, check bench.Crosscheck, b bench.Board, pair [2]string) error {
	check.Methods = pair[:]
	if c.Bool(verboseFlag.Name) || isTerminal(c.App.ErrWriter) {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: shrinking %s %s\n", b.Puzzle.Name, b.Instance)
	}
	last, small, err := check.Shrink(c.Context, b)
	if err != nil {
		return err
	}
	if !small {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s: no smaller instance is known on which they disagree\n", b.Puzzle.Name, b.Instance)
		return nil
	}
	return printComparison(c, last, nil, true)
}

// readBoards reads the instances to compare: those named, the examples of the
// puzzle where none is, and the drawn ones.
func readBoards(c *cli.Context, args []string) ([]bench.Board, error) {
	puzzles := catalog.All()
	if args[0] != "all" {
		p, err := findPuzzle(args[0])
		if err != nil {
			return nil, err
		}
		puzzles = []*encode.Puzzle{p}
	} else if len(args) > 1 {
		return nil, usagef("crosscheck: all takes no instance, got %q", args[1])
	}
	n := c.Int("random")
	if c.IsSet("random") && n < 1 {
		return nil, usagef("crosscheck: --random: want 1 or more, got %d", n)
	}
	var boards []bench.Board
	add := func(p *encode.Puzzle, ins ...encode.Instance) {
		for _, in := range ins {
			boards = append(boards, bench.Board{Puzzle: p, Instance: in})
		}
	}
	if len(args) > 1 {
		ins, err := readInstances(c, puzzles[0], args[1:])
		if err != nil {
			return nil, err
		}
		add(puzzles[0], ins...)
	}
	if n == 0 && len(args) == 1 {
		for _, p := range puzzles {
			in, err := p.Parse(p.Example)
			if err != nil {
				return nil, fmt.Errorf("%s: example: %w", p.Name, err)
			}
			add(p, in)
		}
	}
	drawn := slices.DeleteFunc(slices.Clone(puzzles), func(p *encode.Puzzle) bool { return p.Generate == nil })
	if n > 0 && len(drawn) == 0 {
		return nil, usagef("crosscheck: %s has no generator", args[0])
	}
	for i := range n {
		p := drawn[i%len(drawn)]
		rng := rand.New(rand.NewPCG(c.Uint64("seed"), uint64(i)))
		in, err := p.Generate(rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		add(p, in)
	}
	return boards, nil
}
