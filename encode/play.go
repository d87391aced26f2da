package encode

import "counterproof/encode/draw"

// HasSpots is an instance that a person can solve by hand on its own picture, with a pointer or a
// keyboard.
type HasSpots interface {
	HasPicture
	// Spots returns the area of each site, in the coordinates of Picture(nil). Areas may touch but do
	// not overlap.
	Spots() []Spot
	// Look says how the site looks when the player gives it the value.
	Look(site, value int) Look
}

// HasClueSpots is an instance whose picture shows its clues.
type HasClueSpots interface {
	HasDemands
	HasSpots
	// ClueSpots returns the areas of each clue, in the coordinates of Picture(nil). Element i of
	// the result belongs to clue i of Demands. A clue that is drawn in the area of a site has the
	// area of this site.
	ClueSpots() [][]Spot
}

// A Spot is the area of a site or of a clue in a picture.
type Spot struct {
	// Lines holds the closed lines around the area, each as a list of its corners. A point is
	// inside the area if it is inside an odd number of the lines. So a line within another line is
	// the edge of a hole.
	Lines [][]draw.Point `json:"-"`
	// At is the middle of the square in which a text or a mark is drawn. Room is the side of this
	// square.
	At   draw.Point `json:"at"`
	Room float64    `json:"room"`
	// Note is a small text of Picture(nil) in this square, such as the number of a region. If the
	// site gets a value with a colour, the colour hides the note.
	Note string `json:"note,omitempty"`
}

// Square returns the spot whose area is a square with the upper left corner x, y.
func Square(x, y, side float64) Spot {
	return Spot{
		Lines: [][]draw.Point{{{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}}},
		At:    draw.Point{x + side/2, y + side/2},
		Room:  side,
	}
}

// A Look says how a value is drawn in the area of its site. The zero value leaves the area as it is.
type Look struct {
	Fill draw.Colour // the colour of the area; 0 means transparent
	Text string      // in the middle of the area
	Ink  draw.Colour // the colour of Text and Mark; 0 means black
	Mark Mark
}

// A Mark is a sign in the middle of an area.
type Mark string

// These are the marks.
const (
	NoMark    Mark = ""
	DiscMark  Mark = "disc"
	CrossMark Mark = "cross" // says that something is not there, such as a black cell
	WaveMark  Mark = "wave"  // water
)

// HasPieces is an instance whose sites are cells. The value of a cell says which piece covers it. A
// player places whole pieces instead of single values.
type HasPieces interface {
	HasSpots
	HasLayout
	// Kinds lists the kinds of pieces. Every value stands for a copy of one of these pieces.
	Kinds() []Piece
	// Rest returns the board that remains after pieces were placed. The new board lacks the covered
	// sites, and has used[k] fewer copies of the kind k. The other sites keep their order. Rest
	// returns nil if no site remains. It panics if used[k] is larger than the number of copies.
	Rest(covered []int, used []int) Instance
}

// A Piece is a kind of piece, of which a solution uses Lo to Hi copies.
type Piece struct {
	Name string `json:"name"` // the letters of its copies in pictures
	Lo   int    `json:"lo"`
	Hi   int    `json:"hi"`
	// Values lists the values of the copies, ascending. A solution uses the lowest of these values,
	// and gives them to the copies in the order of their first cells.
	Values []int `json:"values"`
	// Shapes lists the orientations in which the piece may lie. Each orientation is a list of cells
	// as row and column, relative to the upper left corner of the orientation.
	Shapes [][][2]int `json:"shapes"`
}

// HasToggles is an instance whose sites are buttons that toggle lights. The value 1 means that the
// button is pressed. A solution turns all lights off.
type HasToggles interface {
	HasSpots
	// Toggles returns, for each button, the lights that the button toggles. Light i is at the spot
	// of site i. The result lit says which lights are on at first. The result on is the look of a
	// light that is on.
	Toggles() (flips [][]int, lit []bool, on Look)
}

// HasReveals is an instance that shows more when a player settles a site, such as the number of mines
// around an opened cell.
type HasReveals interface {
	HasSpots
	// Reveals returns, for each site, whether its cell can be opened, and the look of the opened
	// cell. It returns nil if the board reveals nothing.
	Reveals() []Reveal
	// Opened returns a new board without the given sites, which shows what these sites reveal. The
	// result left has, for each site of the new board, the number of this site on the old board.
	// The given sites ascend. Each of them has a Reveal with Value 0. Opened is called only if
	// Reveals does not return nil.
	Opened(sites []int) (in Instance, left []int)
}

// A Reveal says what a site shows after it is opened.
type Reveal struct {
	Value int // the value of the site
	Look  Look
}

// HasTable is an instance that a person solves in a table instead of a picture. The table has a row
// for each site and a column for each value.
type HasTable interface {
	// Table returns the rows in groups. Every site has one row.
	Table() Table
}

// A Table describes the table of a HasTable. No list in it is nil.
type Table struct {
	Groups []TableGroup `json:"groups"`
	Notes  []string     `json:"notes"` // the clues as sentences, without full stops, in the order of HasDemands.Demands
	// Covers lists the parts that the rows can have, and how many chosen rows may have each part.
	// It is empty if the rows have no parts.
	Covers []Cover `json:"covers"`
}

// A TableGroup is a part of a table with a heading.
type TableGroup struct {
	Title    string     `json:"title,omitempty"`
	Rows     []TableRow `json:"rows"`
	Distinct bool       `json:"distinct"` // whether all sites of the group have different values
}

// A TableRow is the row of a site.
type TableRow struct {
	Site  int       `json:"site"`
	Parts []RowPart `json:"parts"` // the parts that the row has if its site has the value 1
}

// A RowPart is a part of a row, such as an item of an option.
type RowPart struct {
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
