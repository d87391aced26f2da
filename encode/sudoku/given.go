package sudoku

import "counterproof/encode"

// ReduceGiven implements encode.TakesGiven. The given values become clues.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	clues := []byte(b.clues)
	for at, v := range values {
		switch {
		case v == encode.NotGiven:
		case clues[at] > 0 && int(clues[at]) != v+1:
			return encode.Unsolvable(b.Reduce())
		default:
			clues[at] = byte(v + 1)
		}
	}
	return (&Board{box: b.box, clues: string(clues)}).Reduce()
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	clues := []byte(b.clues)
	for _, at := range sites {
		clues[at] = s[at] + 1
	}
	return &Board{box: b.box, clues: string(clues)}
}
