package daily

import (
	"fmt"
	"slices"
	"time"

	"counterproof/encode"
)

// menuMain is a puzzle that every day has. Each day also has menuOthers of the other puzzles, which
// take turns. Do not add a new puzzle here, because this would change the puzzles of earlier dates.
const (
	menuMain   = "pairplace"
	menuOthers = 5
)

var menuTurns = []string{
	"battleships", "calendar", "exactcover", "laplace", "lightsout", "map", "minesweeper", "nonogram", "packing", "pentomino",
	"pushpull", "sherlock", "submarines", "sudoku",
}

// First is the first date of the archive.
var First = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Day returns all boards of a date: the date itself as a board, and then the other puzzles of Menu.
func Day(puzzles []*encode.Puzzle, date time.Time) ([]Entry, error) {
	menu, err := Menu(puzzles, date)
	if err != nil {
		return nil, err
	}
	var day []Entry
	for _, p := range puzzles {
		if p.Daily.Date == nil {
			continue
		}
		e, err := entryOf(p, date)
		if err != nil {
			return nil, err
		}
		day = append(day, e)
	}
	return append(day, slices.DeleteFunc(menu, func(e Entry) bool { return e.Puzzle.Daily.Date != nil })...), nil
}

// Menu returns the puzzles of a date: Pair Place and five others. The other puzzles take turns in a
// fixed order, beginning on the date First, so the choice is the same for everybody. If the
// parameter puzzles lacks a puzzle of the date, the error names this puzzle.
func Menu(puzzles []*encode.Puzzle, date time.Time) ([]Entry, error) {
	n, days := len(menuTurns), int((date.Unix()-First.Unix())/(24*60*60))
	at := (days%n*menuOthers%n + n) % n
	names := []string{menuMain}
	for i := range menuOthers {
		names = append(names, menuTurns[(at+i)%n])
	}
	var menu []Entry
	for _, name := range names {
		i := slices.IndexFunc(puzzles, func(p *encode.Puzzle) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("the puzzles of %s need %s, which is not in the list", FormatDate(date), name)
		}
		e, err := entryOf(puzzles[i], date)
		if err != nil {
			return nil, err
		}
		menu = append(menu, e)
	}
	return menu, nil
}
