package boards

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

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
	Flags:     with(PictureFlags("also draw the board"), console.InputFlag),
	Action: console.OnBoard(0, 0, func(c *cli.Context, p *encode.Puzzle, in encode.Instance, _ []string) error {
		pictures, err := OpenPictures(c)
		if err != nil {
			return err
		}
		if err := pictures.CheckBoard(p, in); err != nil {
			return err
		}
		if err := drawBoard(c, pictures, p, in, nil); err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, in)
		console.DrawText(c, in, nil)
		return nil
	}),
}

// drawBoard draws a board into the files of the picture flags. It does nothing without these flags.
// Call CheckBoard of the pictures first.
func drawBoard(c *cli.Context, pictures *Pictures, p *encode.Puzzle, in encode.Instance, s *encode.Solution) error {
	if !pictures.Wanted() {
		return nil
	}
	err := console.Abandon(c.Context, func() error { return pictures.Render(p.Picture(in, s)) })
	if err != nil {
		return err
	}
	return pictures.Write()
}
