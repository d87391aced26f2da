package boards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/generator"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/repair"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/files"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// GenerateCommand is the command generate.
var GenerateCommand = &cli.Command{
	Name:  "generate",
	Usage: "make random boards, which have exactly one solution in most puzzles",
	Description: `Prints one instance per line, and an empty line between boards of one row. The same seed gives
the same boards. Each board has exactly one solution, except in two puzzles. A Lights Out board can have several
solutions. A Minesweeper board can also have several, because most of its cells are still covered, but a player can
open the board without guessing. With --picture, a nonogram can have several. The calendar has no generator. With
--json, each object has the instance, a solution, the count of solutions, the level, the number of clues, and the
number of moves by human techniques. What the puzzle lacks, or a short search does not find, is absent. ` + deduction.LevelHelp() + `
$ counterproof generate --difficulty hard --size 6x7 --number 3 --seed 7 pairplace
$ counterproof generate --rule parity --size 6x7 pairplace`,
	ArgsUsage: "PUZZLE",
	Flags: []cli.Flag{
		console.SizeFlag, console.SeedFlag,
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for which the command deduce needs techniques of the level `LEVEL` but no harder ones; list PUZZLE names the levels"},
		&cli.StringFlag{Name: "rule", Usage: "make boards that teach the technique `R`: removes a clue only if R and easier techniques still solve the board, and takes no board that the easier techniques solve alone. list PUZZLE names the techniques; those of easier levels are easier and, within the easiest level, those before R"},
		&cli.StringFlag{Name: "picture", TakesFile: true, Usage: "make a nonogram from the picture in the file `F` (- for standard input). F contains rows of . and #, or is a PBM image (P1 or P4) or a PNG image with a pixel for each cell. A picture has at most 256x256 cells"},
		&cli.StringFlag{Name: "threshold", Value: fmt.Sprint(encode.UsualThreshold), Usage: "only with a PNG image: make a cell black if the brightness of its pixel is below `T`, a number from 0 (black) to 1 (white)"},
		console.MinimalFlag, console.JSONFlag,
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report on stderr the number of clues and, with --difficulty or --rule, how many boards were tried"},
	},
	Action:       console.Do(generate),
	BashComplete: console.CompleteDrawn,
}

func generate(c *console.Call) error {
	console.CollectLess()
	if c.IsSet("picture") {
		return fromPicture(c)
	}
	if c.IsSet("threshold") {
		return c.Usagef("--threshold has an effect only with --picture: add --picture, or leave out --threshold")
	}
	d, err := c.Draw()
	if err != nil {
		return err
	}
	d.Difficulty, d.Rule = c.String("difficulty"), c.String("rule")
	if c.IsSet("difficulty") && d.Difficulty == "" {
		return c.Usagef("--difficulty: want the name of a level, got an empty name: counterproof list %s names the levels", c.Puzzle.Name)
	}
	if c.IsSet("rule") && d.Rule == "" {
		return c.Usagef("--rule: want the name of a technique, got an empty name: counterproof list %s names them", c.Puzzle.Name)
	}
	return Boards(c, d)
}

// Boards makes the boards that the flags ask for and prints them. With -v, or on a terminal, it reports
// how many clues they have, and that it is still trying if a board takes longer than the time patience.
func Boards(c *console.Call, d generator.Draw) error {
	g, err := d.For(c.Puzzle)
	if err != nil {
		return c.DrawError(err)
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.Stderr)
	kind := wording.Either(d.Rule != "", fmt.Sprintf("for the rule %q", d.Rule), "of level "+d.Difficulty)
	tries := &tries{c: c, kind: kind, began: time.Now()}
	if verbose {
		g.Tried = tries.add
	}
	var numbers []int
	for i := range c.Int("number") {
		in, err := g.Board(c, i)
		if err != nil {
			return c.OtherSize(g, c.DrawError(err))
		}
		if in, ok := in.(clues.HasClues); ok {
			numbers = append(numbers, in.Clues())
		}
		if err := printGenerated(c, in); err != nil {
			return err
		}
		if i < c.Int("number")-1 && !c.Bool("json") && files.NeedsGap(c.Puzzle, in.String()) {
			fmt.Fprintln(c.Stdout)
		}
	}
	if len(numbers) > 0 && slices.Max(numbers) > 0 && verbose { // most nonograms have no given cells, so there is no number to report
		least, most := slices.Min(numbers), slices.Max(numbers)
		c.Say("%s", wording.If(least < most, fmt.Sprintf("%d to ", least))+wording.Plural(most, "clue"))
	}
	if verbose && d.Difficulty+d.Rule != "" {
		tries.report(c.Int("number"))
	}
	return nil
}

