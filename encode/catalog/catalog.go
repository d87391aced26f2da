// Package catalog lists the puzzles.
package catalog

import (
	"counterproof/encode"
	"counterproof/encode/puzzle/battleships"
	"counterproof/encode/puzzle/calendar"
	"counterproof/encode/puzzle/exactcover"
	"counterproof/encode/puzzle/gf2"
	"counterproof/encode/puzzle/laplace"
	"counterproof/encode/puzzle/lightsout"
	"counterproof/encode/puzzle/mapcolour"
	"counterproof/encode/puzzle/minesweeper"
	"counterproof/encode/puzzle/nonogram"
	"counterproof/encode/puzzle/packing"
	"counterproof/encode/puzzle/pairplace"
	"counterproof/encode/puzzle/pentomino"
	"counterproof/encode/puzzle/pushpull"
	"counterproof/encode/puzzle/sherlock"
	"counterproof/encode/puzzle/submarines"
	"counterproof/encode/puzzle/sudoku"
)

// All lists every puzzle, sorted by name.
func All() []*encode.Puzzle {
	return []*encode.Puzzle{
		&battleships.Puzzle,
		&calendar.Puzzle,
		&exactcover.Puzzle,
		&gf2.Puzzle,
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

// Find returns the puzzle with the given name, or nil if no puzzle has this name. It also finds the puzzles
// of files.
func Find(name string) *encode.Puzzle {
	for _, p := range append(All(), OfFiles()...) {
		if p.Name == name {
			return p
		}
	}
	return nil
}
