// Package desk has the commands of a puzzle designer's desk: sheet, daily and plot.
package desk

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/answer"
	"counterproof/bench/atomicfile"
	"counterproof/bench/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/reports/canvas"
	"counterproof/reports/sheet"
)

// mostBoards is the largest number of boards in a booklet.
const mostBoards = 1000

// SheetCommand is the command sheet.
var SheetCommand = &cli.Command{
	Name:     "sheet",
	Usage:    "make a booklet of puzzles with answers, as PDF",
	Category: console.GroupMake,
	Description: console.Describe(
		"Makes boards as generate does, or takes the given instances, and writes them into a PDF "+
			"with several boards on a page. The answers come at the end and have the numbers of their "+
			"boards. If a board does not have exactly one solution, its answer says so. The same "+
			"seed gives the same file, byte for byte. A booklet has at most 1,000 boards.",
		"counterproof sheet --difficulty easy,normal,hard --number 12 --seed 5 -o booklet.pdf sudoku",
		"counterproof sheet --paper letter --per-page 4 -o days.pdf calendar 10-06 12-24 02-29",
	),
	ArgsUsage: "PUZZLE [INSTANCE...]",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Usage: "write the booklet into the PDF file `F`; required", TakesFile: true},
		&cli.StringFlag{Name: "title", Usage: "print the title `TEXT` on every page; without the flag, the name of the puzzle"},
		&cli.StringFlag{Name: "paper", Value: sheet.Papers[0].Name, Usage: "use the paper `SIZE`: a4 or letter"},
		&cli.IntFlag{Name: "per-page", Usage: "put `N` boards on a page, 1 to 60; without the flag, up to 6, as long as they are legible"},
		console.SizeFlag, console.SeedFlag,
		&cli.IntFlag{Name: "number", Value: 1, Usage: "make `K` boards of each level", Action: console.Least("number", 1)},
		&cli.StringFlag{Name: "difficulty", Usage: "make boards for each level in `L,...`; for a board of a level, deduce needs rules of that level but no harder ones. list PUZZLE names the levels"},
		console.MinimalFlag, console.InputFlag,
	},
	Action: console.Args(1, -1, makeSheet),
}

func makeSheet(c *cli.Context, args []string) error {
	p, err := console.FindPuzzle(args[0])
	if err != nil {
		return err
	}
	booklet, perPage, err := emptyBooklet(c, p)
	if err != nil {
		return err
	}
	var boards []board
	if len(args) > 1 {
		boards, err = givenBoards(c, p, args[1:])
	} else {
		boards, err = drawnBoards(c, p)
	}
	if err != nil {
		return err
	}
	file := c.String("o")
	if err := atomicfile.Check(file); err != nil {
		return err
	}
	bar := console.NewProgress(c, len(boards), false)
	err = each(c.Context, len(boards), func(ctx context.Context, i int) error { return boards[i].finish(ctx, p) }, func() { bar.Step() })
	bar.Close()
	if err != nil {
		return console.DrawError(c, err)
	}
	booklet.Sections = sections(p, boards, perPage)
	return writeBooklet(c, booklet, len(boards), file)
}

// emptyBooklet returns a booklet without boards, with the paper and the texts that the flags set.
func emptyBooklet(c *cli.Context, p *encode.Puzzle) (s sheet.Sheet, perPage int, err error) {
	switch file := c.String("o"); {
	case !c.IsSet("o") || file == "":
		return s, 0, console.Usagef("sheet: want a file for the booklet: -o F.pdf")
	case file == "-":
		return s, 0, console.Usagef("sheet: -o: want a file, got -: standard output is for messages")
	case slices.Contains([]string{".svg", ".png", ".html"}, strings.ToLower(extension(file))):
		return s, 0, console.Usagef("sheet: -o writes PDF: want a file that ends in .pdf, got %s", file)
	}
	i := slices.IndexFunc(sheet.Papers, func(paper sheet.Paper) bool { return paper.Name == strings.ToLower(c.String("paper")) })
	if i < 0 {
		return s, 0, console.Usagef("sheet: --paper: want a4 or letter, got %q", encode.Short(c.String("paper")))
	}
	perPage = c.Int("per-page")
	if c.IsSet("per-page") && (perPage < 1 || perPage > sheet.MostPerPage) {
		return s, 0, console.Usagef("sheet: --per-page: want 1 to %d boards, got %d", sheet.MostPerPage, perPage)
	}
	example, err := p.Parse(p.Example)
	if err != nil {
		return s, 0, err
	}
	if _, ok := example.(encode.HasPicture); !ok {
		return s, 0, console.Usagef("sheet: %s has no pictures", p.Name)
	}
	return sheet.Sheet{Title: cmp.Or(c.String("title"), p.Title), Paper: sheet.Papers[i]}, perPage, nil
}

func extension(file string) string {
	if i := strings.LastIndexByte(file, '.'); i >= 0 {
		return file[i:]
	}
	return ""
}

