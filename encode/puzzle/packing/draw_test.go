package packing

import (
	"strings"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

var parsed = puzzletest.Parser[*Packing](&Puzzle)

// TestDrawPieces checks how a drawing shows the pieces of a board: next to the board, or below a
// wide board. The cells of a very long piece must not be drawn.
func TestDrawPieces(t *testing.T) {
	wide, long := strings.Repeat(".", 70), strings.Repeat("x", 33)
	for _, c := range []struct{ board, want string }{
		{".../.#.;xxx;x;x", "...   A     B   C\n. .   xxx   x   x\n"},
		{"..;x.../.xx", "..   A\n     x\n      xx\n"},
		{"../..;2*turn:xx/x;0-3*fixed:x;0-1*x", "..   A-B 2x turn   C-E 0-3x fixed   F 0-1x\n..   xx            x                x\n     x\n"},
		{"..;64*x", "..   64x\n     x\n"},
		{wide + ";xx;x", wide + "\n\nA    B\nxx   x\n"},
		{"..;" + long, "..   A\n     (33 cells in 1x33)\n"},
		{"..;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
			"..   A                                B\n     xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx   xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n\n     C\n     xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"},
	} {
		if got := parsed(t, c.board).Draw(nil); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.board, got, c.want)
		}
	}
}

// TestPicturePieces checks that the picture shows each piece with its name and number of cells. The
// pieces must be next to a square board and below a wide one, and nothing may overlap.
func TestPicturePieces(t *testing.T) {
	for _, c := range []struct {
		board string
		below bool
	}{
		{"......../......../......../......../......../......../......../........;xxx/x;2*xx;xxxx;0-3*turn:x/xx;xxxxx/x.x.x", false},
		{"................;xxx/x;2*xx;xxxx;0-3*turn:x/xx;xxxxx/x.x.x;xxxxx;xxxxxx;xxxxxxx;xx", true},
	} {
		in := parsed(t, c.board)
		p := in.Picture(nil)
		var boxes [][4]float64 // of the board and of the pieces: left, top, right, bottom
		cells := puzzletest.Shapes[draw.Rect](p)
		box := [4]float64{cells[0].X, cells[0].Y, 0, 0}
		for _, r := range cells {
			box[2], box[3] = max(box[2], r.X+r.W), max(box[3], r.Y+r.H)
		}
		boxes = append(boxes, box)
		var counts []int
		for _, path := range puzzletest.Shapes[draw.Path](p) {
			if path.Fill == 0 {
				continue // the outline of the board
			}
			box := [4]float64{1e9, 1e9, 0, 0}
			for _, cell := range path.Lines {
				for _, at := range cell {
					box[0], box[1], box[2], box[3] = min(box[0], at[0]), min(box[1], at[1]), max(box[2], at[0]), max(box[3], at[1])
				}
			}
			boxes, counts = append(boxes, box), append(counts, len(path.Lines))
		}
		for i, a := range boxes {
			if a[0] < 0 || a[1] < 0 || a[2] > p.W || a[3] > p.H {
				t.Errorf("%s: box %d, %v, leaves the picture of %g x %g", c.board, i, a, p.W, p.H)
			}
			if i > 0 && (c.below && a[1] < boxes[0][3] || !c.below && a[0] < boxes[0][2]) {
				t.Errorf("%s: piece %d, %v, is on the wrong side of the board %v", c.board, i-1, a, boxes[0])
			}
			for j, b := range boxes[:i] {
				if a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3] {
					t.Errorf("%s: boxes %d and %d overlap: %v, %v", c.board, j, i, b, a)
				}
			}
		}
		texts := puzzletest.Shapes[draw.Text](p)
		if len(counts) != len(in.Pieces) || len(texts) != len(in.Pieces) {
			t.Fatalf("%s: %d pieces and %d texts, want %d", c.board, len(counts), len(texts), len(in.Pieces))
		}
		for i, n := range counts {
			if n != len(in.Pieces[i].Drawn) {
				t.Errorf("%s: piece %d has %d cells, want %d", c.board, i, n, len(in.Pieces[i].Drawn))
			}
		}
		if texts[1].Text != "B-C 2x" || texts[3].Text != "E-G 0-3x turn" {
			t.Errorf("%s: the texts are %v", c.board, texts)
		}
	}
}
