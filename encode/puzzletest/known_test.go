package puzzletest

import (
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/draw"
)

// A knowing is a Latin square that implements Layout, Demands and Obstacle. The test makes one of
// these methods wrong.
type knowing struct {
	*latin
	cells   []int
	why     string
	names   []string
	relaxed func(in *latin, gone []int) encode.Instance
	value   func(v int) string
	marked  func(clues []int, entries []clues.Given) []int // the cells with a mark
}

type (
	oldFormula struct {
		encode.Instance
		old encode.Instance
	}
	oldDrawing struct {
		encode.Instance
		old encode.Instance
	}
)

func (o oldFormula) Encode(e *encode.Encoder)       { o.old.Encode(e) }
func (o oldDrawing) Draw(s *encode.Solution) string { return o.old.Draw(s) }

func (k *knowing) Layout() (h, w int, cell []int) { return k.n, k.n, k.cells }
func (k *knowing) ValueName(_, v int) string      { return k.value(v) }
func (k *knowing) Obstacle() string               { return k.why }
func (k *knowing) Demands() []string              { return k.names }
func (k *knowing) Relaxed(gone []int) encode.Instance {
	return k.relaxed(k.latin, gone)
}

// Picture draws the digits of the solution s unless s is nil. It draws no marks.
func (k *knowing) Picture(s *encode.Solution) *draw.Picture {
	p := &draw.Picture{W: 100, H: 100}
	for i := range k.given {
		p.Rect(float64(10*i), 0, 10, 10, draw.Style{Fill: draw.White})
		if s != nil {
			p.Text(float64(10*i), 10, string(rune('1'+(*s)[i])), draw.Font{Size: 8})
		}
	}
	return p
}

func (k *knowing) Marked(clues []int, entries []clues.Given) *draw.Picture {
	p := k.Picture(nil)
	for _, i := range k.marked(clues, entries) {
		p.Rect(float64(10*i), 0, 10, 10, draw.Style{Fill: draw.Yellow})
	}
	return p
}

// marks returns the cells of the clues and of the entries.
func (k *knowing) marks(clues []int, entries []clues.Given) (cells []int) {
	var given []int
	for i, d := range k.given {
		if d > 0 {
			given = append(given, i)
		}
	}
	for _, c := range clues {
		cells = append(cells, given[c])
	}
	for _, e := range entries {
		cells = append(cells, e.Site)
	}
	return cells
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
		{"clues without marks", "1../..1/...", "demands", func(k *knowing) {
			k.marked = func(_ []int, entries []clues.Given) []int { return k.marks(nil, entries) }
		}},
		{"the same mark for all clues", "1../..1/...", "demands", func(k *knowing) {
			k.marked = func(clues []int, entries []clues.Given) []int {
				if len(clues) > 0 {
					clues = []int{0}
				}
				return k.marks(clues, entries)
			}
		}},
		{"entries without marks", "1../..1/...", "demands", func(k *knowing) {
			k.marked = func(clues []int, _ []clues.Given) []int { return k.marks(clues, nil) }
		}},
		{"a mark beyond the paper", "1../..1/...", "demands", func(k *knowing) {
			k.marked = func(clues []int, entries []clues.Given) []int {
				return append(k.marks(clues, entries), 12)
			}
		}},
		{"the formula keeps the clues", "1../..1/...", "demands", func(k *knowing) {
			k.relaxed = func(in *latin, gone []int) encode.Instance {
				less := without(in, gone)
				return clues.Relaxed{Instance: oldFormula{less, in}}
			}
		}},
		{"the drawing keeps the clues", "1../..1/...", "demands", func(k *knowing) {
			k.relaxed = func(in *latin, gone []int) encode.Instance {
				less := without(in, gone)
				return clues.Relaxed{Instance: oldDrawing{less, in}}
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
			k.marked = k.marks
			c.bend(k)
			return k, nil
		}
		err := TestBoard(p, Board{Text: c.board})
		if got := laws(err); got != c.laws {
			t.Errorf("%s: breaks the laws %q, want %q:\n%v", c.name, got, c.laws, err)
		}
	}
}
