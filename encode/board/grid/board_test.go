package grid

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// full is a board that uses every field of Board.
var full = &Board{
	Title: "All", H: 2, W: 3,
	Cell: func(r, c int) Cell {
		return [][]Cell{
			{{Fill: draw.Yellow, Disc: true}, {Text: "a&b", Note: "<"}, {Disc: true}},
			{{}, {Text: "-123456"}, {Fill: draw.Sky}},
		}[r][c]
	},
	Left: []string{"L0", "L1"}, Right: []string{"R0", "R1"},
	Top: []string{"T0", "T1", ""}, Bottom: []string{"B0", "B1", "B2"},
	Chains: [][][2]int{{{0, 0}, {0, 2}, {1, 2}}},
}

// cellsAndFrames returns two lists: the rectangles that are cells, and the rectangles around whole
// boards.
func cellsAndFrames(p *draw.Picture) (cells, frames []draw.Rect) {
	for _, r := range puzzletest.Shapes[draw.Rect](p) {
		switch {
		case r.Fill == 0:
			frames = append(frames, r)
		case r.Stroke != 0:
			cells = append(cells, r)
		}
	}
	return cells, frames
}

// TestBoard checks that each text is drawn once and on the correct side of the board or within it.
// The cells must have their colours and marks, a chain must be closed and go through the centres of
// its cells, and everything must be within the picture.
func TestBoard(t *testing.T) {
	p := Draw(full)
	cells, frames := cellsAndFrames(p)
	circles, paths := puzzletest.Shapes[draw.Circle](p), puzzletest.Shapes[draw.Path](p)
	if len(cells) != 6 || len(circles) != 2 || len(frames) != 1 || len(paths) != 1 {
		t.Fatalf("%d cells, %d circles, %d frames and %d chains, want 6, 2, 1 and 1", len(cells), len(circles), len(frames), len(paths))
	}
	for i, fill := range []draw.Colour{draw.Yellow, draw.White, draw.White, draw.White, draw.White, draw.Sky} {
		if cells[i].Fill != fill {
			t.Errorf("cell %d is %08x, want %08x", i, cells[i].Fill, fill)
		}
	}
	centre := func(cell int) draw.Point {
		return draw.Point{cells[cell].X + unit/2, cells[cell].Y + unit/2}
	}
	for i, cell := range []int{0, 2} {
		if got := (draw.Point{circles[i].X, circles[i].Y}); got != centre(cell) {
			t.Errorf("circle %d is at %v, want it in the middle of cell %d", i, got, cell)
		}
	}
	if want := []draw.Point{centre(0), centre(2), centre(5)}; !paths[0].Closed || len(paths[0].Lines) != 1 || !slices.Equal(paths[0].Lines[0], want) {
		t.Errorf("the chain is %+v, want it closed through %v", paths[0], want)
	}
	frame := frames[0]
	right, bottom := frame.X+frame.W, frame.Y+frame.H
	if frame.X != cells[0].X || bottom != cells[5].Y+unit {
		t.Errorf("the frame is %+v, the cells are %+v to %+v", frame, cells[0], cells[5])
	}
	// For each text, these are its positions relative to the board, across and down: -1 before the
	// board, 0 on the board, 1 after the board.
	want := map[string][2]int{
		"All": {0, -1}, "a&b": {0, 0}, "<": {0, 0}, "-123456": {0, 0},
		"L0": {-1, 0}, "L1": {-1, 0}, "R0": {1, 0}, "R1": {1, 0},
		"T0": {0, -1}, "T1": {0, -1}, "B0": {0, 1}, "B1": {0, 1}, "B2": {0, 1},
	}
	side := func(v, low, high float64) int {
		switch {
		case v < low:
			return -1
		case v > high:
			return 1
		}
		return 0
	}
	texts := puzzletest.Shapes[draw.Text](p)
	for _, s := range texts {
		if got := [2]int{side(s.X, frame.X, right), side(s.Y, frame.Y, bottom)}; got != want[s.Text] {
			t.Errorf("%+v is %v of the board, want %v", s, got, want[s.Text])
		}
		if s.X < 0 || s.X > p.W || s.Y < 0 || s.Y > p.H {
			t.Errorf("%+v is outside of %g x %g", s, p.W, p.H)
		}
		if _, ok := want[s.Text]; !ok {
			t.Errorf("nobody wrote %q", s.Text)
		}
	}
	if len(texts) != len(want) {
		t.Errorf("%d texts, want %d", len(texts), len(want))
	}
}

