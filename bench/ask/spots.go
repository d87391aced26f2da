package ask

import (
	"fmt"

	"counterproof/encode"
	"counterproof/encode/draw"
)

// A Look is an encode.Look with colours in the notation of CSS.
type Look struct {
	Fill string `json:"fill,omitempty"`
	Text string `json:"text,omitempty"`
	Ink  string `json:"ink,omitempty"`
	Mark string `json:"mark,omitempty"`
}

func lookOf(l encode.Look) Look { return Look{css(l.Fill), l.Text, css(l.Ink), string(l.Mark)} }

// css returns an opaque colour in the notation of CSS, or an empty text for the zero value.
func css(c draw.Colour) string {
	if c == 0 {
		return ""
	}
	return fmt.Sprintf("#%06x", uint32(c>>8))
}

// A Spot is an encode.Spot.
type Spot struct {
	// Lines has the closed lines around the area, each as the coordinates x, y of its corners. Lines
	// within other lines are the edges of holes (the rule evenodd of SVG).
	Lines [][]float64 `json:"lines"`
	At    [2]float64  `json:"at"`
	Room  float64     `json:"room"`
	Note  string      `json:"note,omitempty"`
}

// A Piece is an encode.Piece.
type Piece struct {
	Name   string     `json:"name"`
	Lo     int        `json:"lo"`
	Hi     int        `json:"hi"`
	Values []int      `json:"values"`
	Shapes [][][2]int `json:"shapes"`
}

// Toggles says which lights each button of a board toggles. The aim is to turn off all lights.
// Light i is at the spot of site i.
type Toggles struct {
	Flips [][]int `json:"flips"` // for each site, the lights that the button of the site toggles
	Lit   []bool  `json:"lit"`   // whether a light is on at first
	On    Look    `json:"on"`
}

// A Reveal is an encode.Reveal.
type Reveal struct {
	Value int  `json:"value"`
	Look  Look `json:"look"`
}

// A Table is an encode.Table. A row has the name of its site, and a column the name of its value.
type Table struct {
	Groups []Group  `json:"groups"`
	Notes  []string `json:"notes"` // the clues as sentences, without full stops
	Covers []Cover  `json:"covers"`
}

// A Group is an encode.TableGroup.
type Group struct {
	Title    string `json:"title,omitempty"`
	Rows     []Row  `json:"rows"`
	Distinct bool   `json:"distinct"` // whether all sites of the group have different values
}

// A Row is an encode.TableRow.
type Row struct {
	Site  int    `json:"site"`
	Parts []Part `json:"parts"`
}

// A Part is an encode.RowPart.
type Part struct {
	Cover  int    `json:"cover"` // the index in Covers
	Colour string `json:"colour,omitempty"`
}

// A Cover is an encode.Cover.
type Cover struct {
	Name   string `json:"name"`
	Lo     int    `json:"lo"`
	Hi     int    `json:"hi"`
	Shared bool   `json:"shared"`
}

func (b *Board) play(in encode.Instance) {
	if t, ok := in.(encode.HasTable); ok {
		b.Table = tableOf(t.Table())
	}
	board, ok := in.(encode.HasSpots)
	if !ok {
		return
	}
	for _, s := range board.Spots() {
		b.Spots = append(b.Spots, spotOf(s))
	}
	if pieces, ok := in.(encode.HasPieces); ok {
		for _, p := range pieces.Kinds() {
			b.Pieces = append(b.Pieces, Piece(p))
		}
	}
	if t, ok := in.(encode.HasToggles); ok {
		flips, lit, on := t.Toggles()
		b.Toggles = &Toggles{flips, lit, lookOf(on)}
	}
	if r, ok := in.(encode.HasReveals); ok {
		for _, x := range r.Reveals() {
			b.Reveals = append(b.Reveals, Reveal{x.Value, lookOf(x.Look)})
		}
	}
}

func spotOf(s encode.Spot) Spot {
	spot := Spot{At: s.At, Room: s.Room, Note: s.Note}
	for _, line := range s.Lines {
		var flat []float64
		for _, at := range line {
			flat = append(flat, at[0], at[1])
		}
		spot.Lines = append(spot.Lines, flat)
	}
	return spot
}

func tableOf(t encode.Table) *Table {
	table := &Table{Groups: []Group{}, Notes: append([]string{}, t.Notes...), Covers: []Cover{}}
	for _, g := range t.Groups {
		group := Group{Title: g.Title, Distinct: g.Distinct, Rows: []Row{}}
		for _, r := range g.Rows {
			row := Row{Site: r.Site, Parts: []Part{}}
			for _, p := range r.Parts {
				row.Parts = append(row.Parts, Part(p))
			}
			group.Rows = append(group.Rows, row)
		}
		table.Groups = append(table.Groups, group)
	}
	for _, c := range t.Covers {
		table.Covers = append(table.Covers, Cover(c))
	}
	return table
}
