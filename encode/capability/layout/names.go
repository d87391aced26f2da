package layout

import (
	"fmt"

	"counterproof/encode"
)

// HasSiteNames is an instance that has names for its sites. An instance with a layout does not need
// names for its sites: the row and column name a site.
type HasSiteNames interface {
	SiteName(site int) string // such as "region 3"
}

// HasValueNames is an instance that has names for the values of its sites.
type HasValueNames interface {
	// ValueName returns a short name, such as "7", "black" or "column 2". The values of a site have
	// different names, except if there are more values than the drawing has letters.
	ValueName(site, value int) string
}

// SiteName returns the name of a site for people. If the instance has no names for its sites, the
// name consists of the row and column, counted from 1. Without a layout, the name is the number of
// the site, counted from 0.
func SiteName(in encode.Instance, site int) string {
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
func ValueName(in encode.Instance, site, value int) string {
	if named, ok := in.(HasValueNames); ok {
		return named.ValueName(site, value)
	}
	return fmt.Sprintf("value %d", value)
}