// printGenerated prints a board or, with --json, an object that describes it.
func printGenerated(c *console.Call, in encode.Instance) error {
	if !c.Bool("json") {
		_, err := fmt.Fprintln(c.Stdout, in)
		return err
	}
	s, err := console.Await(c, func() (*answer.Summary, error) { return answer.Summarise(c, c.Puzzle, in) })
	if err != nil {
		return err
	}
	return newEncoder(c.Stdout).Encode(struct {
		Puzzle   string `json:"puzzle"`
		Instance string `json:"instance"`
		*answer.Summary
	}{c.Puzzle.Name, in.String(), s})
}

// patience is the time after which generate reports that it is still trying.
const patience = time.Second

// A tries counts the boards that generate draws to find boards of the wanted level, or
// for the wanted rule.
type tries struct {
	c        *console.Call
	kind     string // of the wanted boards, such as "of level hard"
	began    time.Time
	others   int  // boards of another kind
	reported bool // whether add has reported that the wanted boards are rare
}

// add counts a board of another kind, and how many there were for the current board. When the time
// patience has passed, add reports once that the wanted boards are rare.
func (t *tries) add(boards int) {
	t.others++
	if took := time.Since(t.began); took > patience && !t.reported {
		t.reported = true
		t.c.Say("boards %s are rare at this size: still trying after %s, %.0f per second",
			t.kind, wording.Plural(boards, "board"), float64(boards)/took.Seconds())
	}
}

func (t *tries) report(found int) {
	all := t.others + found
	t.c.Say("tried %s for %d %s, %.3g per second",
		wording.Plural(all, "board"), found, t.kind, float64(all)/max(time.Since(t.began).Seconds(), 1e-9))
}

const mostPicture = 64 << 20

// pictureTime limits the search for a second solution of a board made from a picture.
const pictureTime = 10 * time.Second

// fromPicture prints the board of a picture. If it has several solutions, stderr says so.
func fromPicture(c *console.Call) error {
	file := c.String("picture")
	if c.Puzzle.FromPicture == nil {
		var names []string
		for _, p := range catalog.All() {
			if p.FromPicture != nil {
				names = append(names, p.Name)
			}
		}
		return c.Usagef("--picture makes boards of %s, not of %s", strings.Join(names, ", "), c.Puzzle.Name)
	}
	for _, other := range []string{"size", "seed", "number", "difficulty", "rule", "minimal"} {
		if c.IsSet(other) {
			return c.Usagef("--picture makes only the board of the picture: leave out --%s", other)
		}
	}
	var threshold *float64
	if c.IsSet("threshold") {
		t, err := strconv.ParseFloat(c.String("threshold"), 64)
		if err != nil || !(t >= 0 && t <= 1) {
			return c.Usagef("--threshold: want a number from 0 to 1, such as 0.3, got %q", wording.Short(c.String("threshold")))
		}
		threshold = &t
	}
	in, err := readPicture(c, file, threshold)
	if err != nil {
		return err
	}
	c.WarnAbout(in)
	if err := printGenerated(c, in); err != nil {
		return err
	}
	return reportSolutions(c, in)
}

func readPicture(c *console.Call, file string, threshold *float64) (encode.Instance, error) {
	in, err := console.ReadSource(c, file, func(r io.Reader) (encode.Instance, error) {
		data, err := io.ReadAll(io.LimitReader(r, mostPicture+1))
		switch {
		case err != nil:
			return nil, err
		case len(data) > mostPicture:
			return nil, console.Usagef("want a picture of at most %d MB", mostPicture>>20)
		}
		return c.Puzzle.FromPicture(data, threshold)
	})
	if errors.Is(err, encode.ErrThreshold) {
		err = c.Usagef("--threshold: %w; leave --threshold out, or give a PNG image", err)
	}
	return in, err
}

