package formulas

import (
	"bytes"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/lookup"
	"counterproof/cmd/counterproof/console"
	"counterproof/sat/dnnf"
)

// CompileCommand is the command compile.
var CompileCommand = &cli.Command{
	Name:  "compile",
	Usage: "fold all solutions of an instance into a graph",
	Description: `Prints the instance, the numbers of nodes and edges, and the number of solutions, separated by
tabs. With -o, writes the graph in the form of the knowledge compiler d4 (.nnf): a decision-DNNF over the projected
variables of the formula that encode prints. See docs/formats.md.
$ counterproof compile sudoku '................'
$ counterproof compile -o graph.nnf packing '....../....../....../......;12*xx'`,
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		console.FileFlag("o", "", "write the graph into `FILE`"),
		console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	},
	Action: console.Do(func(c *console.Call) error {
		g, err := console.Await(c, func() (*lookup.Compiled, error) { return lookup.Compile(c, c.Puzzle, c.Instance) })
		if err != nil {
			return err
		}
		if file := c.String("o"); file != "" {
			var text bytes.Buffer
			dnnf.WriteNNF(&text, g.Graph) // a buffer returns no errors
			if err := console.WriteFile(c, file, text.Bytes()); err != nil {
				return err
			}
		}
		nodes, edges := g.Size()
		_, err = fmt.Fprintf(c.Stdout, "%v\t%d\t%d\t%v\n", c.Instance, nodes, edges, g.Count())
		return err
	}),
}
