package outside

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/atomicfile"
	"counterproof/bench/system/solvers"
	"counterproof/cmd/counterproof/console"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

const noRun = "no-run"

var addCommand = &cli.Command{
	Name:  "add",
	Usage: "add an outside solver to the configuration file",
	Description: console.Describe(
		"Adds the method extern/NAME. COMMAND is the program with its arguments: the name of a program on PATH or an absolute path. "+
			"In an argument, {file} stands for the path of the formula, {answer} for the path to which the program writes its "+
			"answer, and {seed}, {seconds} and {memory} for a seed and the limits. Without {file}, the program reads the formula "+
			"from standard input. First, the command counts the models of a small formula with the program. "+
			"docs/outside.md describes definitions.",
		"counterproof solvers add --answer count own-counter -- counterproof sat --count {file}",
		"counterproof solvers add --no-run --answer count --projection 'c p show' my-counter -- /opt/bin/my-counter --time {seconds} {file}",
	),
	ArgsUsage: "NAME -- COMMAND...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "answer", Value: extern.Competition, Usage: "the `KIND` of answer: competition, minisat, all-models or count"},
		&cli.StringFlag{Name: "projection", Usage: "the beginning of the `LINE` from which it reads projected variables: c project, c p show or c ind (default: it cannot project)"},
		&cli.IntFlag{Name: "complete", Usage: "the exit status `N` after a list of all models (default: 10)"},
		&cli.StringFlag{Name: "quirks", Usage: "a `LIST` of exit-0, no-final-0 and omits-values, separated by commas"},
		&cli.StringFlag{Name: "version-command", Usage: "the `COMMAND` that prints the version as the last word of its first line (default: take a digest of the program)"},
		&cli.BoolFlag{Name: noRun, Usage: "do not run the program now"},
	},
	Action: console.Do(add),
}

func add(c *console.Call) error {
	if c.Args[1] != "--" {
		return c.Usagef("want -- before the command of the solver: counterproof solvers add %s -- %s", c.Args[0], strings.Join(c.Args[1:], " "))
	}
	t := extern.Tool{
		Name: c.Args[0], Command: c.Args[2:], Answer: c.String("answer"), Projection: c.String("projection"), Complete: c.Int("complete"),
		Quirks: strings.FieldsFunc(c.String("quirks"), func(r rune) bool { return r == ',' }), VersionCommand: strings.Fields(c.String("version-command")),
	}
	if err := t.Check(); err != nil {
		return c.Usagef("%w", err)
	}
	path, err := solvers.ConfigFile()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, err := solvers.Parse(path, text)
	if err != nil {
		return console.Misused(err)
	}
	if slices.ContainsFunc(old, func(o extern.Tool) bool { return o.Name == t.Name }) {
		return c.Usagef("%s defines %s already: edit the file, or choose another name", path, t.Name)
	}
	if !c.Bool(noRun) {
		if err := try(c, &t); err != nil {
			return fmt.Errorf("solvers add: %s was not added: %w; --%s adds it without a run", t.Name, err, noRun)
		}
	}
	table, err := solvers.Format([]extern.Tool{t})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := atomicfile.Write(path, slices.Concat(text, []byte("\n"), table)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "added extern/%s to %s\n", t.Name, path)
	return err
}

// tryTime limits the time of the first run of a solver.
const tryTime = 20 * time.Second

// try checks that the program counts the three models of one clause of two variables.
func try(c *console.Call, t *extern.Tool) error {
	ctx, stop := context.WithTimeout(extern.WithLimits(c, extern.Limits{Wall: tryTime}), tryTime)
	defer stop()
	defer extern.Kill()
	clause := []cnf.Lit{1, 2}
	s := extern.Solver{Tool: t, F: &cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{clause}, Projection: cnf.Projection{Free: clause}}}
	count := new(big.Int)
	var err error
	if t.Answer == extern.Counts {
		count, err = s.Count(ctx, new(cnf.Stats))
	} else {
		err = s.Search(ctx, new(cnf.Stats), func(cnf.Model) bool {
			count.Add(count, big.NewInt(1))
			return true
		})
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %v", tryTime)
	}
	if err == nil {
		_, err = t.Version()
	}
	if err == nil && count.Cmp(big.NewInt(3)) != 0 {
		err = fmt.Errorf("a formula with 3 models has %v by it", count)
	}
	return err
}
