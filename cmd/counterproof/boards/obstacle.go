package boards

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
)

// sayObstacle prints to stderr why a board has no solution, if the puzzle knows a simple reason.
func sayObstacle(c *cli.Context, p *encode.Puzzle, in encode.Instance) {
	if why := encode.ObstacleOf(in); why != "" {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: %s %s: no solution: %s\n", p.Name, in, why)
	}
}
