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
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/encode/model"
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

// Solvers lists the names of our solvers for MiniZinc. The name of a link is LinkPrefix and the name of its solver.
var Solvers = []string{"counterproof", "counterproof-sat"}

// LinkPrefix begins the names by which MiniZinc starts this program.
const LinkPrefix = "fzn-"

// Install writes our files into the folder dir for MiniZinc: a configuration for each solver, and beside them a
// folder with the library and the links.
func Install(dir, program string) error {
	own := filepath.Join(dir, Solvers[0])
	if err := WriteLibrary(filepath.Join(own, "library")); err != nil {
		return err
	}
	for _, name := range Solvers {
		link := filepath.Join(own, LinkPrefix+name)
		if err := copyOrLink(program, link); err != nil {
			return err
		}
		program = link
		s := Solver{ID: "org.counterproof." + name, Name: name, Executable: link, Library: filepath.Join(own, "library"),
			Description: "Counterproof, by propagation", Tags: []string{"cp"}, StdFlags: strings.Fields("-a -i -n -s -t -v -p -r -f")}
		if name != Solvers[0] {
			s.Description, s.Tags = "Counterproof, by SAT", []string{"sat"}
		}
		if err := s.Write(filepath.Join(dir, name+".msc")); err != nil {
			return err
		}
	}
	return nil
}

// copyOrLink makes a hard link to a program or, on another file system, a copy. MiniZinc replaces a symbolic link
// by the program to which it leads, so that the program would not learn its name.
func copyOrLink(program, link string) error {
	if os.Link(program, link) == nil {
		return nil
	}
	from, err := os.Open(program)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(link, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// longestDrawing limits the time for a drawing.
const longestDrawing = time.Minute

// Draw returns what a model prints for its first solution. The program with the given path is the solver. The names
// of enumerations are right only if one process of minizinc compiles, solves and prints.
func Draw(ctx context.Context, s model.Source, program string) (string, error) {
	dir, err := os.MkdirTemp("", "counterproof-minizinc-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := Install(dir, program); err != nil {
		return "", err
	}
	limited, stop := context.WithTimeout(ctx, longestDrawing)
	defer stop()
	const end = "counterproof: the end of the solution"
	out, _, err := runModel(limited, s, dir, "--solver", filepath.Join(dir, Solvers[0]+".msc"), "--soln-sep", end)
	at := strings.LastIndex(string(out), end)
	if at < 0 && err == nil {
		err = errors.New("want a solution from minizinc, got " + shortened(string(out)))
	}
	return string(out[:max(at, 0)]), err
}