// TestBoardLong checks that a long text in a cell gets small letters, unless the cell sets a font
// size. Letters are about half as wide as they are high, and the text must fit into its cell of 40
// units.
func TestBoardLong(t *testing.T) {
	for _, s := range []string{"9", "-12", "-123", "123456789"} {
		for _, size := range []int{0, 13} {
			texts := puzzletest.Shapes[draw.Text](Draw(&Board{H: 1, W: 1, Cell: func(r, c int) Cell { return Cell{Text: s, Note: s, Size: size} }}))
			if len(texts) != 2 || texts[0].Text != s || texts[1].Text != s {
				t.Fatalf("the texts are %v, want %s twice", texts, s)
			}
			for i, text := range texts {
				if w := 0.56 * float64(len(s)) * text.Size; w > 40 && (i == 1 || size == 0) {
					t.Errorf("%s is about %g units wide", s, w)
				}
			}
			if size > 0 && texts[0].Size != float64(size) {
				t.Errorf("%s has letters of %g units, want %d", s, texts[0].Size, size)
			}
		}
	}
}

// TestBoards checks that several boards are drawn side by side without overlap, and that a board
// under a wide title is centred.
func TestBoards(t *testing.T) {
	plain := func(r, c int) Cell { return Cell{} }
	p := Draw(&Board{H: 1, W: 4, Cell: plain}, &Board{Title: "twenty letters, below", H: 3, W: 1, Cell: plain}, full)
	_, frames := cellsAndFrames(p)
	if len(frames) != 3 {
		t.Fatalf("%d boards, want 3", len(frames))
	}
	end := 0.0
	for i, f := range frames {
		if f.X < end+unit/2 && i > 0 || f.X < 0 {
			t.Errorf("board %d begins at %g, the one before ends at %g", i, f.X, end)
		}
		end = f.X + f.W
	}
	if end > p.W {
		t.Errorf("the boards end at %g, the picture at %g", end, p.W)
	}
	title := puzzletest.Shapes[draw.Text](p)[0]
	if want := frames[1].X + unit/2; title.X < want-1 || title.X > want+1 {
		t.Errorf("the title's middle is at %g, the board's at %g", title.X, want)
	}
}

// TestMarks checks that each of nine marks is drawn in its own ninth of the cell, with the mark's
// colour behind it. A struck mark must have a line across it.
func TestMarks(t *testing.T) {
	marks := make([]Mark, 9)
	for _, i := range []int{0, 5, 6} {
		marks[i].Text = strconv.Itoa(i)
	}
	marks[5].Fill, marks[6].Struck = draw.Sky, true
	p := Draw(&Board{H: 1, W: 2, Cell: func(_, c int) Cell {
		return []Cell{{}, {Marks: marks}}[c]
	}})
	texts, fills := puzzletest.Shapes[draw.Text](p), 0
	for _, s := range texts {
		k, _ := strconv.Atoi(s.Text)
		x, y := int(s.X)-margin-unit, int(s.Y)-margin
		if x*3/unit != k%3 || y*3/unit != k/3 {
			t.Errorf("mark %d is at %d,%d of its cell", k, x, y)
		}
	}
	for _, r := range puzzletest.Shapes[draw.Rect](p) {
		if x, y := r.X-margin-unit, r.Y-margin; r.Fill == draw.Sky {
			if fills++; x <= unit/2 || y <= unit/4 || y >= unit/2 {
				t.Errorf("the colour of mark 5 is at %g,%g", x, y)
			}
		}
	}
	struck := puzzletest.Shapes[draw.Path](p)
	if len(texts) != 3 || fills != 1 || len(struck) != 1 || struck[0].Stroke != draw.Vermilion {
		t.Errorf("%d marks, %d colours, lines %v, want 3, 1 and one", len(texts), fills, struck)
	}
}

// TestBoardInk checks that the text and the disc of a cell have the colour in the field Ink of the
// cell. Without such a colour, they must be black. The note must have a colour of its own.
func TestBoardInk(t *testing.T) {
	for ink, want := range map[draw.Colour]draw.Colour{0: draw.Black, draw.White: draw.White} {
		p := Draw(&Board{H: 1, W: 1, Cell: func(r, c int) Cell {
			return Cell{Text: "text", Note: "note", Disc: true, Ink: ink}
		}})
		texts, discs := puzzletest.Shapes[draw.Text](p), puzzletest.Shapes[draw.Circle](p)
		if len(texts) != 2 || len(discs) != 1 || texts[0].Fill != want || discs[0].Fill != want || texts[1].Fill == want || texts[1].Text != "note" {
			t.Errorf("ink %08x: %+v, %+v, want the text and the disc in %08x", ink, texts, discs, want)
		}
	}
}

