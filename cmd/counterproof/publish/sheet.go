// Package publish has the commands of a puzzle designer's desk: sheet, daily and plot.
package publish

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/generator"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/reports/paper/booklet"
	"counterproof/reports/paper/canvas"
	"counterproof/reports/paper/sheet"
)

const mostBoards = 1000

// SheetCommand is the command sheet.
var SheetCommand = &cli.Command{
	Name:  "sheet",
	Usage: "make a booklet of puzzles with answers, as PDF",
	Description: `Makes boards as generate does, or takes the given instances, and writes them into a PDF with
several boards on a page. A booklet of two boards or more has a cover and a page with the rules and a worked example;
otherwise, the rules are above the board. All boards that the command makes have different solutions. The answers are
at the end, with the numbers of their boards. If a board does not have exactly one solution, its answer says so, and
the command prints a warning if that is unusual for the puzzle. A game of Minesweeper is printed with so many open
cells that it has exactly one solution. The same seed gives the same file, byte for byte. A booklet has at most 1,000
boards. If characters on a board are smaller than 5 points, the command prints a warning.
$ counterproof sheet --difficulty easy,normal,hard --number 12 --seed 5 -o booklet.pdf sudoku
$ counterproof sheet --paper letter --per-page 4 -o days.pdf calendar 10-06 12-24 02-29`,
	ArgsUsage: "PUZZLE [INSTANCE...]",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write the booklet into the PDF file `F`; required", TakesFile: true},
		&cli.StringFlag{Name: "title", Usage: "print the title `TEXT`, of up to two lines, on every page; without the flag, print the name of the puzzle"},
		&cli.StringFlag{Name: "paper", Value: sheet.Papers[0].Name, Usage: "use the paper `SIZE`: a4 or letter"},
		&cli.BoolFlag{Name: "plain", Usage: "leave out the cover and the page of rules, and print the rules above the first boards"},
		&cli.IntFlag{Name: "per-page", Usage: "put `N` boards on a page, 1 to 60; without the flag, up to 6, or fewer if 6 would be illegible or would not fill their columns"},
		console.SizeFlag, console.SeedFlag,
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards of each level", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for each level in `L,...`; for a board of a level, the command deduce needs techniques of that level but no harder ones. list PUZZLE names the levels"},
		console.MinimalFlag, console.InputFlag, console.LinesFlag,
	},
	Action: console.Do(makeSheet),
}

func makeSheet(c *console.Call) error {
	document, perPage, err := emptyBooklet(c)
	if err != nil {
		return err
	}
	boards, err := wording.Either(len(c.Args) > 1, givenBoards, drawnBoards)(c) // boards does the work
	if err != nil {
		return err
	}
	file := c.String("o")
	if err := atomicfile.Check(file); err != nil {
		return err
	}
	all, err := boards()
	if err != nil {
		return c.DrawError(err)
	}
	document.Sections = booklet.Sections(c.Puzzle, all, perPage)
	if len(all) > 1 && !c.Bool("plain") {
		note := wording.If(len(c.Args) == 1, fmt.Sprintf("Seed %d.", c.Uint64("seed"))) // of random boards
		if document, err = booklet.Magazine(c, c.Puzzle, all, document, note); err != nil {
			return err
		}
	}
	if err := writeBooklet(c, document, len(all), file); err != nil {
		return err
	}
	for _, doubt := range doubts(c.Puzzle, all) {
		c.Warn("%s: %s", file, doubt)
	}
	return nil
}

func emptyBooklet(c *console.Call) (s sheet.Sheet, perPage int, err error) {
	switch file := c.String("o"); {
	case !c.IsSet("o") || file == "":
		return s, 0, c.Usagef("want a file for the booklet: -o F.pdf")
	case file == "-":
		return s, 0, c.Usagef("-o: want a file, got -: standard output is for messages")
	case !isPDF(file):
		return s, 0, c.Usagef("-o writes PDF: want a file that ends in .pdf, got %s", file)
	}
	i := slices.IndexFunc(sheet.Papers, func(paper sheet.Paper) bool { return paper.Name == strings.ToLower(c.String("paper")) })
	if i < 0 {
		return s, 0, c.Usagef("--paper: want a4 or letter, got %q", wording.Short(c.String("paper")))
	}
	perPage = c.Int("per-page")
	if c.IsSet("per-page") && (perPage < 1 || perPage > sheet.MostPerPage) {
		return s, 0, c.Usagef("--per-page: want 1 to %d boards, got %d", sheet.MostPerPage, perPage)
	}
	if _, ok := c.Puzzle.ExampleBoard().(encode.HasPicture); !ok {
		return s, 0, c.Usagef("%s has no pictures", c.Puzzle.Name)
	}
	s = sheet.Sheet{Title: cmp.Or(c.String("title"), c.Puzzle.Title), Paper: sheet.Papers[i], Sections: booklet.Sections(c.Puzzle, nil, 0)}
	if err := s.CheckTitle(); err != nil {
		return s, 0, c.Usagef("--title: %w", err)
	}
	return s, perPage, nil
}

