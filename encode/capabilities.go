package encode

import (
	"context"

	"counterproof/encode/draw"
	"counterproof/native"
)

// This file holds the interfaces that an Instance may implement in addition to its own methods.

// HasWarnings is an instance from a text of which the parser dropped a part.
type HasWarnings interface {
	// Warnings describes each dropped part in one line.
	Warnings() []string
}

// Refusable is an instance that can be drawn but may not be a puzzle, such as a graph that
// describes no table.
type Refusable interface {
	// Refusal returns the reason why it is not a puzzle, or nil if it is one. Every command
	// except show refuses an instance that has a reason.
	Refusal() error
}

// HasPicture is an instance that can be drawn as a picture.
type HasPicture interface {
	// Picture draws the board, with a solution unless s is nil.
	Picture(s *Solution) *draw.Picture
}

// HasTextColours is an instance whose text drawing has colours on a terminal.
type HasTextColours interface {
	// TextColours has one entry for each rune of Draw(s): 0 for no colour, 1 and above for
	// the pieces or marks that share a colour.
	TextColours(s *Solution) []int
}

// HasTableCell is an instance that has a cell in a table of all instances of its kind. The dates of
// a year are an example.
type HasTableCell interface {
	TableCell() TableCell
}

// A TableCell names an instance and its place in a table of all instances of its kind. Every field
// may be empty.
type TableCell struct {
	Row, Column string // the names of the row and the column: October, 6
	Label       string // the instance in a sentence: 6 October
	Short       string // the instance on an axis: 6 Oct
	Noun        string // a word for such an instance: day
}

// HasSize is an instance with rows and columns.
type HasSize interface {
	Size() Size
}

// HasClues is an instance with removable clues. Removing clues never removes solutions.
type HasClues interface {
	Instance
	// Clues returns the number of groups of clues. The clues of a group can only be removed
	// together, such as the two letters of a pair.
	Clues() int
	// Without returns the board without the groups i. The groups count from 0. They are all
	// different and may come in any order.
	Without(i ...int) HasClues
}

// HasFullClues is an instance that knows how many clues a solved board of its size has.
type HasFullClues interface {
	HasClues
	HasSize
	// FullClues returns the number of groups of clues on a solved board, so that
	// FullClues - Clues of them are missing.
	FullClues() int
}

// HasParts is an instance with parts that can be removed. What remains is a smaller board of the
// same puzzle.
type HasParts interface {
	Instance
	// Parts lists the kinds of parts except clues, starting with the kind that removes most. A
	// cross-check shrinks a board by its parts and by its clues when two methods disagree about it.
	//
	// Where a puzzle can arrange it, the smaller board has a solution if the whole board has one.
	// Parts looks for that solution with Quick, so it returns soon.
	Parts() []Parts
}

// HasSymmetries is an instance that knows which of its solutions are images of one another.
type HasSymmetries interface {
	// Canonical returns a function that maps each solution to the first of its images in the order
	// of strings. Two solutions are images of one another exactly if the function maps both to the
	// same solution. An instance whose only symmetry is the identity returns a function that
	// returns its argument. The function is safe for concurrent use.
	//
	// The error says why the symmetries of this instance are not known. That is different from
	// having no symmetries: a caller that is asked to count up to symmetry must then refuse,
	// because the number of all solutions may be wrong.
	Canonical() (func(Solution) Solution, error)
}

// Explainable is an instance about which the native theory can say more than its solutions.
type Explainable interface {
	// Explain returns the facts of the native theory. The error is ctx.Err().
	Explain(ctx context.Context) (*Explanation, error)
}

// Deducible is an instance that can be solved step by step with human techniques.
//
// The state holds, for each site, the set of values that the site may still take: bit v of State[i]
// is the value v of site i, so no site has more than 64 values. A step removes one value from one
// site. A removed value never comes back.
type Deducible interface {
	Instance
	// Rules lists the rules for such boards by level, the easiest level first. The list is the same
	// for all boards of a puzzle.
	Rules() []Rule
	// Deduce performs steps until no rule finds one. The error is ctx.Err(); the Deduced then holds
	// the steps found so far.
	Deduce(ctx context.Context, st *native.Stats, o Deducing) (*Deduced, error)
}

// HasHiddenSolution is a deducible instance that reveals more of its board as sites are settled. So
// more can be deduced than follows from the formula of the board as it is at first.
type HasHiddenSolution interface {
	Deducible
	// Hidden returns the solution that the board reveals step by step, or nil if it reveals
	// nothing.
	Hidden() *Solution
}
