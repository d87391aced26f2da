package encode

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// SymmetryVersion is raised when a puzzle's symmetries change, or when a mistake in counting up to
// symmetry is fixed. SymmetryVersion is part of the version of jobs that count up to symmetry.
// After a change, such a job runs again and does not take an old count from a ledger.
//
// Version 1 treated maps with eight colours or with a given colour as maps without symmetries. For
// packings it reflected the drawing instead of the cells, and it did not exchange a piece with its
// mirror image.
const SymmetryVersion = 2

// ErrSymmetries reports that the symmetries of an instance are not known.
var ErrSymmetries = errors.New("its symmetries are not known, so its solutions cannot be counted up to symmetry")

// Canonical returns the result of the instance's method Canonical. The error wraps ErrSymmetries if
// the instance does not implement HasSymmetries or does not know its symmetries.
func Canonical(in Instance) (func(Solution) Solution, error) {
	symmetric, ok := in.(HasSymmetries)
	if !ok {
		return nil, ErrSymmetries
	}
	canonical, err := symmetric.Canonical()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSymmetries, err)
	}
	return canonical, nil
}

// Orbit returns the result of the instance's method Orbit. If the instance does not implement HasOrbit, the error
// wraps ErrNoOrbit and names the puzzles, among the given ones, whose boards do.
func Orbit(ctx context.Context, in Instance, puzzles []*Puzzle) (Instance, error) {
	if symmetric, ok := in.(HasOrbit); ok {
		return symmetric.Orbit(ctx)
	}
	var names []string
	for _, p := range puzzles {
		if _, ok := p.ExampleBoard().(HasOrbit); ok {
			names = append(names, p.Name)
		}
	}
	return nil, fmt.Errorf("%w: want one of %s", ErrNoOrbit, strings.Join(names, ", "))
}

// ErrNoOrbit reports that the boards of a puzzle have no symmetries.
var ErrNoOrbit = errors.New("its boards have no symmetries")
