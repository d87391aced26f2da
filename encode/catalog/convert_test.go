package catalog

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// TestConvert checks that a sudoku and the same board as a map have the same solutions, site by site, by
// native methods and by SAT, and that the map becomes the same sudoku again. A blank board of 4x4 cells
// has 288 solutions (OEIS A107739).
func TestConvert(t *testing.T) {
	sudoku, coloured := Find("sudoku"), Find("map")
	for text, want := range map[string]int{
		strings.Repeat(".", 16):                    288,
		"..1.4......3.2..":                         1,
		"12......1.......":                         0,
		"3x2:6.3.....14......1556......53.....6.4": 1,
		"6...3...361...6......3...612...2...4":     1,
		"2x3:.......3.61...6......3...612...2....": -1,
		"3x2:......1.......6......3....12.2......": -1,
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 1,
	} {
		board, graph := readAs(t, sudoku, text), readAs(t, coloured, as(t, readAs(t, sudoku, text), "map"))
		first := puzzletest.List(t, sudoku, board, "native", 1000)
		slices.Sort(first)
		if want >= 0 && len(first) != want {
			t.Errorf("%s has %d solutions, want %d", text, len(first), want)
		}
		for _, method := range []string{"native", "sat"} {
			got := puzzletest.List(t, coloured, graph, method, 1000)
			slices.Sort(got)
			if len(first) < 1000 && !slices.Equal(got, first) {
				t.Errorf("%s as a map, by %s: %d other solutions, want %d", text, method, len(got), len(first))
			}
		}
		if back := readAs(t, sudoku, as(t, graph, "sudoku")); back.String() != board.String() {
			t.Errorf("%s: the map becomes %s", text, back)
		}
	}
}

// TestNotConvertible checks that a map is not read as a sudoku if an edge is missing or moved, and that
// no other puzzle is offered.
func TestNotConvertible(t *testing.T) {
	graph := as(t, readAs(t, Find("sudoku"), strings.Repeat(".", 16)), "map")
	for _, text := range []string{
		strings.Replace(graph, "0-1,", "", 1), strings.Replace(graph, "0-1,", "0-15,", 1),
		strings.Replace(graph, "colours=4", "colours=5", 1), "regions=1 colours=1", "regions=9 colours=3",
	} {
		if got, err := readAs(t, Find("map"), text).(encode.Convertible).As("sudoku"); err == nil {
			t.Errorf("%s is %s, want an error", text, got)
		}
	}
	for _, other := range []string{"sudoku", "nonogram"} {
		if got, err := readAs(t, Find("sudoku"), strings.Repeat(".", 16)).(encode.Convertible).As(other); err == nil {
			t.Errorf("as %s: %s, want an error", other, got)
		}
	}
}

func readAs(t *testing.T, p *encode.Puzzle, text string) encode.Instance {
	t.Helper()
	in, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func as(t *testing.T, in encode.Instance, puzzle string) string {
	t.Helper()
	text, err := in.(encode.Convertible).As(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
