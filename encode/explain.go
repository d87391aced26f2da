package encode

import (
	"math/big"

	"counterproof/encode/draw"
)

// An Explanation is a list of facts, in the order in which they should be read.
type Explanation struct {
	Facts []Fact
	// Marginals counts the solutions by site and value. It is nil if the theory of the puzzle does not count them,
	// or if there is no site or no solution.
	Marginals [][]*big.Int
	// Picture draws the facts. Picture is nil if there is no picture. The error is ctx.Err() of the
	// context given to Explain.
	Picture func() (*draw.Picture, error)
}

// Add appends a fact that has no Heat.
func (x *Explanation) Add(name string, value any, text string) {
	x.Facts = append(x.Facts, Fact{Name: name, Value: value, Text: text})
}

// A Fact is one fact about a board. If a fact was not found, the Explanation leaves it out. If it
// would cost too much to find the fact, the Fact has only a Text, which says so.
type Fact struct {
	Name  string `json:"name"`  // the key of the JSON object, such as "min_presses"
	Value any    `json:"value"` // for JSON: a number, string, truth value or slice; a count of solutions is a string; nil leaves the fact out
	Text  string `json:"text"`  // the fact for people, in one or more lines without the name; if empty, Value is printed
	// Quiet leaves the fact out of the text for people.
	Quiet bool `json:"-"`
	// Heat shades Text on a terminal. It has one entry for each rune of Text, from 0 (least) to 1
	// (most), or negative for no shade. Nil shades nothing.
	Heat []float64 `json:"-"`
}
