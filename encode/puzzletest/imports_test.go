package puzzletest

import (
	"errors"
	"strings"
	"testing"

	"counterproof/encode"
)

// TestImports checks that Imports accepts a correct importer, both on files that it reads and on
// files that it refuses. Imports must also accept an importer that returns ErrOneLine. It must
// report each broken importer.
func TestImports(t *testing.T) {
	sound := dominoSuite().Puzzle
	for _, data := range []string{"..\n..\n", "x", ""} {
		if err := Imports(sound, []byte(data)); err != nil {
			t.Errorf("%q: %v", data, err)
		}
	}
	read := sound.Import
	for _, c := range []struct {
		name, want string
		read       func([]byte) ([]encode.Instance, error)
	}{
		{"one board a line", "", func([]byte) ([]encode.Instance, error) { return nil, encode.ErrOneLine }},
		{"no place", "is not an *encode.ParseError", func([]byte) ([]encode.Instance, error) { return nil, errors.New("bad") }},
		{"a place outside", "position outside the text", func([]byte) ([]encode.Instance, error) { return nil, encode.Errorf(9, 1, "bad") }},
		{"nothing", "no board and no error", func([]byte) ([]encode.Instance, error) { return nil, nil }},
		{"a panic", "panic", func(data []byte) ([]encode.Instance, error) { return read(data[99:]) }},
		{"another board", "notation", func(data []byte) ([]encode.Instance, error) {
			ins, err := read(data)
			return []encode.Instance{renamed{ins[0]}}, err
		}},
	} {
		p := *sound
		p.Import = c.read
		err := Imports(&p, []byte("..\n..\n"))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A renamed is an instance whose String wrongly returns the text of another board.
type renamed struct{ encode.Instance }

func (renamed) String() string { return "...." }
