// Package models has the command minizinc, and the work of this program as a solver of MiniZinc.
package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/minizinc"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

// Command is the command minizinc.
var Command = &cli.Command{
	Name:  "minizinc",
	Usage: "install this program as a solver of MiniZinc, or remove it",
	Description: console.Describe(
		"The word install writes two solver configurations and a library into the user's folder for MiniZinc. "+
			"The solver counterproof searches with propagation, and counterproof-sat with the SAT solver. "+
			"Two hard links or copies of this program are in this folder, so install again after an upgrade. "+
			"Then minizinc --solver counterproof -a -s model.mzn lists all solutions of a model, and the MiniZinc IDE lists both solvers. "+
			"The word uninstall removes all these files.",
		"counterproof minizinc install",
		"counterproof minizinc uninstall",
	),
	ArgsUsage: "install|uninstall",
	BashComplete: func(c *cli.Context) {
		fmt.Fprint(c.App.Writer, "install\nuninstall\n")
	},
	Action: console.Do(func(c *console.Call) error {
		if c.Args[0] != "install" && c.Args[0] != "uninstall" {
			return c.Usagef("no word %q: %s", wording.Short(c.Args[0]), wording.Want(c.Args[0], []string{"install", "uninstall"}))
		}
		dir, err := folder(c)
		if err == nil {
			err = uninstall(dir)
		}
		if c.Args[0] == "uninstall" || err != nil {
			return err
		}
		program, err := os.Executable()
		if err == nil {
			err = install(dir, program)
		}
		if err == nil {
			c.Say("installed the solvers %s in %s", strings.Join(solvers, " and "), dir)
		}
		return err
	}),
}

// solvers lists the names of the solvers. The name of a link is "fzn-" and the name of its solver.
var solvers = []string{"counterproof", "counterproof-sat"}

const linkPrefix = "fzn-"

// folder returns the folder in which MiniZinc looks for the user's solver configurations.
func folder(c *console.Call) (string, error) {
	out, _, err := minizinc.Run(c, "", "--config-dirs")
	if errors.Is(err, minizinc.ErrNotFound) {
		return "", console.Misused(err)
	}
	var dirs struct {
		Solvers string `json:"userSolverConfigDir"`
	}
	if err == nil {
		err = json.Unmarshal(out, &dirs)
	}
	if err == nil && !filepath.IsAbs(dirs.Solvers) {
		err = fmt.Errorf("want an absolute path of the folder, got %.80q", dirs.Solvers)
	}
	if err != nil {
		err = fmt.Errorf("minizinc --config-dirs: %w", err)
	}
	return dirs.Solvers, err
}

// install writes our files into the folder dir for MiniZinc: a configuration for each solver, and beside them a
// folder with the library and the links.
func install(dir, program string) error {
	own := filepath.Join(dir, solvers[0])
	if err := minizinc.WriteLibrary(filepath.Join(own, "library")); err != nil {
		return err
	}
	for _, name := range solvers {
		link := filepath.Join(own, linkPrefix+name)
		if err := copyOrLink(program, link); err != nil {
			return err
		}
		program = link
		s := minizinc.Solver{ID: "org.counterproof." + name, Name: name, Executable: link, Library: filepath.Join(own, "library"),
			Description: "Counterproof, by propagation", Tags: []string{"cp"}, StdFlags: strings.Fields("-a -i -n -s -t -v -p -r -f")}
		if name != solvers[0] {
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

// uninstall removes what install writes, and the folders that are empty then.
func uninstall(dir string) error {
	own := filepath.Join(dir, solvers[0])
	paths := []string{}
	for _, name := range solvers {
		paths = append(paths, filepath.Join(dir, name+".msc"), filepath.Join(own, linkPrefix+name))
	}
	library, err := os.ReadDir(filepath.Join(own, "library"))
	for _, f := range library {
		paths = append(paths, filepath.Join(own, "library", f.Name()))
	}
	errs := []error{err}
	for _, path := range paths {
		errs = append(errs, os.Remove(path))
	}
	for _, empty := range []string{filepath.Join(own, "library"), own, dir, filepath.Dir(dir)} {
		_ = os.Remove(empty) // a folder with other files stays
	}
	for i, err := range errs {
		if errors.Is(err, fs.ErrNotExist) {
			errs[i] = nil
		}
	}
	return errors.Join(errs...)
}
