// Package trust has the commands that check answers: crosscheck, certify and verify.
package trust

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/run/crosscheck"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

var ledgerFlag = console.FileFlag("ledger", "", "keep the records in the SQLite file `FILE`; jobs that have a record there are not run again, unless they failed")

// CrosscheckCommand is the command crosscheck.
var CrosscheckCommand = &cli.Command{
	Name:  "crosscheck",
	Usage: "count by several methods and compare their answers",
	Description: `Compares the counts of several methods. If the methods list the solutions, it also compares the
sets of solutions. If methods disagree, it searches for a smaller instance on which they still disagree, and exits with
status 1. It also exits with status 1 if a method ends with an error, or if fewer than two methods answer for an
instance. Without INSTANCE, it takes random boards (with --random or --for), or else the example of the puzzle. See
docs/crosscheck.md.
$ counterproof crosscheck --method native,sat,sat/cubes calendar 10-06
$ counterproof crosscheck --random 20 --summary submarines`,
	ArgsUsage: "PUZZLE|all [INSTANCE...]",
	Flags: append([]cli.Flag{
		&cli.StringSliceFlag{Name: "method", Value: cli.NewStringSlice("native", "sat"), DefaultText: "native,sat; for dimacs and opb: sat,sat/count", Usage: "compare the two or more methods `METHOD,...`. The word all stands for every method except gophersat/countmodels. The word some stands for native and three other methods, which can differ from instance to instance", Action: console.CheckMethods},
		&cli.IntFlag{Name: "random", Usage: "make `N` random instances of PUZZLE. With the argument all, make N instances in all, one of each puzzle in turn", Action: console.Least("random", 1)},
		&cli.DurationFlag{Name: "for", Usage: "make random instances for the time `D`, such as 30m", Action: console.Least("for", time.Millisecond)},
		&cli.IntFlag{Name: "puzzles", Usage: "with --random or --for: make full-size boards, as the command generate does, in every `K`th round, and small boards in the other rounds. A round is one board of each puzzle", Action: console.Least("puzzles", 1)},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "use the seed `N`; another seed makes other random instances"},
		&cli.BoolFlag{Name: "summary", Usage: "print a table of the results at the end"},
		&cli.StringFlag{Name: "failures", Value: "disagreements", Usage: "for each disagreement, write into the folder `DIR` a script that reproduces it. With an empty name (''), write no script and do not search for a smaller instance"},
		ledgerFlag, console.GivenFlag, console.JSONFlag,
	}, console.LimitFlags...),
	Action: console.Do(crossCheck),
}

func crossCheck(c *console.Call) error {
	all, err := readCorpus(c)
	if err != nil {
		return err
	}
	methods := c.StringSlice("method")
	if !c.IsSet("method") && c.Puzzle != nil {
		methods = lookup.Compared(c.Puzzle)
	}
	check := crosscheck.Check{
		Methods: methods,
		Job:     c.Job(),
		Pool:    &work.Pool{Workers: c.Jobs()},
	}
	if c.IsSet("ledger") {
		if check.Ledger, err = c.OpenLedger(c.String("ledger"), true); err != nil {
			return err
		}
		defer check.Ledger.Close()
	}
	return checkCorpus(c, check, all)
}

func checkCorpus(c *console.Call, check crosscheck.Check, all *corpus) error {
	bar := console.NewProgress(c, all.size(), true)
	defer bar.Close()
	found := &failures{check: check, folder: c.String("failures"), shrunk: map[string]int{}}
	var sum crosscheck.Summary
	var reasons console.Unsolvable
	failed := false
	err := check.Run(c, all.boards(c), func(b crosscheck.Board, x crosscheck.Checked) error {
		bar.Step(x.Records...)
		sum.Add(x)
		problems := x.Problems()
		failed = failed || len(problems) > 0 || x.Wrong()
		if err := printComparison(c, x, problems, false); err != nil {
			return err
		}
		if len(c.Args) > 1 && all.most == 0 && x.Count != nil && x.Count.Sign() == 0 {
			given, _ := clues.ReadGiven(b.Instance, check.Job.Given) // the text was checked before
			reasons.Explain(c, b.Puzzle, b.Instance, given)
		}
		return found.add(c, b, x)
	})
	bar.Close()
	if errors.As(err, new(*crosscheck.MethodError)) {
		err = c.PrepareError(err)
	}
	err = cmp.Or(err, printSummary(c, &sum, all, failed || err != nil))
	return console.Finish(err, failed)
}

