package browser

import (
	"encoding/json"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
)

// AskCommand is the hidden command ask. With the name of a question, it reads a JSON object from
// standard input and prints each object of the answer on a line. Without a name, the command is a
// process of the server and answers the server's questions.
var AskCommand = &cli.Command{
	Name:   pool.Command,
	Usage:  "answer a question that is given on standard input",
	Hidden: true,
	Action: console.Args(0, 1, func(c *cli.Context, args []string) error {
		desk := &ask.Desk{Puzzles: catalog.All(), Printer: booklet.Printer{}}
		if len(args) == 0 {
			return pool.Serve(desk, os.Stdin, c.App.Writer)
		}
		body, err := io.ReadAll(c.App.Reader)
		if err != nil {
			return err
		}
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetEscapeHTML(false)
		if err := desk.Ask(c.Context, args[0], body, encoder.Encode); err != nil {
			return encoder.Encode(ask.ProblemOf(err))
		}
		return nil
	}),
}
