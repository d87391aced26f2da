package encode

import (
	"errors"
	"testing"
)

// board is an instance whose methods must not be called.
type board struct{ Instance }

// symmetricBoard has only the identity as a symmetry. If why is set, its symmetries are unknown and
// Canonical returns why as the error.
type symmetricBoard struct {
	board
	why error
}

func (b symmetricBoard) Canonical() (func(Solution) Solution, error) {
	if b.why != nil {
		return nil, b.why
	}
	return func(s Solution) Solution { return s }, nil
}

// TestCanonical checks that Canonical accepts an instance whose only symmetry is the identity. If
// an instance has no method Canonical, or if its method returns an error, then the error of the
// function Canonical must wrap ErrSymmetries.
func TestCanonical(t *testing.T) {
	f, err := Canonical(symmetricBoard{})
	if err != nil || f("\x01\x00") != "\x01\x00" {
		t.Errorf("only the identity: error %v, or a solution that changed", err)
	}
	why := errors.New("nobody has looked")
	for name, in := range map[string]Instance{"without HasSymmetries": board{}, "unknown": symmetricBoard{why: why}} {
		if f, err := Canonical(in); f != nil || !errors.Is(err, ErrSymmetries) {
			t.Errorf("%s: error %v, want one that wraps ErrSymmetries", name, err)
		}
	}
	if _, err := Canonical(symmetricBoard{why: why}); !errors.Is(err, why) {
		t.Errorf("error %v, want one that wraps %v", err, why)
	}
}
