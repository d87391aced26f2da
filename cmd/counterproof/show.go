package main

import (
	"bytes"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/atomicfile"
	"counterproof/encode"
)

var svgFlag = &cli.StringFlag{Name: "svg", Usage: "draw as SVG into the file `F`", TakesFile: true}

// showName is that of the command that takes instances which are no puzzle.
const showName = "show"

var showCommand = &cli.Command{
	Name:      showName,
	Usage:     "draw a board",
	ArgsUsage: "PUZZLE INSTANCE",
	Flags:     []cli.Flag{svgFlag, inputFlag},
	Action: func(c *cli.Context) error {
		p, in, _, err := readBoard(c, 0, 0)
		if err != nil {
			return err
		}
		file, err := fileFlag(c, "svg")
		if err != nil {
			return err
		}
		if err := checkSVG(file, p, in); err != nil {
			return err
		}
		err = abandon(c.Context, func() error { return writeSVG(file, p, in, nil) })
		if err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, in)
		drawText(c, in, nil)
		return nil
	},
}

// writeSVG draws into the file, unless its name is empty. checkSVG comes before it.
func writeSVG(file string, p *encode.Puzzle, in encode.Instance, s *encode.Solution) error {
	if file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := p.Picture(in, s).WriteSVG(&b); err != nil {
		return err
	}
	return atomicfile.Write(file, b.Bytes())
}

// checkSVG finds what would make writeSVG fail, before a long search.
func checkSVG(file string, p *encode.Puzzle, in encode.Instance) error {
	if file == "" {
		return nil
	}
	if _, ok := in.(encode.HasPicture); !ok {
		return usagef("%s has no SVG drawing", p.Name)
	}
	return atomicfile.Check(file)
}