// printComparison prints one line about an instance, and its problems on stderr. The parameter
// smallest must be true for an instance that was found by shrinking.
func printComparison(c *console.Call, x crosscheck.Checked, problems []string, smallest bool) error {
	instance := console.Under(x.Instance, c.String(console.GivenFlag.Name))
	for _, p := range problems {
		c.Say("%s %s: %s", x.Puzzle, instance, p)
	}
	if c.Bool("json") {
		records := make([]console.Answered, len(x.Records))
		for i, r := range x.Records {
			records[i] = console.Asked(r, x.Asked[i])
		}
		return c.JSON(struct {
			Smallest bool               `json:"smallest,omitempty"`
			Puzzle   string             `json:"puzzle"`
			Instance string             `json:"instance"`
			Compared string             `json:"compared"`
			Agree    bool               `json:"agree"`
			Problems []string           `json:"problems,omitempty"`
			Records  []console.Answered `json:"records"`
		}{smallest, x.Puzzle, x.Instance, x.Compared(), !x.Wrong() && len(problems) == 0, problems, records})
	}
	verdict := judge.Agreed.String()
	switch {
	case x.Wrong():
		verdict = judge.Disagree.String()
	case len(x.Problems()) > 0:
		verdict = "FAILED"
	}
	var columns []string
	if smallest {
		columns = append(columns, "smallest")
	}
	columns = append(columns, x.Puzzle, instance)
	for _, r := range x.Records {
		text := r.Method + "=" + r.Amount()
		switch {
		case r.Refused():
			text = r.Method + "=refused"
		case r.Digest != "":
			text += " " + r.Digest[:12]
		}
		columns = append(columns, text)
	}
	columns = append(columns, wording.Either(x.Compared() == "none", "-", x.Compared()), verdict)
	_, err := fmt.Fprintln(c.Stdout, strings.Join(columns, "\t"))
	return err
}

// printSummary prints the table to stdout with --summary, or else to stderr after a failure, with -v,
// or on a terminal.
func printSummary(c *console.Call, sum *crosscheck.Summary, all *corpus, failed bool) error {
	var w io.Writer
	switch {
	case c.Bool("summary"):
		w = c.Stdout
	case failed && sum.Instances > 0, c.Bool(console.VerboseFlag.Name), console.IsTerminal(c.Stderr):
		w = c.Stderr
	default:
		return nil
	}
	sum.Finish()
	if n := sum.Instances - all.n; n > 0 {
		sum.Drawn = &crosscheck.Drawn{Seed: all.seed, Boards: n}
	}
	if c.Bool("json") && c.Bool("summary") {
		return c.JSON(map[string]any{"summary": sum})
	}
	var text strings.Builder
	row := func(cells ...any) {
		fmt.Fprintf(&text, strings.Repeat("\t%v", len(cells))[1:]+"\n", cells...)
	}
	row("summary", "instances", "agree", "disagree", "failed", "undecided")
	row("", sum.Instances, sum.Agree, sum.Disagree, sum.Failed, sum.Undecided)
	row("method", "exact", "at least", "timeout", "cpu", "memory", "error", "killed", "refused", "disagree", "wrong", "median s", "total s")
	for _, m := range sum.Methods {
		row(m.Method, m.Exact, m.AtLeast, m.Timeout, m.CPU, m.Memory, m.Error, m.Killed, m.Refused, m.Disagree, m.Wrong,
			fmt.Sprintf("%.3g", m.MedianSeconds), fmt.Sprintf("%.3g", m.TotalSeconds))
	}
	if d := sum.Drawn; d != nil {
		row("drawn", fmt.Sprintf("seed %d", d.Seed), fmt.Sprintf("boards 0 to %d", d.Boards-1))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// mostShrunk limits how many disagreements of the same methods about one puzzle are shrunk. The
// scripts of further disagreements have the original boards. For a method that is wrong on every
// board, shrinking would take up to a minute per board.
const mostShrunk = 10

// A failures writes the disagreements of a cross-check, each as a script that reproduces it.
type failures struct {
	check  crosscheck.Check
	folder string
	shrunk map[string]int // number of disagreements so far, by puzzle and methods
}

// add shrinks a board on which methods disagree or a method crashes, and writes its script.
func (f *failures) add(c *console.Call, b crosscheck.Board, x crosscheck.Checked) error {
	culprits, fails := crosscheck.Culprits(x.Case)
	if culprits == nil || f.folder == "" {
		return nil
	}
	check := f.check
	check.Methods = wording.Each(culprits, func(r result.Record) string { return r.Method })
	kind := b.Puzzle.Name + " " + strings.Join(check.Methods, ",")
	was := judge.Compare(culprits)
	found := crosscheck.Shrunk{Board: b, Comparison: crosscheck.Checked{Case: was}, Limits: check.Job.Limits}
	if f.shrunk[kind]++; f.shrunk[kind] <= mostShrunk {
		if c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.Stderr) {
			c.Say("shrinking %s %s", b.Puzzle.Name, b.Instance)
		}
		var err error
		if found, err = check.Shrink(c, b, was, fails); err != nil {
			return err
		}
		if found.Smaller {
			if err := printComparison(c, found.Comparison, nil, true); err != nil {
				return err
			}
		} else {
			c.Say("%s %s: found no smaller instance on which they disagree", b.Puzzle.Name, b.Instance)
		}
	}
	name, err := f.write(c, check, found, was)
	if err != nil {
		return err
	}
	c.Say("%s %s: to reproduce it, run: sh %s", b.Puzzle.Name, b.Instance, name)
	return nil
}

// write writes the script of a disagreement and returns its name, which depends only on the command.
// Several boards may shrink to the same board; the first script stays.
func (f *failures) write(c *console.Call, check crosscheck.Check, found crosscheck.Shrunk, was *judge.Case) (name string, err error) {
	command := Again(check, found)
	var text strings.Builder
	text.WriteString("#!/bin/sh\n")
	comment := func(format string, args ...any) {
		text.WriteString(strings.TrimRight("# "+fmt.Sprintf(format, args...), " ") + "\n")
	}
	comment("Methods disagree about an instance of the puzzle %s, or a method crashes on it.", found.Board.Puzzle.Name)
	comment("This script reproduces the problem. It needs counterproof on PATH, and exits with")
	comment("status 1 as long as the problem exists.")
	comment("")
	tell := func(x *judge.Case) {
		for _, r := range x.Records {
			comment("  %s (version %s): %s", r.Method, strings.TrimSpace(r.Version+" "+r.Solver), outcome(r))
		}
	}
	tell(found.Comparison.Case)
	if found.Smaller {
		comment("")
		comment("This instance is the smallest of %d that were tried. It was shrunk from this one:", found.Tries)
		comment("  %s", was.Instance)
		tell(was)
	}
	text.WriteString("\n" + command)
	if err := os.MkdirAll(f.folder, 0o777); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(command))
	name = filepath.Join(f.folder, fmt.Sprintf("%s-%x.sh", found.Board.Puzzle.Name, sum[:6]))
	old, err := c.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, atomicfile.Write(name, []byte(text.String()))
	case err != nil:
		return "", err
	case !bytes.HasSuffix(old, []byte("\n\n"+command)):
		return "", fmt.Errorf("%s exists but is not the script of this disagreement, so it is not overwritten: move it away", name)
	}
	return name, nil
}

