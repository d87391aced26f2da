package ask

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode/puzzletest"
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

// guess asks which boards of the first puzzles are in a text. A new puzzle may read the same texts.
func guess(t *testing.T, text string) Guess {
	t.Helper()
	g := ask[Guess](t, "guess", object{"text": text})
	g.Readings = slices.DeleteFunc(g.Readings, func(r Reading) bool { return !slices.Contains(puzzletest.First, r.Puzzle) })
	g.Problems = slices.DeleteFunc(g.Problems, func(u Unread) bool { return !slices.Contains(puzzletest.First, u.Puzzle) })
	return g
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
		{"France: Spain", "", "map pairplace exactcover"}, // or a line of a mail
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
		{"rows=1,0 cols=0,0,1 fleet=1 given=..c/...\n. . c | 1\n. . . | 0\n------+\n0 0 1\nfleet 1\n", "battleships", ""},
		{"problem(1, [1:1], [1], [1], []).", "battleships", ""},
		{"sum 0..9\n10 17 15 10\n15 26 31 23\n11 16 20 15\n", "laplace", "exactcover"},
		{"011110110", "pushpull", "gf2"},
		{"110|1/011|0/111|1", "gf2", ""},
		{"1 1 0 1\n0 1 1 0\n", "gf2", "map"},
		{"1 1 0 | 1\n0 1 1 | 0\n", "gf2", "map"},
		{"6x10", "pentomino", ""},
		{".....\n .. .\n.....\n. .\n", "pentomino", ""},
		{"...\n.#.\n\nxxx\n\nx\n\nx\n", "packing", ""},
		{".../.#.;xxx;x;x\n...   A     B   C\n. .   xxx   x   x\n", "packing", "exactcover"},
		{"5x5:2/4/4/4/2/1.1/5/5/3/1", "nonogram", ""},
		{"1\n3\n1\n\n1\n3\n1\n", "nonogram", "map pairplace exactcover"},
		{"A B C ; A B ; C ; A ; B C", "exactcover", ""},
		{"| queens\nr1 r2 c1 c2\nr1 c1\nr2 c2\nr1 c2\nr2 c1\n", "exactcover", "map"},
		{"A B;A;B", "exactcover", ""},
		{"drink: tea, milk, juice\npet: cat, dog, fox\nnext tea cat\nat fox 3\n", "sherlock", "exactcover"},
		{"drink:tea,milk,juice/pet:cat,dog,fox;next tea cat", "sherlock", "exactcover"},
	} {
		g := guess(t, c.text)
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
	g := guess(t, "10/06")
	if p := g.Problems[0]; p.Puzzle != "calendar" || !strings.Contains(p.Text, "10 June") || !strings.Contains(p.Text, "6 October") {
		t.Errorf("10/06 is nearest to %+v", p)
	}
	for _, text := range []string{"France: Spain", "hello world"} { // a person who names the puzzle is right
		if g := ask[Guess](t, "guess", object{"text": text, "puzzle": "pairplace"}); len(g.Readings) != 1 {
			t.Errorf("%q is not read as Pair Place: %+v", text, g.Problems)
		}
	}
}

