package sudoku

import (
	"counterproof/encode"
)

// Check goes through the cells in order. It reports the first cell that differs from its clue or
// has the same value as an earlier cell of its row, column or box.
func (b *Board) Check(s encode.Solution) error {
	n := b.side()
	var rows, columns, boxes [mostSide]uint32 // values read so far
	for at := range len(s) {
		r, c := at/n, at%n
		k := r/b.h*b.h + c/b.w
		v := s[at]
		if clue := b.clues[at]; clue > 0 && clue != v+1 {
			return &encode.Violation{Rule: "a clue has another value", Sites: []int{at}}
		}
		bit := uint32(1) << v
		if (rows[r]|columns[c]|boxes[k])&bit == 0 {
			rows[r] |= bit
			columns[c] |= bit
			boxes[k] |= bit
			continue
		}
		for first := range at {
			switch {
			case s[first] != v:
			case first/n == r:
				return &encode.Violation{Rule: "a value occurs twice in a row", Sites: []int{first, at}}
			case first%n == c:
				return &encode.Violation{Rule: "a value occurs twice in a column", Sites: []int{first, at}}
			case first/n/b.h*b.h+first%n/b.w == k:
				return &encode.Violation{Rule: "a value occurs twice in a box", Sites: []int{first, at}}
			}
		}
	}
	return nil
}

func (b *Board) Encode(e *encode.Encoder) {
	n := b.side()
	for i := range n {
		for v := range n {
			var row, column, box []encode.Lit
			for j := range n {
				row = append(row, e.Is(i*n+j, v))
				column = append(column, e.Is(j*n+i, v))
				r, c := i/b.h*b.h+j/b.w, i%b.h*b.w+j%b.w
				box = append(box, e.Is(r*n+c, v))
			}
			e.ExactlyOne(row...)
			e.ExactlyOne(column...)
			e.ExactlyOne(box...)
		}
	}
	for at, clue := range []byte(b.clues) {
		if clue > 0 {
			e.Add(e.Is(at, int(clue)-1))
		}
	}
}
