package boards

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// SolveCommand is the command solve.
var SolveCommand = &cli.Command{
	Name:  "solve",
	Usage: "find solutions and draw them",
	Description: `Prints each solution as soon as it is found. If there is no solution, it prints unsatisfiable and
exits with status 0. If there is a simple reason, it also prints the reason to stderr. With --json, it prints one
object per solution. The value of its key "solution" is a text that the command check accepts as SOLUTION. If the file
name of a picture contains %d or %03d, as in out-%03d.svg, each printed solution gets its own file, with its number in
the name.
$ counterproof solve calendar 10-06
$ counterproof solve --sample 3 --seed 7 submarines 'rows=2,2,2,2 cols=2,2,2,2'`,
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: append(PictureFlags("draw the first solution (with %d in the name: each printed solution)"),
		&cli.StringFlag{Name: "method", Value: "native", DefaultText: "native; for nonograms: hybrid; for dimacs and opb: sat", Usage: "solve with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "number", Value: 1, DefaultText: "1; with --sheet: 0", Usage: "find up to `K` solutions, or all if K is 0", Action: console.Least("number", 0)},
		&cli.IntFlag{Name: "sample", Usage: "draw `K` solutions at random, all with the same probability and perhaps one several times, from a graph of all solutions, as compile makes it", Action: console.Least("sample", 1)},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "with --sample, use the seed `N`; another seed draws other solutions"},
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
	for _, name := range []string{"number", "method"} {
		if c.IsSet("sample") && c.IsSet(name) {
			return c.Usagef("want --sample or --%s, got both", name)
		}
	}
	if c.IsSet("seed") && !c.IsSet("sample") {
		return c.Usagef("--seed is for --sample")
	}
	m, err := console.Await(c, func() (*lookup.Method, error) {
		if c.IsSet("sample") {
			return lookup.Sampling(c.Puzzle, board, c.Int("sample"), c.Uint64("seed")), nil
		}
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
	out.given = clues.NameGiven(c.Instance, given)
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
	switch {
	case c.IsSet("method"):
		return c.String("method")
	case c.IsSet("sample"):
		return "sat/count"
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
		return nil, c.Usagef("--"+wording.Either(c.IsSet("sample"), "sample", "number")+": want at most %d solutions of this board in pictures, got %d", w.most, n)
	}
	return w, nil
}

func (w *solutionWriter) number() int {
	switch {
	case w.IsSet("sample"):
		return w.Int("sample")
	case w.contacts != nil && !w.IsSet("number"):
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

// ShowCommand is the command show.
var ShowCommand = &cli.Command{
	Name:  "show",
	Usage: "draw a board",
	Description: `Prints the instance in its standard (canonical) notation and draws the board. If you give
SOLUTION, in a form that the command check accepts, the drawing shows it. If SOLUTION breaks a rule, show still draws
it, prints the broken rule and exits with status 1. The command also draws graphs that the other commands reject
because they are not valid puzzles, and prints the reason on stderr. With --as, the command prints only the notation of
the same board as another puzzle, whose solutions are the same values of the same sites: a sudoku as a map, whose
regions are the cells, and such a map as a sudoku. With --as text, it prints a map with a letter for each cell, such as
aabb/accb, or a graph with the names of its regions.
$ counterproof show --svg board.svg pushpull 011110110 111001010
$ counterproof show --as map sudoku ..1.4......3.2..`,
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

// CountCommand is the command count.
var CountCommand = &cli.Command{
	Name:  "count",
	Usage: "count solutions",
	Description: `For each instance and each method, prints a line with the instance, the method and the count,
separated by tabs. With --given, the line repeats the given values after the instance. The lines are in the order of
the arguments. With --limit K, >=K means that there are more than K solutions. If a method gives no answer, its count
is ? with the reason, such as ?(timeout). If a board has no solution, the command prints the reason to stderr if it is
simple. If the board has clues, it also prints a command that finds clues that contradict each other. If there are
fewer lines than cores (see --jobs), the native search of a hard exact cover or nonogram uses several cores. If at
least 32 boards in a row differ only in their open cells, as the days of a year do, native/bitset counts them in one
search. Their objects with --json have no times and no nodes. Set a limit, such as --timeout 1h, to search each board
by itself. If methods disagree, the command names the instance on stderr and exits with status 1.
$ counterproof count --method native,sat calendar 10-06
$ counterproof count --up-to-symmetry pentomino 6x10`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: append([]cli.Flag{
		&cli.StringSliceFlag{Name: "method", Value: cli.NewStringSlice("native"), DefaultText: "native; for nonograms: hybrid; for dimacs and opb: sat/count", Usage: "count by each method in `METHOD,...`", Action: console.CheckMethods},
		console.GivenFlag, console.JSONFlag,
	}, console.LimitFlags...),
	Action: console.Do(count),
}

func count(c *console.Call) error {
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	methods := c.Methods()
	if !c.IsSet("method") {
		methods = []method.Name{method.MustParse(lookup.Default(c.Puzzle))}
	}
	jobs, n, err := countJobs(c, ins, methods)
	if err != nil {
		return err
	}
	bar := console.NewProgress(c, n, true)
	defer bar.Close()
	out := bufio.NewWriter(c.Stdout)
	c.Stdout = out
	k := &counter{Call: c, out: out, methods: methods, bar: bar}
	pool := &work.Pool{Workers: c.Jobs(), Unmeasured: !c.Bool("json") && !c.Bool(console.VerboseFlag.Name), Emitted: out.Flush}
	err = work.Stream(c, jobs, nil, pool, k.add)
	return console.Finish(err, k.failed)
}

type counter struct {
	*console.Call
	out     *bufio.Writer // to stdout, which gets the lines of all records that arrive together
	methods []method.Name // as --method names them
	bar     *console.Progress
	records []result.Record // the records so far of the current instance
	reasons console.Unsolvable
	failed  bool
}

// add prints one record. After the last record of an instance, it reports the records that
// contradict each other, even if one of the methods is known to be wrong.
func (k *counter) add(in encode.Instance, o work.Outcome) error {
	r, asked := o.Record, k.methods[o.Index%len(k.methods)]
	k.bar.Step(r)
	if judge.Failed(r) || r.Refused() { // a method that refuses the instance gives no count, so the command fails
		k.fail("%s %s by %v: %s", r.Puzzle, console.Under(r.Instance, r.Given), asked, r.Error)
	}
	var err error
	if k.Bool("json") {
		err = k.JSON(console.Asked(r, asked.String()))
	} else {
		_, err = fmt.Fprintf(k.Stdout, "%s\t%v\t%s\n", console.Under(r.Instance, r.Given), asked, r.Amount())
	}
	if k.records = append(k.records[:o.Index%len(k.methods)], r); err != nil || len(k.records) < len(k.methods) {
		return err
	}
	if slices.ContainsFunc(k.records, func(r result.Record) bool { return r.Status == result.Exact && r.Count == "0" }) {
		given, _ := clues.ReadGiven(in, r.Given) // the text was checked before the job ran
		k.out.Flush()
		k.reasons.Explain(k.Call, k.Puzzle, in, given)
	}
	if len(k.methods) == 1 {
		return nil
	}
	for _, text := range judge.Compare(k.records).Disagreements() {
		k.fail("%s %s: %s", r.Puzzle, console.Under(r.Instance, r.Given), text)
	}
	return nil
}

func (k *counter) fail(format string, args ...any) {
	k.failed = true
	k.out.Flush()
	k.Say(format, args...)
}

// countJobs returns the jobs of every method on every instance, and the number of jobs. All jobs
// are checked first, so that a mistake is reported before any job runs. They are made again when they
// run, so that memory does not grow with their number. If the jobs of a method differ only in their
// instances, they need not be prepared again.
func countJobs(c *console.Call, ins console.Instances, methods []method.Name) (jobs iter.Seq2[encode.Instance, result.Job], n int, err error) {
	job, alike := c.Job(), true
	first := make([]result.Job, len(methods)) // of each method, without the instance
	for in, err := range ins {
		if err != nil {
			return nil, 0, err
		}
		for i, m := range methods {
			j, err := c.Prepare(job, in, m)
			if err != nil {
				return nil, 0, err
			}
			if j.Instance = ""; n < len(methods) {
				first[i] = j
			}
			alike = alike && j == first[i]
			n++
		}
		c.WarnAbout(in)
	}
	if n > 0 { // if there are fewer jobs than cores, a job may use several
		job.Cores = min(cmp.Or(c.Jobs(), work.Cores()), work.Cores()) / n
	}
	return func(yield func(encode.Instance, result.Job) bool) {
		for in := range ins {
			for i, m := range methods {
				j, err := first[i], error(nil)
				if alike {
					j.Instance, j.Cores = in.String(), job.Cores
				} else {
					j, err = answer.Prepare(job, c.Puzzle, in, m)
				}
				if j.Family = answer.Family(j, in); err == nil && !yield(in, j) {
					return
				}
			}
		}
	}, n, nil
}