// TestOtherTexts guesses texts that a person would not take for a graph, a table or an exact cover.
func TestOtherTexts(t *testing.T) {
	for _, text := range []string{
		// lists
		"- a\n- b\n", "* a\n* b\n", "+ a\n+ b\n", "• milk\n• eggs\n", "- milk\n- eggs\n- milk\n", "1. milk\n2. eggs\n", "1) milk\n2) eggs\n",
		"[ ] buy milk\n[x] call Bob\n", "milk\neggs\nbread\n", "milk 2\neggs 12\nbread 1\n", "- [ ] milk\n- [ ] eggs\n", "1st Ann\n2nd Bob\n",
		// prose
		"the cat\nthe dog\n", "the cat\nthe dog\na cat\n", "good morning\ngood evening\ngood night\n", "roses are red\nviolets are blue\n",
		"I am a cat\nI am a dog\n", "to be or not to be\nto be\nor not\n", "N/A", "U.S.A.", "A.B.", "and/or", "e.g.\ni.e.\n", "A -> B", "Berlin - Paris - Rome",
		// numbers
		"3 4 5", "1 0 1", "1 2", "1 2 3 4", "0 1\n1 0\n", "1 0 1\n0 1 0\n1 0 1\n", "1 5\n2 5\n3 5\n", "1 1\n2 4\n3 9\n4 16\n", "10:30 lunch\n11:30 talk\n",
		// mail and notes
		"Dear Anna: hi, there", "TODO: fix, test", "Re: hello", "Note: this", "France: Spain, Italy", "Subject: hi\nTo: Bob\n", "From: Bob\nTo: Anna\nReply-To: Bob\n",
		"From: a@example.org\nTo: b@example.org\nSubject: lunch\n\nAt noon?\n", "Monday 9 17\nTuesday 9 17\n",
		// recipes
		"Ingredients: salt, pepper\nSteps: mix", "Soup: salt, water\nBread: flour, water\n", "200 g flour\n2 eggs\n100 ml milk\n", "salt, pepper\nflour, water\n",
		// source code
		"int a;\nint b;\n", "import os\nimport sys\n", "x = 1\ny = x\n", "p->next->prev;\n", "if a:\n  b\nelse:\n  c\n", "a++;\nb--;\n", "let x\nlet y\n",
		"#include <stdio.h>\nint main;\n", "name: test\non: push\n", "all: build\nclean:\n\trm x\n", "127.0.0.1 localhost\n192.168.0.1 router\n", "key=value\nother=value\n",
		// tables
		"name,age\nAnn,30\nBob,30\n", "date,value\n2026-01-01,3\n2026-01-02,3\n", "year;price\n2021;5\n2022;5\n2023;6\n", "yes,no\nno,yes\n",
		"x,y\n0.5,1.5\n1.5,2.5\n", "a,b,c\n1,2,3\n4,5,6\n", "a b c\nd e f\ng h i\n", "| a | b |\n|---|---|\n| c | d |\n",
	} {
		g := guess(t, text)
		for _, r := range g.Readings {
			if slices.Contains([]string{"map", "pairplace", "exactcover"}, r.Puzzle) {
				t.Errorf("%q is guessed as %+v", text, r)
			}
		}
	}
}

// TestGraphs guesses graphs. The first reading must be a map.
func TestGraphs(t *testing.T) {
	for _, text := range []string{
		"1 2\n2 3\n3 1\n", "1 2\r\n2 3\r\n3 1\r\n", "0 1\n0 2\n0 3\n", "1 4\n1 5\n1 6\n2 4\n2 5\n2 6\n3 4\n3 5\n3 6\n", "12 24\n24 36\n36 12\n",
		"1,2\n2,3\n3,4\n4,1\n", "1 2; 2 3; 3 1", "1 2\n2 1\n2 3\n3 2\n", "1 2\n2 3\n\n4 5\n5 6\n6 4\n", "# 3 colours\n1 2\n2 3\n4\n",
		"a -- b\nb -- c\nc -- a\n", "a -> b\nb -> c\n", "A;B\nB;C\n", "source,target\n1,2\n2,3\n", "a b 5\nb c 7\nc a 4\n", "c a path\np col 3 2\ne 1 2\ne 1 3\n",
		"France: Spain, Italy\nItaly: France, Austria\nSpain: France\nAustria: Italy\n", "France: Spain\nSpain: France\n", "1: 2 3\n2: 1 3\n3: 1 2\n",
		"New York: New Jersey, Connecticut\nNew Jersey: New York\nConnecticut: New York\n",
	} {
		if g := guess(t, text); len(g.Readings) == 0 || g.Readings[0].Puzzle != "map" {
			t.Errorf("%q is guessed as %v", text, g.Readings)
		}
	}
}

// TestNamesStay checks that boards keep the names of the regions that a text has.
func TestNamesStay(t *testing.T) {
	const text = "France: Spain, Italy\nItaly: Spain, Malta\n"
	board := ask[Board](t, "board", about("map", text))
	if want := "regions=4 colours=4 edges=0-1,0-2,1-2,2-3 names=France,Spain,Italy,Malta"; board.Instance != want {
		t.Errorf("the board is %s, want %s", board.Instance, want)
	}
	again := ask[Board](t, "board", about("map", board.Instance))
	if !slices.Equal(again.Names, board.Names) || !strings.Contains(again.Names[3], "Malta") {
		t.Errorf("the names are %q, and later %q", board.Names, again.Names)
	}
	drawn := ask[Board](t, "board", about("map", "aabb\naccb\n"))
	if drawn.Instance != "aabb/accb" || drawn.Spots[2].Note != "c" {
		t.Errorf("the drawn map is %s with the notes %+v", drawn.Instance, drawn.Spots)
	}
}
