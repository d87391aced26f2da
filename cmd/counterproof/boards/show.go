package boards

import (
	"bytes"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

var svgFlag = console.FileFlag("svg", "", "also draw the board into the SVG file `F`")

// ShowCommand is the command show.
var ShowCommand = &cli.Command{
	Name:     console.ShowName,
	Usage:    "draw a board",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints the canonical notation of the instance and draws the board. It also draws maps and "+
			"graphs that the other commands reject because they are not valid puzzles.",
		"counterproof show calendar 10-06",
		"counterproof show --svg board.svg nonogram 5x5:1/2/1/1/1/1/1/2/1/0",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags:     []cli.Flag{svgFlag, console.InputFlag},
	Action: console.OnBoard(0, 0, func(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
		file := c.String("svg")
		if err := CheckSVG(file, p, in); err != nil {
			return err
		}
		err := console.Abandon(c.Context, func() error { return writeSVG(file, p, in, nil) })
		if err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, in)
		console.DrawText(c, in, nil)
		return nil
	}),
}

// writeSVG draws a board into an SVG file. It does nothing if file is empty. Call CheckSVG first.
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

// CheckSVG checks, before a long search, that writeSVG can draw the board and write the file.
func CheckSVG(file string, p *encode.Puzzle, in encode.Instance) error {
	if file == "" {
		return nil
	}
	if _, ok := in.(encode.HasPicture); !ok {
		return console.Usagef("--svg: %s has no SVG drawing: leave out --svg", p.Name)
	}
	return atomicfile.Check(file)
}
