// Package play defines what an instance that people solve on a picture or in a table can do.
package play

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
)

// HasEqualValues is an instance in which people cannot tell some values apart, such as the numbers of
// equal pieces. One order of these values is right, so that a solution is counted only once.
type HasEqualValues interface {
	// InOrder returns s with the equal values in the right order. If s obeys all other rules, then
	// the result obeys all rules. The solution s may break rules, but every site can take its value
	// in s.
	InOrder(s encode.Solution) encode.Solution
}

// HasSpots is an instance that a person can solve by hand on its own picture, with a pointer or a
// keyboard.
type HasSpots interface {
	encode.HasPicture
	// Spots returns the area of each site, in the coordinates of Picture(nil). Areas may touch but do
	// not overlap.
	Spots() []Spot
	// Look says how the site looks when the player gives it the value.
	Look(site, value int) Look
}

// HasClueSpots is an instance whose picture shows its clues.
type HasClueSpots interface {
	clues.HasDemands
	HasSpots
	// ClueSpots returns the areas of each clue, in the coordinates of Picture(nil). Element i of
	// the result belongs to clue i of Demands. A clue that is drawn in the area of a site has the
	// area of this site.
	ClueSpots() [][]Spot
}

// A Spot is the area of a site or of a clue in a picture.
type Spot struct {
	// Lines holds the closed lines around the area, each as a list of the coordinates x, y of its
	// corners. A point is inside the area if it is inside an odd number of the lines. So a line
	// within another line is the edge of a hole.
	Lines [][]float64 `json:"lines"`
	// At is the middle of the square in which a text or a mark is drawn. Room is the side of this
	// square.
	At   draw.Point `json:"at"`
	Room float64    `json:"room"`
	// Note is a small text of Picture(nil) in this square, such as the number of a region. If the
	// site gets a value with a colour, the colour hides the note.
	Note string `json:"note,omitempty"`
}

// Rectangle returns the spot whose area is a rectangle with the upper left corner x, y.
func Rectangle(x, y, w, h float64) Spot {
	return Spot{
		Lines: [][]float64{{x, y, x + w, y, x + w, y + h, x, y + h}},
		At:    draw.Point{x + w/2, y + h/2},
		Room:  min(w, h),
	}
}

// Square returns the spot whose area is a square with the upper left corner x, y.
func Square(x, y, side float64) Spot { return Rectangle(x, y, side, side) }

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
	ShipMark  Mark = "ship"  // a part of a ship, joined to the parts beside it
)

// HasKempeChains is an instance whose sites have colours, so that neighbours differ. A Kempe chain is a largest
// connected set of sites that only have two of the colours. It is anchored if it contains a given site. A
// site with a known colour is drawn solid once all its chains are anchored, and otherwise as a dot.
type HasKempeChains interface {
	HasSpots
	// Neighbours returns the neighbours of each site.
	Neighbours() [][]int
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
	Opened(sites []int) (in encode.Instance, left []int)
}

// A Reveal says what a site shows after it is opened.
type Reveal struct {
	Value int // the value of the site
	Look  Look
}

// Entered returns the name of the value of each entry, by site. Pictures of a board with entries
// show these names.
func Entered(in layout.HasValueNames, entries []clues.Given) map[int]string {
	names := map[int]string{}
	for _, e := range entries {
		names[e.Site] = in.ValueName(e.Site, e.Value)
	}
	return names
}

// HasPieces is an instance whose sites are cells. The value of a cell says which piece covers it. A
// player places whole pieces instead of single values.
type HasPieces interface {
	HasSpots
	layout.HasLayout
	// Kinds lists the kinds of pieces. Every value stands for a copy of one of these pieces.
	Kinds() []Piece
	// Rest returns the board that remains after pieces were placed. The new board lacks the covered
	// sites, and has used[k] fewer copies of the kind k. The other sites keep their order. Rest
	// returns nil if no site remains. It panics if used[k] is larger than the number of copies.
	Rest(covered []int, used []int) encode.Instance
}

// Fits returns whether the piece may lie on the sites.
func (p *Piece) Fits(sites []int) bool {
	return p.Only == nil || !slices.ContainsFunc(sites, func(site int) bool { return !slices.Contains(p.Only, site) })
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
	// Only lists the sites on which the piece may lie. If it is nil, the piece may lie on all sites.
	Only []int `json:"only,omitempty"`
}
