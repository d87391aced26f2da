package encode

import (
	"counterproof/encode/draw"
)

// An Explanation is a list of facts, in the order in which they should be read.
type Explanation struct {
	Facts []Fact
	// Picture draws the facts. The field is nil if there is no picture. The error is ctx.Err() of
	// the context given to Explain.
	Picture func() (*draw.Picture, error)
}

// Add appends a fact that has no Heat.
func (x *Explanation) Add(name string, value any, text string) {
	x.Facts = append(x.Facts, Fact{Name: name, Value: value, Text: text})
}

// A Fact is one fact about a board. If a fact was not found, the Explanation leaves it out. If
// finding it would have cost too much, the Fact has only a Text, which says so.
type Fact struct {
	Name  string // the key of the JSON object, such as "min_presses"
	Value any    // for JSON: numbers, strings, truth values, slices; counts as strings; nil leaves the fact out
	Text  string // for people, without the name, one or more lines; empty means that Value is printed
	// Quiet leaves the fact out of the text for people.
	Quiet bool
	// Heat shades Text on a terminal. It has one entry for each rune of Text, from 0 (least) to 1
	// (most), or negative for no shade. Nil shades nothing.
	Heat []float64
}
