package packing

import (
	"context"
	"testing"

	"counterproof/encode"
	"counterproof/native"
)

// oneSided are the eighteen one-sided pentominoes.
const oneSided = ";turn:.xx/xx/.x;turn:xx/.xx/.x;turn:xxxxx;turn:x/x/x/xx;turn:.x/.x/.x/xx;turn:xx/.xxx;turn:..xx/xxx;turn:xx/xx/x;turn:xx/xx/.x" +
	";turn:xxx/.x/.x;turn:x.x/xxx;turn:x/x/xxx;turn:x/xx/.xx;turn:.x/xxx/.x;turn:.x/xx/.x/.x;turn:x/xx/x/x;turn:xx/.x/.xx;turn:.xx/.x/xx"

// TestMirrorImages: a motion may take a piece to another one.
func TestMirrorImages(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		raw, orbits int
	}{
		// 184 / 4: no tiling is its own image, because the V, which is used
		// once, would have to be its own, and its only axis is diagonal.
		{"the one-sided pentominoes, 3x30", board(3, 30) + oneSided, 184, 46},
		// By hand: two corners with the same diagonal, in two ways that are
		// mirror images.
		{"four corners", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-1*fixed:xx/.x;0-1*fixed:x/xx", 2, 1},
		{"four corners, not used equally often", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-2*fixed:xx/.x;0-2*fixed:x/xx", 2, 2},
		{"two corners, and no mirror images", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-1*fixed:xx/.x;0-1*fixed:x/xx;0-1*fixed:xx/.xx", 2, 2},
	} {
		in := mustParse(t, c.text)
		canonical, err := encode.Canonical(in)
		if err != nil {
			t.Fatal(err)
		}
		raw, orbits := 0, 0
		err = in.Reduce()[0].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
			raw++
			if canonical(s) == s {
				orbits++
			}
			return true
		})
		if err != nil || raw != c.raw || orbits != c.orbits {
			t.Errorf("%s: %d solutions, %d up to symmetry, want %d and %d; error %v", c.name, raw, orbits, c.raw, c.orbits, err)
		}
	}
}
