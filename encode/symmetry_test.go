package encode

import (
	"errors"
	"testing"
)

// board is an instance of which nothing matters here.
type board struct{ Instance }

// symmetricBoard knows its symmetries, or says why not.
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

// TestCanonical: no symmetries but the identity is an answer; symmetries that
// are not known are an error, whoever does not know them.
func TestCanonical(t *testing.T) {
	f, err := Canonical(symmetricBoard{})
	if err != nil || f("\x01\x00") != "\x01\x00" {
		t.Errorf("only the identity: error %v", err)
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
