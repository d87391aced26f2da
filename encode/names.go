package encode

import "fmt"

// SiteName returns the name of a site for people. If the instance has no names for its sites, the
// name consists of the row and column, counted from 1. Without a layout, the name is the number of
// the site, counted from 0.
func SiteName(in Instance, site int) string {
	if named, ok := in.(HasSiteNames); ok {
		return named.SiteName(site)
	}
	if board, ok := in.(HasLayout); ok {
		_, w, cell := board.Layout()
		return CellName(cell[site], w)
	}
	return fmt.Sprintf("site %d", site)
}

// CellName returns the name of a cell of a row-major board with w columns: its row and column from 1.
func CellName(cell, w int) string { return fmt.Sprintf("row %d, column %d", cell/w+1, cell%w+1) }

// ValueName returns the name of a value for people. If the instance has no names for its values,
// the result is the word "value" and the number.
func ValueName(in Instance, site, value int) string {
	if named, ok := in.(HasValueNames); ok {
		return named.ValueName(site, value)
	}
	return fmt.Sprintf("value %d", value)
}

// ObstacleOf returns a simple reason why the instance has no solution, or an empty text if no such
// reason is known.
func ObstacleOf(in Instance) string {
	if blocked, ok := in.(HasObstacle); ok {
		return blocked.Obstacle()
	}
	return ""
}

// Refusal returns the reason why the instance is not a valid puzzle, or nil.
func Refusal(in Instance) error {
	if r, ok := in.(Refusable); ok {
		return r.Refusal()
	}
	return nil
}

// A Lookup finds a puzzle by its name. It returns nil if no puzzle has the name.
type Lookup func(name string) *Puzzle
