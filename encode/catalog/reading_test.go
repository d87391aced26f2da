package catalog

import (
	"errors"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

const sudoku9 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// solved9 is the solution of the board sudoku9. The board and the solution are from Wikipedia's
// article on sudoku.
const solved9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// TestReadSolution checks how ReadSolution reads texts that people type or paste. The expected
// solutions were worked out by hand from the description of the sites.
func TestReadSolution(t *testing.T) {
	rows := func(text string, n int, separator string) string {
		var all []string
		for i := 0; i < len(text); i += n {
			all = append(all, text[i:i+n])
		}
		return strings.Join(all, separator)
	}
	less := func(text string) string { // the digits minus one
		return strings.Map(func(r rune) rune { return r - 1 }, text)
	}
	for _, c := range []struct {
		puzzle, board, text, want string
		as                        encode.Reading
	}{
		{"sudoku", sudoku9, solved9, less(solved9), encode.AsCells},
		{"sudoku", sudoku9, less(solved9), less(solved9), encode.AsValues},
		{"sudoku", sudoku9, rows(solved9, 9, "/"), less(solved9), encode.AsCells},
		{"sudoku", sudoku9, rows(solved9, 9, "\r\n") + "\r\n", less(solved9), encode.AsCells},
		{"sudoku", sudoku9, rows(solved9, 1, " "), less(solved9), encode.AsCells},
		{"sudoku", sudoku9, rows(solved9, 1, ","), less(solved9), encode.AsCells},
		{"sudoku", "..1.4......3.2..", "2 3 | 1 4\n4 1 | 3 2\n----+----\n1 4 | 2 3\n3 2 | 4 1\n", "1203302103122130", encode.AsDrawing},
		{"sudoku", "..1.4......3.2..", "..1.4......3.2..\n2 3 | 1 4\n4 1 | 3 2\n----+----\n1 4 | 2 3\n3 2 | 4 1", "1203302103122130", encode.AsDrawing},
		{"pairplace", "...", "CBA", "210", encode.AsCells},
		{"pairplace", ".../...", "A B C\nC B A\nB A C\n", "210102", encode.AsDrawing},
		{"submarines", "rows=2,1 cols=1,2", "11.1", "1101", encode.AsCells},
		{"submarines", "rows=2,1 cols=1,2", "11/01", "1101", encode.AsValues},
		{"submarines", "rows=2,1 cols=1,2", "11/.1", "1101", encode.AsCells},
		{"submarines", "rows=2,1 cols=1,2", "1 1 | 2\n. 1 | 1\n----+\n1 2\n", "1101", encode.AsDrawing},
		{"laplace", "sum -3..3 1,-2/0,1", "-3 3 0 1", "0634", encode.AsCells},
		{"laplace", "sum -3..3 1,-2/0,1", "0634", "0634", encode.AsValues},
		{"laplace", "sum -3..3 1,-2/0,1", "sum -3..3\n 1 -2 | -3  3\n 0  1 |  0  1", "0634", encode.AsDrawing},
		{"lightsout", ".#./##./...", ".@o/@@./o..", "011110100", encode.AsCells},
		{"lightsout", ".#./##./...", ".@o\n@@.\no..", "011110100", encode.AsCells},
		{"pushpull", "011110110", "o@@ ##o #@.", "111001010", encode.AsCells},
		{"gf2", "110|1/011|0", "011 | x\n110 | 1\n011 | 0\n", "011", encode.AsDrawing},
		{"nonogram", "2x1:1/0/1", "#.", "10", encode.AsCells},
		{"nonogram", "2x1:1//1", "   1 0\n1  # .", "10", encode.AsDrawing},
		{"minesweeper", "mines=2 ????/1221/....", "-**-", "0110", encode.AsCells},
		{"minesweeper", "mines=2 ????/1221/....", "mines=2\n-**-\n1221\n....\n", "0110", encode.AsDrawing},
		{"packing", ".../.#.;xxx;x;x", "AAABC", "00012", encode.AsCells},
		{"packing", ".../.#.;xxx;x;x", "AAA\nB C\n", "00012", encode.AsCells},
		{"packing", "#../...;xx;xx;x", " AA\nBBC", "00112", encode.AsCells},
		{"pentomino", "...../#..#./...../.#.##", "IIIII\n WW Z\nWWZZZ\nW Z", "1111188b88bbb8b", encode.AsCells},
		{"calendar", "10-06", "OOO OOO LLL LLL LLL LLL\nOOO OOO LLL Oct NNN NNN\nOOO OOO NNN NNN NNN   6 ZZZ\nYYY YYY YYY YYY ZZZ ZZZ ZZZ\n" +
			"VVV UUU YYY UUU ZZZ PPP PPP\nVVV UUU UUU UUU PPP PPP PPP\nVVV VVV VVV\n", "00444400466006662555522213532771333777111", encode.AsDrawing},
		{"battleships", "rows=1,1 cols=2,0 fleet=2 given=../..", "t~/b~", "1010", encode.AsCells},
		{"battleships", "rows=1,1 cols=2,0 fleet=2 given=../..", "t ~ | 1\nb ~ | 1\n----+\n2 0\nfleet 2", "1010", encode.AsDrawing},
		{"map", "regions=3 colours=3 edges=0-1,1-2 given=0:2", "*2 0 1", "201", encode.AsCells},
		{"map", "regions=3 colours=3 edges=0-1,1-2 given=0:2", "0 *2  beside 1\n1  0  beside 0 2\n2  1  beside 1", "201", encode.AsDrawing},
		{"exactcover", "A B ; A ; B ; A B", "A B\n* A\n* B\n  A B\n", "110", encode.AsDrawing},
		{"sherlock", "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat", "      | 1    2   3\ndrink | milk tea juice\npet   | cat  dog fox", "102012", encode.AsDrawing},
	} {
		in, err := Find(c.puzzle).Parse(c.board)
		if err != nil {
			t.Errorf("%s %q: %v", c.puzzle, c.board, err)
			continue
		}
		reads, err := encode.ReadSolution(in, c.text)
		if err != nil {
			t.Errorf("%s %q: %q: %v", c.puzzle, c.board, c.text, err)
			continue
		}
		if got := reads[0].Solution.Format(in.Sites()); got != c.want || reads[0].As != c.as {
			t.Errorf("%s %q: %q is read as %s, %s, want %s, %s", c.puzzle, c.board, c.text, reads[0].As, got, c.as, c.want)
		}
	}
}

// TestReadSolutionTwice checks a text that can be read in two ways. ReadSolution must return both
// solutions. The solution for which the text is read as values of the sites must come first.
func TestReadSolutionTwice(t *testing.T) {
	in, err := Find("laplace").Parse("sum 1..3 4,4")
	if err != nil {
		t.Fatal(err)
	}
	reads, err := encode.ReadSolution(in, "12")
	want := []encode.Read{{Solution: "\x01\x02", As: encode.AsValues}, {Solution: "\x00\x01", As: encode.AsCells}}
	if err != nil || len(reads) != 2 || reads[0] != want[0] || reads[1] != want[1] {
		t.Errorf("%v, %v, want %v", reads, err, want)
	}
	if reads, err = encode.ReadSolution(in, "03"); err == nil {
		t.Errorf("03 is read as %v", reads)
	}
}

// TestReadSolutionErrors checks that the error has the position of the mistake in the text. If
// every Reading fails, ReadSolution must return the error of the Reading that got furthest.
func TestReadSolutionErrors(t *testing.T) {
	for _, c := range []struct{ puzzle, board, text, want string }{
		{"sudoku", sudoku9, solved9[:80], "line 1, column 81, 81, 80"},
		{"sudoku", sudoku9, solved9[:40] + "x" + solved9[41:], `line 1, column 41, 123456789, "x"`},
		{"sudoku", "..1.4......3.2..", "2 3 | 1 4\n4 1 | 3 2\n----+----\n1 4 | 2 3\n3 2 | 4 5\n", `line 5, column 9, 1234, "5"`},
		{"sudoku", "..1.4......3.2..", "2 3 | 1 4\n4 1 | 3 2\n----+----\n1 4 | 2 3\n3 2 | 4", "line 5, column 8, 4, 3"},
		{"sudoku", "..1.4......3.2..", "2 3 | 1 4\n4 1 | 3 2\n---------\n1 4 | 2 3\n3 2 | 4 1\nand so on", `line 3, column 5, "+----"`},
		{"submarines", "rows=2,1 cols=1,2", "1 1 | 2\n. 1 | 2\n----+\n1 2\n", `line 2, column 7, "1", "2"`},
		{"submarines", "rows=2,1 cols=1,2", "1 1 | 2\n. ? | 1\n----+\n1 2\n", `line 2, column 3, "?"`},
		{"packing", ".../.#.;xxx;x;x", "AAA\nBxC\n", "line 2, column 2"},
		{"packing", ".../.#.;xxx;x;x", "AAA/B.C", "characters, 5, 6"},
		{"minesweeper", "mines=2 ????/1221/....", "-**-\n1221\n....\n", "a drawing, line 1, column 1, mines=2, 3"},
		{"packing", ".../.#.;xxx;x;x", "AAA\nB D\n", `line 2, column 3, "D"`},
		{"sherlock", "drink:tea,milk,juice;next tea milk", "      | 1    2   3\ndrink | milk tea coffee", `line 2, column 18, "coffee"`},
		{"sherlock", "drink:tea,milk,juice;next tea milk", "      | 1    2   3\ndrink | milk tea tea", "line 2, column 18, tea"},
		{"lightsout", ".#./##./...", "@@o/@@./o..", `line 1, column 1, '.', 'o', "@"`},
		{"minesweeper", "mines=2 ????/1221/....", "mines=3\n-**-\n1221\n....\n", `line 1, column 7, "2", "3"`},
		{"minesweeper", "mines=2 ????/1221/....", "mines=2\n-**-\n1221\n....\n....", "line 5, column 1"},
		{"map", "regions=2 colours=3 edges=0-1", "0  3  beside 1\n1  0  beside 0", `line 1, column 4, 012, "3"`},
		{"sudoku", "..1.4......3.2..", strings.Repeat("1", 2<<20), "line 1, column 1, 2097152"},
	} {
		in, err := Find(c.puzzle).Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		reads, err := encode.ReadSolution(in, c.text)
		var at *encode.ParseError
		if !errors.As(err, &at) || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s %q: %.80q: got %v, error %v, want %s", c.puzzle, c.board, c.text, reads, err, c.want)
		}
	}
}

