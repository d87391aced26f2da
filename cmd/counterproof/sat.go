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
	"counterproof/sat/drat"
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
		&cli.StringFlag{Name: "proof", Usage: "write the proof of unsatisfiability to `FILE`, as DRAT text; with --count, that there is no other model: " +
			"it is a proof of FILE.cnf, which is written beside it, the formula with the blocking clauses of its models", TakesFile: true},
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
	proof, err := fileFlag(c, "proof")
	if err != nil {
		return err
	}
	if err := checkProof(proof, args[0], c.Bool("count")); err != nil {
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
	status, err := answer(c.Context, w, f, c.Bool("count"), proof)
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

// answer writes the proof, unless its name is empty, and the s and v lines, and
// returns the exit status.
func answer(ctx context.Context, w io.Writer, f *cnf.Formula, count bool, proof string) (status int, err error) {
	var first cnf.Model
	n := int64(0)
	search := func(p sat.Proof) error {
		return sat.Blocking{F: f, Proof: p}.Search(ctx, &native.Stats{}, func(m cnf.Model) bool {
			n++
			first = slices.Clone(m)
			return false
		})
	}
	unmentioned := uint(0)
	var blocking [][]cnf.Lit // only with a proof
	if count {
		unmentioned = dropUnmentioned(f)
		search = func(p sat.Proof) error {
			return sat.Cubes{F: f, Depth: -1, Proof: p}.Search(ctx, &native.Stats{}, func(m cnf.Model) bool {
				n++
				if p != nil {
					blocking = append(blocking, f.Blocking(m))
				}
				return true
			})
		}
	}
	if proof == "" {
		err = abandon(ctx, func() error { return search(nil) })
	} else {
		err = prove(ctx, proof, search)
		if err == nil && count {
			err = writeBlocked(proof+".cnf", f, blocking, unmentioned)
		}
	}
	if err != nil {
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

// checkProof finds what would make the writing of a proof fail, or do harm.
func checkProof(proof, formula string, count bool) error {
	if proof == "" {
		return nil
	}
	files := []string{proof}
	if count {
		if _, _, special := target(proof); special {
			return usagef("sat: --proof %s: with --count want a file, beside which %[1]s.cnf can be written", proof)
		}
		files = append(files, proof+".cnf")
	}
	for _, file := range files {
		if err := checkFile(file); err != nil {
			return err
		}
		in, err := os.Stat(formula)
		if _, out, _ := target(file); err == nil && out != nil && os.SameFile(in, out) {
			return usagef("sat: --proof %s: %s is the formula itself", proof, file)
		}
	}
	return nil
}

// prove runs a search with its proof in a file, which is there only if the search
// ends well.
func prove(ctx context.Context, file string, search func(sat.Proof) error) error {
	r, err := replace(file)
	if err != nil {
		return err
	}
	defer r.discard() // also while an abandoned search goes on
	if err := abandon(ctx, func() error {
		w := drat.NewWriter(r)
		if err := search(w); err != nil {
			return err
		}
		return w.Flush()
	}); err != nil {
		return err
	}
	return r.keep()
}

// writeBlocked writes the formula that a proof of a count refutes. A variable of
// the projection that no clause mentions is in no blocking clause: each doubles
// the models that a clause stands for.
func writeBlocked(file string, f *cnf.Formula, blocking [][]cnf.Lit, unmentioned uint) error {
	all := *f
	all.Comments = append(slices.Clip(f.Comments), fmt.Sprintf("the last %d clauses are the blocking clauses of the models", len(blocking)))
	if unmentioned > 0 {
		all.Comments = append(all.Comments, fmt.Sprintf("each stands for 2^%d models: so many projected variables are in no clause", unmentioned))
	}
	all.Clauses = slices.Concat(f.Clauses, blocking)
	r, err := replace(file)
	if err != nil {
		return err
	}
	defer r.discard()
	if err := all.Write(r); err != nil {
		return err
	}
	return r.keep()
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