// reportSolutions says on stderr if the board has several solutions, or if this is not known.
func reportSolutions(c *console.Call, in encode.Instance) error {
	j, err := answer.Prepare(result.Job{Task: result.Unique}, c.Puzzle, in, method.MustParse("native"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c, pictureTime)
	defer cancel()
	r, err := console.Await(ctx, func() (result.Record, error) { return answer.Answer(ctx, j, c.Puzzle, in, answer.Watcher{}), ctx.Err() })
	switch {
	case c.Err() != nil:
		return c.Err()
	case errors.Is(err, context.DeadlineExceeded):
		c.Say("it is not known whether the board has one solution: the search was stopped after %v", pictureTime)
		return nil
	case err != nil:
		return err
	case r.Status == result.AtLeast:
		c.Say("the board has several solutions: counterproof repair %s finds the fewest given cells that leave exactly one solution", c.Puzzle.Name)
	case r.Status != result.Exact:
		return errors.New(r.Error)
	}
	return nil
}

var RepairCommand = &cli.Command{
	Name:  "repair",
	Usage: "find the fewest given values that leave exactly one solution",
	Description: `Finds the smallest set of values that only one solution of the board has. Prints the set as
SITE=VALUE,..., a form that count --given accepts. If the board already has exactly one solution, the line is empty,
and stderr says so. If the notation can express values as clues, the command also prints the board with these clues
added. The command proves that fewer values do not suffice. If it cannot complete the proof, it says on stderr what it
has proved. If it is interrupted, it prints the smallest set so far and exits with status 1. With --fewest, the board
must have one solution. The command prints the smallest number of clues that leave this solution, and a board with this
number of clues. It may have clues where the given board has none. See docs/making.md.
$ counterproof repair pairplace ....../....../......
$ counterproof repair --fewest sudoku 12..34...1.3..1.`,
	ArgsUsage: "PUZZLE INSTANCE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "method", Value: "native", DefaultText: "native; for dimacs and opb: sat", Usage: "find solutions with the method `METHOD`", Action: console.CheckMethod},
		&cli.IntFlag{Name: "limit", Value: repair.DefaultSolutions, Usage: "look at the first `K` solutions, and choose one of them as the only solution that remains. If the board has more solutions, one of the others may need fewer values", Action: console.Least("limit", 1)},
		&cli.IntFlag{Name: "prove", Value: repair.DefaultProof, Usage: "in the proof, look at sets of up to `K` values. If more than K values are needed, a set smaller than the printed one may exist", Action: console.Least("prove", 1)},
		&cli.BoolFlag{Name: "fewest", Usage: "find the fewest clues that leave the one solution of the board"},
		console.TimeoutFlag("stop the proof after the wall time `D`, such as 90s or 5m, and print the smallest set found so far"),
		console.JSONFlag, console.InputFlag, console.LinesFlag, console.ProjectFlag, console.FilesFlag, console.DataFlag, console.DefineFlag, console.ObjectiveFlag,
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "report on stderr what is proved, and the progress of the search"},
	},
	Action: console.Do(repairBoard),
}

// repairPatience is the time that repair waits for a result after the time limit has passed. A
// search for another solution may notice the limit late.
const repairPatience = 5 * time.Second

func repairBoard(c *console.Call) error {
	name := method.MustParse(repairMethod(c))
	m, err := lookup.Describe(c.Puzzle, c.Instance, name)
	if err != nil {
		return console.Misused(err)
	}
	program := lookup.ProgramOf(m.Name)
	if name.Family == method.Gophersat || name.Variant == method.Count || program != nil && program.Answer == extern.Counts {
		return c.Usagef("--method: %s only counts solutions: want another method", name)
	}
	if program != nil {
		defer extern.Kill()
	}
	verbose := c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.Stderr)
	o := repair.Options{Solutions: c.Int("limit"), Proof: c.Int("prove")}
	find := repair.Repair
	if c.Bool("fewest") {
		find = repair.FindFewest
		if c.IsSet("limit") {
			return c.Usagef("--limit does not go with --fewest: the board must have one solution")
		}
	}
	// The outer limit only ends a search that does not notice the inner one.
	var outer, ctx context.Context = c, c
	if limit := c.Duration("timeout"); limit > 0 {
		var stop, stopOuter context.CancelFunc
		ctx, stop = context.WithTimeout(c, limit)
		outer, stopOuter = context.WithTimeout(c, limit+repairPatience)
		defer stop()
		defer stopOuter()
	}
	found, err := console.Await(outer, func() (*repair.Repaired, error) {
		return find(ctx, c.Puzzle, c.Instance, name, o, reportRepair(c, verbose))
	})
	if err != nil {
		return repairError(c, err)
	}
	proved, complete := proof(found, c.Bool("fewest"))
	switch {
	case found.Minimal():
	case c.Err() != nil:
		proved = "the proof was interrupted: " + proved
	case ctx.Err() != nil:
		proved = "the time limit ended the proof: " + proved
	}
	unique := found.Every && found.Solutions == 1 && !c.Bool("fewest") && !c.Bool("json") // in JSON, "solutions" says so
	if verbose || !complete || unique {
		c.Say("%s", proved)
	}
	if err := printRepair(c, m, found); err != nil {
		return err
	}
	return c.Err() // after an interruption, the values are printed, but the command has failed
}

