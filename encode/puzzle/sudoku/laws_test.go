package sudoku

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	four := encode.Size{H: 4, W: 4}
	empty := strings.Repeat(".", 16)
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "..1.4......3.2..", Also: []string{"0010400000030200", "..1./4.../...3/.2..", ". . | 1 ./4 .| . ./.. .3/.2 ..",
				"2x2:b1a4f3a2b", "2x2dt:b1a4f3a2b", "2x2r4de:b1a4f3a2b", "2x2a:b1a4f3a2b"}, Count: "1"},
			{Text: "..1.4......3....", Note: "a clue less"},
			{Text: "12..34.........."},
			{Text: "1.........1.....", Note: "two values at the ends of a diagonal"},
			{Text: empty, Also: []string{"2x2:p", "0000/0000/0000/0000"}, Count: "288", Note: "OEIS A107739", ClueFree: true},
			{Text: "11..............", Count: "0", Note: "twice in a row"},
			{Text: "1...........1...", Count: "0", Note: "twice in a column"},
			{Text: "1....1..........", Count: "0", Note: "twice in a box alone"},
			{Text: "6...3...361...6......3...612...2...4", Also: []string{"2x3:6c3c3_6_1c6f3c6_1_2c2c4", "2x3:6...3...361...6......3...612...2...4"}, Count: "1", Note: "sgt-solo --generate 1 2x3dt"},
			{Text: "3x2:6.3.....14......1556......53.....6.4", Also: []string{"3x2:6a3e1_4f1_5_5_6f5_3e6a4", "3x2:6.3.../..14../....15/56..../..53../...6.4"}, Count: "1", Note: "sgt-solo --generate 1 3x2dt"},
			{Text: "3x2:1............1......................", Count: "0", Note: "twice in a box 3 high and 2 wide"},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "16, 81, 256, 0"},
			{Text: strings.Repeat(".", 80), Line: 1, Column: 81, Want: "80"},
			{Text: "5" + empty[1:], Line: 1, Column: 1, Want: "'.', 1, 4, '5'"},
			{Text: empty[:14] + "é", Line: 1, Column: 15, Want: "'é'"},
			{Text: strings.Repeat(".", 80) + "A", Line: 1, Column: 81, Want: "1, 9, 'A'"},
			{Text: strings.Repeat(".", 255) + "H", Line: 1, Column: 256, Want: "1, 'H'"},
			{Text: "..../..../....", Line: 1, Column: 15, Want: "4, 9, 16, 3"},
			{Text: "..../.../..../....", Line: 1, Column: 9, Want: "4, 3"},
			{Text: "..../...../..../....", Line: 1, Column: 10, Want: "4"},
			{Text: "..../..../.x../....", Line: 1, Column: 12, Want: "'x'"},
			{Text: "2x2:", Line: 1, Column: 5, Want: "16, 0"},
			{Text: "2x2:b1a4f3a2a", Line: 1, Column: 14, Want: "16, 15"},
			{Text: "2x2:b1a4f3a2c", Line: 1, Column: 13, Want: "16"},
			{Text: "2x2:b1a4f3a2b1", Line: 1, Column: 14, Want: "16"},
			{Text: "2x2:b5a4f3a2b", Line: 1, Column: 6, Want: `1, 4, "5"`},
			{Text: "2x2:b0a4f3a2b", Line: 1, Column: 6, Want: `"0"`},
			{Text: "2x2:b12n", Line: 1, Column: 6, Want: `"12"`},
			{Text: "2x2:b1_n", Line: 1, Column: 8, Want: "'_'"},
			{Text: "2x2:_1o", Line: 1, Column: 5, Want: "'_'"},
			{Text: "2x2:b1__2m", Line: 1, Column: 8, Want: "'_'"},
			{Text: "2x2:b1,m", Line: 1, Column: 7, Want: `","`},
			{Text: "3x3x:zzzc", Line: 1, Column: 4},
			{Text: "3x3kdu:zzzc,", Line: 1, Column: 4},
			{Text: "9jdb:zzzc,zzz", Line: 1, Column: 2},
			{Text: "2x13:zj", Line: 1, Column: 1, Want: `2x2, 25x25, "2x13"`},
			{Text: "5x5:zj", Line: 1, Column: 7, Want: "625, 36"},
			{Text: "3:zzzc", Line: 1, Column: 1, Want: `"3"`},
			{Text: "99999x3:zzzc", Line: 1, Column: 1},
			{Text: ":zzzc", Line: 1, Column: 2, Want: "'z'"},
		},
		Files: []puzzletest.File{
			{Data: "..1.\n4...\n...3\n.2..\n", Boards: []string{"..1.4......3.2.."}},
			{Data: "\n +----+----+\r\n | . . | 1 . |\r\n | 4 . | . . |\r\n +====+====+\n . . | . 3\n . 2 . .\n\n....\n....\n....\n...2", Boards: []string{"..1.4......3.2..", "...............2"}},
			{Data: "..1.\n4...\n...3\n.2..\n....\n", Want: "line 5, column 5, 4, 1"},
			{Data: "..1.\n4...\n...3\n.2.\n", Want: "line 4, column 4, 4, 3"},
			{Data: "..1.\n4..5\n...3\n.2..\n", Want: "line 2, column 4, '.', 1, 4, '5'"},
			{Data: "..1.4......3.2..\n", Boards: []string{"..1.4......3.2.."}},
			{Data: strings.Repeat("..1.4......3.2..\n", 16), Boards: slices.Repeat([]string{"..1.4......3.2.."}, 16)},
			{Data: strings.Repeat(empty+"\n", 15) + "...............G\n", Boards: []string{strings.Repeat(".", 255) + "G"}},
			{Data: strings.Repeat("... . ............\n", 16), Boards: []string{strings.Repeat(".", 256)}},
			{Data: strings.Repeat(".", 81) + "\n" + strings.Repeat(".", 81), Want: encode.ErrOneLine.Error()},
			{Data: strings.Repeat(".", 256), Want: encode.ErrOneLine.Error()},
			{Data: "2x2:b1a4f3a2b\n", Boards: []string{"..1.4......3.2.."}},
			{Data: "..../..../..../....\n", Boards: []string{empty}},
			{Data: "", Want: "line 1, column 1, 16, 81, 256, 0"},
			{Data: "----", Want: "line 1, column 5, 4, 1"},
			{Data: "---\n\n", Want: "line 1, column 4, 16, 81, 256, 3"},
		},
		Sizes: []encode.Size{{}, four},
		Without: map[string]string{
			"shapes": "boards have as many rows as columns",
		},
	})
	if err != nil {
		t.Error(err)
	}
}
