package ask

import (
	"fmt"

	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// A Look is a play.Look with colours in the notation of CSS.
type Look struct {
	Fill string `json:"fill,omitempty"`
	Text string `json:"text,omitempty"`
	Ink  string `json:"ink,omitempty"`
	Mark string `json:"mark,omitempty"`
}

func lookOf(l play.Look) Look { return Look{css(l.Fill), l.Text, css(l.Ink), string(l.Mark)} }

// css returns an opaque colour in the notation of CSS, or an empty text for the zero value.
func css(c draw.Colour) string {
	if c == 0 {
		return ""
	}
	return fmt.Sprintf("#%06x", uint32(c>>8))
}

// Toggles says which lights each button of a board toggles. The aim is to turn off all lights.
// Light i is at the spot of site i.
type Toggles struct {
	Flips [][]int `json:"flips"` // for each site, the lights that the button of the site toggles
	Lit   []bool  `json:"lit"`   // whether a light is on at first
	On    Look    `json:"on"`
}

// A Reveal is a play.Reveal.
type Reveal struct {
	Value int  `json:"value"`
	Look  Look `json:"look"`
}

func (b *Board) play(in encode.Instance) {
	if t, ok := in.(play.HasTable); ok {
		b.Table = new(t.Table())
	}
	board, ok := in.(play.HasSpots)
	if !ok {
		return
	}
	b.Spots = board.Spots()
	if pieces, ok := in.(play.HasPieces); ok {
		b.Pieces = pieces.Kinds()
	}
	if t, ok := in.(play.HasToggles); ok {
		flips, lit, on := t.Toggles()
		b.Toggles = &Toggles{flips, lit, lookOf(on)}
	}
	if c, ok := in.(play.HasKempeChains); ok {
		b.Neighbours = c.Neighbours()
	}
	if r, ok := in.(play.HasReveals); ok {
		b.Reveals = wording.Each(r.Reveals(), func(x play.Reveal) Reveal { return Reveal{x.Value, lookOf(x.Look)} })
	}
}
