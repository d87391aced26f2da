// Package pushpull is the flash game PushPull. A push moves a block and its neighbours up or down, and
// all blocks must be down. This is Lights Out, but the package states the rules itself. The game has
// nine blocks, and the package has boards of any size.
package pushpull

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/native/gf2"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "pushpull",
	Title: "PushPull",
	Rules: "Push blocks so that all of them are down. " +
		"A push moves the block and its neighbours above, below, left and right: each of them goes down if it is up, and comes up if it is down.",
	Signs: "A solution is drawn on the board as it was before the pushes: '#' is a block that is up, '.' is down, '@' is up and pushed, 'o' is down and pushed.",
	Paper: "Yellow blocks are up and white blocks are down. Mark the blocks that you push. The order does not matter. No block needs two pushes, because two pushes of the same block cancel each other. " +
		"In the answers, discs mark the pushed blocks.",
	Sites:     "The sites are the blocks in reading order. The value is 1 for a pushed block and 0 otherwise. Two pushes of the same block cancel each other, and the order of the pushes does not matter.",
	HashCells: true,
	Example:   "011110110",
	Source:    "the post solving pushpull puzzles of 20 November 2016; its matrix has an inverse, so every board of nine blocks has one solution",
	Styles:    constraint.XorStyles,
	Formats: []string{
		fmt.Sprintf("nine bits in reading order, 1 for up: '011110110'. A board of another size has its height and width before the bits: '2x3:011110'. There may be at most %d blocks", maxBlocks),
		"the board drawn in rows of '#' (up) and '.' (down), but not a single row of three, or in three rows of three bits: '.##/##./##.', '011/110/110'",
	},
	Parse:    parse,
	Generate: encode.Generator(sizeError, small, generate),
	Size:     encode.Size{H: 3, W: 3},
	Sizes:    "3x3; 4x4; 5x5",
	// Boards of some sizes, such as 4x4, have several solutions or none.
	Ambiguous: true,
	Daily:     encode.Daily{Week: "3x3, 3x3, 3x3, 3x3, 3x3, 3x3, 3x3", Suits: suits},
}

const (
	maxBlocks   = 40_000 // as in Lights Out
	smallBlocks = 16     // the most blocks of a board for a cross-check
)

// suits reports whether a board is suitable as the board of the day. All boards have the same size,
// so the day decides the number of pushes instead: 2 on Monday and Tuesday, 3 on Wednesday and
// Thursday, 4 on Friday and Saturday, and 5 on Sunday.
func suits(in encode.Instance, day time.Weekday) bool {
	s, ok := encode.Quick(in.Reduce())
	return ok && strings.Count(string(s), "\x01") == 2+(int(day)+6)%7/2
}

// A Board is one instance. A lit cell stands for a block that is up.
type Board struct{ toggle.Board }

func newBoard(lights toggle.Board) *Board {
	b := &Board{lights}
	b.Words = toggle.Words{Presses: "pushes", Effect: "moves some block", Light: "block", On: "up", Pressed: "pushed"}
	b.Puzzle = b
	return b
}

func (b *Board) String() string {
	text := strings.NewReplacer("#", "1", ".", "0", "\n", "").Replace(b.Draw(nil))
	if b.nine() {
		return text
	}
	return fmt.Sprintf("%dx%d:%s", b.H, b.W, text)
}

func (b *Board) nine() bool { return b.H == 3 && b.W == 3 }

