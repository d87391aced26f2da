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

// Convertible is an instance that may also be an instance of other puzzles.
type Convertible interface {
	// As returns the notation of the same instance in the named puzzle. The sites and values are the same
	// there, and so are the solutions. The error says why the other puzzle has no such instance. For the
	// name "text", the notation is of the same puzzle, and draws the cells or names the sites.
	As(puzzle string) (string, error)
}

// HasGraph is an instance that may have been read from a list of edges.
type HasGraph interface {
	// Graph returns the names of the vertices, the two ends of each edge, and its label, as the list has
	// them. It returns nil if there was no such list.
	Graph() (names []string, edges [][2]int, labels []string)
}

// HasPicture is an instance that can be drawn as a picture.
type HasPicture interface {
	// Picture draws the board, and the solution s unless s is nil.
	Picture(s *Solution) *draw.Picture
}

// HasCells is an instance whose drawings show the value of each site as a text of its own.
type HasCells interface {
	Sites() []int
	// ReadCell returns the value for which Draw writes the given text at the site. The error is a
	// *ParseError at a position in the text.
	ReadCell(site int, cell Span) (int, error)
}

// HasDrawing is an instance that can read a solution from its own drawings.
type HasDrawing interface {
	// ReadDrawing returns the solution whose drawing has the given lines. There is at least one
	// line, and the lines have no blanks at their ends. ReadDrawing may ignore the parts of a
	// drawing that are the same for all solutions, because the caller draws the result with Draw
	// and compares the lines. The error is a *ParseError.
	ReadDrawing(lines []Span) (Solution, error)
}

// HasFamily is an instance that one search can solve together with others, its family.
type HasFamily interface {
	// Family returns the name of the family, and the native method that SearchFamily can stand in for.
	// The name is empty if the instance has no family.
	Family() (name, method string)
	// SearchFamily yields each solution of each member once, with the index of the member. All members
	// must have the family of this instance. The errors are those of Reduction.Search. If there are
	// too many members or solutions for one search, there is an error, too.
	SearchFamily(ctx context.Context, st *native.Stats, members []Instance, yield func(member int, s Solution) bool) error
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

// HasOrbit is an instance of a puzzle whose boards have symmetries, for example rotations or reflections.
type HasOrbit interface {
	// Orbit returns a fixed board of all boards that are equal to this one up to symmetry: for all of them,
	// the result has the same text. The error says why there is no such board, or is ctx.Err().
	Orbit(ctx context.Context) (Instance, error)
}

// Explainable is an instance about which native methods know facts other than its solutions. For
// example, Lights Out knows the rank of its linear system.
type Explainable interface {
	// Explain returns the known facts. The error is ctx.Err().
	Explain(ctx context.Context) (*Explanation, error)
}

// HasChains is an instance that can say how one solution changes into another, step by step.
type HasChains interface {
	Instance
	// ExplainChains explains the changes from the solution a to the solution b.
	ExplainChains(a, b Solution) (*Explanation, error)
}

// HasCommonFormula is an instance whose formula differs from that of a board without clues only in
// unit clauses. So many boards of a kind can share one prepared formula.
type HasCommonFormula interface {
	Instance
	// Common returns the board without clues, and the value that the clues give each site, or -1. The
	// formula of the instance has the clauses of the formula of this board in the same style, and for
	// each given value a unit clause, the literal Encoder.Is. This literal is of a projected variable.
	Common() (board Instance, values []int)
}

// ObstacleOf returns a simple reason why the instance has no solution, or an empty text if no such
// reason is known.
func ObstacleOf(in Instance) string {
	if blocked, ok := in.(HasObstacle); ok {
		return blocked.Obstacle()
	}
	return ""
}
