package puzzletest

import (
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/puzzle/exactcover"
	"counterproof/encode/puzzle/packing"
	"counterproof/encode/puzzle/pushpull"
	"counterproof/encode/puzzle/sudoku"
)

// spotted is an instance with areas that lie like its cells.
type spotted interface {
	encode.Instance
	play.HasSpots
	layout.HasLayout
}

// A player returns the areas and looks of another instance, after the functions spots and look have
// changed them.
type player struct {
	spotted
	spots func(all []play.Spot)
	look  func(l *play.Look)
}

func (p player) Spots() []play.Spot {
	all := p.spotted.Spots()
	p.spots(all)
	return all
}

func (p player) Look(site, value int) play.Look {
	l := p.spotted.Look(site, value)
	if p.look != nil {
		p.look(&l)
	}
	return l
}

// clued is an instance whose picture shows and marks its clues.
type clued interface {
	play.HasClueSpots
	clues.HasMarks
}

// A located returns the areas of the clues of another instance, after the function bend has changed
// them.
type located struct {
	clued
	bend func(all [][]play.Spot)
}

func (p located) ClueSpots() [][]play.Spot {
	all := p.clued.ClueSpots()
	p.bend(all)
	return all
}

type pieced struct {
	play.HasPieces
	encode.Instance
	bend func(kinds []play.Piece)
}

func (p pieced) Kinds() []play.Piece {
	kinds := p.HasPieces.Kinds()
	p.bend(kinds)
	return kinds
}

type toggled struct {
	play.HasToggles
	encode.Instance
}

func (p toggled) Toggles() (flips [][]int, lit []bool, on play.Look) {
	flips, lit, on = p.HasToggles.Toggles()
	for i := range flips {
		flips[i] = flips[i][1:]
	}
	return flips, lit, on
}

type tabled struct {
	play.HasTable
	encode.Instance
	bend func(t *play.Table)
}

func (p tabled) Table() play.Table {
	t := p.HasTable.Table()
	p.bend(&t)
	return t
}

// TestPlay checks that correct instances keep the law of play, and that wrong ones break it.
func TestPlay(t *testing.T) {
	spots := func(f func(all []play.Spot)) func(encode.Instance) encode.Instance {
		return func(in encode.Instance) encode.Instance { return player{in.(spotted), f, nil} }
	}
	look := func(f func(l *play.Look)) func(encode.Instance) encode.Instance {
		return func(in encode.Instance) encode.Instance {
			return player{in.(spotted), func([]play.Spot) {}, f}
		}
	}
	kinds := func(f func(kinds []play.Piece)) func(encode.Instance) encode.Instance {
		return func(in encode.Instance) encode.Instance { return pieced{in.(play.HasPieces), in, f} }
	}
	places := func(f func(all [][]play.Spot)) func(encode.Instance) encode.Instance {
		return func(in encode.Instance) encode.Instance {
			return located{in.(clued), f}
		}
	}
	table := func(f func(t *play.Table)) func(encode.Instance) encode.Instance {
		return func(in encode.Instance) encode.Instance { return tabled{in.(play.HasTable), in, f} }
	}
	for _, c := range []struct {
		name   string
		puzzle *encode.Puzzle
		right  bool
		bend   func(in encode.Instance) encode.Instance
	}{
		{"areas", &sudoku.Puzzle, true, spots(func([]play.Spot) {})},
		{"an area is empty", &sudoku.Puzzle, false, spots(func(all []play.Spot) { all[3] = play.Spot{} })},
		{"an area is moved by half a cell", &sudoku.Puzzle, false, spots(func(all []play.Spot) { all[3] = shifted(all[3], 20) })},
		{"an area leaves the picture", &sudoku.Puzzle, false, spots(func(all []play.Spot) { all[3] = shifted(all[3], 60) })},
		{"two areas change places", &sudoku.Puzzle, false, spots(func(all []play.Spot) { all[0], all[1] = all[1], all[0] })},
		{"a text is outside its area", &sudoku.Puzzle, false, spots(func(all []play.Spot) { all[0].At = all[1].At })},
		{"all values look alike", &sudoku.Puzzle, false, look(func(l *play.Look) { l.Text = "" })},
		{"places of clues", &sudoku.Puzzle, true, places(func([][]play.Spot) {})},
		{"a clue has no place", &sudoku.Puzzle, false, places(func(all [][]play.Spot) { all[2] = nil })},
		{"two clues change places", &sudoku.Puzzle, false, places(func(all [][]play.Spot) { all[0], all[1] = all[1], all[0] })},
		{"pieces", &packing.Puzzle, true, kinds(func([]play.Piece) {})},
		{"a piece lacks an orientation", &packing.Puzzle, false, kinds(func(all []play.Piece) { all[0].Shapes = all[0].Shapes[1:] })},
		{"a piece lacks a cell", &packing.Puzzle, false, kinds(func(all []play.Piece) { all[0].Shapes[0] = all[0].Shapes[0][1:] })},
		{"two kinds change their values", &packing.Puzzle, false, kinds(func(all []play.Piece) { all[0].Values[0], all[1].Values[0] = all[1].Values[0], all[0].Values[0] })},
		{"lights", &pushpull.Puzzle, true, func(in encode.Instance) encode.Instance { return in }},
		{"each button toggles a light too few", &pushpull.Puzzle, false, func(in encode.Instance) encode.Instance { return toggled{in.(play.HasToggles), in} }},
		{"rows", &exactcover.Puzzle, true, table(func(*play.Table) {})},
		{"a row is missing", &exactcover.Puzzle, false, table(func(x *play.Table) { x.Groups[0].Rows = x.Groups[0].Rows[1:] })},
		{"a row lacks a part", &exactcover.Puzzle, false, table(func(x *play.Table) { x.Groups[0].Rows[1].Parts = x.Groups[0].Rows[1].Parts[1:] })},
		{"the sites of a group differ wrongly", &exactcover.Puzzle, false, table(func(x *play.Table) { x.Groups[0].Distinct = true })},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Parser[encode.Instance](c.puzzle)(t, c.puzzle.Example)
			trial := newTrial(c.puzzle)
			trial.play(&board{Board: Board{Text: c.puzzle.Example}, in: c.bend(in), sites: in.Sites(), all: List(t, c.puzzle, in, "native", 100)})
			if err := trial.err(); (err == nil) != c.right {
				t.Errorf("the law says: %v", err)
			}
		})
	}
}

// shifted returns an area that lies lower by d.
func shifted(s play.Spot, d float64) play.Spot {
	s.At[1] += d
	s.Lines = [][]float64{slices.Clone(s.Lines[0])}
	for k := 1; k < len(s.Lines[0]); k += 2 {
		s.Lines[0][k] += d
	}
	return s
}

// TestHole checks that a hole is not part of an area.
func TestHole(t *testing.T) {
	ring := play.Square(0, 0, 30)
	inner := play.Square(10, 10, 10)
	if _, ok := overlap(ring, inner); !ok {
		t.Error("no overlap of a square with a square in it")
	}
	ring.Lines = append(ring.Lines, []float64{10, 20, 20, 20, 20, 10, 10, 10})
	if at, ok := overlap(ring, inner); ok {
		t.Errorf("overlap with the hole at %v", at)
	}
	if got := area(ring); got != 800 {
		t.Errorf("the area is %g, want 800", got)
	}
}
