package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/wording"
)

// As implements encode.Convertible. As a map, the regions are the cells in reading order, the colours are
// the values, and cells are neighbours if they share a row, a column or a box.
func (b *Board) As(puzzle string) (string, error) {
	if puzzle != "map" {
		return "", fmt.Errorf("a sudoku can be written as a map, but not as an instance of %s", puzzle)
	}
	var edges []string
	for at, peers := range layouts(b.box).peers {
		for _, peer := range slices.Sorted(slices.Values(peers)) {
			if peer > at {
				edges = append(edges, fmt.Sprintf("%d-%d", at, peer))
			}
		}
	}
	text := fmt.Sprintf("regions=%d colours=%d edges=%s", len(b.clues), b.side(), strings.Join(edges, ","))
	given := wording.Each(b.clued(), func(at int) string { return fmt.Sprintf("%d:%d", at, b.clues[at]-1) })
	if len(given) > 0 {
		text += " given=" + strings.Join(given, ",")
	}
	return text, nil
}
