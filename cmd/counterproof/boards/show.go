package boards

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// ShowCommand is the command show.
var ShowCommand = &cli.Command{
	Name:  console.ShowName,
	Usage: "draw a board",
	Description: console.Describe(
		"Prints the instance in its standard (canonical) notation and draws the board. If you give SOLUTION, in a "+
			"form that the command check accepts, the drawing shows it. If SOLUTION breaks a rule, show still draws it, prints the broken rule "+
			"and exits with status 1. The command also draws graphs that the "+
			"other commands reject because they are not valid puzzles, and prints the reason on stderr.",
		"counterproof show calendar 10-06",
		"counterproof show --svg board.svg pushpull 011110110 111001010",
	),
	ArgsUsage: "PUZZLE INSTANCE [SOLUTION]",
	Flags:     with(PictureFlags("also draw the board"), console.InputFlag, console.LinesFlag),
	Action:    console.OnBoard(0, 1, show),
}

func show(c *cli.Context, p *encode.Puzzle, in encode.Instance, others []string) error {
	pictures, err := OpenPictures(c)
	if err != nil {
		return err
	}
	if err := pictures.CheckBoard(p, in); err != nil {
		return err
	}
	var s *encode.Solution
	var all []answer.Checked
	if len(others) > 0 {
		if all, err = readSolution(c, in, others[0]); err != nil {
			return err
		}
		s = &all[0].Solution
	}
	if err := drawBoard(c, pictures, p, in, s, 1); err != nil {
		return err
	}
	if s != nil || in.Draw(nil) != in.String()+"\n" { // a board that is drawn as it is written is printed once
		fmt.Fprintln(c.App.Writer, in)
	}
	console.DrawText(c, in, s)
	if s != nil && all[0].Broken != nil {
		return reportBroken(c, all)
	}
	return nil
}

// drawBoard draws the n-th picture of a series, if a flag asks for it, after Pictures.CheckBoard.
func drawBoard(c *cli.Context, pictures *Pictures, p *encode.Puzzle, in encode.Instance, s *encode.Solution, n int) error {
	if !pictures.Wanted() || n > 1 && !pictures.Numbered() {
		return nil
	}
	err := console.Abandon(c.Context, func() error { return pictures.RenderNumber(p.Picture(in, s), n) })
	if err != nil {
		return err
	}
	return pictures.Write()
}
