// Package layout defines where the sites of an instance are on a board, and the names of sites and values.
package layout

import (
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

// HasSize is an instance with rows and columns.
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
