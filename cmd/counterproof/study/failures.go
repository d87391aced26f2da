package study

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

	"github.com/urfave/cli/v2"

	"counterproof/bench/atomicfile"
	"counterproof/bench/crosscheck"
	"counterproof/bench/judge"
	"counterproof/bench/result"
	"counterproof/cmd/counterproof/console"
)

// mostShrunk is how many disagreements of the same methods about a puzzle are
// shrunk: a method that is wrong everywhere would take up to a minute a board.
// The others are written as they are.
const mostShrunk = 10

// failures are the disagreements of a cross-check, each written as a script that
// shows it again.
type failures struct {
	check  crosscheck.Check
	folder string
	shrunk map[string]int     // by puzzle and methods
	limit  console.InputLimit // of a script that is there
}

// add shrinks a board on which methods disagree, or one crashes, and writes it.
func (f *failures) add(c *cli.Context, b crosscheck.Board, x crosscheck.Checked) error {
	culprits, fails := crosscheck.Culprits(x.Board)
	if culprits == nil || f.folder == "" {
		return nil
	}
	check := f.check
	check.Methods = nil
	for _, r := range culprits {
		check.Methods = append(check.Methods, r.Method)
	}
	kind := b.Puzzle.Name + " " + strings.Join(check.Methods, ",")
	was := judge.Compare(culprits)
	found := crosscheck.Shrunk{Board: b, Comparison: crosscheck.Checked{Board: was}, Limits: check.Job.Limits}
	if f.shrunk[kind]++; f.shrunk[kind] <= mostShrunk {
		if c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.App.ErrWriter) {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: shrinking %s %s\n", b.Puzzle.Name, b.Instance)
		}
		var err error
		if found, err = check.Shrink(c.Context, b, was, fails); err != nil {
			return err
		}
		if found.Smaller {
			if err := printComparison(c, found.Comparison, nil, true); err != nil {
				return err
			}
		} else {
			fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s: no smaller instance is known on which they disagree\n", b.Puzzle.Name, b.Instance)
		}
	}
	name, err := f.write(check, found, was)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s: to see it again: sh %s\n", b.Puzzle.Name, b.Instance, name)
	return nil
}

// write writes the script of a disagreement, named by what it runs. A script that
// is there and runs the same is left as it is: the first board that was shrunk to
// this one stays in it.
func (f *failures) write(check crosscheck.Check, found crosscheck.Shrunk, was *judge.Board) (name string, err error) {
	command := Again(check, found)
	var text strings.Builder
	text.WriteString("#!/bin/sh\n")
	comment := func(format string, args ...any) {
		text.WriteString(strings.TrimRight("# "+fmt.Sprintf(format, args...), " ") + "\n")
	}
	comment("Methods disagree about an instance of the puzzle %s, or one breaks down on it.", found.Board.Puzzle.Name)
	comment("With counterproof on PATH this shows it again, and ends with status 1 as long")
	comment("as they do.")
	comment("")
	tell := func(x *judge.Board) {
		for _, r := range x.Records {
			comment("  %s (version %s): %s", r.Method, strings.TrimSpace(r.Version+" "+r.Solver), outcome(r))
		}
	}
	tell(found.Comparison.Board)
	if found.Smaller {
		comment("")
		comment("It is the smallest of %d instances tried, and comes from this one:", found.Tries)
		comment("  %s", was.Instance)
		tell(was)
	}
	text.WriteString("\n" + command)
	if err := os.MkdirAll(f.folder, 0o777); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(command))
	name = filepath.Join(f.folder, fmt.Sprintf("%s-%x.sh", found.Board.Puzzle.Name, sum[:6]))
	old, err := f.limit.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, atomicfile.Write(name, []byte(text.String()))
	case err != nil:
		return "", err
	case !bytes.HasSuffix(old, []byte("\n\n"+command)):
		return "", fmt.Errorf("%s is there and is something else: it is not overwritten", name)
	}
	return name, nil
}

// outcome is what a record says, on one line.
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

// What a script waits for a method: many times what was enough when it was written,
// since the machine may be slower, or busy.
const (
	timesLonger = 10
	leastWait   = 10 * time.Second
)

// Again is the command, with its input, that compares the methods on a board
// within the limits with which they fail, but for a longer time.
func Again(check crosscheck.Check, found crosscheck.Shrunk) string {
	words := []string{"counterproof", "crosscheck", "--failures", "''", "--method", strings.Join(check.Methods, ",")}
	if l := found.Limits; l != (result.Limits{}) {
		if l.Solutions > 0 {
			words = append(words, "--limit", fmt.Sprint(l.Solutions))
		}
		if l.Wall > 0 {
			words = append(words, "--timeout", max(timesLonger*l.Wall, leastWait).String())
		}
		if l.Memory > 0 {
			words = append(words, "--memory", fmt.Sprint(l.Memory))
		}
	}
	if check.Job.Orbits {
		words = append(words, "--"+console.SymmetryFlag.Name)
	}
	text := found.Board.Instance.String()
	if limit := console.DefaultLimit(); int64(len(text)) > limit.Line { // it is one line
		words = append(words, "--"+console.InputFlag.Name, fmt.Sprint(int64(len(text))*limit.Bytes/limit.Line))
	}
	end := "EOF"
	for slices.Contains(strings.Split(text, "\n"), end) {
		end += "_"
	}
	words = append(words, found.Board.Puzzle.Name, "-", "<<'"+end+"'")
	return strings.Join(words, " ") + "\n" + text + "\n" + end + "\n"
}
