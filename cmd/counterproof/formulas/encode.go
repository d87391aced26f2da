// Package formulas has the commands that work on formulas: encode and sat. It reads DIMACS, iCNF and
// OPB files.
package formulas

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/formula"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// EncodeCommand is the command encode.
var EncodeCommand = &cli.Command{
	Name:  "encode",
	Usage: "write an instance as a formula for other solvers",
	Description: `Prints the instance, or with -o DIR writes many instances into files, in one of the formats
DIMACS CNF, iCNF (with cubes), OPB and DLX (Knuth's text form of exact cover). Except in DLX, comments list the
variables that determine the solution (projected variables), each with the sites and values that it encodes. See
docs/formats.md.
$ counterproof encode calendar 10-06
$ counterproof encode -o days calendar 10-06 12-25`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "dimacs", Usage: "write the instance in `FORMAT`: dimacs, icnf (with cubes), opb (pseudo-Boolean), or dlx (only if the puzzle is an exact cover)"},
		&cli.StringFlag{Name: "style", Usage: "for dimacs and icnf, encode the constraints in the style `STYLE`. list PUZZLE names the styles; the first one is the default"},
		&cli.StringFlag{Name: "o", TakesFile: true, Usage: "write the formula of each instance into a file in the folder `DIR`"},
		console.FileFlag("map", "", "for dimacs and icnf, write the meaning of the variables into `FILE` as JSON: for each projected variable its site and value, and the numbers of projected and auxiliary variables"),
		console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	},
	Action: console.Do(encodeInstance),
}

func encodeInstance(c *console.Call) error {
	style := c.Puzzle.Styles[0]
	format := c.String("format")
	if c.IsSet("style") {
		if !formula.Styled(format) {
			return c.Usagef("--style is for the formats dimacs and icnf, not for %s", format)
		}
		style = c.String("style")
	}
	ins, err := c.ReadInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	dir, file := c.String("o"), c.String("map")
	switch {
	case len(ins) != 1 && dir == "":
		return c.Usagef("want -o DIR, the folder for the formulas of %d instances", len(ins))
	case len(ins) != 1 && file != "":
		return c.Usagef("--map describes the formula of one instance, got %d instances", len(ins))
	case file != "" && !formula.Styled(format):
		return c.Usagef("--map is for the formats dimacs and icnf, not for %s", format)
	}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	for _, in := range ins {
		write, err := console.Await(c, func() (formula.Writer, error) {
			write, err := formula.New(c.Puzzle, in, format, style)
			return write, cmp.Or(err, c.Err())
		})
		if err != nil {
			return c.Usagef("%w", err)
		}
		if file != "" {
			if err := writeMap(c, file, in, style); err != nil {
				return err
			}
		}
		if dir == "" {
			err = writeFormula(c, c.Stdout, write)
		} else {
			err = saveFormula(c, filepath.Join(dir, certificate.Name(c.Puzzle.Name, in.String())+"."+cmp.Or(endings[format], format)), write)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeMap(c *console.Call, file string, in encode.Instance, style string) error {
	text, err := formula.Map(c.Puzzle, in, style)
	if err != nil {
		return err
	}
	return console.WriteFile(c, file, text)
}

// endings lists the extensions of formats that are not called like the format.
var endings = map[string]string{"dimacs": "cnf"}

func saveFormula(c *console.Call, name string, write formula.Writer) error {
	f, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := writeFormula(c, f, write); err != nil {
		return err
	}
	return f.Commit()
}

func writeFormula(c *console.Call, to io.Writer, write formula.Writer) error {
	w := bufio.NewWriter(to)
	if err := write(c, w); err != nil {
		return err
	}
	return w.Flush()
}
