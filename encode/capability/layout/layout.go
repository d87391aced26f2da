// Package layout defines where the sites of an instance are on a board, and the names of sites and values.
package layout

import (
	"fmt"

	"counterproof/encode"
)

// HasTextColours is an instance whose text drawing has colours on a terminal.
type HasTextColours interface {
	// TextColours has one entry for each rune of Draw(s). The parameter s is not nil. The entry 0
	// means no colour. Runes with the same entry above 0 belong to the same piece or mark and get
	// the same colour.
	TextColours(s *encode.Solution) []int
}

// HasTableCell is an instance that has a place in a table of similar instances. For example, each
// date of a year has a cell in a table of months and days.
type HasTableCell interface {
	TableCell() TableCell
}

// A TableCell says where an instance is in a table of similar instances, and how to name the
// instance. Every field may be empty.
type TableCell struct {
	Row, Column string // the names of the row and the column: October, 6
	Label       string // the instance in a sentence: 6 October
	Short       string // the instance on an axis: 6 Oct
	Noun        string // a word for such an instance: day
	// Part distinguishes instances with the same row and column. On a calendar with weekdays, Part
	// is the day of the week, such as Mon. If no two instances share a row and column, Part is
	// empty.
	Part string
}

// HasSize is an instance with rows and columns, or only with a number N.
type HasSize interface {
	Size() encode.Size
}

// HasLayout is an instance whose sites are cells of a rectangular board.
type HasLayout interface {
	// Layout returns the height and the width of the board, and the cell of each site as r*w+c. No two
	// sites have the same cell, and some cells may have no site.
	Layout() (h, w int, cell []int)
}

// HasBoxes is an instance with a layout whose pictures have heavier lines around boxes of cells.
type HasBoxes interface {
	HasLayout
	// Box returns the height and the width of a box, in cells.
	Box() (h, w int)
}

// HasCellLabels is an instance with a layout whose cells have labels that are printed on the board, such
// as the months and days of a calendar.
type HasCellLabels interface {
	// CellLabel returns the label of a cell, or an empty text if the cell has no label.
	CellLabel(r, c int) string
}

// HasSiteNames is an instance that has names for its sites. An instance with a layout does not need
// names for its sites: the row and column name a site.
type HasSiteNames interface {
	SiteName(site int) string // such as "region 3"
}

// HasValueNames is an instance that has names for the values of its sites.
type HasValueNames interface {
	// ValueName returns a short name, such as "7", "filled" or "column 2". The values of a site have
	// different names, except if there are more values than the drawing has letters.
	ValueName(site, value int) string
}

// HasFileNames is an instance whose file may name its sites, although its notation does not.
type HasFileNames interface {
	// Named returns a notation of the same instance with the names. The result is empty if the instance has
	// no names, if its notation already contains them, or if its notation has no place for them.
	Named() string
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