// A board is one board of a booklet. The method finish fills in its instance, if it has to be
// drawn, and its answer.
type board struct {
	drawer *generator.Drawer // nil for an instance that is given
	index  int               // the number of the board for the drawer
	level  string            // empty: not known

	instance encode.Instance
	key      *answer.Key
}

// drawnBoards lists the boards that the flags ask for.
func drawnBoards(c *cli.Context, p *encode.Puzzle) ([]board, error) {
	d, err := console.Draw(c)
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
		text := fmt.Sprint(number)
		if len(levels) > 1 {
			text = fmt.Sprintf("%d for each of %d levels", number, len(levels))
		}
		return nil, console.Usagef("sheet: want at most %d boards, got %s", mostBoards, text)
	}
	var all []board
	for _, level := range levels {
		d.Difficulty = level
		g, err := d.For(p)
		if err != nil {
			return nil, console.DrawError(c, err)
		}
		for i := range number {
			all = append(all, board{drawer: g, index: i, level: level})
		}
	}
	return all, nil
}

// chosenLevels reads the names of levels. Draw.For checks that the puzzle has them.
func chosenLevels(text string) ([]string, error) {
	levels := strings.Split(text, ",")
	for i, level := range levels {
		levels[i] = strings.TrimSpace(level)
		switch {
		case levels[i] == "":
			return nil, console.Usagef("sheet: --difficulty: want the names of levels, separated by commas, got %q", encode.Short(text))
		case slices.Contains(levels[:i], levels[i]):
			return nil, console.Usagef("sheet: --difficulty: the level %q occurs twice", encode.Short(levels[i]))
		}
	}
	return levels, nil
}

// givenBoards reads the instances of the arguments.
func givenBoards(c *cli.Context, p *encode.Puzzle, args []string) ([]board, error) {
	for _, name := range []string{"size", "seed", "number", "difficulty", "minimal"} {
		if c.IsSet(name) {
			return nil, console.Usagef("sheet: --%s is for boards that are drawn: leave it out, or leave the instances out", name)
		}
	}
	ins, err := console.OpenInstances(c, p, args)
	if err != nil {
		return nil, err
	}
	var all []board
	for in, err := range ins {
		if err != nil {
			return nil, err
		}
		if len(all) == mostBoards {
			return nil, console.Usagef("sheet: want at most %d boards, got more instances", mostBoards)
		}
		console.Warn(c, in)
		all = append(all, board{instance: in})
	}
	return all, nil
}

// finish generates the board unless the arguments name it, finds its answer, and determines its
// level if possible.
func (b *board) finish(ctx context.Context, p *encode.Puzzle) (err error) {
	if b.instance == nil {
		if b.instance, err = b.drawer.Board(ctx, b.index); err != nil {
			return err
		}
	}
	if b.key, err = answer.FindKey(ctx, p, b.instance); err != nil {
		return fmt.Errorf("%s: %s: %w", p.Name, encode.Short(b.instance.String()), err)
	}
	in, ok := b.instance.(encode.Deducible)
	if !ok || b.level != "" || b.key.String() != "" {
		return nil
	}
	d, err := answer.Deduce(ctx, in, encode.Deducing{}, answer.Watcher{})
	if err == nil && d.Solution != nil {
		b.level = d.Level
	}
	return err
}

// sections returns a section with the boards and a section with their answers, which have the same
// numbers.
func sections(p *encode.Puzzle, boards []board, perPage int) []sheet.Section {
	puzzles := sheet.Section{PerPage: perPage}
	answers := sheet.Section{Heading: "Answers", Small: true}
	for i, b := range boards {
		name := p.Title
		if placed, ok := b.instance.(encode.HasTableCell); ok {
			name = placed.TableCell().Label
		}
		title := fmt.Sprintf("%d. %s", i+1, name)
		puzzles.Items = append(puzzles.Items, sheet.Item{Picture: p.Picture(b.instance, nil), Title: title, Note: b.level})
		answers.Items = append(answers.Items, sheet.Item{Picture: p.Picture(b.instance, b.key.Solution), Title: title, Caption: b.key.String()})
	}
	return []sheet.Section{puzzles, answers}
}

// writeBooklet draws the booklet and writes it into the file. It warns about characters that the
// font of PDF documents lacks.
func writeBooklet(c *cli.Context, booklet sheet.Sheet, boards int, file string) error {
	var b bytes.Buffer // not to be touched if drawing is abandoned
	var missing []rune
	pages := 0
	err := console.Abandon(c.Context, func() error {
		all, err := booklet.Pages()
		if err != nil {
			return err
		}
		for _, page := range all {
			missing = append(missing, canvas.Missing(page)...)
		}
		pages = len(all)
		return canvas.PDF(&b, all...)
	})
	if err != nil {
		return err
	}
	if err := atomicfile.Write(file, b.Bytes()); err != nil {
		return err
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: %s: the font has no %q and shows boxes\n", file, string(slices.Compact(missing)))
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %s on %s\n", file, counted(boards, "board"), counted(pages, "page"))
	return err
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
