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
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// GenerateCommand is the command generate.
var GenerateCommand = &cli.Command{
	Name:  "generate",
	Usage: "make random boards, which have exactly one solution in most puzzles",
	Description: console.Describe(
		"Prints one instance per line, and an empty line between boards of one row. The same seed gives the same boards. Each board has "+
			"exactly one solution, except in two puzzles. A Lights Out board can have several "+
			"solutions. A Minesweeper board can also have several, because most of its cells are still "+
			"covered, but a player can open the board without guessing. With --picture, a nonogram can have several. The calendar has no generator. "+
			"With --json, each object has the instance, a solution, the count of solutions, the level, the number of clues, and the number of moves by human techniques. What the puzzle lacks, or a short search does not find, is absent. "+deduction.LevelHelp(),
		"counterproof generate --difficulty hard --size 6x7 --number 3 --seed 7 pairplace",
		"counterproof generate --rule parity --size 6x7 pairplace",
	),
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
	tries := &tries{c: c, kind: "of level " + d.Difficulty, began: time.Now()}
	if d.Rule != "" {
		tries.kind = fmt.Sprintf("for the rule %q", d.Rule)
	}
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
		if least == most {
			c.Say("%s", wording.Plural(least, "clue"))
		} else {
			c.Say("%d to %d clues", least, most)
		}
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