func isPDF(file string) bool {
	_, _, special := atomicfile.Target(file)
	return special || strings.EqualFold(filepath.Ext(file), ".pdf")
}

// leastLetters is the smallest size, in points, of letters that can be read easily on a board.
const leastLetters = 5

// writeBooklet writes the booklet, and warns about missing characters and letters that are too small.
func writeBooklet(c *console.Call, document sheet.Sheet, boards int, file string) error {
	var b bytes.Buffer // not to be touched if drawing is abandoned
	var missing []rune
	pages, letters := 0, 0.0
	err := console.Abandon(c, func() error {
		all, err := document.Pages()
		if err != nil {
			return err
		}
		for _, page := range all {
			missing = append(missing, canvas.Missing(page)...)
		}
		pages, letters = len(all), document.SmallestLetters(len(document.Sections)-2)
		return canvas.PDF(&b, all...)
	})
	if err != nil {
		return err
	}
	if err := console.WriteFile(c, file, b.Bytes()); err != nil {
		return err
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		c.Warn("%s: the font lacks %q, so the file shows boxes instead", file, string(slices.Compact(missing)))
	}
	if letters < leastLetters {
		advice := wording.If(document.Sections[len(document.Sections)-2].PerPage > 1, "a smaller --per-page or ")
		c.Warn("%s: the smallest characters on the boards are %.1f points in size, and characters below %d points are hard to read; use %ssmaller boards", file, letters, leastLetters, advice)
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s on %s\n", file, wording.Plural(boards, "board"), wording.Plural(pages, "page"))
	return err
}

const mostCounted = 1_000_000

// readAtMost calls do for each instance of the arguments, at most that many times. If there are more
// instances, it returns a usage error in the given format with their number.
func readAtMost(c *console.Call, most int, format string, do func(encode.Instance) error) error {
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	n := 0
	for in, err := range ins {
		if n++; err == nil && n <= most {
			err = do(in)
		}
		if err != nil {
			return err
		}
		if n > mostCounted {
			return c.Usagef(format, most, fmt.Sprintf("more than %d", mostCounted))
		}
	}
	if n > most {
		return c.Usagef(format, most, fmt.Sprint(n))
	}
	return nil
}

func drawnBoards(c *console.Call) (func() ([]booklet.Board, error), error) {
	d, err := c.Draw()
	if err != nil {
		return nil, err
	}
	levels := []string{""}
	if c.IsSet("difficulty") {
		if levels, err = chosenLevels(c.String("difficulty")); err != nil {
			return nil, err
		}
	}
	number := c.Int("number")
	if number > mostBoards/len(levels) {
		each := wording.If(len(levels) > 1, fmt.Sprintf(" for each of %d levels", len(levels)))
		return nil, c.Usagef("want at most %d boards, got %d%s", mostBoards, number, each)
	}
	var stocks []*stock
	seed := d.Seed
	for _, level := range levels {
		d.Difficulty, d.Seed = level, seedOf(seed, level)
		g, err := d.For(c.Puzzle)
		if err != nil {
			return nil, c.DrawError(err)
		}
		stocks = append(stocks, &stock{drawer: g, want: number})
	}
	return func() ([]booklet.Board, error) {
		total := number * len(stocks)
		bar, done := console.NewProgress(c, total, false), 0
		defer bar.Close()
		all, err := fill(c, c.Puzzle, stocks, func() {
			if done++; done <= total { // a board that replaces another board does not count
				bar.Step()
			}
		})
		if level, ok := errors.AsType[*generator.LevelError](err); ok {
			i := slices.IndexFunc(stocks, func(s *stock) bool { return s.drawer.Difficulty == level.Level })
			err = c.OtherSize(stocks[i].drawer, err)
		}
		return all, err
	}, nil
}

// chosenLevels reads the names of levels. Draw.For checks that the puzzle has them.
func chosenLevels(text string) ([]string, error) {
	levels := strings.Split(text, ",")
	for i, level := range levels {
		levels[i] = strings.TrimSpace(level)
		switch {
		case levels[i] == "":
			return nil, console.Usagef("sheet: --difficulty: want the names of levels, separated by commas, got %q", wording.Short(text))
		case slices.Contains(levels[:i], levels[i]):
			return nil, console.Usagef("sheet: --difficulty: the level %q occurs twice", wording.Short(levels[i]))
		}
	}
	return levels, nil
}

func givenBoards(c *console.Call) (func() ([]booklet.Board, error), error) {
	for _, name := range []string{"size", "seed", "number", "difficulty", "minimal"} {
		if c.IsSet(name) {
			return nil, c.Usagef("--%s is only for random boards: leave it out, or leave the instances out", name)
		}
	}
	var all []booklet.Board
	err := readAtMost(c, mostBoards, "want at most %d boards, got %s instances", func(in encode.Instance) error {
		c.WarnAbout(in)
		all = append(all, booklet.Board{Instance: in})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func() ([]booklet.Board, error) {
		bar := console.NewProgress(c, len(all), false)
		defer bar.Close()
		return all, each(c, len(all), func(ctx context.Context, i int) error { return all[i].Finish(ctx, c.Puzzle) }, func() { bar.Step() })
	}, nil
}

// doubts says which boards have no solution, an unknown number, or several although that is unusual.
func doubts(p *encode.Puzzle, boards []booklet.Board) (all []string) {
	var none, unknown, several []int
	for i, b := range boards {
		switch k := b.Key; {
		case k.Found == 0 && k.Open:
			unknown = append(unknown, i+1)
		case k.Found == 0:
			none = append(none, i+1)
		case k.Found > 1 && !severalUsual(p, b.Instance):
			several = append(several, i+1)
		case k.Found == 1 && k.Open:
			unknown = append(unknown, i+1)
		}
	}
	add := func(numbers []int, one, more string) {
		if len(numbers) > 0 {
			all = append(all, technique.Numbers("board", numbers)+" "+wording.Either(len(numbers) == 1, one, more))
		}
	}
	add(none, "has no solution", "have no solution")
	add(several, "has several solutions", "have several solutions")
	add(unknown, "may have no solution or several, because the search took too long", "may have no solution or several, because the searches took too long")
	return all
}

// severalUsual reports whether the puzzle makes boards with several solutions, or no boards. Boards of
// Minesweeper for paper have one solution.
func severalUsual(p *encode.Puzzle, in encode.Instance) bool {
	_, paper := in.(deduction.HasPaperBoard)
	return p.Ambiguous && !paper || !generator.Draws(p)
}

// seedOf returns the seed for a level. With equal seeds, many boards of different levels would have
// the same solution.
func seedOf(seed uint64, level string) uint64 {
	if level == "" {
		return seed
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "counterproof sheet\n%d\n%s\n", seed, level))
	return binary.BigEndian.Uint64(sum[:])
}

type stock struct {
	drawer  *generator.Drawer
	want    int  // number of boards
	next    int  // the number of the drawer's next board
	repeats int  // boards in a row that were left out
	easier  bool // some board was left out because it is easier on paper
	boards  []booklet.Board
}

// mostRepeats is the number of boards in a row that may be left out before fill gives up, because they or
// their solutions occur already, or because they are easier on paper than as a game.
const mostRepeats = 200

// tooFew says that there are too few different boards, or that they are too hard to find.
func (s *stock) tooFew(puzzle string) error {
	kind := "size " + s.drawer.Size.String() + wording.If(s.drawer.Difficulty != "", " and level "+s.drawer.Difficulty)
	why := "repeated a board or a solution" + wording.If(s.easier, ", or are easier on paper")
	return fmt.Errorf("%s: found only %d of %d boards of %s with different solutions, because %d boards in a row %s; use --number %d or another --size",
		puzzle, len(s.boards), s.want, kind, mostRepeats, why, max(1, len(s.boards)))
}

// fill draws the boards of all stocks, finds their answers, and calls step after each. Of equal boards
// or solutions, the first in the order of stocks and numbers stays, so the result is the same on every
// machine.
func fill(ctx context.Context, p *encode.Puzzle, stocks []*stock, step func()) ([]booklet.Board, error) {
	seen := map[string]bool{}
	for {
		type draft struct {
			*stock
			index int
			board booklet.Board
		}
		var round []draft
		for _, s := range stocks {
			for range s.want - len(s.boards) {
				round = append(round, draft{stock: s, index: s.next})
				s.next++
			}
		}
		if len(round) == 0 {
			break
		}
		err := each(ctx, len(round), func(ctx context.Context, i int) (err error) {
			d := &round[i]
			d.board.Level = d.drawer.Difficulty
			if d.board.Instance, err = d.drawer.Board(ctx, d.index); err != nil {
				return err
			}
			return d.board.Finish(ctx, p)
		}, step)
		if err != nil {
			return nil, err
		}
		for _, d := range round {
			if err := d.take(d.board, seen, p.Name); err != nil {
				return nil, err
			}
		}
	}
	return slices.Concat(wording.Each(stocks, func(s *stock) []booklet.Board { return s.boards })...), nil
}

// take adds a board, unless it has another level, or it or its solution was seen before.
func (s *stock) take(b booklet.Board, seen map[string]bool, puzzle string) error {
	names := []string{"board " + b.Instance.String()}
	if b.Key.Solution != nil {
		names = append(names, "solution "+string(*b.Key.Solution))
	}
	easier := s.drawer.Difficulty != "" && b.Level != s.drawer.Difficulty
	if easier || slices.ContainsFunc(names, func(name string) bool { return seen[name] }) {
		s.easier = s.easier || easier
		if s.repeats++; s.repeats == mostRepeats {
			return s.tooFew(puzzle)
		}
		return nil
	}
	for _, name := range names {
		seen[name] = true
	}
	s.repeats = 0
	s.boards = append(s.boards, b)
	return nil
}

// each calls do for each number below n, on all cores, and step after each call. The error is that of
// the smallest number. If ctx ends, each returns soon, even if a call of do has not returned.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error, step func()) error {
	return generator.InOrder(ctx, runtime.NumCPU(), n, console.Each(encode.Left(n, nil)), do, func(err error) error {
		if err == nil {
			step()
		}
		return err
	})
}
