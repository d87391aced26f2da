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
			"other commands reject because they are not valid puzzles, and prints the reason on stderr. With --as, the command "+
			"prints only the notation of the same board as another puzzle, whose solutions are the same values of the same sites: "+
			"a sudoku as a map, whose regions are the cells, and such a map as a sudoku. With --as text, it prints a map with a "+
			"letter for each cell, such as aabb/accb, or a graph with the names of its regions.",
		"counterproof show --svg board.svg pushpull 011110110 111001010",
		"counterproof show --as map sudoku ..1.4......3.2..",
	),
	ArgsUsage: "PUZZLE INSTANCE [SOLUTION]",
	Flags:     append(PictureFlags("also draw the board"), asFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag),
	Action:    console.Do(show),
}

var asFlag = &cli.StringFlag{Name: "as", Usage: "print the board in the notation of another `PUZZLE`: map for a sudoku, sudoku for a map, or text for a map"}

// convert replaces the instance by the same board as another puzzle.
func convert(c *console.Call) error {
	p, err := c.Puzzle, error(nil)
	if name := c.String(asFlag.Name); name != "text" {
		if p, err = console.FindPuzzle(name); err != nil {
			return err
		}
	}
	if len(c.Args) > 2 {
		return c.Usagef("--as: leave out the solution")
	}
	from, ok := c.Instance.(encode.Convertible)
	if !ok {
		return c.Usagef("--as: want a board of map or sudoku, got one of %s", c.Puzzle.Name)
	}
	text, err := from.As(c.String(asFlag.Name))
	if err != nil {
		return c.Usagef("--as: %w", err)
	}
	c.Puzzle = p
	c.Instance, err = p.Parse(text)
	return err
}

func show(c *console.Call) error {
	as := c.IsSet(asFlag.Name)
	if as {
		if err := convert(c); err != nil {
			return err
		}
	}
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
	if as {
		fmt.Fprintln(c.Stdout, c.Instance)
		return nil
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
