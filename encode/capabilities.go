package encode

import (
	"context"

	"counterproof/encode/draw"
	"counterproof/native"
)

// This file holds the interfaces that an Instance may implement in addition to its own methods.

// HasWarnings is an instance whose parser may have ignored a part of the text.
type HasWarnings interface {
	// Warnings describes each ignored part in one line.
	Warnings() []string
}

// Refusable is an instance that can be drawn but may not be a valid puzzle. For example, there are
// graphs that no Pair Place table describes.
type Refusable interface {
	// Refusal returns the reason why the instance is not a puzzle, or nil if it is a puzzle. Every
	// command except show refuses an instance for which Refusal returns a reason.
	Refusal() error
}

// HasPicture is an instance that can be drawn as a picture.
type HasPicture interface {
	// Picture draws the board, and the solution s unless s is nil.
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
	// line, and the lines have no blanks at their ends. ReadDrawing may ignore the parts of a
	// drawing that are the same for all solutions, because the caller draws the result with Draw
	// and compares the lines. The error is a *ParseError.
	ReadDrawing(lines []Span) (Solution, error)
}

// HasEqualValues is an instance in which people cannot tell some values apart, such as the numbers of
// equal pieces. One order of these values is right, so that a solution is counted only once.
type HasEqualValues interface {
	// InOrder returns s with the equal values in the right order. If s obeys all other rules, then
	// the result obeys all rules. The solution s may break rules, but every site can take its value
	// in s.
	InOrder(s Solution) Solution
}

// HasTextColours is an instance whose text drawing has colours on a terminal.
type HasTextColours interface {
	// TextColours has one entry for each rune of Draw(s). The parameter s is not nil. The entry 0
	// means no colour. Runes with the same entry above 0 belong to the same piece or mark and get
	// the same colour.
	TextColours(s *Solution) []int
}

// HasTableCell is an instance that has a place in a table of similar instances. For example, each
// date of a year has a cell in a table of months and days.
type HasTableCell interface {
	TableCell() TableCell
}

// A TableCell says where an instance is in a table of similar instances, and how to name the
// instance. Every field may be empty.
type TableCell struct {
	Row, Column string // the names of the row and the column: October, 6
	Label       string // the instance in a sentence: 6 October
	Short       string // the instance on an axis: 6 Oct
	Noun        string // a word for such an instance: day
	// Part distinguishes instances with the same row and column. On a calendar with weekdays, Part
	// is the day of the week, such as Mon. If no two instances share a row and column, Part is
	// empty.
	Part string
}

// HasSize is an instance with rows and columns.
type HasSize interface {
	Size() Size
}

// HasClues is an instance whose clues can be removed. Every solution of the instance stays a
// solution when clues are removed.
type HasClues interface {
	Instance
	// Clues returns the number of groups of clues. The clues of a group can only be removed
	// together, such as the two letters of a pair.
	Clues() int
	// Without returns the board without the clues of the given groups. The parameter i lists the
	// numbers of the groups, counted from 0. The numbers must all be different and may come in any
	// order.
	Without(i ...int) HasClues
}

// HasFullClues is an instance that knows how many groups of clues a board of its size has when
// every site is given.
type HasFullClues interface {
	HasClues
	HasSize
	// FullClues returns the number of groups of clues on a board with every site given. So the
	// board of the instance lacks FullClues minus Clues groups.
	FullClues() int
}

// HasLayout is an instance whose sites are cells of a rectangular board.
type HasLayout interface {
	// Layout returns the height and the width of the board, and the cell of each site as r*w+c. No two
	// sites have the same cell, and some cells may have no site.
	Layout() (h, w int, cell []int)
}

// HasBoxes is an instance with a layout whose pictures have heavier lines around square boxes of cells.
type HasBoxes interface {
	HasLayout
	// Box returns the number of cells at a side of a box.
	Box() int
}

// HasCellLabels is an instance with a layout whose cells have labels that are printed on the board, such
// as the months and days of a calendar.
type HasCellLabels interface {
	// CellLabel returns the label of a cell, or an empty text if the cell has no label.
	CellLabel(r, c int) string
}

// HasSiteNames is an instance that has names for its sites. An instance with a layout does not need
// names for its sites: the row and column name a site.
type HasSiteNames interface {
	SiteName(site int) string // such as "region 3"
}

// HasValueNames is an instance that has names for the values of its sites.
type HasValueNames interface {
	// ValueName returns a short name, such as "7", "black" or "column 2". The values of a site have
	// different names, except if there are more values than the drawing has letters.
	ValueName(site, value int) string
}

// HasObstacle is an instance that can look, without a search, for a simple reason why it has no
// solution.
type HasObstacle interface {
	// Obstacle returns the reason as a clause without a full stop, such as "the pieces cover 32
	// cells and the board has 33". If Obstacle returns a reason, the instance has no solution. If
	// Obstacle finds no reason, it returns an empty text. Obstacle may take a second on the largest
	// boards.
	Obstacle() string
}

