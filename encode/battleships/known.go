package battleships

import (
	"fmt"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/grid"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.given), nil)
}

func (b *Board) ValueName(_, value int) string { return [...]string{"water", "ship"}[value] }

// Obstacle checks the sums against the fleet and the board first, and then against the hints.
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
			return fmt.Sprintf("%s needs %s but its hints show %d", name, encode.Plural(sum, "ship cell"), ships)
		case n-water < sum:
			return fmt.Sprintf("%s needs %s but its hints leave only %s", name, encode.Plural(sum, "ship cell"), encode.Plural(n-water, "cell"))
		}
	}
	return ""
}

var hintNames = map[byte]string{
	'w': "water", 'c': "ship of one cell", 'm': "middle of a ship",
	't': "top end", 'b': "bottom end", 'l': "left end", 'r': "right end",
}

// Demands implements encode.HasDemands. The clues are numbered as for the method Clues.
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

func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }

func (b *Board) Marked(clues []int, entries []encode.Given) *draw.Picture {
	return grid.Draw(b.picture(b.given, "").MarkClues(b.places(), clues, encode.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]encode.Spot { return b.picture(b.given, "").ClueSpots(b.places()) }

func (b *Board) places() []grid.Clue {
	return append(grid.CellClues(b.hints()), grid.LineClues(len(b.rows), b.sums())...)
}
