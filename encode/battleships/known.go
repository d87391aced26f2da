package battleships

import (
	"fmt"

	"counterproof/encode"
)

// Layout implements encode.HasLayout.
func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.given), nil)
}

// ValueName implements encode.HasValueNames.
func (b *Board) ValueName(_, value int) string { return [...]string{"water", "ship"}[value] }

// Obstacle implements encode.HasObstacle. It compares the sums with the fleet and the board, and then
// with the hints.
func (b *Board) Obstacle() string {
	if why := b.excess(); why != "" {
		return why
	}
	h, w := len(b.rows), len(b.cols)
	for i := range h + w {
		name, sum, n := fmt.Sprintf("row %d", i+1), b.rows[min(i, h-1)], w
		cell := func(k int) byte { return b.given[i*w+k] }
		if i >= h {
			name, sum, n = fmt.Sprintf("column %d", i-h+1), b.cols[i-h], h
			cell = func(k int) byte { return b.given[k*w+i-h] }
		}
		if sum == missing {
			continue
		}
		ships, water := 0, 0
		for k := range n {
			switch cell(k) {
			case none:
			case 'w':
				water++
			default:
				ships++
			}
		}
		switch {
		case ships > sum:
			return fmt.Sprintf("%s needs %d ship cells but its hints show %d", name, sum, ships)
		case n-water < sum:
			return fmt.Sprintf("%s needs %d ship cells but its hints leave only %d cells for them", name, sum, n-water)
		}
	}
	return ""
}

// hintNames has the names of the hints.
var hintNames = map[byte]string{
	'w': "water", 'c': "ship of one cell", 'm': "middle of a ship",
	't': "top end", 'b': "bottom end", 'l': "left end", 'r': "right end",
}

// Demands implements encode.HasDemands. The clues are numbered as for Clues.
func (b *Board) Demands() (names []string) {
	for _, i := range b.hints() {
		names = append(names, fmt.Sprintf("the %s at %s", hintNames[b.given[i]], encode.SiteName(b, i)))
	}
	for _, i := range b.sums() {
		if i < len(b.rows) {
			names = append(names, fmt.Sprintf("the %d of row %d", b.rows[i], i+1))
		} else {
			names = append(names, fmt.Sprintf("the %d of column %d", b.cols[i-len(b.rows)], i-len(b.rows)+1))
		}
	}
	return names
}

// Relaxed implements encode.HasDemands.
func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }
