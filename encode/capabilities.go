package encode

import (
	"context"

	"counterproof/encode/draw"
	"counterproof/native"
)

// This file holds the interfaces that an Instance may implement in addition to its own methods.

// HasWarnings is an instance that was parsed from a text of which the parser may have ignored a
// part.
type HasWarnings interface {
	// Warnings describes each ignored part in one line.
	Warnings() []string
}

// Refusable is an instance that can be drawn although it may not be a puzzle that can be solved. An
// example is a graph that no Pair Place table describes.
type Refusable interface {
	// Refusal returns the reason why the instance is not a puzzle, or nil if it is one. Every
	// command except show refuses an instance that has a reason.
	Refusal() error
}

// HasPicture is an instance that can be drawn as a picture.
type HasPicture interface {
	// Picture draws the board, with a solution unless s is nil.
	Picture(s *Solution) *draw.Picture
}

// HasCells is an instance whose drawings show the value of each site as a text of its own.
type HasCells interface {
	// ReadCell returns the value for which Draw writes the given text at the site. The error is a
	// *ParseError at a position in the text.
	ReadCell(site int, cell Span) (byte, error)
}

// HasDrawing is an instance that can read a solution from its own drawings.
type HasDrawing interface {
	// ReadDrawing returns the solution whose drawing has the given lines. There is at least one
	// line, and the lines have no blanks at their ends. The caller compares them with what Draw
	// returns for the solution, so ReadDrawing may ignore the parts of a drawing that are the same
	// for all solutions. The error is a *ParseError.
	ReadDrawing(lines []Span) (Solution, error)
}

// HasTextColours is an instance whose text drawing has colours on a terminal.
type HasTextColours interface {
	// TextColours has one entry for each rune of Draw(s). The entry 0 means no colour. Runes with
	// the same entry above 0 belong to the same piece or mark and get the same colour.
	TextColours(s *Solution) []int
}

// HasTableCell is an instance that has its own cell in a table of all instances of its kind. For
// example, each date of a year has a cell in a table of months and days.
type HasTableCell interface {
	TableCell() TableCell
}

// A TableCell says where an instance is in a table of all instances of its kind, and how to name
// the instance. Every field may be empty.
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
	// Without returns the board without the clues of the groups i. The groups count from 0. They
	// are all different and may come in any order.
	Without(i ...int) HasClues
}

// HasFullClues is an instance that knows how many groups of clues a board of its size has when
// every site is given.
type HasFullClues interface {
	HasClues
	HasSize
	// FullClues returns the number of groups of clues on a board with every site given. So
	// FullClues minus Clues groups are missing on this board.
	FullClues() int
}

// HasLayout is an instance whose sites are cells of a rectangular board.
type HasLayout interface {
	// Layout returns the height and the width of the board, and the cell of each site as r*w+c. No two
	// sites have the same cell, and some cells may have no site.
	Layout() (h, w int, cell []int)
}

// HasSiteNames is an instance that has names for its sites. An instance with a layout needs none: its
// sites are named by row and column.
type HasSiteNames interface {
	SiteName(site int) string // such as "region 3"
}

// HasValueNames is an instance that has names for the values of its sites.
type HasValueNames interface {
	// ValueName returns a short name, such as "7", "black" or "column 2". At one site, no two values
	// have the same name, unless there are too many for the letters of the drawing.
	ValueName(site, value int) string
}

// HasObstacle is an instance that may have no solution for a simple reason, which is found without a
// search.
type HasObstacle interface {
	// Obstacle returns the reason as a clause without a full stop, such as "the pieces cover 32 cells
	// and the board has 33". It returns an empty text if it finds none. If there is a reason, the
	// instance has no solution. Obstacle may take a second on the largest boards.
	Obstacle() string
}

// HasDemands is an instance from which any clues can be left out, in order to find out which clues
// contradict each other. Unlike the clues of HasClues, these include clues that the notation cannot
// leave out.
type HasDemands interface {
	Instance
	// Demands names the clues as people see them, such as "the 5 in row 1, column 2".
	Demands() []string
	// Relaxed returns the instance without the given clues. Their numbers count from 0 and ascend.
	// Leaving out clues never removes solutions. The result has Encode and Check, but its text may
	// still show the clues, and its only method may be brute force.
	Relaxed(gone []int) Instance
}

// HasParts is an instance with parts that can be removed. What remains is a smaller board of the
// same puzzle.
type HasParts interface {
	Instance
	// Parts lists the kinds of parts except clues, starting with the kind whose parts are the
	// largest. A cross-check shrinks a board by its parts and by its clues when two methods
	// disagree about it.
	//
	// Where a puzzle can arrange it, the smaller board has a solution if the whole board has one.
	// To arrange this, Parts needs a solution of the whole board. It finds one with Quick, so it
	// returns soon.
	Parts() []Parts
}

// HasSymmetries is an instance that knows which of its solutions are symmetric to one another, for
// example rotations or reflections.
type HasSymmetries interface {
	// Canonical returns a function that maps a solution s to a fixed representative: of all
	// solutions symmetric to s, the first in the order of strings. So the function maps two
	// solutions to the same solution exactly if they are symmetric to one another. An instance
	// whose only symmetry is the identity returns a function that returns its argument. The
	// function is safe for concurrent use.
	//
	// The error says why the symmetries of this instance are not known. An unknown symmetry is not
	// the same as no symmetry: a caller that is asked to count up to symmetry must then refuse,
	// because the number of all solutions may be too large.
	Canonical() (func(Solution) Solution, error)
}

// Explainable is an instance about which the native methods know more than its solutions, such as
// the rank of its linear system.
type Explainable interface {
	// Explain returns the known facts. The error is ctx.Err().
	Explain(ctx context.Context) (*Explanation, error)
}

// Deducible is an instance that can be solved step by step with human techniques.
//
// Deduction works on a state, which holds for each site the set of values that the site may still
// take. Bit v of State[i] stands for the value v of site i, so no site has more than 64 values. A
// step removes one value from one site. No step ever adds a value.
type Deducible interface {
	Instance
	// Rules lists the rules for such boards by level, the easiest level first. The list is the same
	// for all boards of a puzzle.
	Rules() []Rule
	// Deduce performs steps until no rule finds another one. If ctx ends, the error is ctx.Err()
	// and the Deduced holds the steps found so far.
	Deduce(ctx context.Context, st *native.Stats, o Deducing) (*Deduced, error)
}

// HasHiddenSolution is a deducible instance that reveals more of its board as sites are settled. So
// deduction can find more than follows from the formula, which knows only the board as it is at
// first.
type HasHiddenSolution interface {
	Deducible
	// Hidden returns the solution that the board reveals step by step, or nil if it reveals
	// nothing.
	Hidden() *Solution
}

// TakesGiven is an instance whose native methods can start from given values.
type TakesGiven interface {
	Instance
	// ReduceGiven returns the methods of Reduce, with the same names, for the solutions that have the
	// given values. values[i] is the value of site i, or NotGiven. ReduceGiven may keep values.
	ReduceGiven(values []int) []Reduction
}

// HasValueClues is an instance whose notation has clues for the values of single sites.
type HasValueClues interface {
	Instance
	// WithValues returns the board with more clues: for each of the sites, a clue that gives it the
	// value that it has in s. A clue may say more than the value, if that holds in s, too. s must be
	// a solution. WithValues returns nil if the notation has no room for the clues.
	WithValues(s Solution, sites []int) Instance
}
