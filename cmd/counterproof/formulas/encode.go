// Package formulas has the commands that work on formulas: encode and sat. It reads DIMACS, iCNF and
// OPB files.
package formulas

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/nearest"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// EncodeCommand is the command encode.
var EncodeCommand = &cli.Command{
	Name:     "encode",
	Usage:    "write an instance as a formula for other solvers",
	Category: console.GroupStudy,
	Description: console.Describe(
		"Prints the instance in one of the formats DIMACS CNF, iCNF (with cubes), OPB and DLX (Knuth's "+
			"text form of exact cover). Comments list the projected variables, and say which site and which "+
			"value each of them stands for. See docs/formats.md.",
		"counterproof encode calendar 10-06",
		"counterproof encode --format opb submarines 'rows=2,1 cols=1,2'",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "dimacs", Usage: "write the instance in `FORMAT`: dimacs, icnf (with cubes), opb (pseudo-Boolean), or dlx (only if the puzzle is an exact cover)"},
		&cli.StringFlag{Name: "style", Usage: "for dimacs and icnf, encode the constraints in the style `STYLE`. list PUZZLE names the styles; the first one is the default"},
		console.InputFlag,
	},
	Action: console.OnBoard(0, 0, encodeInstance),
}

func encodeInstance(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) (err error) {
	style := p.Styles[0]
	format := c.String("format")
	if c.IsSet("style") {
		if format != "dimacs" && format != "icnf" {
			return console.Usagef("encode: --style is for the formats dimacs and icnf, not for %s", format)
		}
		style = c.String("style")
	}
	w := bufio.NewWriter(c.App.Writer)
	switch format {
	case "dimacs", "icnf":
		err = WriteClauses(c.Context, w, p, in, style, format)
	case "opb":
		err = WriteLinear(c.Context, w, p, in)
	default:
		write := TextOf(in, format)
		if write == nil {
			return console.Usagef("encode: %s has no format %q: %s", p.Name, encode.Short(format), nearest.Want(format, OutputFormats(in)))
		}
		err = write(w)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// WriteClauses writes the formula in the format dimacs, or with its cubes in the format icnf.
func WriteClauses(ctx context.Context, w io.Writer, p *encode.Puzzle, in encode.Instance, style, format string) error {
	enc, err := encoded(ctx, func() (*encode.Encoding, error) { return encode.CNF(p, in, style) })
	if err != nil {
		return err
	}
	enc.Comments = append([]string{fmt.Sprintf("puzzle %s instance %s style %s", p.Name, in, style)}, gives(enc)...)
	if format == "dimacs" {
		return enc.Formula.Write(w)
	}
	var listed error
	err = enc.Formula.WriteICNF(w, func(yield func([]cnf.Lit) bool) {
		listed = sat.Cubes{F: &enc.Formula, Depth: -1}.List(ctx, yield)
	})
	return errors.Join(listed, err)
}

// WriteLinear writes the instance as pseudo-Boolean constraints.
func WriteLinear(ctx context.Context, w io.Writer, p *encode.Puzzle, in encode.Instance) error {
	enc, err := encoded(ctx, func() (*encode.Encoding, error) { return encode.Mixed(p, in) })
	if err != nil {
		return err
	}
	problem := linearOf(enc)
	problem.Comments = append([]string{fmt.Sprintf("puzzle %s instance %s", p.Name, in)}, gives(enc)...)
	return problem.Write(w)
}

// encoded calls the function write to build an encoding. It returns early if ctx ends.
func encoded(ctx context.Context, write func() (*encode.Encoding, error)) (enc *encode.Encoding, err error) {
	err = console.Abandon(ctx, func() (err error) {
		if enc, err = write(); err != nil {
			return console.Misused(err)
		}
		return ctx.Err()
	})
	return enc, err
}

// gives returns a line for each projected variable with the site and value that it stands for.
func gives(enc *encode.Encoding) []string {
	var lines []string
	for _, g := range enc.Gives {
		lines = append(lines, fmt.Sprintf("site %d value %d var %d", g.Site, g.Value, g.Var))
	}
	return lines
}

// TextOf returns a function that writes the instance's native problem in a text format, such as
// dlx. It returns nil if the instance does not have this format.
func TextOf(in encode.Instance, format string) func(io.Writer) error {
	for _, r := range in.Reduce() {
		if write := r.Texts[format]; write != nil {
			return write
		}
	}
	return nil
}

// OutputFormats lists the formats in which encode can write the instance.
func OutputFormats(in encode.Instance) []string {
	formats := []string{"dimacs", "icnf", "opb"}
	for _, r := range in.Reduce() {
		for f := range r.Texts {
			if !slices.Contains(formats, f) {
				formats = append(formats, f)
			}
		}
	}
	slices.Sort(formats)
	return formats
}
