package minesweeper

import (
	"fmt"

	"counterproof/encode"
)

// Layout implements encode.HasLayout. Only the covered cells have sites.
func (b *Board) Layout() (h, w int, cell []int) {
	for i, n := range b.cells {
		if n == covered {
			cell = append(cell, i)
		}
	}
	return b.h, b.w, cell
}

func (b *Board) ValueName(_, value int) string { return [...]string{"safe", "mine"}[value] }

// Obstacle looks for a number, or a total, that is smaller than the number of known mines or too
// large for the covered cells.
func (b *Board) Obstacle() string {
	var all [2]int // covered cells and known mines
	for i, n := range b.cells {
		switch n {
		case covered:
			all[0]++
		case flagged:
			all[1]++
		}
		if n < 0 {
			continue
		}
		var near [2]int
		around(b.h, b.w, i, func(j int) {
			switch b.cells[j] {
			case covered:
				near[0]++
			case flagged:
				near[1]++
			}
		})
		if why := beyond(int(n), near); why != "" {
			return fmt.Sprintf("the %d at %s has %s around it", n, encode.CellName(i, b.w), why)
		}
	}
	if b.mines < 0 {
		return ""
	}
	if why := beyond(b.mines, all); why != "" {
		return fmt.Sprintf("the board has %s, which cannot make a total of %s", why, b.title())
	}
	return ""
}

func beyond(mines int, cells [2]int) string {
	count := func(n int, what string) string {
		if n == 1 {
			return fmt.Sprintf("1 %s", what)
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	switch {
	case mines < cells[1]:
		return count(cells[1], "known mine")
	case mines > cells[0]+cells[1] && cells[1] == 0:
		return "only " + count(cells[0], "covered cell")
	case mines > cells[0]+cells[1]:
		return "only " + count(cells[0], "covered cell") + " and " + count(cells[1], "known mine")
	}
	return ""
}
