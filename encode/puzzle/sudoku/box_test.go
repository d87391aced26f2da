package sudoku

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// TestBoxes checks boards with boxes of many shapes. The file boxes.txt has a game ID of each shape, from
// sgt-solo --generate 1 CxRdt, and the solution on the page that sgt-solo --print 1x1 --with-solutions
// prints for this ID. On these pages, a box is C cells high and R cells wide. The file writes the
// printed values as 1-9A-P.
func TestBoxes(t *testing.T) {
	data, err := os.ReadFile("testdata/boxes.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 17 {
		t.Errorf("%d boards, want 17", len(lines))
	}
	for _, line := range lines {
		id, want, _ := strings.Cut(line, " ")
		b := mustParse(t, id)
		if again := mustParse(t, b.String()); again.box != b.box || again.clues != b.clues {
			t.Errorf("%s: %s is read as %s", id, b, again)
		}
		for _, name := range []string{"native/domain", "native/dlx", "sat"} {
			if name == "sat" && b.side() > 12 {
				continue
			}
			all := puzzletest.List(t, &Puzzle, b, name, 2)
			if len(all) != 1 || !strings.HasSuffix(filledIn(b, all[0]), want) {
				t.Errorf("%s by %s: %d solutions, want one, %s", id, name, len(all), want)
			}
		}
		d := puzzletest.Deduce(t, b, deduction.Options{})
		if d.Solution == nil || d.Level != "easy" || !strings.HasSuffix(filledIn(b, *d.Solution), want) {
			t.Errorf("%s, of level trivial: not solved, or another level than easy, %q", id, d.Level)
		}
	}
}

// TestGridsOfBoxes checks the published number of 6x6 boards in boxes of 2x3 cells, 28,200,960 (Wikipedia,
// "Mathematics of Sudoku", table of rectangular boxes). Boxes of 3x2 have
// as many, because exchanging rows and columns turns one kind into the other.
func TestGridsOfBoxes(t *testing.T) {
	for _, prefix := range []string{"", "2x3:", "3x2:"} {
		b := mustParse(t, prefix+strings.Repeat(".", 36))
		for _, r := range b.Reduce() {
			if r.Count == nil {
				continue
			}
			n, err := r.Count(context.Background(), new(native.Stats))
			if err != nil || n.String() != "28200960" {
				t.Errorf("%s by %s: %v, %v, want 28200960", b, r.Method, n, err)
			}
		}
	}
}

// TestShapes checks which boxes a board without a shape has, and which shapes its text names.
func TestShapes(t *testing.T) {
	usual := map[int]box{4: {2, 2}, 6: {2, 3}, 8: {2, 4}, 9: {3, 3}, 10: {2, 5}, 12: {3, 4}, 15: {3, 5}, 16: {4, 4}, 25: {5, 5}}
	for _, n := range sides {
		if b := mustParse(t, strings.Repeat(".", n*n)); b.box != usual[n] || b.side() != n {
			t.Errorf("%d cells: boxes of %v, want %v", n*n, b.box, usual[n])
		}
	}
	cells := "1" + strings.Repeat(".", 35)
	rows := strings.Join(puzzleRows(cells, 6), "\n")
	for text, want := range map[string]string{
		"2x3:" + cells: cells,
		"3x2:" + cells: "3x2:" + cells,
		"3x2:" + strings.ReplaceAll(rows, "\n", "/"): "3x2:" + cells,
		"3x2:\n" + rows:                      "3x2:" + cells,
		"2x3:\r\n" + rows:                    cells,
		mustParse(t, "3x2:"+cells).Draw(nil): "3x2:" + cells,
		mustParse(t, cells).Draw(nil):        cells,
		"2x7:" + strings.Repeat(".", 196):    "2x7:" + strings.Repeat(".", 196),
		"2x3:" + strings.Repeat("123456", 6): strings.Repeat("123456", 6),
	} {
		if got, _, err := readAll(text); err != nil || got != want {
			t.Errorf("%q is read as %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"3x3:\n" + rows, "2x13:" + cells, "1x6:" + cells, "3x2:" + cells[1:], "3x2:\n" + rows[1:], "2x3:G" + cells[1:]} {
		if got, _, err := readAll(text); err == nil {
			t.Errorf("%q is read as %q, want an error", text, got)
		}
	}
}

// TestDrawnBoxes checks that lines between rows and in rows give boxes only together, and that lines in a
// list of boards give no boxes.
func TestDrawnBoxes(t *testing.T) {
	cells := "1" + strings.Repeat(".", 35)
	three := func(rows []string) string { return strings.Join(slices.Insert(rows, 3, "===+==="), "\n") }
	upright := func(w int) (rows []string) {
		for _, row := range puzzleRows(cells, 6) {
			rows = append(rows, strings.Join(puzzleRows(row, w), "|"))
		}
		return rows
	}
	shaped := "3x2:" + cells
	for text, want := range map[string]string{
		"Grid 1\n" + three(slices.Repeat([]string{cells}, 6)): strings.Repeat(" "+cells, 6)[1:],
		three(slices.Repeat([]string{shaped}, 6)):             strings.Repeat(" "+shaped, 6)[1:],
		three(upright(2)):                        shaped,
		strings.Join(upright(3), "\n"):           cells,
		"3x2:\n" + three(upright(6)):             shaped,
		three(append(upright(2), upright(2)...)): shaped + " " + shaped,
	} {
		if got, _, err := readAll(text); err != nil || got != want {
			t.Errorf("%q is read as %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{three(upright(6)), three(upright(3)), strings.Join(upright(2), "\n")} {
		if got, _, err := readAll(text); err == nil || !strings.Contains(err.Error(), "boxes of 3x2 cells") {
			t.Errorf("%q is read as %q, %v, want an error about boxes of 3x2 cells", text, got, err)
		}
	}
}

func puzzleRows(cells string, n int) (rows []string) {
	for row := range slices.Chunk([]byte(cells), n) {
		rows = append(rows, string(row))
	}
	return rows
}

// TestGenerateAnyBox checks that generated boards of the new sides have one solution. No published minimum
// is known to the test for these sides, so it only checks that many cells are open.
func TestGenerateAnyBox(t *testing.T) {
	for _, n := range []int{6, 8, 10, 12, 15, 25} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(3, uint64(n))), encode.Size{H: n, W: n}, unique(t))
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if got := len(puzzletest.List(t, &Puzzle, b, "native/dlx", 2)); got != 1 || b.box != usual(n) || b.Clues() > n*n/2 {
			t.Errorf("%v: %d solutions, %d clues in boxes of %v", b, got, b.Clues(), b.box)
		}
	}
}
