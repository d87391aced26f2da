// Package models has the command minizinc, and the work of this program as a solver of MiniZinc.
package models

import (
	"encoding/json"
	"errors"
	"fmt"
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
	Description: `The word install writes two solver configurations and a library into the user's folder for
MiniZinc. The solver counterproof searches with propagation, and counterproof-sat with the SAT solver. Two hard links
or copies of this program are in this folder, so install again after an upgrade. Then minizinc --solver counterproof -a
-s model.mzn lists all solutions of a model, and the MiniZinc IDE lists both solvers. The word uninstall removes all
these files.
$ counterproof minizinc install
$ counterproof minizinc uninstall`,
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
			err = minizinc.Install(dir, program)
		}
		if err == nil {
			c.Say("installed the solvers %s in %s", strings.Join(minizinc.Solvers, " and "), dir)
		}
		return err
	}),
}

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

// uninstall removes what minizinc.Install writes, and the folders that are empty then.
func uninstall(dir string) error {
	own := filepath.Join(dir, minizinc.Solvers[0])
	paths := []string{}
	for _, name := range minizinc.Solvers {
		paths = append(paths, filepath.Join(dir, name+".msc"), filepath.Join(own, minizinc.LinkPrefix+name))
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