// repairMethod returns the method that the flag --method names. A file has no native methods.
func repairMethod(c *console.Call) string {
	return wording.Either(c.Puzzle.OfFile != nil && !c.IsSet("method"), lookup.Listing(c.Puzzle), c.String("method"))
}

func repairError(c *console.Call, err error) error {
	switch {
	case errors.Is(err, repair.ErrNoSolution):
		return fmt.Errorf("repair: %w; to see why, run: %s", err, console.ExplainLine(c.Puzzle, c.Instance, ""))
	case errors.Is(err, context.DeadlineExceeded) && c.Err() == nil:
		return fmt.Errorf("repair: no values found within %v; a longer --timeout may help", c.Duration("timeout"))
	case errors.Is(err, repair.ErrNoValueClues):
		return c.Usagef("--fewest: %w: try sudoku, map or pairplace", err)
	case errors.Is(err, repair.ErrSeveral):
		return c.Usagef("--fewest: %w; without --fewest, repair finds values that leave one", err)
	}
	return err
}

// printRepair prints the values or the number of clues and, if the notation has clues for them, the board with the clues.
func printRepair(c *console.Call, m *lookup.Method, r *repair.Repaired) error {
	if c.Bool("json") {
		return c.JSON(r.Report(c.Puzzle, c.Instance, repairMethod(c), m.Name))
	}
	board := ""
	if r.Board != nil {
		board = r.Board.String() + "\n"
	}
	text := clues.NameGiven(c.Instance, r.Given)
	switch {
	case c.Bool("fewest") && r.Minimal():
		text = strconv.Itoa(r.Clues)
	case c.Bool("fewest"):
		text = fmt.Sprintf("%d-%d", r.AtLeast, r.Clues)
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\n%s", text, board)
	return err
}

// proof says what is proved about the number of values. A complete proof covers every solution, not
// only the target.
func proof(r *repair.Repaired, fewest bool) (text string, complete bool) {
	complete = r.Every && r.Minimal()
	switch {
	case fewest && complete:
		return "no board with fewer clues leaves this solution", true
	case fewest:
		text = fmt.Sprintf("whether fewer than %d clues leave this solution is not known; %s", r.Clues, needed(r.AtLeast))
	case r.Every && r.Solutions == 1:
		return "the board has exactly one solution already, so it needs no values", true
	case complete:
		return fmt.Sprintf("no smaller set of values leaves exactly one of the %d solutions", r.Solutions), true
	case r.Every:
		text = fmt.Sprintf("whether fewer than %d values suffice is not known; %s", len(r.Given), needed(r.AtLeast))
	case r.Minimal():
		text = "no smaller set of values leaves this solution"
	default:
		text = fmt.Sprintf("whether fewer than %d values leave this solution is not known; %s", len(r.Given), needed(r.AtLeast))
	}
	more := fmt.Sprintf("; the board has more than %s, and another one may need fewer (see --limit)", wording.Plural(r.Solutions, "solution"))
	return text + wording.If(!r.Every, more), false
}

func needed(n int) string {
	return fmt.Sprintf("at least %d %s needed", n, wording.Either(n == 1, "is", "are"))
}

// reportRepair prints the progress on stderr, after the time patience and each time it has doubled.
func reportRepair(c *console.Call, verbose bool) func(repair.Progress) {
	if !verbose {
		return nil
	}
	began, next := time.Now(), patience
	return func(p repair.Progress) {
		if took := time.Since(began); took > next {
			next *= 2
			text := map[int]string{0: "no values yet", 1: "1 value suffices"}[p.Size]
			if p.Size > 1 {
				text = fmt.Sprintf("%d values suffice and %s", p.Size, needed(p.AtLeast))
			}
			c.Say("still at work after %v: %s, further searches: %d; %s",
				took.Round(time.Second), wording.Plural(p.Solutions, "solution"), p.Searches, text)
		}
	}
}
