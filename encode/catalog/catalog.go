// Package catalog lists the puzzles.
package catalog

import (
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

// Names returns the names of all puzzles, sorted.
func Names() []string {
	var names []string
	for _, p := range All() {
		names = append(names, p.Name)
	}
	return names
}

// Find returns the puzzle with the given name, or nil if no puzzle has this name.
func Find(name string) *encode.Puzzle {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}
