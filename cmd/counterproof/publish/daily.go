package publish

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/daily"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

// DailyCommand is the command daily.
var DailyCommand = &cli.Command{
	Name:  "daily",
	Usage: "print the board of the day",
	Description: `Prints the board of a day, which is the same for everybody. The boards become harder from Monday
to Sunday. For the calendar, the board is the date itself. DATE has the form 2026-11-22. Without DATE, the command
takes today's date in the local time zone. A few boards are picked by hand; for them, the command prints the reason on
stderr.
$ counterproof daily sudoku 2026-11-22
$ counterproof daily nonogram | counterproof show --svg today.svg nonogram -`,
	ArgsUsage: "PUZZLE [DATE]",
	Flags:     []cli.Flag{console.JSONFlag},
	Action:    console.Do(printDaily),
}

func printDaily(c *console.Call) error {
	date := daily.DateOf(time.Now())
	if len(c.Args) == 2 {
		var err error
		if date, err = daily.ParseDate(c.Args[1]); err != nil {
			return c.Usagef("%w", err)
		}
	}
	b, err := console.Await(c, func() (*daily.Board, error) { return daily.Find(c, c.Puzzle, date) })
	switch {
	case errors.Is(err, daily.ErrNone):
		return console.Misused(err)
	case err != nil:
		return err
	case !c.Bool("json"):
		if b.Reason != "" {
			c.Say("picked by hand: %s", b.Reason)
		}
		_, err = fmt.Fprintln(c.Stdout, b.Instance)
		return err
	}
	size := wording.If(b.Size.H > 0, b.Size.String())
	return c.JSON(struct {
		Puzzle   string `json:"puzzle"`
		Date     string `json:"date"`
		Weekday  string `json:"weekday"`
		Size     string `json:"size,omitempty"`
		Level    string `json:"level,omitempty"`
		Version  int    `json:"version"` // of the boards of the day
		Instance string `json:"instance"`
		Reason   string `json:"reason,omitempty"`
	}{c.Puzzle.Name, daily.FormatDate(date), date.Weekday().String(), size, b.Level, b.Version, b.Instance.String(), b.Reason})
}
