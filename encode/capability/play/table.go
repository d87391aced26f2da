package play

// HasTable is an instance that a person solves in a table instead of a picture. The table has a row
// for each site and a column for each value.
type HasTable interface {
	// Table returns the rows in groups. Every site has one row.
	Table() Table
}

// A Table describes the table of a HasTable. No list in it is nil.
type Table struct {
	Groups []Group  `json:"groups"`
	Notes  []string `json:"notes"` // the clues as sentences, without full stops, in the order of HasDemands.Demands
	// Covers lists the parts that the rows can have, and how many chosen rows may have each part.
	// It is empty if the rows have no parts.
	Covers []Cover `json:"covers"`
}

// A Group is a part of a table with a heading.
type Group struct {
	Title    string `json:"title,omitempty"`
	Rows     []Row  `json:"rows"`
	Distinct bool   `json:"distinct"` // whether all sites of the group have different values
}

// A Row is the row of a site.
type Row struct {
	Site  int    `json:"site"`
	Parts []Part `json:"parts"` // the parts that the row has if its site has the value 1
}

// A Part is a part of a row, such as an item of an option.
type Part struct {
	Cover  int    `json:"cover"`            // the index in Covers
	Colour string `json:"colour,omitempty"` // empty means none
}

// A Cover says that at least Lo and at most Hi chosen rows have a part. If Shared is true, more
// chosen rows may have the part, but all of them must give the part the same colour.
type Cover struct {
	Name   string `json:"name"`
	Lo     int    `json:"lo"`
	Hi     int    `json:"hi"`
	Shared bool   `json:"shared"`
}
