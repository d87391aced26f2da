package sherlock

import (
	"slices"

	"counterproof/encode"
)

// ReduceGiven implements encode.TakesGiven. Each given value becomes a clue "at".
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	more := b.clone()
	for icon, v := range values {
		if v != encode.NotGiven {
			more.clues = append(more.clues, clue{kind: at, icons: []int{icon}, column: v})
		}
	}
	return more.Reduce()
}

func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := b.clone()
	for _, icon := range sites {
		more.clues = append(more.clues, clue{kind: at, icons: []int{icon}, column: int(s[icon])})
	}
	if len(more.clues) > maxClues {
		return nil
	}
	return more
}

func (b *Board) clone() *Board {
	return &Board{categories: b.categories, icons: b.icons, clues: slices.Clip(b.clues)}
}