// TestPuzzlesRead checks that the first sixteen puzzles can read their drawings. A newer puzzle
// need not read its drawings. A drawing must be refused if a letter stands for two pieces, as in a
// packing of 63 pieces.
func TestPuzzlesRead(t *testing.T) {
	for _, name := range puzzletest.First {
		p := Find(name)
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := in.(encode.HasDrawing); !ok {
			t.Errorf("%s does not read its drawings", p.Name)
		}
	}
	in, err := Find("packing").Parse(strings.Repeat(".", 63) + ";63*x")
	if err != nil {
		t.Fatal(err)
	}
	s := make([]byte, 63)
	for i := range s {
		s[i] = byte(i)
	}
	whole := encode.Solution(s)
	if reads, err := encode.ReadSolution(in, in.Draw(&whole)); err == nil || !facttest.States(err.Error(), "line 1, column 1, 0, 62") {
		t.Errorf("%v, %v", reads, err)
	}
	if reads, err := encode.ReadSolution(in, whole.Format(in.Sites())); err != nil || reads[0].Solution != whole {
		t.Errorf("%v, %v", reads, err)
	}
}

// FuzzReadSolution checks that no text makes ReadSolution panic. If ReadSolution reads a text as a
// drawing, the text must end with the words that Draw writes for the solution.
func FuzzReadSolution(f *testing.F) {
	for i, p := range All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, in.Draw(nil))
		s := encode.Solution(make([]byte, len(in.Sites())))
		f.Add(i, in.Draw(&s))
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if i < 0 || i >= len(All()) {
			return
		}
		in, err := All()[i].Parse(All()[i].Example)
		if err != nil {
			t.Fatal(err)
		}
		reads, err := encode.ReadSolution(in, text)
		if err != nil {
			return
		}
		for _, r := range reads {
			if len(r.Solution) != len(in.Sites()) {
				t.Fatalf("%q is read as %d values", text, len(r.Solution))
			}
			if fields, drawn := strings.Fields(text), strings.Fields(in.Draw(&r.Solution)); r.As == encode.AsDrawing && !strings.HasSuffix(strings.Join(fields, " "), strings.Join(drawn, " ")) {
				t.Fatalf("%q is read as the drawing\n%s", text, in.Draw(&r.Solution))
			}
		}
	})
}
