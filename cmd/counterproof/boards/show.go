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
	Name:  "show",
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
	Action:    console.Do(show),
}

func show(c *console.Call) error {
	pictures, err := OpenPictures(c)
	if err != nil {
		return err
	}
	if err := pictures.CheckBoard(c.Puzzle, c.Instance); err != nil {
		return err
	}
	var s *encode.Solution
	var all []answer.Checked
	if len(c.Args) > 2 {
		if all, err = readSolution(c); err != nil {
			return err
		}
		s = &all[0].Solution
	}
	if err := drawBoard(c, pictures, s, 1); err != nil {
		return err
	}
	if s != nil || c.Instance.Draw(nil) != c.Instance.String()+"\n" { // a board that is drawn as it is written is printed once
		fmt.Fprintln(c.Stdout, c.Instance)
	}
	c.DrawText(s)
	if s != nil && all[0].Broken != nil {
		return reportBroken(c, all)
	}
	return nil
}

// drawBoard draws the n-th picture of a series, if a flag asks for it, after Pictures.CheckBoard.
func drawBoard(c *console.Call, pictures *Pictures, s *encode.Solution, n int) error {
	if !pictures.Wanted() || n > 1 && !pictures.Numbered() {
		return nil
	}
	err := console.Abandon(c, func() error { return pictures.RenderNumber(c.Puzzle.Picture(c.Instance, s), n) })
	if err != nil {
		return err
	}
	return pictures.Write()
}
