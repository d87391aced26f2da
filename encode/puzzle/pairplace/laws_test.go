package pairplace

import (
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// source is the second table of the essay that introduced Pair Place, in the form in
// which the essay prints it.
const source = "A B C D E F\n  C B E D  \n  E     B  \nE       A  \nB A E   C  \n           \n"

func TestLaws(t *testing.T) {
	wide := strings.Repeat(".", 53)
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: ".", Count: "1", Note: "one column holds its own letter", ClueFree: true, Size: encode.Size{H: 1, W: 1}},
			{Text: "A", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "..", Count: "1", Note: "one pair", ClueFree: true, Size: encode.Size{H: 1, W: 2}},
			{Text: "A.", Count: "0", Note: "one column is left, and its own letter is not given", Size: encode.Size{H: 1, W: 2}},
			{Text: "AB", Count: "1", Note: "both unpaired", Size: encode.Size{H: 1, W: 2}},
			{Text: "...", Count: "3", Note: "any column unpaired", ClueFree: true, Size: encode.Size{H: 1, W: 3}},
			{Text: ".../.../...", Count: "6", Note: "1 * 3!, the orders of the rows", ClueFree: true, Size: encode.Size{H: 3, W: 3}},
			{Text: "BAC/A..", Count: "1", Size: encode.Size{H: 2, W: 3}},
			{Text: "A../A..", Count: "0", Note: "one column unpaired twice", Size: encode.Size{H: 2, W: 3}},
			{Text: "AB.", Count: "0", Note: "two columns unpaired", Size: encode.Size{H: 1, W: 3}},
			{Text: "..../..../....", Count: "6", Note: "A000438(2) * 3!", ClueFree: true, Size: encode.Size{H: 3, W: 4}},
			{Text: "BC../....", Count: "0", Note: "A names B, B names C", Size: encode.Size{H: 2, W: 4}},
			{Text: "B.../B...", Count: "0", Note: "a pair twice", Size: encode.Size{H: 2, W: 4}},
			{Text: "B.../.A..", Count: "0", Note: "a pair twice, each letter once", Size: encode.Size{H: 2, W: 4}},
			{Text: "BB..", Count: "0", Note: "a letter twice in a row", Size: encode.Size{H: 1, W: 4}},
			{Text: "AB../....", Count: "2", Note: "C and D are a pair in the first row only", Size: encode.Size{H: 2, W: 4}},
			{Text: "A.../....", Count: "0", Note: "three columns are left", Size: encode.Size{H: 2, W: 4}},
			{Text: "A..D/A..D/B...", Count: "0", Note: "B and C are a pair twice", Size: encode.Size{H: 3, W: 4}},
			{Text: ".B...F/A.C.../......", Size: encode.Size{H: 3, W: 6}},
			{Text: "free:.", Count: "1", ClueFree: true, Size: encode.Size{H: 1, W: 1}},
			{Text: "free:..", Count: "2", ClueFree: true, Size: encode.Size{H: 1, W: 2}},
			{Text: "free:......", Count: "76", Note: "A000085(6)", ClueFree: true, Size: encode.Size{H: 1, W: 6}},
			{Text: "free:.../...", Count: "13", Note: "4 * 4 rows without 3 pairs twice", ClueFree: true, Size: encode.Size{H: 2, W: 3}},
			{Text: "free:.../.../...", Count: "34", Note: "each pair in its own row or in none: 1 + 9 + 18 + 6", ClueFree: true, Size: encode.Size{H: 3, W: 3}},
			{Text: "free:AB.", Count: "1", Size: encode.Size{H: 1, W: 3}},
			{Text: "free:A../A..", Count: "3", Note: "B and C are a pair at most once", Size: encode.Size{H: 2, W: 3}},
			{Text: "free:.A../....", Count: "15", Note: "8 rows lack A-B, and if the first row has C-D, 7 of them also lack C-D", Size: encode.Size{H: 2, W: 4}},
			{Text: "free:B..../.C.../..C..", Size: encode.Size{H: 3, W: 5}},
			{Text: "......", Count: "15", Note: "5!!", ClueFree: true, Size: encode.Size{H: 1, W: 6}},
			{Text: "....../......", Count: "120", Note: "15 * 8: every second row makes a hexagon with the first", ClueFree: true, Size: encode.Size{H: 2, W: 6}},
			{Text: "....../....../....../....../......", Count: "720", Note: "A000438(3) * 5!", ClueFree: true, Size: encode.Size{H: 5, W: 6}},
			{Text: "...../...../...../...../.....", Count: "720", Note: "those of six columns without the last", ClueFree: true, Size: encode.Size{H: 5, W: 5}},
			{Text: "BA.ED./D..AFE", Count: "1", Note: "the essay", Size: encode.Size{H: 2, W: 6}},
			{Text: "BA..../D..AFE", Count: "2", Note: "the essay, a pair less", Size: encode.Size{H: 2, W: 6}},
			{Text: "C..../.E..B/....A", Size: encode.Size{H: 3, W: 5}},
			{Text: "......./..C....", Note: "own letter given", Size: encode.Size{H: 2, W: 7}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "1, 52, 0"},
			{Text: wide, Line: 1, Column: 53, Want: "1, 52, 53"},
			{Text: "BA/", Line: 1, Column: 4, Want: "2, 0"},
			{Text: "BADC/DCB", Line: 1, Column: 9, Want: "4, 3"},
			{Text: "../..", Line: 1, Column: 4, Want: "1, 2"},
			{Text: "free:", Line: 1, Column: 6, Want: "1, 52, 0"},
			{Text: "free:../..", Line: 1, Column: 9, Want: "1, 2"},
			{Text: "free:.../..", Line: 1, Column: 12, Want: "3, 2"},
			{Text: "free:AE..", Line: 1, Column: 7, Want: "'.', 'E'"},
			{Text: "Free:AB..", Line: 1, Column: 2, Want: "'r'"},
			{Text: ".../.../.../...", Line: 1, Column: 13, Want: "3"},
			{Text: "..../.E..", Line: 1, Column: 7, Want: "'.', 'E'"},
			{Text: "..../.b..", Line: 1, Column: 7, Want: "'b'"},
			{Text: "..../.é.", Line: 1, Column: 7, Want: "'é'"},
			{Text: "A B", Line: 1, Column: 2, Want: "' '"},
		},
		Files: []puzzletest.File{
			{Data: source, Boards: []string{Puzzle.Example}},
			{Data: "\r\nA B C D\r\nB   D\r\n\r\nD C . .\r\n", Boards: []string{"B.D./..../DC.."}},
			{Data: "  A B C D \n  B A\n\n  A B C D\n    . .\n  D\n\n\n A B\n \n", Boards: []string{"BA..", "..../D...", ".."}},
			{Data: "A B\nB A\n", Boards: []string{"BA"}},
			{Data: "A B C\nA\n", Boards: []string{"A.."}},
			{Data: "free:\nA B C\nA . .\n\nA B C\n. B .\n\n# x\n free: # y\nA B C D\nB A\n", Boards: []string{"free:A..", ".B.", "free:BA.."}},
			{Data: "free:\nA B\nB A\n", Boards: []string{"free:BA"}},
			{Data: "free:\nBA/..\n", Want: "line 2, column 1, free:"},
			{Data: "free:\n", Want: "line 1, column 1, free:"},
			{Data: "free:BA..\n", Want: encode.ErrOneLine.Error()},
			{Data: "A B C D\nA B C D\n", Want: "line 1, column 8"},
			{Data: "A B C D\n", Want: "line 1, column 8"},
			{Data: "A B C D\nB A D C\nDCBA\n", Want: "line 3, column 2, 'C'"},
			{Data: "A B C D\nB A D C D\n", Want: "line 2, column 9, 'D'"},
			{Data: "A B C D\n\tB A\n", Want: `line 2, column 1, ' ', '.', '\t'`},
			{Data: " A B C D\nB A D C\n", Want: "line 2, column 1, 'B'"},
			{Data: "A B C D\nB E\n", Want: "line 2, column 3, ' ', '.', 'E'"},
			{Data: "A B C\n.\n.\n.\n.\n", Want: "line 5, column 1, 3"},
			{Data: "A B\nB A\nB A\n", Want: "line 3, column 1, 1, 2"},
			{Data: "BADC/....\n", Want: encode.ErrOneLine.Error()},
			{Data: "\n  \n", Want: encode.ErrOneLine.Error()},

			{Data: "A B\n", Boards: []string{"BA"}},
			{Data: "A B\n\nC D\n", Boards: []string{"BADC"}},
			{Data: "A B\nC D\nA D\nB C Error Case\n", Boards: []string{"BADC/DCBA"}},
			{Data: "\n start\tend  \r\n", Boards: []string{"BA"}},
			{Data: "C A\nB C\nA B\n", Boards: []string{"CBA/ACB/BAC"}},
			{Data: "y x\nz y\nx z\n", Boards: []string{"BAC/ACB/CBA"}},
			{Data: "q1 q2\nq3 q2\nq1 q3\n", Boards: []string{"BAC/ACB/CBA"}},
			{Data: "A B\nB C\nC D\n", Boards: []string{"BADC/ACBD"}},
			{Data: "A B\nC\n", Boards: []string{"BAC"}},
			{Data: "10 9\n9 2\n2 10\n", Boards: []string{"ACB/BAC/CBA"}},
			{Data: "# note\nA,B # x\nB,C\nC,A,label\n", Boards: []string{"BAC/ACB/CBA"}},
			{Data: "A: B, D\nB: A, C\nC: D\nD: C, A\n", Boards: []string{"BADC/DCBA"}},
			{Data: "A -- B;\nC -- D;\nA -- D;\nB -- C;\n", Boards: []string{"BADC/DCBA"}},
			{Data: "p edge 4 4\ne 1 2\ne 3 4\ne 1 4\ne 2 3 label\n", Boards: []string{"BADC/DCBA"}},
			{Data: "A B C D # note\n# comment\nB A D C\n", Boards: []string{"BADC"}},
			{Data: "# c\n\nA B C D  # named x, y, z, w\nB   D\n # c\n\nD C . .\n", Boards: []string{"B.D./..../DC.."}},
			{Data: "A B x, y -- z: 1\nC D\n", Boards: []string{"BADC"}},
			{Data: "# x\nBADC/....\n", Want: encode.ErrOneLine.Error()},
			{Data: "A: B, D\nB: A, C, A\n", Want: "line 2, column 10, line 1"},
			{Data: "A: B, B\n", Want: "line 1, column 7, line 1"},
			{Data: "p edge 3 0\n", Want: "line 1, column 1"},
			{Data: "A B\nx y=z\n", Want: `line 2, column 3, "y=z"`},
			{Data: "A B\nC C\n", Want: `line 2, column 3, "C"`},
			{Data: "A B\nC B\n\nB A x\n", Want: "line 4, column 1, line 1"},
			{Data: "A B\nA " + wide + wide + "\n", Want: "line 2, column 3, 80"},
			{Data: "A B " + wide + wide + "\n", Want: "line 1, column 5, 80"},
			{Data: "A B \x01\n", Want: "line 1, column 5"},
			{Data: star(52), Want: `line 52, column 3, 52, "v52"`},
		},
		Sizes: []encode.Size{{}},
		Without: map[string]string{
			"nx1": "a table of one column has one row",
		},
	})
	if err != nil {
		t.Error(err)
	}
}

// star returns the edge list of a star, which is one vertex joined to all others, with
// the given number of edges.
func star(edges int) string {
	var b strings.Builder
	for i := range edges {
		b.WriteString("o v" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + "\n")
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{".", "A", Puzzle.Example, "BAC/A..", "A B C", "..../.E.."} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}
