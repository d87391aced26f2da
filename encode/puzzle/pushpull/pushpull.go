// Package pushpull is the flash game PushPull. It has nine blocks. A push moves a block and its
// neighbours up or down, and all blocks must be down. This is Lights Out on 3x3, but the package
// states the rules itself.
//
// The package supports only this size.
package pushpull

import (
	"context"
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
	"counterproof/native/gf2"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "pushpull",
	Title: "PushPull",
	Rules: "Push blocks so that all nine are down. " +
		"A push moves the block and its neighbours above, below, left and right: each of them goes down if it is up, and comes up if it is down.",
	Signs: "A solution is drawn on the board as it was before the pushes: '#' is a block that is up, '.' is down, '@' is up and pushed, 'o' is down and pushed.",
	Paper: "Yellow blocks are up and white blocks are down. Mark the blocks that you push. The order does not matter. No block needs two pushes, because two pushes of the same block cancel each other. " +
		"In the answers, discs mark the pushed blocks.",
	Sites:     "The sites are the blocks in reading order. The value is 1 for a pushed block and 0 otherwise. Two pushes of the same block cancel each other, and the order of the pushes does not matter.",
	HashCells: true,
	Example:   "011110110",
	Source:    "the post solving pushpull puzzles of 20 November 2016; its matrix has an inverse, so every board has one solution",
	Styles:    constraint.XorStyles,
	Formats: []string{
		"nine bits in reading order, 1 for up: '011110110'",
		"the board drawn in three rows of bits, or of '#' (up) and '.' (down): '011/110/110', '.##/##./##.'",
	},
	Parse:    parse,
	Generate: generate,
	Size:     encode.Size{H: 3, W: 3},
	Daily:    encode.Daily{Suits: suits},
}

// suits reports whether a board is suitable as the board of the day. All boards have the same size,
// so the day decides the number of pushes instead: 2 on Monday and Tuesday, 3 on Wednesday and
// Thursday, 4 on Friday and Saturday, and 5 on Sunday.
func suits(in encode.Instance, day time.Weekday) bool {
	s, ok := encode.Quick(in.Reduce())
	return ok && strings.Count(string(s), "\x01") == 2+(int(day)+6)%7/2
}

// A Board is one instance. A lit cell stands for a block that is up.
type Board struct{ toggle.Board }

func newBoard(up func(i int) bool) *Board {
	words := toggle.Words{Presses: "pushes", Effect: "moves some block"}
	b := &Board{toggle.Board{H: 3, W: 3, Lit: make([]bool, 9), Words: words}}
	b.System = func() gf2.System { return b.system() }
	for i := range b.Lit {
		b.Lit[i] = up(i)
	}
	return b
}

func (b *Board) String() string {
	text := []byte("000000000")
	for i, up := range b.Lit {
		if up {
			text[i] = '1'
		}
	}
	return string(text)
}

func parse(text string) (encode.Instance, error) {
	if text != "" && strings.Contains("#.@o", text[:1]) || strings.Contains(text, "/") {
		return parseRows(text)
	}
	span := encode.Span{Text: text, Line: 1, Column: 1}
	if err := span.Until(min(len(text), 9)).Only("01", "1 (up) or 0 (down)"); err != nil {
		return nil, err
	}
	if len(text) != 9 {
		return nil, encode.Errorf(1, min(len(text), 9)+1, "want nine bits, got %d", len(text))
	}
	return newBoard(func(i int) bool { return text[i] == '1' }), nil
}

// parseRows reads three rows of bits, or of '#' (up) and '.' (down), joined by '/'.
func parseRows(text string) (encode.Instance, error) {
	if strings.Trim(text, "01/") == "" {
		text = strings.NewReplacer("0", ".", "1", "#").Replace(text)
	}
	rows := grid.Rows(text, 1)
	lights, err := toggle.ParseRows(rows, 1<<16)
	switch {
	case err != nil:
		return nil, err
	case lights.W != 3:
		return nil, rows[0].From(min(lights.W, 3)).Errorf("want rows of three blocks, got %d", lights.W)
	case lights.H != 3:
		return nil, rows[min(lights.H, 4)-1].Errorf("want three rows, got %d", lights.H)
	}
	return newBoard(func(i int) bool { return lights.Lit[i] }), nil
}

