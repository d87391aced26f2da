//go:build !js

package minizinc

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"counterproof/encode/model"
)

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