func parse(text string) (encode.Instance, error) {
	if text != "" && strings.Contains("#.@o", text[:1]) || strings.Contains(text, "/") {
		return parseRows(text)
	}
	bits, size := encode.OneLine(text), encode.Size{H: 3, W: 3}
	if side, after, ok := bits.Cut(":"); ok {
		var err error
		if size, err = encode.ParseSize(side.Text); err != nil || size.N > 0 || sizeError(size) != nil {
			return nil, side.Errorf("want the height and the width of at most %d blocks, as in 2x3:011110, got %q", maxBlocks, side.Text)
		}
		bits = after
	}
	n := size.H * size.W
	if err := bits.Until(min(len(bits.Text), n)).Only("01", "1 (up) or 0 (down)"); err != nil {
		return nil, err
	}
	if len(bits.Text) != n {
		return nil, bits.From(min(len(bits.Text), n)).Errorf("want %d bits, got %d; boards other than 3x3 have a size before the bits, as in 2x3:011110", n, len(bits.Text))
	}
	up := wording.Each([]byte(bits.Text), func(bit byte) bool { return bit == '1' })
	return newBoard(toggle.Board{H: size.H, W: size.W, Lit: up}), nil
}

// parseRows reads rows of '#' (up) and '.' (down), joined by '/', or three rows of three bits. It
// refuses other rows of bits, because a list of boards on several lines must not become one board.
func parseRows(text string) (encode.Instance, error) {
	bits := strings.Trim(text, "01/") == ""
	if bits {
		text = strings.NewReplacer("0", ".", "1", "#").Replace(text)
	}
	rows := grid.Rows(text, 1)
	lights, err := toggle.ParseRows(rows, maxBlocks)
	switch {
	case err != nil:
		return nil, err
	case bits && lights.W != 3:
		return nil, rows[0].From(min(lights.W, 3)).Errorf("want rows of three blocks, got %d", lights.W)
	case lights.H == 1 && lights.W == 3: // three such lines are a board of nine blocks
		return nil, rows[0].Errorf("want two rows or more, or the size and bits, as in 1x3:011")
	case bits && lights.H != 3:
		return nil, rows[min(lights.H, 4)-1].Errorf("want three rows, got %d", lights.H)
	}
	return newBoard(lights), nil
}

var sizeError = encode.Area(1, maxBlocks)

// generate makes a board with a block that is up. For nine blocks, all 511 boards are equally likely.
// For other sizes, generate pushes random blocks, because not every board need have a solution.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := newBoard(toggle.Dark(size.H, size.W))
		for i, moved := range b.flips() {
			if rng.IntN(2) > 0 {
				continue
			}
			if b.nine() {
				moved = []int{i}
			}
			for _, j := range moved {
				b.Lit[j] = !b.Lit[j]
			}
		}
		if !slices.Contains(b.Lit, true) {
			return nil, nil
		}
		return b, nil
	})
}

func small(_ context.Context, rng *rand.Rand) encode.Instance {
	h, w := encode.SmallSides(rng, 5, smallBlocks)
	if h == 1 && w == 3 {
		return nil // its drawing is not read; see parseRows
	}
	return newBoard(toggle.Board{H: h, W: w, Lit: wording.Fill(h*w, func(int) bool { return rng.IntN(2) == 0 })})
}

// Parts implements clues.HasParts. The parts are the rows, the columns and the blocks that are up.
func (b *Board) Parts() []clues.Parts {
	return b.PartsOf("blocks", func(lights toggle.Board, _ []int) encode.Instance { return newBoard(lights) })
}

// Check counts, for each block in reading order, the pushes that move the block.
func (b *Board) Check(s encode.Solution) error {
	for r := range b.H {
		for c := range b.W {
			var movers []int // the blocks whose pushes move this block, in order
			moves := 0
			for _, at := range [5][2]int{{r - 1, c}, {r, c - 1}, {r, c}, {r, c + 1}, {r + 1, c}} {
				if at[0] < 0 || at[0] >= b.H || at[1] < 0 || at[1] >= b.W {
					continue
				}
				site := b.W*at[0] + at[1]
				movers = append(movers, site)
				moves += int(s[site])
			}
			if up := b.Lit[b.W*r+c]; up == (moves%2 == 0) {
				return &encode.Violation{Rule: "a block is up", Sites: movers}
			}
		}
	}
	return nil
}

