package encode

import (
	"errors"
	"fmt"
)

// SymmetryVersion is raised when a puzzle's symmetries change, or when a
// mistake in counting up to symmetry is mended. Jobs that count up to symmetry
// have it in their version, so that no ledger answers them with an old count.
//
// Version 1 took maps with eight colours or with a given colour for maps
// without symmetries. Of packings it reflected the drawing and not the cells,
// and it did not exchange a piece with its mirror image.
const SymmetryVersion = 2

// Symmetric instances know which of their solutions are images of one another.
type Symmetric interface {
	// Canonical returns a function that maps each solution to the first of
	// its images in the order of strings. Two solutions are images of one
	// another exactly if the function maps both to the same solution. An
	// instance whose only symmetry is the identity returns a function that
	// returns its argument. The function is safe for concurrent use.
	//
	// The error says why the symmetries of this instance are not known. That
	// is not the same as having none: a caller that is asked to count up to
	// symmetry must refuse, because the number of all solutions may be wrong.
	Canonical() (func(Solution) Solution, error)
}

// ErrSymmetries is wrapped by the error for an instance whose symmetries are
// not known.
var ErrSymmetries = errors.New("its symmetries are not known, so its solutions cannot be counted up to symmetry")

// Canonical returns the function that a Symmetric instance returns. The error
// wraps ErrSymmetries: the instance is not Symmetric, or it does not know its
// symmetries.
func Canonical(in Instance) (func(Solution) Solution, error) {
	symmetric, ok := in.(Symmetric)
	if !ok {
		return nil, ErrSymmetries
	}
	canonical, err := symmetric.Canonical()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSymmetries, err)
	}
	return canonical, nil
}
