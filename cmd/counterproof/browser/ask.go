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
	Name:      pool.Command,
	Usage:     "answer a question that is given on standard input",
	ArgsUsage: "[QUESTION]",
	Hidden:    true,
	Action: console.Do(func(c *console.Call) error {
		desk := &ask.Desk{Puzzles: catalog.All(), Printer: booklet.Printer{}}
		if len(c.Args) == 0 {
			return pool.Serve(desk, os.Stdin, c.Stdout)
		}
		body, err := console.ReadSource(c, "-", io.ReadAll)
		if err != nil {
			return err
		}
		encoder := json.NewEncoder(c.Stdout)
		encoder.SetEscapeHTML(false)
		if err := desk.Ask(c, c.Args[0], body, encoder.Encode); err != nil {
			return encoder.Encode(ask.ProblemOf(err))
		}
		return nil
	}),
}