// equations lists the blocks whose pushes move each of the blocks a to i. The letters and their
// order come from the post that describes the puzzle.
var equations = strings.Fields("abd baec cbf daeg edbfh fcei gdh hgei ihf")

// flips lists, for each block, the blocks whose pushes move it. A push of block a moves block b exactly
// if a push of b moves a. So these are also the blocks that a push of the block moves.
func (b *Board) flips() [][]int {
	flips := make([][]int, len(b.Lit))
	for i := range flips {
		if b.nine() {
			for _, letter := range equations[i] {
				flips[i] = append(flips[i], int(letter-'a'))
			}
			continue
		}
		for _, j := range [5]int{i - b.W, i - 1, i, i + 1, i + b.W} {
			if j >= 0 && j < len(b.Lit) && (j%b.W == i%b.W || j/b.W == i/b.W) {
				flips[i] = append(flips[i], j)
			}
		}
		flips[i] = slices.Compact(flips[i]) // if there is one column, some are above and to the left
	}
	return flips
}

// Encode implements encode.Instance.
func (b *Board) Encode(e *encode.Encoder) {
	for block, movers := range b.flips() {
		e.Xor(b.Lit[block], wording.Each(movers, func(push int) encode.Lit { return e.Is(push, 1) })...)
	}
}

func (b *Board) ValueName(_, value int) string { return [...]string{"not pushed", "pushed"}[value] }

// Matrix implements toggle.Puzzle.
func (b *Board) Matrix() *gf2.Matrix { return toggle.Crosses(b.H, b.W, false) }

// Toggles implements play.HasToggles.
func (b *Board) Toggles() (flips [][]int, lit []bool, on play.Look) {
	return b.flips(), slices.Clone(b.Lit), toggle.On
}

// maxPrinted is the most blocks of a board whose matrix is printed, as in package toggle.
const maxPrinted = 100

// Explain implements encode.Explainable. For up to 100 blocks, it adds the matrix A of the post, and if
// A has an inverse, the product of the inverse and the start before it is reduced modulo 2. An odd
// number in this product means a push.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	x, err := b.Board.Explain(ctx)
	if err != nil || len(b.Lit) > maxPrinted {
		return x, err
	}
	last := x.Facts[len(x.Facts)-1]
	rows, text := toggle.Print(b.Matrix())
	x.Add("matrix", rows, text)
	if inverse, ok := last.Value.([][]int); ok && last.Name == "inverse" {
		product := make([]int, len(inverse))
		for i, row := range inverse {
			for j, entry := range row {
				if b.Lit[j] {
					product[i] += entry
				}
			}
		}
		x.Add("product", product, strings.Join(grid.Decimals(product), " "))
	}
	return x, nil
}

// Obstacle implements encode.HasObstacle.
func (b *Board) Obstacle() string {
	return strings.NewReplacer("button changes", "push moves", "light", "block", "lit", "up").Replace(b.Board.Obstacle())
}

// Canonical implements encode.HasSymmetries. The symmetries are the rotations and reflections that
// move no block that is up to a place of a block that is down.
func (b *Board) Canonical() (func(encode.Solution) encode.Solution, error) {
	var all [][]int // for each symmetry: the block from which each place gets its value
	for _, t := range grid.Turns() {
		from := t.Cells(b.H, b.W)
		if h, _ := t.Size(b.H, b.W); h == b.H && slices.Equal(encode.Keep(b.Lit, from), b.Lit) {
			all = append(all, from)
		}
	}
	return func(s encode.Solution) encode.Solution {
		first := s
		for _, from := range all {
			first = min(first, encode.Solution(encode.Keep([]byte(s), from)))
		}
		return first
	}, nil
}

// Orbit implements encode.HasOrbit. The symmetries are the rotations and reflections.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	return grid.Orbit(ctx, func(t grid.Turn) encode.Instance {
		h, w := t.Size(b.H, b.W)
		return newBoard(toggle.Board{H: h, W: w, Lit: encode.Keep(b.Lit, t.Cells(b.H, b.W))})
	})
}
