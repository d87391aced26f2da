package play

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
)

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
