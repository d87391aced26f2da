//go:build !js

package minizinc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"counterproof/sat/extern"
)

// gecode is the solver whose program is called without minizinc.
const gecode = "gecode"

// command returns the command that lists the solutions of a FlatZinc file with a solver that is installed for
// MiniZinc, up to the name of the file.
func command(solver string) ([]string, error) {
	if solver == gecode {
		if path, err := extern.LookPath("fzn-gecode"); err == nil {
			return []string{path, "-a"}, nil
		}
	}
	path, err := Path()
	if err != nil {
		err = fmt.Errorf("%w; for Gecode alone, install fzn-gecode (Debian's package is flatzinc)", err)
	}
	return []string{path, "--solver", solver, "-a"}, err
}

// Installed returns an error if there is no way to run a solver.
func Installed(solver string) error {
	_, err := command(solver)
	return err
}

// Named returns a solver with its version, such as "gecode 6.2.0". Without MiniZinc, or if MiniZinc states no version,
// it returns only the name.
func Named(solver string) string {
	for _, s := range installed() {
		if id := strings.ToLower("." + s.ID); strings.HasSuffix(id, strings.ToLower("."+solver)) && !strings.Contains(s.Version, " ") {
			return solver + " " + s.Version
		}
	}
	return solver
}

// installed returns the solvers that MiniZinc knows. Like Version, it asks once.
var installed = sync.OnceValue(func() (all []Solver) {
	out, _, _ := Run(context.Background(), "", "--solvers-json")
	_ = json.Unmarshal(out, &all) // without MiniZinc, there are none
	return all
})

// Solve lists the solutions of a FlatZinc text with a solver, until yield returns false. A solution has the values
// of the integers and Booleans that the text marks as output_var, by their names.
func Solve(ctx context.Context, solver, text string, yield func(values map[string]int) bool) error {
	args, err := command(solver)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "counterproof-*.fzn")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	out, write := io.Pipe()
	limited, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	var said extern.Head
	go func() {
		cmd := exec.Command(args[0], append(args[1:], file.Name())...)
		cmd.Stdout, cmd.Stderr = write, &said
		err := extern.Run(limited, cmd, "", 0)
		write.Close()
		ended <- err
	}()
	complete, enough, failed := solutions(out, yield)
	if !complete {
		stop()
	}
	_ = out.Close()
	err = <-ended
	switch line := said.FirstLine(); {
	case enough:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case !complete && line != "":
		return fmt.Errorf("%s gives no complete answer: %s", solver, line)
	case failed != nil:
		return fmt.Errorf("cannot read the answer of %s: %w", solver, failed)
	case !complete || err != nil:
		return fmt.Errorf("%s gives no complete answer: %v", solver, err)
	}
	return nil
}

// solutions reads what a solver prints. The result enough says that yield returned false.
func solutions(out io.Reader, yield func(values map[string]int) bool) (complete, enough bool, err error) {
	values := map[string]int{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		switch line := lines.Text(); {
		case line == "----------":
			if !yield(values) {
				return false, true, nil
			}
			clear(values)
		case line == "==========" || line == "=====UNSATISFIABLE=====":
			complete = true
		case strings.HasPrefix(line, "=====") || strings.HasPrefix(line, "%") || line == "":
		default:
			name, text, ok := strings.Cut(strings.TrimSuffix(line, ";"), " = ")
			v, err := strconv.Atoi(text)
			switch {
			case ok && (text == "true" || text == "false"):
				v = len("false") - len(text)
			case !ok || err != nil:
				return false, false, fmt.Errorf("want NAME = VALUE; got %.40q", line)
			}
			values[name] = v
		}
	}
	return complete, false, lines.Err()
}
