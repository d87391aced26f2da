package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
)

var encodeCommand = &cli.Command{
	Name:      "encode",
	Usage:     "write an instance for other solvers",
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "dimacs", Usage: "dimacs, or dlx where the puzzle is an exact cover"},
		&cli.StringFlag{Name: "style", Usage: "the style of the formula (default: the puzzle's first)"},
	},
	Action: encodeInstance,
}

func encodeInstance(c *cli.Context) error {
	p, in, _, err := readBoard(c, 0, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(c.App.Writer)
	if format := c.String("format"); format != "dimacs" {
		if c.IsSet("style") {
			return usagef("encode: --style goes with dimacs, not with %s", format)
		}
		for _, r := range in.Reduce() {
			if write := r.Texts[format]; write != nil {
				if err := write(w); err != nil {
					return err
				}
				return w.Flush()
			}
		}
		return usagef("encode: %s has no format %q: want one of %s", p.Name, format, strings.Join(outputFormats(in), ", "))
	}
	style := c.String("style")
	if !c.IsSet("style") {
		style = p.Styles[0]
	}
	var enc *encode.Encoding
	err = abandon(c.Context, func() (err error) {
		if enc, err = encode.CNF(p, in, style); err != nil {
			return usageError{err}
		}
		return c.Context.Err()
	})
	if err != nil {
		return err
	}
	enc.Comments = append(enc.Comments, fmt.Sprintf("puzzle %s instance %s style %s", p.Name, in, style))
	for _, g := range enc.Gives {
		enc.Comments = append(enc.Comments, fmt.Sprintf("site %d value %d var %d", g.Site, g.Value, g.Var))
	}
	if err := enc.Formula.Write(w); err != nil {
		return err
	}
	return w.Flush()
}

// outputFormats lists what encode can write the instance as.
func outputFormats(in encode.Instance) []string {
	formats := []string{"dimacs"}
	for _, r := range in.Reduce() {
		for f := range r.Texts {
			if !slices.Contains(formats, f) {
				formats = append(formats, f)
			}
		}
	}
	slices.Sort(formats[1:])
	return formats
}
