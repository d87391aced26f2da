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
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/gf2"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "lightsout",
	Title: "Lights Out",
	Rules: "Press buttons so that every light goes off. " +
		"Each cell is a light and a button. On a plain board, a press toggles the light of its own cell and of the neighbours up, down, left and right. " +
		"On a torus, the cells at opposite ends of a row or column are also neighbours. A cell that is a neighbour on two sides is toggled only once.",
	Signs: "In a game ID of Simon Tatham's Flip, a toggle matrix says which lights a button toggles. " +
		toggle.Legend,
	Paper: "Yellow cells are lit. Mark the buttons that you press. The order does not matter. No button needs two presses, because two presses of the same button cancel each other. " +
		"The board is a plain board unless the words above it say otherwise. In the answers, discs mark the pressed buttons.",
	Sites:     "The sites are the cells in reading order. The value is 1 for a pressed button and 0 otherwise. Two presses of the same button cancel each other, and the order of the presses does not matter.",
	HashCells: true,
	Example:   ".#./##./...",
	Source:    "one solution: the 3x3 board has nullity 0, OEIS A159257",
	Styles:    constraint.XorStyles,
	Formats: []string{
		"'.#./##./...': the rows of lights joined by '/', where '#' is lit and '.' is not lit. For a torus, the notation begins with 'torus:'. There may be at most 40000 cells",
		"game IDs of Simon Tatham's Flip, 'WxH:MATRIX,GRID' (width first), at most 1024 cells. The canonical ID has no 'c' or 'r' after the size, has lower-case hex digits, and has 0 in bits that are not used",
		"the rows of lights on several lines. For a torus, the first line begins with 'torus:', or consists of this word",
	},
	Parse:     func(text string) (encode.Instance, error) { return parse(text) },
	Generate:  encode.Generator(sizeError, small, generate),
	Random:    random,
	Size:      encode.Size{H: 5, W: 5},
	Sizes:     "3x3; 5x5; 7x7",
	Ambiguous: true,
	Daily:     encode.Daily{Week: "3x3, 4x4, 5x5, 5x6, 6x6, 7x7, 8x8"},
}

// A Board is one instance: the lights, and which lights each button toggles.
type Board struct {
	toggle.Board
	torus bool
	// flips is the matrix of an ID, row-major: flips[i*H*W+j] says whether button i toggles light
	// j. The field flips is nil for crosses.
	flips []bool
}

// newBoard returns a board. Its title is its kind, unless it is plain.
func newBoard(lights toggle.Board, torus bool, flips []bool) *Board {
	switch {
	case flips != nil:
		lights.Title = "own matrix"
	case torus:
		lights.Title = "torus"
	}
	lights.Words = toggle.Words{Presses: "presses", Effect: "changes some light", Light: "light", On: "lit", Pressed: "pressed"}
	b := &Board{lights, torus, flips}
	b.Puzzle = b
	return b
}

func (b *Board) String() string {
	if b.flips != nil {
		return fmt.Sprintf("%dx%d:%s,%s", b.W, b.H, grid.Hex(grid.Pack(b.flips), len(b.flips)), grid.Hex(grid.Pack(b.Lit), len(b.Lit)))
	}
	text := strings.ReplaceAll(strings.TrimSuffix(b.Board.Draw(nil), "\n"), "\n", "/")
	if b.torus {
		return onTorus + text
	}
	return text
}

// These words begin the drawing of a board that is not plain. The first also begins its notation.
const (
	onTorus   = "torus:"
	ownMatrix = "own matrix:"
)

// Draw without a solution names the kind of a board above the lights, unless the board is plain.
func (b *Board) Draw(s *encode.Solution) string {
	if b.Title != "" && s == nil {
		return b.Title + ":\n" + b.Board.Draw(nil)
	}
	return b.Board.Draw(s)
}

func (b *Board) Toggles() (flips [][]int, lit []bool, on play.Look) {
	flips = make([][]int, len(b.Lit))
	for i := range flips {
		flips[i] = []int{}
		b.press(i, func(j int) { flips[i] = append(flips[i], j) })
	}
	return flips, slices.Clone(b.Lit), toggle.On
}

const (
	// maxCells is so small that the formula of a board takes at most some hundreds of megabytes.
	maxCells = 40_000
	// maxMatrix is the largest number of cells of a board given by an ID, where a button may toggle
	// any number of lights. If each button toggles a random half of the lights, the formula has 11
	// million clauses.
	maxMatrix = 1024
)

func parse(text string) (*Board, error) {
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	if strings.HasPrefix(text, ownMatrix) {
		return nil, encode.Errorf(1, 1, "the drawing does not show the matrix: want the game ID, which the command show prints above the drawing")
	}
	rest, torus := strings.CutPrefix(text, onTorus)
	lights, err := toggle.ParseRows(grid.Rows(rest, 1+len(text)-len(rest)), maxCells)
	if err != nil {
		return nil, err
	}
	return newBoard(lights, torus, nil), nil
}