// TestBoardStacks checks that the texts in Before and Above are drawn outside the board, do not
// overlap and are within the picture. The last text of each list must be next to the board.
func TestBoardStacks(t *testing.T) {
	p := Draw(&Board{
		Title: "Stacks", H: 2, W: 2, Cell: func(r, c int) Cell { return Cell{} },
		Before: [][]string{{"r0", "r1", "r2"}, {"r3"}},
		Above:  [][]string{{"c0"}, {"c1", "c2"}},
		Left:   []string{"L", "L"}, Top: []string{"T", "T"},
	})
	at := map[string]draw.Text{}
	for _, s := range puzzletest.Shapes[draw.Text](p) {
		at[s.Text] = s
	}
	_, frames := cellsAndFrames(p)
	left, top := frames[0].X, frames[0].Y
	x := func(name string) float64 { return at[name].X }
	y := func(name string) float64 { return at[name].Y }
	for _, c := range []struct {
		what string
		ok   bool
	}{
		{"row 0 from left to right", 0 < x("L") && x("L")+18 <= x("r0") && x("r0")+18 <= x("r1") && x("r1")+18 <= x("r2") && x("r2")+9 <= left},
		{"the last ones of the rows", x("r2") == x("r3") && y("r0") == y("r1") && y("r3") == y("r2")+unit && y("r2") > top},
		{"column 1 from above", y("Stacks")+16 <= y("T") && y("T")+16 <= y("c1") && y("c1")+16 <= y("c2") && y("c2") < top},
		{"the last ones of the columns", y("c0") == y("c2") && x("c1") == x("c2") && x("c0")+unit == x("c2") && x("c0") == left+unit/2},
	} {
		if !c.ok {
			t.Errorf("%s: the texts are at %v, the board is at %g %g", c.what, at, left, top)
		}
	}
}

// TestMark checks that marks are yellow, and that a black cell keeps its colour and gets a disc. An
// entered text must be in the middle of an empty cell, or in the corner of any other cell.
func TestMark(t *testing.T) {
	cells := []Cell{{}, {Text: "7"}, {Fill: draw.Black}, {Text: "8"}, {}}
	b := &Board{H: 1, W: 5, Cell: func(_, c int) Cell { return cells[c] }}
	b.Mark([]int{1, 2}, map[int]string{0: "x", 3: "9"})
	want := []Cell{
		{Fill: draw.Yellow, Text: "x"},
		{Fill: draw.Yellow, Text: "7"},
		{Fill: draw.Black, Disc: true, Ink: draw.Yellow},
		{Fill: draw.Yellow, Text: "8", Note: "9"},
		{},
	}
	for c := range cells {
		if diff := cmp.Diff(want[c], b.Cell(0, c)); diff != "" {
			t.Errorf("cell %d: %s", c, diff)
		}
	}
}

// TestMarkTexts checks that the texts of marked rows and columns, and a marked title, have a
// background that is within the picture. The other texts must have no background.
func TestMarkTexts(t *testing.T) {
	b := &Board{Title: "3 mines", H: 2, W: 2, Cell: func(_, _ int) Cell { return Cell{} },
		Before: [][]string{{"1", "2"}, {"3"}}, Above: [][]string{{"4"}, {"5"}}, Right: []string{"6", "7"}, Bottom: []string{"8", "9"}}
	backgrounds := func() (on []string) {
		p := Draw(b)
		for _, s := range p.Shapes {
			text, ok := s.(draw.Text)
			if !ok {
				continue
			}
			for _, s := range p.Shapes {
				r, ok := s.(draw.Rect)
				if ok && r.Fill == draw.Yellow && r.X < text.X && text.X < r.X+r.W && r.Y < text.Y && text.Y < r.Y+r.H {
					on = append(on, text.Text)
				}
			}
		}
		slices.Sort(on)
		return on
	}
	if got := backgrounds(); len(got) > 0 {
		t.Errorf("without marks, %q have a background", got)
	}
	b.Lines, b.MarkTitle = []int{0, 3}, true
	if got, want := backgrounds(), []string{"1", "2", "3 mines", "5", "6", "9"}; !slices.Equal(got, want) {
		t.Errorf("%q have a background, want %q", got, want)
	}
}