// generate makes one of the 511 boards with a block that is up, all equally likely. For the zero
// size, which a cross-check uses, all blocks may be down.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size != (encode.Size{}) && size != (encode.Size{H: 3, W: 3}) {
		return nil, &encode.SizeError{Size: size, Want: "3x3"}
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		b := newBoard(func(int) bool { return rng.IntN(2) == 0 })
		if size.H > 0 && !slices.Contains(b.Lit, true) {
			return nil, nil
		}
		return b, nil
	})
}

// Parts implements clues.HasParts. The parts are the blocks that are up.
func (b *Board) Parts() []clues.Parts {
	up := encode.Where(b.Lit, func(up bool) bool { return up })
	return []clues.Parts{{Kind: "blocks", N: len(up), Without: func(gone ...int) encode.Instance {
		return newBoard(func(i int) bool {
			k, is := slices.BinarySearch(up, i)
			return is && !slices.Contains(gone, k)
		})
	}}}
}

// Check counts, for each block in reading order, the pushes that move the block.
func (b *Board) Check(s encode.Solution) error {
	for r := range 3 {
		for c := range 3 {
			var movers []int // the blocks whose pushes move this block, in order
			moves := 0
			for _, at := range [5][2]int{{r - 1, c}, {r, c - 1}, {r, c}, {r, c + 1}, {r + 1, c}} {
				if at[0] < 0 || at[0] > 2 || at[1] < 0 || at[1] > 2 {
					continue
				}
				site := 3*at[0] + at[1]
				movers = append(movers, site)
				moves += int(s[site])
			}
			if up := b.Lit[3*r+c]; up == (moves%2 == 0) {
				return &encode.Violation{Rule: "a block is up", Sites: movers}
			}
		}
	}
	return nil
}

// equations lists the blocks whose pushes move each of the blocks a to i. The letters and their
// order come from the post that describes the puzzle.
var equations = strings.Fields("abd baec cbf daeg edbfh fcei gdh hgei ihf")

func (b *Board) Encode(e *encode.Encoder) {
	for block, equation := range equations {
		var pushes []encode.Lit
		for _, letter := range equation {
			pushes = append(pushes, e.Is(int(letter-'a'), 1))
		}
		e.Xor(b.Lit[block], pushes...)
	}
}

func (b *Board) ValueName(_, value int) string { return [...]string{"not pushed", "pushed"}[value] }

// system returns the linear system. It uses bit operations to find the blocks that a push moves:
// the block itself, its neighbours in its row, and the blocks directly above and below.
func (b *Board) system() gf2.System {
	within := [3]uint{0b011, 0b111, 0b110} // by column, bit 0 first
	s := gf2.System{A: gf2.NewMatrix(9, 9), B: gf2.NewVector(9)}
	for push := range 9 {
		row, column := push/3, push%3
		moved := within[column] << (3 * row)
		moved |= 1 << push << 3
		moved |= 1 << push >> 3
		for block := range 9 {
			if moved>>block&1 != 0 {
				s.A.Set(block, push)
			}
		}
	}
	for block := range 9 {
		if b.Lit[block] {
			s.B.Set(block)
		}
	}
	return s
}

// Toggles implements play.HasToggles. A push of block a moves block b exactly if a push of b
// moves a. So the equations also say which blocks a push moves.
func (b *Board) Toggles() (flips [][]int, lit []bool, on play.Look) {
	for _, equation := range equations {
		var moved []int
		for _, letter := range equation {
			moved = append(moved, int(letter-'a'))
		}
		flips = append(flips, moved)
	}
	return flips, slices.Clone(b.Lit), toggle.On
}