// parseID reads a game ID of Simon Tatham's Flip, WxH[c|r]:MATRIX,GRID.
func parseID(text string) (*Board, error) {
	const example = "3x3:MATRIX,GRID"
	w, h, rest, err := grid.Sides(encode.OneLine(text), maxMatrix, example)
	if err != nil {
		return nil, err
	}
	n := h * w
	if n > maxMatrix {
		return nil, encode.Errorf(1, 1, "want at most %d cells, got %d", maxMatrix, n)
	}
	if strings.HasPrefix(rest.Text, "c") || strings.HasPrefix(rest.Text, "r") {
		rest = rest.From(1)
	}
	if !strings.HasPrefix(rest.Text, ":") {
		return nil, rest.Errorf("want ':' after the size, as in %s", example)
	}
	matrix, lights, ok := rest.From(1).Cut(",")
	flips, err := grid.ReadHex(matrix, n*n, "matrix")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, lights.Errorf("want ',' after the matrix, as in %s", example)
	}
	lit, err := grid.ReadHex(lights, n, "grid")
	if err != nil {
		return nil, err
	}
	return newBoard(toggle.Board{H: h, W: w, Lit: grid.Unpack(lit, n)}, false, grid.Unpack(flips, n*n)), nil
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections, also on a torus, whose
// shifts do not count. A matrix is turned with its lights.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.H, b.W)
		from := t.Cells(b.H, b.W)
		return newBoard(toggle.Board{H: h, W: w, Lit: encode.Keep(b.Lit, from)}, b.torus, b.flipsOf(from))
	})
}

// These constants limit a board for a cross-check: it has at most 19 buttons, so 2^19 assignments,
// and at most 2^7 solutions.
const (
	smallCells   = 19
	smallNullity = 7
)

var sizeError = encode.Area(1, maxCells)

// generate presses random buttons on a dark board, until some light is on. Every solvable board
// arises from 2^nullity sets of buttons, so all solvable boards with a light are equally likely.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := darkBoard(size.H, size.W, false, nil)
		b.scramble(rng)
		if !slices.Contains(b.Lit, true) {
			return nil, nil
		}
		return b, nil
	})
}

func random(rng *rand.Rand, size encode.Size, density float64) (encode.Instance, error) {
	if err := sizeError(size); err != nil {
		return nil, err
	}
	lit := wording.Fill(size.H*size.W, func(int) bool { return rng.Float64() < density })
	return newBoard(toggle.Board{H: size.H, W: size.W, Lit: lit}, false, nil), nil
}

func darkBoard(h, w int, torus bool, flips []bool) *Board {
	return newBoard(toggle.Dark(h, w), torus, flips)
}

func (b *Board) scramble(rng *rand.Rand) {
	for i := range b.Lit {
		if rng.IntN(2) == 0 {
			b.press(i, func(j int) { b.Lit[j] = !b.Lit[j] })
		}
	}
}

// small makes a plain board, a torus, or a board with a random toggle matrix. It may have no solution,
// or no light.
func small(_ context.Context, rng *rand.Rand) encode.Instance {
	for {
		h, w := encode.SmallSides(rng, 6, smallCells)
		kind := rng.IntN(3)
		var flips []bool
		if kind == 1 {
			flips = randomFlips(rng, h*w)
		}
		b := darkBoard(h, w, kind == 0, flips)
		e, err := gf2.Eliminate(context.Background(), new(native.Stats), b.Matrix(), nil)
		if err != nil || e.Nullity() > smallNullity {
			continue
		}
		if rng.IntN(2) == 0 {
			b.scramble(rng)
			return b
		}
		for i := range b.Lit {
			b.Lit[i] = rng.IntN(2) == 0
		}
		return b
	}
}

// randomFlips makes a random toggle matrix for n cells, sparse or dense. Most of the matrices are
// not symmetric. A matrix may be singular on purpose: two buttons toggle the same lights, or there
// is a light that no button toggles.
func randomFlips(rng *rand.Rand, n int) []bool {
	ones := 1 + rng.IntN(6) // the number of ones in 12 entries, on average
	flips := wording.Fill(n*n, func(int) bool { return rng.IntN(12) < ones })
	if rng.IntN(3) == 0 { // two equal buttons
		i, j := rng.IntN(n), rng.IntN(n)
		copy(flips[i*n:(i+1)*n], flips[j*n:(j+1)*n])
	}
	if rng.IntN(6) == 0 { // a light without a button
		for j, i := rng.IntN(n), 0; i < n; i++ {
			flips[i*n+j] = false
		}
	}
	return flips
}

// Parts returns the rows, the columns and the lights that are on. On a board with a toggle matrix,
// each remaining button still toggles those remaining lights that it toggled before.
func (b *Board) Parts() []clues.Parts {
	return b.PartsOf("lights", func(lights toggle.Board, cells []int) encode.Instance {
		return newBoard(lights, b.torus, b.flipsOf(cells))
	})
}

// flipsOf returns the toggle matrix of a board with the given cells; nil if the board has none.
func (b *Board) flipsOf(cells []int) []bool {
	if b.flips == nil {
		return nil
	}
	return encode.KeepCells(b.flips, len(b.Lit), cells, cells)
}
