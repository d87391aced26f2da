package sudoku

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// Check goes through the cells in order. It reports the first cell that differs from its clue or
// has the same value as an earlier cell of its row, column or box.
func (b *Board) Check(s encode.Solution) error {
	var used [3][mostSide]uint32 // the values so far in each row, column and box
	for at := range len(s) {
		v, units := s[at], b.units(at)
		if clue := b.clues[at]; clue > 0 && clue != v+1 {
			return &encode.Violation{Rule: "a clue has another value", Sites: []int{at}}
		}
		again := false
		for kind, unit := range units {
			again = again || used[kind][unit]>>v&1 == 1
			used[kind][unit] |= 1 << v
		}
		for first := 0; again && first < at; first++ {
			for kind, unit := range b.units(first) {
				if s[first] == v && unit == units[kind] {
					return &encode.Violation{Rule: "a value occurs twice in a " + kinds[kind], Sites: []int{first, at}}
				}
			}
		}
	}
	return nil
}

func (b *Board) Encode(e *encode.Encoder) {
	n, groups := b.side(), b.groups()
	for i := range n {
		for v := range n {
			for kind := range kinds {
				e.ExactlyOne(wording.Each(groups[kind*n+i], func(at int) encode.Lit { return e.Is(at, v) })...)
			}
		}
	}
	for at, clue := range []byte(b.clues) {
		if clue > 0 {
			e.Add(e.Is(at, int(clue)-1))
		}
	}
}

// Common returns the empty board and the clues as values.
func (b *Board) Common() (encode.Instance, []int) {
	empty := &Board{box: b.box, clues: strings.Repeat("\x00", len(b.clues))}
	return empty, wording.Each([]byte(b.clues), func(clue byte) int { return int(clue) - 1 })
}
