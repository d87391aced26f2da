// Package publish has the commands of a puzzle designer's desk: sheet, daily and plot.
package publish

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
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
	Description: console.Describe(
		"Makes boards as generate does, or takes the given instances, and writes them into a PDF "+
			"with several boards on a page. A booklet of two boards or more has a cover and a page with "+
			"the rules and a worked example; otherwise, the rules are above the board. All boards that the "+
			"command makes have different solutions. The answers are at the end, with the numbers of their "+
			"boards. If a board does not have exactly one solution, its answer says so, and the "+
			"command prints a warning if that is unusual for the puzzle. A game of "+
			"Minesweeper is printed with so many open cells that it has exactly one solution. The same "+
			"seed gives the same file, byte for byte. A booklet has at most 1,000 boards. If characters "+
			"on a board are smaller than 5 points, the command prints a warning.",
		"counterproof sheet --difficulty easy,normal,hard --number 12 --seed 5 -o booklet.pdf sudoku",
		"counterproof sheet --paper letter --per-page 4 -o days.pdf calendar 10-06 12-24 02-29",
	),
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
	var boards func() ([]booklet.Board, error) // the work
	if len(c.Args) > 1 {
		boards, err = givenBoards(c)
	} else {
		boards, err = drawnBoards(c)
	}
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
		note := map[bool]string{true: fmt.Sprintf("Seed %d.", c.Uint64("seed"))}[len(c.Args) == 1] // of random boards
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
		advice := "use smaller boards"
		if document.Sections[len(document.Sections)-2].PerPage > 1 {
			advice = "use a smaller --per-page or smaller boards"
		}
		c.Warn("%s: the smallest characters on the boards are %.1f points in size, and characters below %d points are hard to read; %s", file, letters, leastLetters, advice)
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s on %s\n", file, wording.Plural(boards, "board"), wording.Plural(pages, "page"))
	return err
}