func outcome(r result.Record) string {
	text := wording.Either(r.Status == result.Unknown, strings.Join(strings.Fields(r.Reason+" "+r.Error), " "), r.Amount())
	return text + wording.If(r.Digest != "", ", digest "+r.Digest)
}

// The time limit in a script is timesLonger times the limit of the cross-check, and at least leastWait,
// because the machine that runs the script may be slower or busy.
const (
	timesLonger = 10
	leastWait   = 10 * time.Second
)

// Again returns the shell command, with its input, that compares the methods on the board again.
// The command sets the limits with which the methods failed, except that the time limit is longer.
func Again(check crosscheck.Check, found crosscheck.Shrunk) string {
	words := []string{"counterproof", "crosscheck", "--failures", "''", "--method", strings.Join(check.Methods, ",")}
	l := found.Limits
	if l.Solutions > 0 {
		words = append(words, "--limit", fmt.Sprint(l.Solutions))
	}
	if l.Wall > 0 {
		words = append(words, "--timeout", max(timesLonger*l.Wall, leastWait).String())
	}
	if l.Memory > 0 {
		words = append(words, "--memory", fmt.Sprint(l.Memory))
	}
	if check.Job.Given != "" {
		words = append(words, "--"+console.GivenFlag.Name, check.Job.Given)
	}
	if check.Job.Orbits {
		words = append(words, "--"+console.SymmetryFlag.Name)
	}
	text := found.Board.Instance.String()
	if limit, _ := console.ParseLimit(console.InputFlag.Value); int64(len(text)) > limit.Line { // it is one line
		words = append(words, "--"+console.InputFlag.Name, fmt.Sprint(int64(len(text))*limit.Bytes/limit.Line))
	}
	end := "EOF"
	for slices.Contains(strings.Split(text, "\n"), end) {
		end += "_"
	}
	words = append(words, found.Board.Puzzle.Name, "-", "<<'"+end+"'")
	return strings.Join(words, " ") + "\n" + text + "\n" + end + "\n"
}
