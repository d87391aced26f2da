package encode

// A Cell says what a reader calls an instance, and where it is in a table of all instances of
// its kind, such as the dates of a year. Every field may be empty.
type Cell struct {
	Row, Column string // the names of the row and the column: October, 6
	Label       string // of the instance in a sentence: 6 October
	Short       string // at an axis: 6 Oct
	Noun        string // what one such instance is: day
}

// Placed instances have a cell.
type Placed interface {
	Cell() Cell
}
