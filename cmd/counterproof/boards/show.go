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

var ShowCommand = &cli.Command{
	Name:     console.ShowName,
	Usage:    "draw a board",
	Category: console.GroupSolve,
	Description: console.Describe(
		"Prints the canonical text of the instance and draws the board. A map or graph is drawn "+
			"even if it is not a valid puzzle.",
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

// CheckSVG finds what would make writeSVG fail, before a long search.
func CheckSVG(file string, p *encode.Puzzle, in encode.Instance) error {
	if file == "" {
		return nil
	}
	if _, ok := in.(encode.HasPicture); !ok {
		return console.Usagef("%s has no SVG drawing", p.Name)
	}
	return atomicfile.Check(file)
}
