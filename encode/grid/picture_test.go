package grid

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"
)

// elements are the elements of a document in order, the text of each behind it.
func elements(t *testing.T, boards ...*Picture) (all []xml.StartElement, texts []string) {
	t.Helper()
	var b strings.Builder
	if err := WriteSVG(&b, boards...); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all, texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		switch x := token.(type) {
		case xml.StartElement:
			all, texts = append(all, x.Copy()), append(texts, "")
		case xml.CharData:
			if len(texts) > 0 {
				texts[len(texts)-1] += strings.TrimSpace(string(x))
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(t *testing.T, e xml.StartElement, name string) int {
	t.Helper()
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil {
		t.Fatalf("%s: %s: %v", e.Name.Local, name, err)
	}
	return n
}

// full has everything that a picture can have.
var full = &Picture{
	Title: "All", H: 2, W: 3,
	Cell: func(r, c int) Cell {
		return [][]Cell{
			{{Fill: Yellow, Disc: true}, {Text: "a&b", Note: "<"}, {Disc: true}},
			{{}, {Text: "-123456"}, {Fill: Sky}},
		}[r][c]
	},
	Left: []string{"L0", "L1"}, Right: []string{"R0", "R1"},
	Top: []string{"T0", "T1", ""}, Bottom: []string{"B0", "B1", "B2"},
	Chains: [][][2]int{{{0, 0}, {0, 2}, {1, 2}}},
}

// TestPicture: each text stands once, beside, above, below or within the board
// as it should; the cells have their colours and marks; a chain is closed and
// goes through the centres; all is within the picture.
func TestPicture(t *testing.T) {
	all, texts := elements(t, full)
	width, height := number(t, all[0], "width"), number(t, all[0], "height")
	if got, want := attribute(all[0], "viewBox"), "0 0 "+strconv.Itoa(width)+" "+strconv.Itoa(height); got != want {
		t.Errorf("viewBox %q, want %q", got, want)
	}
	var cells, circles []xml.StartElement
	var frame, chain xml.StartElement
	for _, e := range all {
		switch {
		case e.Name.Local == "circle":
			circles = append(circles, e)
		case e.Name.Local == "path":
			chain = e
		case e.Name.Local == "rect" && attribute(e, "fill") == "none":
			frame = e
		case e.Name.Local == "rect" && attribute(e, "stroke") != "":
			cells = append(cells, e)
		}
	}
	if len(cells) != 6 || len(circles) != 2 {
		t.Fatalf("%d cells and %d circles, want 6 and 2", len(cells), len(circles))
	}
	for i, fill := range []string{Yellow, white, white, white, white, Sky} {
		if got := attribute(cells[i], "fill"); got != fill {
			t.Errorf("cell %d is %s, want %s", i, got, fill)
		}
	}
	centre := func(cell int) (x, y int) {
		return number(t, cells[cell], "x") + number(t, cells[cell], "width")/2, number(t, cells[cell], "y") + number(t, cells[cell], "height")/2
	}
	for i, cell := range []int{0, 2} {
		x, y := centre(cell)
		if number(t, circles[i], "cx") != x || number(t, circles[i], "cy") != y {
			t.Errorf("circle %d is %v, want it in the middle of cell %d", i, circles[i].Attr, cell)
		}
	}
	var through strings.Builder
	for i, cell := range []int{0, 2, 5} {
		x, y := centre(cell)
		through.WriteString([]string{"M", "L", "L"}[i] + strconv.Itoa(x) + " " + strconv.Itoa(y))
	}
	if got, want := attribute(chain, "d"), through.String()+"Z"; got != want {
		t.Errorf("chain %q, want %q", got, want)
	}

	left, top := number(t, frame, "x"), number(t, frame, "y")
	right, bottom := left+number(t, frame, "width"), top+number(t, frame, "height")
	if left != number(t, cells[0], "x") || bottom != number(t, cells[5], "y")+number(t, cells[5], "height") {
		t.Errorf("the frame is %v, the cells are %v to %v", frame.Attr, cells[0].Attr, cells[5].Attr)
	}
	// Where each text stands: the sign of its place before, on or behind the
	// board, across and down.
	want := map[string][2]int{
		"All": {0, -1}, "a&b": {0, 0}, "<": {0, 0}, "-123456": {0, 0},
		"L0": {-1, 0}, "L1": {-1, 0}, "R0": {1, 0}, "R1": {1, 0},
		"T0": {0, -1}, "T1": {0, -1}, "B0": {0, 1}, "B1": {0, 1}, "B2": {0, 1},
	}
	side := func(v, low, high int) int {
		switch {
		case v < low:
			return -1
		case v > high:
			return 1
		}
		return 0
	}
	found := 0
	for i, e := range all {
		if e.Name.Local != "text" {
			continue
		}
		found++
		x, y := number(t, e, "x"), number(t, e, "y")
		if got := [2]int{side(x, left, right), side(y, top, bottom)}; got != want[texts[i]] {
			t.Errorf("%q is at %d %d, %v of the board, want %v", texts[i], x, y, got, want[texts[i]])
		}
		if x < 0 || x > width || y < 0 || y > height {
			t.Errorf("%q is at %d %d, outside of %d x %d", texts[i], x, y, width, height)
		}
		if _, ok := want[texts[i]]; !ok {
			t.Errorf("nobody wrote %q", texts[i])
		}
	}
	if found != len(want) {
		t.Errorf("%d texts, want %d", found, len(want))
	}
}

// TestPictureLong: a long text gets small letters, about half as wide as they
// are high, so that it stays in its cell of 40 units.
func TestPictureLong(t *testing.T) {
	for _, s := range []string{"9", "-12", "-123", "123456789"} {
		all, texts := elements(t, &Picture{H: 1, W: 1, Cell: func(r, c int) Cell { return Cell{Text: s, Note: s} }})
		found := 0
		for i, e := range all {
			if texts[i] == s {
				found++
				if w := 0.56 * float64(len(s)*number(t, e, "font-size")); w > 40 {
					t.Errorf("%s is about %g units wide", s, w)
				}
			}
		}
		if found != 2 {
			t.Errorf("%s stands %d times, want 2", s, found)
		}
	}
}

// TestPictureSize: letters have the size that a cell asks for.
func TestPictureSize(t *testing.T) {
	for _, s := range []string{"9", "123456789"} {
		all, texts := elements(t, &Picture{H: 1, W: 1, Cell: func(r, c int) Cell { return Cell{Text: s, Size: 13} }})
		for i, e := range all {
			if texts[i] == s && number(t, e, "font-size") != 13 {
				t.Errorf("%s: %v", s, e.Attr)
			}
		}
	}
}

// TestPictures: boards stand side by side and do not overlap; a board under a
// wide title is in its middle.
func TestPictures(t *testing.T) {
	plain := func(r, c int) Cell { return Cell{} }
	all, _ := elements(t, &Picture{H: 1, W: 4, Cell: plain}, &Picture{Title: "twenty letters, below", H: 3, W: 1, Cell: plain}, full)
	var frames []xml.StartElement
	for _, e := range all {
		if e.Name.Local == "rect" && attribute(e, "fill") == "none" {
			frames = append(frames, e)
		}
	}
	if len(frames) != 3 {
		t.Fatalf("%d boards, want 3", len(frames))
	}
	end := 0
	for i, f := range frames {
		if x := number(t, f, "x"); x < end+unit/2 && i > 0 || x < 0 {
			t.Errorf("board %d begins at %d, the one before ends at %d", i, x, end)
		}
		end = number(t, f, "x") + number(t, f, "width")
	}
	if width := number(t, all[0], "width"); end > width {
		t.Errorf("the boards end at %d, the picture at %d", end, width)
	}
	for _, e := range all {
		if e.Name.Local == "text" {
			if got, want := number(t, e, "x"), number(t, frames[1], "x")+unit/2; got < want-1 || got > want+1 {
				t.Errorf("the title's middle is at %d, the board's at %d", got, want)
			}
			break
		}
	}
}

// TestMarks: of nine marks each stands in its own ninth of the cell, with its
// colour behind it, and what is struck has a line across.
func TestMarks(t *testing.T) {
	marks := make([]Mark, 9)
	for _, i := range []int{0, 5, 6} {
		marks[i].Text = strconv.Itoa(i)
	}
	marks[5].Fill, marks[6].Struck = Sky, true
	all, texts := elements(t, &Picture{H: 1, W: 2, Cell: func(_, c int) Cell {
		return []Cell{{}, {Marks: marks}}[c]
	}})
	x0, y0 := margin+unit, margin
	seen, fills, struck := 0, 0, 0
	for i, e := range all {
		switch {
		case texts[i] != "":
			k, _ := strconv.Atoi(texts[i])
			x, y := number(t, e, "x")-x0, number(t, e, "y")-y0
			if seen++; x*3/unit != k%3 || y*3/unit != k/3 {
				t.Errorf("mark %d stands at %d,%d of its cell", k, x, y)
			}
		case attribute(e, "fill") == Sky:
			x, y := number(t, e, "x")-x0, number(t, e, "y")-y0
			if fills++; x <= unit/2 || y <= unit/4 || y >= unit/2 {
				t.Errorf("the colour of mark 5 stands at %d,%d", x, y)
			}
		case attribute(e, "stroke") == red:
			struck++
		}
	}
	if seen != 3 || fills != 1 || struck != 1 {
		t.Errorf("%d marks, %d colours, %d lines, want 3, 1, 1", seen, fills, struck)
	}
}

// TestPictureInk: the text and the disc of a cell have its ink, black unless it
// says so; the note has not.
func TestPictureInk(t *testing.T) {
	for ink, want := range map[string]string{"": "#000000", "#ffffff": "#ffffff"} {
		all, texts := elements(t, &Picture{H: 1, W: 1, Cell: func(r, c int) Cell {
			return Cell{Text: "text", Note: "note", Disc: true, Ink: ink}
		}})
		found := 0
		for i, e := range all {
			if e.Name.Local != "circle" && texts[i] == "" {
				continue
			}
			found++
			fill := attribute(e, "fill")
			if texts[i] == "note" && fill == want || texts[i] != "note" && fill != want {
				t.Errorf("ink %q: %s %q is %s", ink, e.Name.Local, texts[i], fill)
			}
		}
		if found != 3 {
			t.Errorf("%d texts and discs, want 3", found)
		}
	}
}

// TestPictureStacks: the texts before rows and above columns stand outside of the
// board and of each other, the last ones next to it, within the picture.
func TestPictureStacks(t *testing.T) {
	all, texts := elements(t, &Picture{
		Title: "Stacks", H: 2, W: 2, Cell: func(r, c int) Cell { return Cell{} },
		Before: [][]string{{"r0", "r1", "r2"}, {"r3"}},
		Above:  [][]string{{"c0"}, {"c1", "c2"}},
		Left:   []string{"L", "L"}, Top: []string{"T", "T"},
	})
	at := map[string][2]int{}
	var frame xml.StartElement
	for i, e := range all {
		switch {
		case e.Name.Local == "text":
			at[texts[i]] = [2]int{number(t, e, "x"), number(t, e, "y")}
		case e.Name.Local == "rect" && attribute(e, "fill") == "none":
			frame = e
		}
	}
	left, top := number(t, frame, "x"), number(t, frame, "y")
	x := func(name string) int { return at[name][0] }
	y := func(name string) int { return at[name][1] }
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
			t.Errorf("%s: the texts are at %v, the board is at %d %d", c.what, at, left, top)
		}
	}
}
