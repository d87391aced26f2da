package exactcover

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// TestPicture checks that a picture has the discs and boxes of the options, dashed lines for
// secondary items, and a yellow row for each option of the solution.
func TestPicture(t *testing.T) {
	in, err := parse("A 0:2|Bee 3|C | X Y ; A X:1 Bee ; Bee X:greenish C ; A Y")
	if err != nil {
		t.Fatal(err)
	}
	s := encode.Solution("\x01\x00\x01")
	p := in.(Problem).Picture(&s)
	var texts []string
	columns := map[string]float64{} // the x of each item, by the last letter of its name
	for _, text := range puzzletest.Shapes[draw.Text](p) {
		texts = append(texts, text.Text)
		if strings.Contains("AeCXY", text.Text) {
			columns[text.Text] = text.X
		}
	}
	for _, want := range []string{"1", "2", "3", "0-2", "greenish"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the texts are %q, want also %q", texts, want)
		}
	}
	var discs []draw.Point
	for _, c := range puzzletest.Shapes[draw.Circle](p) {
		discs = append(discs, draw.Point{c.X, c.Y})
	}
	first, second, third := discs[0][1], discs[0][1]+unit, discs[0][1]+2*unit
	want := []draw.Point{{columns["A"], first}, {columns["e"], first}, {columns["e"], second}, {columns["C"], second}, {columns["A"], third}, {columns["Y"], third}}
	if !slices.Equal(discs, want) {
		t.Errorf("the discs are at %v, want %v", discs, want)
	}
	var rows []float64 // the centres of the yellow rows
	boxes := 0
	for _, r := range puzzletest.Shapes[draw.Rect](p) {
		switch {
		case r.Fill == draw.Yellow:
			rows = append(rows, r.Y+r.H/2)
		case r.X+r.W/2 == columns["X"] && r.W > 8 && r.X+r.W < columns["Y"]:
			boxes++
		}
	}
	if !slices.Equal(rows, []float64{first, third}) || boxes != 2 {
		t.Errorf("yellow rows at %v, %d boxes, want %g and %g and 2 boxes", rows, boxes, first, third)
	}
	dashed := 0
	for _, path := range puzzletest.Shapes[draw.Path](p) {
		if path.Dash > 0 {
			dashed++
		}
	}
	if dashed != 2 {
		t.Errorf("%d dashed lines, want 2", dashed)
	}
}
