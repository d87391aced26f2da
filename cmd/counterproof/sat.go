package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
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
	case interrupted(c.Context, err):
		return unknown(c.App.Writer)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	w := bufio.NewWriter(c.App.Writer)
	status, err := answer(c.Context, w, f, c.Bool("count"))
	if interrupted(c.Context, err) {
		return unknown(c.App.Writer)
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return err
	}
	return exitStatus(status)
}

// unknown is the answer of a solver that was interrupted: exit status 0.
func unknown(w io.Writer) error {
	_, err := fmt.Fprintln(w, "s UNKNOWN")
	return err
}

// answer writes the s and v lines and returns the exit status.
func answer(ctx context.Context, w io.Writer, f *cnf.Formula, count bool) (status int, err error) {
	var first cnf.Model
	n := int64(0)
	search := func() error {
		return sat.Blocking{F: f}.Search(ctx, &native.Stats{}, func(m cnf.Model) bool {
			n++
			first = slices.Clone(m)
			return false
		})
	}
	unmentioned := uint(0)
	if count {
		unmentioned = dropUnmentioned(f)
		search = func() error {
			return sat.Cubes{F: f, Depth: -1}.Search(ctx, &native.Stats{}, func(cnf.Model) bool {
				n++
				return true
			})
		}
	}
	if err := abandon(ctx, search); err != nil {
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
		fmt.Fprintf(w, "c s type pmc\nc s exact arb int %d\n", new(big.Int).Lsh(big.NewInt(n), unmentioned))
		return status, nil
	}
	if n > 0 {
		writeModel(w, first)
	}
	return status, nil
}

// dropUnmentioned takes the variables that no clause mentions out of the
// projection and returns their number. Each doubles the number of models, which
// no search has to list.
func dropUnmentioned(f *cnf.Formula) uint {
	mentioned := make([]bool, f.NumVars+1)
	for _, clause := range slices.Concat(f.Clauses, f.Groups) {
		for _, l := range clause {
			mentioned[l.Var()] = true
		}
	}
	before := len(f.Free)
	f.Free = slices.DeleteFunc(f.Free, func(l cnf.Lit) bool { return !mentioned[l.Var()] })
	return uint(before - len(f.Free))
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
