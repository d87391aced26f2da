package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// The exit statuses of a SAT competition solver.
const (
	satisfiable   = 10
	unsatisfiable = 20
)

var satCommand = &cli.Command{
	Name:      "sat",
	Usage:     "solve a DIMACS file like a competition solver, or count its projected models",
	ArgsUsage: "FILE.cnf",
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "count", Usage: "count the models, under the file's projection if it has one"},
	},
	Action:       satFile,
	BashComplete: func(*cli.Context) {},
}

// An exitStatus ends the program with a status of its own.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func satFile(c *cli.Context) error {
	args, err := positional(c, 1, 1)
	if err != nil {
		return err
	}
	var source io.Reader = c.App.Reader
	name := "standard input"
	if args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		source, name = f, args[0]
	}
	f, err := cnf.Read(source)
	var syntax *cnf.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return usagef("%s: %w", name, err)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	w := bufio.NewWriter(c.App.Writer)
	status, err := answer(c.Context, w, f, c.Bool("count"))
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return err
	}
	return exitStatus(status)
}

// answer writes the s and v lines and returns the exit status.
func answer(ctx context.Context, w io.Writer, f *cnf.Formula, count bool) (status int, err error) {
	var first cnf.Model
	n := 0
	if count {
		err = sat.Cubes{F: f, Depth: -1}.Search(ctx, &native.Stats{}, func(cnf.Model) bool {
			n++
			return true
		})
	} else {
		err = sat.Blocking{F: f}.Search(ctx, &native.Stats{}, func(m cnf.Model) bool {
			n++
			first = slices.Clone(m)
			return false
		})
	}
	if err != nil {
		fmt.Fprintln(w, "s UNKNOWN")
		return 0, err
	}
	status = satisfiable
	if n == 0 {
		status = unsatisfiable
		fmt.Fprintln(w, "s UNSATISFIABLE")
	} else {
		fmt.Fprintln(w, "s SATISFIABLE")
	}
	if count {
		fmt.Fprintf(w, "c s type pmc\nc s exact arb int %d\n", n)
		return status, nil
	}
	if n > 0 {
		writeModel(w, first)
	}
	return status, nil
}

// writeModel writes v lines of at most 78 characters.
func writeModel(w io.Writer, m cnf.Model) {
	line := "v"
	for i := range len(m) + 1 {
		word := " 0"
		switch {
		case i == len(m):
		case m[i]:
			word = fmt.Sprintf(" %d", i+1)
		default:
			word = fmt.Sprintf(" -%d", i+1)
		}
		if len(line)+len(word) > 78 {
			fmt.Fprintln(w, line)
			line = "v"
		}
		line += word
	}
	fmt.Fprintln(w, line)
}
