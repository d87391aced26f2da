package ask

import (
	"strings"
	"testing"
)

const grid9 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

const solved9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// spaced returns rows of n cells with blanks between the cells.
func spaced(cells string, n int) string {
	var text strings.Builder
	for i, c := range cells {
		text.WriteRune(c)
		if text.WriteByte(' '); i%n == n-1 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// TestGuessed checks texts that people paste: which puzzle is guessed first, if any, and which puzzles
// must not be in the answer as a reading or as the nearest puzzle.
func TestGuessed(t *testing.T) {
	for _, c := range []struct{ text, want, never string }{
		{grid9, "sudoku", ""},
		{"quizzes,solutions\n" + grid9 + "," + solved9 + "\n", "sudoku", "exactcover map pairplace"},
		{"id,puzzle,solution\n1," + grid9 + "," + solved9 + "\n2," + grid9 + "," + solved9 + "\n", "sudoku", "exactcover map pairplace"},
		{spaced(solved9, 9), "sudoku", "exactcover map pairplace"},
		{spaced(strings.ReplaceAll(grid9, ".", "0"), 9), "sudoku", "exactcover map pairplace"},
		{"10-06", "calendar", ""},
		{"2026-10-06\n", "calendar", ""},
		{"Feb 29", "calendar", "map"},
		{"6 Oct", "calendar", "map"},
		{"October 6, 2026", "calendar", "map"},
		{"29.02.", "calendar", ""},
		{"25/10", "calendar", ""},
		{"weekday:Tue 6 Oct", "calendar", ""},
		{"10/06", "", ""},
		{"3.11", "", ""},
		{"12:30", "", ""},
		{"hello", "", "map pairplace exactcover"},
		{"hello world", "", "map pairplace exactcover"},
		{"A", "", "map pairplace exactcover"},
		{"Dear Anna,\nsee you soon\n", "", "map pairplace exactcover"},
		{"hello world\ngood morning\n", "", "map pairplace exactcover"},
		{"see you.\nbye now.\n", "", "map pairplace exactcover"},
		{"I am\na cat\n", "", "map pairplace exactcover"},
		{"# Notes\n\nbuy milk\n", "", "map pairplace exactcover"},
		{"to do\nto be\ndo be\n", "map", "exactcover"}, // a triangle
		{"https://example.org/a?b=c#d", "", ""},
		{"{\"a\": [1, 2]}", "", "exactcover"},
		{"+49 30 1234567", "", "map pairplace exactcover"},
		{"2 + 2 = 4", "", "map pairplace exactcover"},
		{"1 2 3\n4 5 6\n7 8 9\n", "", "map pairplace exactcover"},
		{"France: Spain", "map", "pairplace exactcover"},
		{"France: Spain, Italy\nSpain: Portugal\n", "map", "pairplace exactcover"},
		{"FL GA\nGA AL\nAL FL\n", "map", "exactcover"},
		{"1 2\n2 3\n3 1\n", "map", "exactcover"},
		{"p edge 3 2\ne 1 2\ne 2 3\n", "map", "exactcover pairplace"},
		{"regions=3 colours=3 edges=0-1,1-2", "map", ""},
		{".CBED./.E..B./E...A./BAE.C./......", "pairplace", ""},
		{"A B C D\n. C B .\n. . . .\n", "pairplace", "exactcover map"},
		{".#...\n###..\n.#.#.\n..###\n...#.\n", "lightsout", ""},
		{"torus:\n.#.\n###\n.#.\n", "lightsout", ""},
		{"2x2:edb7,6", "lightsout", ""},
		{"mines=2\n????\n1221\n....\n", "minesweeper", ""},
		{"9x9:8,5,m9b4c63b3f47f25757a7c0", "minesweeper", ""},
		{"rows=2,1,3 cols=1,2,3", "submarines", ""},
		{"? ? ? | 2\n? ? ? | 1\n? ? ? | 3\n------+\n1 2 3\n", "submarines", ""},
		{". . c | 1\n. . . | 0\n------+\n0 0 1\nfleet 1\n", "battleships", ""},
		{"problem(1, [1:1], [1], [1], []).", "battleships", ""},
		{"sum 0..9\n10 17 15 10\n15 26 31 23\n11 16 20 15\n", "laplace", "exactcover"},
		{"011110110", "pushpull", ""},
		{"6x10", "pentomino", ""},
		{".....\n .. .\n.....\n. .\n", "pentomino", ""},
		{"...\n.#.\n\nxxx\n\nx\n\nx\n", "packing", ""},
		{"...   A     B   C\n. .   xxx   x   x\n", "packing", "exactcover"},
		{"5x5:2/4/4/4/2/1.1/5/5/3/1", "nonogram", ""},
		{"1\n3\n1\n\n1\n3\n1\n", "nonogram", "map pairplace exactcover"},
		{"A B C ; A B ; C ; A ; B C", "exactcover", ""},
		{"| queens\nr1 r2 c1 c2\nr1 c1\nr2 c2\nr1 c2\nr2 c1\n", "exactcover", "map"},
		{"A B;A;B", "exactcover", ""},
		{"drink: tea, milk, juice\npet: cat, dog, fox\nnext tea cat\nat fox 3\n", "sherlock", "exactcover"},
		{"drink:tea,milk,juice/pet:cat,dog,fox;next tea cat", "sherlock", "exactcover"},
	} {
		g := ask[Guess](t, "guess", object{"text": c.text})
		guessed, near := "", ""
		if len(g.Readings) > 0 {
			guessed = g.Readings[0].Puzzle
		} else {
			near = g.Problems[0].Puzzle
		}
		if guessed != c.want {
			t.Errorf("%q is read as %q, want %q: %+v", c.text, guessed, c.want, g.Readings)
		}
		for never := range strings.FieldsSeq(c.never) {
			for _, r := range g.Readings {
				if r.Puzzle == never {
					t.Errorf("%q is read as %s", c.text, never)
				}
			}
			if near == never {
				t.Errorf("%q is nearest to %s: %s", c.text, never, g.Problems[0].Text)
			}
		}
	}
	g := ask[Guess](t, "guess", object{"text": "10/06"})
	if p := g.Problems[0]; p.Puzzle != "calendar" || !strings.Contains(p.Text, "10 June") || !strings.Contains(p.Text, "6 October") {
		t.Errorf("10/06 is nearest to %+v", p)
	}
	for _, text := range []string{"France: Spain", "hello world"} { // a person who names the puzzle is right
		if g := ask[Guess](t, "guess", object{"text": text, "puzzle": "pairplace"}); len(g.Readings) != 1 {
			t.Errorf("%q is not read as Pair Place: %+v", text, g.Problems)
		}
	}
}
