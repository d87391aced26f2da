package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/reports/paper/booklet"
)

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
		text := fmt.Sprint(number)
		if len(levels) > 1 {
			text = fmt.Sprintf("%d for each of %d levels", number, len(levels))
		}
		return nil, c.Usagef("want at most %d boards, got %s", mostBoards, text)
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
		text := more
		if len(numbers) == 1 {
			text = one
		}
		if len(numbers) > 0 {
			all = append(all, technique.Numbers("board", numbers)+" "+text)
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
