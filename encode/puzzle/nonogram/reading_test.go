package nonogram

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"counterproof/encode"
)

// TestDrawings checks drawings without the line above them that has the game ID. They are the
// drawings of heart and stair, typed by hand.
func TestDrawings(t *testing.T) {
	const ignored = "ignored the black and white cells"
	const open = "     2 4 4 4 2/1 1  ? ? ? ? ?/  5  ? ? ? ? ?/  5  ? ? ? ? ?/  3  ? ? ? ? ?/  1  ? ? ? ? ?/"
	const solved = "     2 4 4 4 2/1 1  . # . # ./  5  # # # # #/  5  # # # # #/  3  . # # # ./  1  . . # . ./"
	check(t, []reading{
		{text: open, boards: heart},
		{text: solved, boards: heart, warning: "line 2, " + ignored},
		{text: "# mine/" + open + "//" + solved, boards: heart + " " + heart, warning: "line 11, " + ignored},
		{text: "     1  /   1 1 0/2  ? ? ?/0  ? ? ?/1  ? # ?/", boards: "3x3:1/1.1//2//1", warning: "line 5, " + ignored},
		{text: "   1 1 1/2  ? ? ?/1  ? ? ?/   1 1 1/2  ? ? ?/1  ? ? ?/", fails: "line 4, column 4"},
		{text: "1 1 1/2  ? ? ?/1  ? ? ?/", fails: "line 1, column 1"},
		{text: "  1  /1 1 0/2  ? ? ?/0  ? ? ?/1  ? ? ?/", fails: "line 1, column 3"},
		{text: "    1/ 1 1/2 ? ?/1 ? ?/", fails: "line 2, column 2"},
		{text: "     1  /   1   0/2  ? ? ?/1  ? ? ?/", fails: `line 1, column 1, "   1 1 0"`},
		{text: "   1 1/2  ? ? ?/1  ? ? ?/", fails: `line 1, column 1, "   1 1 0"`},
		{text: "   1 1 1 1/2  ? ? ?/1  ? ? ?/", fails: "line 1, column 10"},
		{text: "   1 1 1/2  ? ? ?/1  ? ?/", fails: `line 3, column 1, "1  ? ? ?", "1  ? ?"`},
		{text: "   1 1 1/2  ? ? ?/1  ? ? ? ?/", fails: "line 3, column 1"},
		{text: "   1 1 1/2  ? x ?/1  ? ? ?/", fails: "line 2, column 6, 'x'"},
		{text: "   1 1 1/x  ? ? ?/1  ? ? ?/", fails: `line 2, column 1, "x"`},
		{text: "   1 1 1/2  ? ? ?/   ? ? ?/", fails: "line 3, column 1"},
		{text: "   ? 1 1/2  ? ? ?/1  ? ? ?/", fails: "line 1, column 6"},
		{text: "2  ? ? ?/1  ? ? ?/", fails: `line 1, column 1, "   0 0 0"`},
		{text: "   1 1 1/4  ? ? ?/1  ? ? ?/", fails: "line 2, column 1, row 1, 3, 4"},
		{text: "   1/" + strings.Repeat("1  ?/", 257), fails: "256 rows"},
		{text: "   1/" + strings.Repeat("1  ?/", 600), fails: "line 513, column 1, 256 rows"},
		{text: "##./..#/", fails: "line 1, column 1"},
	})
}

// TestDrawingsBack checks that the drawings of random boards are read back as these boards without
// their given cells. A drawing that lost blanks must be refused or be read as the same board.
func TestDrawingsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 6))
	blanks := regexp.MustCompile(` +`)
	edges := regexp.MustCompile(`(?m)^ +`)
	same, refused := 0, 0
	for range 500 {
		var b *Board
		if in, err := random(rng, encode.Size{H: 1 + rng.IntN(14), W: 1 + rng.IntN(14)}, rng.Float64()); err != nil {
			t.Fatal(err)
		} else if b = in.(*Board); rng.IntN(2) == 0 {
			given := make([]byte, len(b.rows)*len(b.cols))
			for at := range given {
				given[at] = byte(rng.IntN(3))
			}
			b.give(given)
		}
		want, _, _ := strings.Cut(b.String(), ",")
		s := encode.Solution(make([]byte, len(b.rows)*len(b.cols)))
		for i, drawing := range []string{b.Draw(nil), b.Draw(&s)} {
			for j, text := range []string{drawing, "\n\n" + drawing, edges.ReplaceAllString(drawing, "   $0"), strings.TrimLeft(drawing, " "), blanks.ReplaceAllString(drawing, " "), edges.ReplaceAllString(drawing, "")} {
				all, err := read([]byte(text))
				switch {
				case err == nil && len(all) == 1 && all[0].String() == want:
					same++
				case err == nil || j < 2:
					t.Errorf("%v, read %v, %v from\n%s", b, all, err, text)
				default:
					refused++
				}
				if warned := err == nil && len(all[0].(*Board).warnings) > 0; err == nil && warned != (i == 1 || b.given != nil) {
					t.Errorf("%v, the warnings are %v", b, all[0].(*Board).warnings)
				}
			}
		}
	}
	if same < 2000 || refused < 300 {
		t.Fatalf("%d were read, %d refused", same, refused)
	}
}