// HasDemands is an instance that can leave out any of its clues, even clues that the notation must
// state. (HasClues can leave out only clues that the notation need not state.) A search leaves out
// clues to find out which clues contradict each other.
type HasDemands interface {
	Instance
	// Demands returns a name for each clue, such as "the 5 in row 1, column 2".
	Demands() []string
	// Relaxed returns the instance without the given clues. The parameter gone lists the numbers of
	// these clues, from 0, ascending. Every solution of the instance is also a solution of the
	// result. The methods Encode and Check of the result work, but its text may still show the
	// clues, and its only native method may be brute force.
	Relaxed(gone []int) Instance
}

// HasConflict is an instance that has its own way to find contradictory clues. Its sets of clues
// are smaller than the sets from the general search for all puzzles.
type HasConflict interface {
	HasDemands
	// Conflict returns the numbers of clues that contradict each other, ascending. If any one of
	// these clues is left out, the rest of them no longer contradict each other. The result is nil
	// if the instance has a solution, or if the search stops because it reaches a limit. The error
	// is ctx.Err().
	Conflict(ctx context.Context) ([]int, error)
}

// HasMarks is an instance whose picture can show which clues and entries contradict each other.
type HasMarks interface {
	Instance
	// Marked draws the board with marks at some clues. The parameter clues lists the numbers of
	// these clues in the result of HasDemands.Demands. It is empty if the instance does not
	// implement HasDemands. Marked also draws and marks the entries, which are values that a person
	// has put into sites.
	Marked(clues []int, entries []Given) *draw.Picture
}

// HasParts is an instance with parts that can be removed. What remains is a smaller board of the
// same puzzle.
type HasParts interface {
	Instance
	// Parts lists the kinds of parts except clues, starting with the kind whose parts are the
	// largest. When two methods disagree about a board, a cross-check removes parts and clues to
	// get a smaller board.
	//
	// If possible, the smaller board has a solution whenever the whole board has one. For this,
	// Parts needs a solution of the whole board. It calls the function Quick to find one, so that
	// it takes only a few seconds.
	Parts() []Parts
}

// HasSymmetries is an instance that knows which of its solutions are symmetric to one another, for
// example rotations or reflections.
type HasSymmetries interface {
	// Canonical returns a function that maps a solution s to a fixed representative. The
	// representative is the first, in the order of strings, of all solutions symmetric to s. So the
	// function maps two solutions to the same solution exactly if they are symmetric to one
	// another. An instance whose only symmetry is the identity returns a function that returns its
	// argument. The function is safe for concurrent use.
	//
	// The error says why the symmetries of this instance are not known. Unknown symmetries are not
	// the same as no symmetries. A caller that is asked to count up to symmetry must then refuse,
	// because the number of all solutions may be larger than the right count.
	Canonical() (func(Solution) Solution, error)
}

// Explainable is an instance about which native methods know facts other than its solutions. For
// example, Lights Out knows the rank of its linear system.
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
	// Rules lists the techniques for such boards, sorted by level, the easiest level first. The
	// list is the same for all boards of a puzzle.
	Rules() []Rule
	// Deduce performs steps until no rule finds another step. If ctx ends first, the error is
	// ctx.Err(), and the result holds the steps found so far.
	Deduce(ctx context.Context, st *native.Stats, o Deducing) (*Deduced, error)
}

// HasHiddenSolution is a deducible instance that reveals more clues when sites are settled. The
// formula has only the clues of the board at the start. So deduction can find values that do not
// follow from the formula.
type HasHiddenSolution interface {
	Deducible
	// Hidden returns the solution that the board reveals step by step, or nil if it reveals
	// nothing.
	Hidden() *Solution
}

// HasPaperBoard is an instance that reveals more of itself while it is solved. So it cannot be
// solved on paper in its first form.
type HasPaperBoard interface {
	Instance
	// PaperBoard returns a board of the same puzzle that shows so much from the beginning that it
	// has exactly one solution. The human techniques for the instance also solve this board. The
	// same instance always gives the same board. PaperBoard returns nil if the instance reveals
	// nothing. The error is ctx.Err().
	PaperBoard(ctx context.Context) (Instance, error)
}

// TakesGiven is an instance whose native methods can start from given values.
type TakesGiven interface {
	Instance
	// ReduceGiven returns methods with the same names as the methods of Reduce. They find only the
	// solutions that have the given values. values[i] is the value of site i, or NotGiven.
	// ReduceGiven may keep the slice values, so the caller must not change it.
	ReduceGiven(values []int) []Reduction
}

// HasValueClues is an instance whose notation has clues for the values of single sites.
type HasValueClues interface {
	Instance
	// WithValues returns the board with more clues. For each of the given sites, it adds a clue
	// that gives the site its value in s. The clue may say more than this value, but only facts
	// that are true in s. The parameter s must be a solution. WithValues returns nil if the
	// notation cannot express the clues.
	WithValues(s Solution, sites []int) Instance
}
