package boards

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/sat/extern"
)

// SolveCommand is the command solve.
var SolveCommand = &cli.Command{
	Name:  "solve",
	Usage: "find solutions and draw them",
	Description: console.Describe(
		"Prints each solution as soon as it is found. If there is no solution, it prints "+
			"unsatisfiable and exits with status 0. If there is a simple reason, it also prints the reason "+
			"to stderr. With --json, it prints one object per solution. The value of its key "+
			"\"solution\" is a text that the command check accepts as SOLUTION. If the file name "+
			"of a picture contains %d or %03d, as in out-%03d.svg, each printed solution gets its own "+
			"file, with its number in the name.",
		"counterproof solve calendar 10-06",
		"counterproof solve --sheet all.pdf --method sat pentomino 3x5",
	),
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: append(PictureFlags("draw the first solution (with %d in the name: each printed solution)"),
		&cli.StringFlag{Name: "method", Value: "native", DefaultText: "native; for nonograms: hybrid; for dimacs and opb: sat", Usage: "solve with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "number", Value: 1, DefaultText: "1; with --sheet: 0", Usage: "find up to `K` solutions, or all if K is 0", Action: console.Least("number", 0)},
		sheetFlag,
		console.GivenFlag, console.JSONFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
	),
	Action: console.Do(solve),
}

func solve(c *console.Call) error {
	given, err := c.Given()
	if err != nil {
		return err
	}
	board := clues.Restrict(c.Instance, given)
	m, err := console.Await(c, func() (*lookup.Method, error) {
		m, err := lookup.Resolve(c.Puzzle, board, method.MustParse(methodText(c)))
		return m, cmp.Or(err, c.Err())
	})
	if err != nil {
		return console.Misused(err)
	}
	if m.Search == nil {
		return c.Usagef("--method: %s only counts solutions: want another method", m.Name.String())
	}
	out, err := newSolutionWriter(c, m)
	if err != nil {
		return err
	}
	out.given = clues.FormatGiven(given)
	if lookup.ProgramOf(m.Name) != nil {
		defer extern.Kill()
	}
	err = console.Abandon(c, func() error { return answer.Solve(c, board, m, out.write) })
	if err != nil {
		return err // an interrupted search may still be writing out
	}
	if out.err != nil {
		return out.err
	}
	if out.n > 0 { // even if there were too many solutions
		return cmp.Or(out.contacts.write(c, out.more), out.more)
	}
	new(console.Unsolvable).Explain(c, c.Puzzle, c.Instance, given)
	if c.Bool("json") {
		return out.json(nil)
	}
	_, err = fmt.Fprintln(c.Stdout, "unsatisfiable")
	return err
}

// methodText returns the method as the flag --method names it, or else the default of the puzzle.
func methodText(c *console.Call) string {
	if c.IsSet("method") {
		return c.String("method")
	}
	return lookup.Listing(c.Puzzle)
}

type solutionWriter struct {
	*console.Call
	given    string
	method   *lookup.Method
	pictures *Pictures
	contacts *contacts

	n    int   // number of solutions so far
	most int   // the largest number that can be drawn; 0 means no limit
	more error // says that there are more solutions than can be drawn
	err  error // the first error of writing
}

const mostFiles = 10_000

func newSolutionWriter(c *console.Call, m *lookup.Method) (*solutionWriter, error) {
	pictures, err := OpenSeries(c)
	if err != nil {
		return nil, err
	}
	if err := pictures.CheckBoard(c.Puzzle, c.Instance); err != nil {
		return nil, err
	}
	sheet, err := openContacts(c)
	if err != nil {
		return nil, err
	}
	w := &solutionWriter{Call: c, method: m, pictures: pictures, contacts: sheet}
	if pictures.Numbered() {
		w.most = mostFiles
	}
	if sheet != nil && (w.most == 0 || sheet.most < w.most) {
		w.most = sheet.most
	}
	if n := w.number(); w.most > 0 && n > w.most {
		return nil, c.Usagef("--number: want at most %d solutions of this board in pictures, got %d", w.most, n)
	}
	return w, nil
}

func (w *solutionWriter) number() int {
	if w.contacts != nil && !w.IsSet("number") {
		return 0
	}
	return w.Int("number")
}

func (w *solutionWriter) write(s encode.Solution) bool {
	if w.most > 0 && w.n == w.most {
		w.more = fmt.Errorf("solve: stopped after %d solutions, because no more can be drawn, but the board has more: to find fewer, use --number", w.n)
		return false
	}
	w.n++
	if w.err = drawBoard(w.Call, w.pictures, &s, w.n); w.err != nil {
		return false
	}
	w.contacts.add(s)
	if w.Bool("json") {
		w.err = w.json(new(encode.FormatSolution(w.Instance, s)))
	} else {
		if w.n > 1 {
			fmt.Fprintln(w.Stdout)
		}
		w.DrawText(&s)
	}
	return w.err == nil && w.n != w.number()
}

// json prints one line for a solution; nil means that there is none.
func (w *solutionWriter) json(solution *string) error {
	return w.JSON(struct {
		Puzzle      string  `json:"puzzle"`
		Instance    string  `json:"instance"`
		Given       string  `json:"given,omitempty"`
		Method      string  `json:"method"` // as --method names it
		Resolved    string  `json:"resolved"`
		Number      int     `json:"number,omitempty"`   // from 1
		Solution    *string `json:"solution,omitempty"` // empty for an instance without sites
		Satisfiable bool    `json:"satisfiable"`
	}{w.Puzzle.Name, w.Instance.String(), w.given, methodText(w.Call), w.method.Name.String(), w.n, solution, solution != nil})
}
