package puzzletest

import (
	"slices"
	"testing"

	"counterproof/encode"
)

// A knowing is a Latin square that knows its layout, its clues and an obstacle. The test breaks one of
// them.
type knowing struct {
	*latin
	cells   []int
	why     string
	names   []string
	relaxed func(in *latin, gone []int) encode.Instance
	value   func(v int) string
}

func (k *knowing) Layout() (h, w int, cell []int) { return k.n, k.n, k.cells }
func (k *knowing) ValueName(_, v int) string      { return k.value(v) }
func (k *knowing) Obstacle() string               { return k.why }
func (k *knowing) Demands() []string              { return k.names }
func (k *knowing) Relaxed(gone []int) encode.Instance {
	return k.relaxed(k.latin, gone)
}

// without returns the Latin square without some of its given cells.
func without(in *latin, gone []int) *latin {
	less := &latin{in.n, slices.Clone(in.given)}
	clue := 0
	for i, d := range in.given {
		if d > 0 {
			if slices.Contains(gone, clue) {
				less.given[i] = 0
			}
			clue++
		}
	}
	return less
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name, board, laws string
		bend              func(k *knowing)
	}{
		{"right", "1../..1/...", "", func(k *knowing) {}},
		{"a right obstacle", "1../1../...", "", func(k *knowing) { k.why = "the 1 repeats in column 1" }},
		{"a wrong obstacle", "1../..1/...", "obstacle", func(k *knowing) { k.why = "the 1 repeats in column 1" }},
		{"an obstacle that is a sentence", "1../1../...", "obstacle", func(k *knowing) { k.why = "The 1 repeats." }},
		{"two sites in one cell", "1../..1/...", "layout", func(k *knowing) { k.cells[3] = 4 }},
		{"too few cells", "1../..1/...", "layout", func(k *knowing) { k.cells = k.cells[1:] }},
		{"a cell outside", "1../..1/...", "layout", func(k *knowing) { k.cells[8] = 9 }},
		{"two values with one name", "1../..1/...", "layout", func(k *knowing) { k.value = func(int) string { return "a digit" } }},
		{"a clue without a name", "1../..1/...", "demands", func(k *knowing) { k.names[0] = "" }},
		{"leaving out clues adds one", "1../..1/...", "demands", func(k *knowing) {
			k.relaxed = func(in *latin, gone []int) encode.Instance {
				less := without(in, gone)
				less.given[4] = 2
				return less
			}
		}},
		{"the formula keeps the clues", "1../..1/...", "demands", func(k *knowing) {
			k.relaxed = func(in *latin, gone []int) encode.Instance {
				return &encode.Relaxed{Instance: in, Checks: without(in, gone).Check, Writes: in.Encode}
			}
		}},
	} {
		p := latinPuzzle()
		parse := p.Parse
		p.Parse = func(text string) (encode.Instance, error) {
			in, err := parse(text)
			if err != nil {
				return nil, err
			}
			k := &knowing{latin: in.(*latin), names: []string{"the first clue", "the second clue"},
				relaxed: func(in *latin, gone []int) encode.Instance { return without(in, gone) },
				value:   func(v int) string { return string(rune('1' + v)) }}
			k.cells = encode.Left(len(k.Sites()), nil)
			c.bend(k)
			return k, nil
		}
		err := TestBoard(p, Board{Text: c.board})
		if got := laws(err); got != c.laws {
			t.Errorf("%s: breaks the laws %q, want %q:\n%v", c.name, got, c.laws, err)
		}
	}
}
