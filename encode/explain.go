package encode

import (
	"counterproof/encode/draw"
)

// An Explanation is a list of facts, in the order in which people read them.
type Explanation struct {
	Facts []Fact
	// Picture draws the facts; nil: there is no picture. The error is that of the
	// context that Explain was given.
	Picture func() (*draw.Picture, error)
}

// Add appends a fact without heat.
func (x *Explanation) Add(name string, value any, text string) {
	x.Facts = append(x.Facts, Fact{Name: name, Value: value, Text: text})
}

// A Fact is one thing known. What was not found is left out, and what was too
// much to look for is a fact with a Text alone.
type Fact struct {
	Name  string // "min_presses": the key of the JSON object
	Value any    // for JSON: numbers, strings, truth values, slices; counts as strings; nil: left out there
	Text  string // for people, without the name, of one line or more; empty: Value printed
	// Heat shades Text on a terminal: one entry for each of its runes, from 0
	// (least) to 1 (most), negative for none. Nil shades nothing.
	Heat []float64
}
