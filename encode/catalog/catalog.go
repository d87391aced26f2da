// Package catalog lists the puzzles.
package catalog

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/battleships"
	"counterproof/encode/calendar"
	"counterproof/encode/exactcover"
	"counterproof/encode/laplace"
	"counterproof/encode/lightsout"
	"counterproof/encode/mapcolour"
	"counterproof/encode/minesweeper"
	"counterproof/encode/nonogram"
	"counterproof/encode/packing"
	"counterproof/encode/pairplace"
	"counterproof/encode/pentomino"
	"counterproof/encode/pushpull"
	"counterproof/encode/sherlock"
	"counterproof/encode/submarines"
	"counterproof/encode/sudoku"
)

// All lists every puzzle, sorted by name.
func All() []*encode.Puzzle {
	return []*encode.Puzzle{
		&battleships.Puzzle,
		&calendar.Puzzle,
		&exactcover.Puzzle,
		&laplace.Puzzle,
		&lightsout.Puzzle,
		&mapcolour.Puzzle,
		&minesweeper.Puzzle,
		&nonogram.Puzzle,
		&packing.Puzzle,
		&pairplace.Puzzle,
		&pentomino.Puzzle,
		&pushpull.Puzzle,
		&sherlock.Puzzle,
		&submarines.Puzzle,
		&sudoku.Puzzle,
	}
}

// Find returns the puzzle of that name, nil if there is none.
func Find(name string) *encode.Puzzle {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Nearest returns the name closest to a mistyped one, "" if none is close: at
// most a third of its letters changed, or one starts with the other.
func Nearest(typed string, names []string) string {
	best, least := "", 0
	typed = strings.ToLower(typed)
	for _, name := range names {
		d := distance(typed, name)
		if len(typed) >= 3 && (strings.HasPrefix(name, typed) || strings.HasPrefix(typed, name)) {
			d = 1
		}
		if 3*d <= len(name) && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, change or swap with
// their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
