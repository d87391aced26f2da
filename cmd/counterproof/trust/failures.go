package trust

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/run/crosscheck"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

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
	text := r.Amount()
	if r.Status == result.Unknown {
		text = strings.Join(strings.Fields(r.Reason+" "+r.Error), " ")
	}
	if r.Digest != "" {
		text += ", digest " + r.Digest
	}
	return text
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
