// Package lightsout is Lights Out: a press toggles a set of lights, and all lights must be turned
// off. The sets are crosses on a board, crosses on a torus, or given by a toggle matrix as in the
// game IDs of Simon Tatham's Flip.
//
// It uses no theory of boards (singular sizes, light chasing). The native method is elimination
// over GF(2); see native/gf2.
package lightsout

import (
	"context"
	"fmt"
	"strings"

	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/grid"
	"counterproof/encode/toggle"
)

// Puzzle is the catalogue entry.
var Puzzle = encode.Puzzle{
	Name:  "lightsout",
	Title: "Lights Out",
	Rules: "Press buttons so that every light goes off. " +
		"Each cell is a light and a button. On a plain board, a press toggles the light of its own cell and of the neighbours up, down, left and right. " +
		"On a torus, cells at opposite edges are neighbours, too, and a cell that is a neighbour on two sides is toggled only once. " +
		"In a game ID, a toggle matrix says which lights a button toggles. " +
		toggle.Legend,
	Sites:   "The sites are the cells in reading order. The value is 1 for a pressed button and 0 otherwise. Two presses cancel, and the order does not matter.",
	Example: ".#./##./...",
	Source:  "one solution: the 3x3 board has nullity 0, OEIS A159257",
	Styles:  constraint.XorStyles,
	Formats: []string{
		"the lights in rows joined by '/', '#' lit and '.' not: '.#./##./...'; 'torus:' in front for a torus; at most 40000 cells",
		"game IDs of Simon Tatham's Flip, 'WxH:MATRIX,GRID' (width first), at most 1024 cells. A 'c' or 'r' after the size is dropped, hex digits become lower-case, and bits of padding become 0",
	},
	Parse:     func(text string) (encode.Instance, error) { return parse(text) },
	Generate:  generate,
	Random:    random,
	Size:      encode.Size{H: 5, W: 5},
	Ambiguous: true,
	Daily:     encode.Daily{Week: "3x3, 4x4, 5x5, 5x6, 6x6, 7x7, 8x8"},
}

// A Board is one instance: the lights, and which lights each button toggles.
type Board struct {
	toggle.Board
	torus bool
	// flips is the matrix of an ID, row-major: flips[i*H*W+j] says whether button i toggles light
	// j. It is nil for crosses.
	flips []bool
}

// String implements encode.Instance.
func (b *Board) String() string {
	if b.flips != nil {
		return fmt.Sprintf("%dx%d:%s,%s", b.W, b.H, grid.Hex(grid.Pack(b.flips), len(b.flips)), grid.Hex(grid.Pack(b.Lit), len(b.Lit)))
	}
	text := strings.ReplaceAll(strings.TrimSuffix(b.Draw(nil), "\n"), "\n", "/")
	if b.torus {
		return "torus:" + text
	}
	return text
}

// Explain implements encode.Explainable.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	return b.Board.Explain(ctx, b.system())
}
