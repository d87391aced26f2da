// Package lightsout is Lights Out: a press toggles a set of lights, and all are
// to be off. The sets are crosses on a board, crosses on a torus, or any, given
// by a toggle matrix as in the game IDs of Simon Tatham's Flip.
//
// It knows no theory of boards (which sizes are singular, light chasing): the
// native method is elimination over GF(2), see native/gf2.
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
		"Each cell is a light and a button; a press toggles the light of the cell itself and of its neighbours up, down, left and right (plain), " +
		"of its distinct neighbours around the edges too (torus:), or whatever the toggle matrix of a game ID says. " +
		toggle.Legend,
	Sites:   "A site is a cell, row-major; 1 is pressed, 0 is not. A press twice is no press, and the order does not matter.",
	Example: ".#./##./...",
	Source:  "one solution: the 3x3 board has nullity 0, OEIS A159257",
	Styles:  constraint.XorStyles,
	Formats: []string{
		"the lights in rows joined by '/', '#' is lit, '.' is not: .#./##./...; torus: in front; at most 40000 cells",
		"game IDs of Simon Tatham's Flip, WxH:MATRIX,GRID (width first; c or r after the size is dropped, hex digits become lower-case, bits of padding 0); at most 1024 cells",
	},
	Parse:     func(text string) (encode.Instance, error) { return parse(text) },
	Generate:  generate,
	Random:    random,
	Size:      encode.Size{H: 5, W: 5},
	Ambiguous: true,
}

// A Board is one instance.
type Board struct {
	toggle.Board
	torus bool
	// flips is the matrix of an ID, row-major: whether button i toggles light
	// j at i*H*W+j. nil: crosses.
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
