package minesweeper

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "mines=2 ????/1221/....", Also: []string{"mines=02 ????/1221/0000"}, Size: encode.Size{H: 3, W: 4}},
			{Text: "?", Count: "2", ClueFree: true, Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=0 ?", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=1 ?", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=2 ?", Count: "0", Note: "more mines than cells", Size: encode.Size{H: 1, W: 1}},
			{Text: ".", Also: []string{"0"}, Count: "1", Note: "no site, one solution", Size: encode.Size{H: 1, W: 1}},
			{Text: "1", Count: "0", Note: "a number alone", Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=1 *", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=0 *", Count: "0", Note: "a mine too many, and no site", Size: encode.Size{H: 1, W: 1}},
			{Text: "mines=0 *?", Count: "0", Note: "a mine too many", Size: encode.Size{H: 1, W: 2}},
			{Text: "?1?", Count: "2", Note: "either side", Size: encode.Size{H: 1, W: 3}},
			{Text: "?.?", Count: "1", Note: "a 0 with covered cells", Size: encode.Size{H: 1, W: 3}},
			{Text: "mines=2 ?1?", Count: "0", Note: "the total wants both", Size: encode.Size{H: 1, W: 3}},
			{Text: "?3?", Count: "0", Note: "three of two", Size: encode.Size{H: 1, W: 3}},
			{Text: "*.?", Count: "0", Note: "a known mine next to 0", Size: encode.Size{H: 1, W: 3}},
			{Text: "mines=2 *1????", Count: "3", Note: "the first is safe, one mine in the other three", Size: encode.Size{H: 1, W: 6}},
			{Text: "?/1/?/?/1/?", Count: "4", Size: encode.Size{H: 6, W: 1}},
			{Text: "?/1/?/1/?", Count: "2", Size: encode.Size{H: 5, W: 1}},
			{Text: "???/?8?/???", Count: "1", Size: encode.Size{H: 3, W: 3}},
			{Text: "???/?4?/???", Count: "70", Note: "8 over 4", Size: encode.Size{H: 3, W: 3}},
			{Text: "???/???", Count: "64", Note: "any of 6 cells", ClueFree: true, Size: encode.Size{H: 2, W: 3}},
			{Text: "mines=5 ?????/?????", Count: "252", Note: "10 over 5", Size: encode.Size{H: 2, W: 5}},
			{Text: "mines=3 ???.*/?2?../.?1??", Size: encode.Size{H: 3, W: 5}},
			{Text: "??1?/2?*?/?3??/??2?", Size: encode.Size{H: 4, W: 4}},
			{Text: "mines=5 ?2?/2?1/?1?/?1?/2??", Size: encode.Size{H: 5, W: 3}},
			{Text: "1?1/???/1?2", Note: "one mine near each corner, two near the last", Size: encode.Size{H: 3, W: 3}},
			{Text: "3x3:0,0,m280", Also: []string{"3x3n1:0,0,u008", "3x3n1aX0Y0:00,0,008", "03x3:0,0,u00f"}, Count: "1", Note: "a mine in a corner, all else opened"},
			{Text: "9x9:8,5,m9b4c63b3f47f25757a7c0", Also: []string{"9x9n10:8,5,m9b4c63b3f47f25757a7c0", "9x9n10aX8Y5:8,5,m9B4C63B3f47f25757a7c7"}, Size: encode.Size{H: 9, W: 9}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "got no cells"},
			{Text: "mines=3", Line: 1, Column: 8, Want: "want a space and the rows"},
			{Text: "mines=3 ", Line: 1, Column: 9, Want: "got no cells"},
			{Text: "mines= ?", Line: 1, Column: 7, Want: "want a total of mines from 0 to 40000"},
			{Text: "mines=-1 ?", Line: 1, Column: 7, Want: "want a total of mines"},
			{Text: "mines=40001 ?", Line: 1, Column: 7, Want: "want a total of mines"},
			{Text: "mines=3x?", Line: 1, Column: 8, Want: "want a space"},
			{Text: "mines=3  ?", Line: 1, Column: 9, Want: "got ' '"},
			{Text: "??/?9", Line: 1, Column: 5, Want: "got '9'"},
			{Text: "??/é?", Line: 1, Column: 4, Want: "got 'é'"},
			{Text: "mines=1 ??/?", Line: 1, Column: 13, Want: "want rows of 2 cells"},
			{Text: "??/", Line: 1, Column: 4, Want: "want rows of 2 cells"},
			{Text: "3x3:0,0,u800", Line: 1, Column: 5, Want: "the opened square, column 0 and row 0 from 0, is a mine"},
			{Text: "3x3:3,0,u008", Line: 1, Column: 5, Want: "want the column of the opened square, 0 to 2"},
			{Text: "3x3:0,3,u008", Line: 1, Column: 7, Want: "want the row of the opened square, 0 to 2"},
			{Text: "3x3:0,u008", Line: 1, Column: 7, Want: "want the row"},
			{Text: "3x3:0,0u008", Line: 1, Column: 8, Want: "want ','"},
			{Text: "3x3:0,0,m08", Line: 1, Column: 12, Want: "want 3 hex digits for the 9 bits of the bitmap, got 2"},
			{Text: "3x3:0,0,0080", Line: 1, Column: 12, Want: "want 3 hex digits for the 9 bits of the bitmap, got 4"},
			{Text: "3x3:0,0,u0g8", Line: 1, Column: 11, Want: "want a hex digit of the bitmap, got 'g'"},
			{Text: "3x3:", Line: 1, Column: 5, Want: "want 3 hex digits"},
			{Text: "3x3:r10,u,1", Line: 1, Column: 5},
			{Text: "3x:m008", Line: 1, Column: 3, Want: "want a side of 1 to 40000 cells"},
			{Text: "0x3:m008", Line: 1, Column: 1, Want: "want a side"},
			{Text: "3:m008", Line: 1, Column: 2, Want: "want 'x'"},
			{Text: ":m008", Line: 1, Column: 1, Want: "want a side"},
			{Text: "3x3+1:m008", Line: 1, Column: 4, Want: "want ':' after the size, got '+'"},
			{Text: "201x200:m0", Line: 1, Column: 1, Want: "want at most 40000 cells, got 40200"},
		},
		Files: []puzzletest.File{
			{Data: "mines=2\n????\n1221\n....\n", Boards: []string{"mines=2 ????/1221/...."}},
			{Data: "\n\n????\n1221\r\n0000\nmines=2\n\n \n?1?\n\nmines=1\n?\n", Boards: []string{"mines=2 ????/1221/....", "?1?", "mines=1 ?"}},
			{Data: "??\n?1\n", Boards: []string{"??/?1"}},
			{Data: "mines=2 ????\n", Want: encode.ErrOneLine.Error()},
			{Data: "??/?1\n??/?2\n", Want: encode.ErrOneLine.Error()},
			{Data: "3x3:0,0,u008\n", Want: encode.ErrOneLine.Error()},
			{Data: "\n\n", Want: encode.ErrOneLine.Error()},
			{Data: "??\n?9\n", Want: "line 2, column 2: want '1' to '8'"},
			{Data: "??\n???\n", Want: "line 2, column 3: want rows of 2 cells"},
			{Data: "mines=2\n\n??\n", Want: "line 1, column 8: want the rows of a board below the total"},
			{Data: "mines=2\n??\nmines=2\n", Want: "line 3, column 1"},
			{Data: "??\n??\nmines=x\n", Want: "line 3, column 7: want a total of mines"},
			{Data: "mines=2?\n??\n", Want: "line 1, column 8: want the end of the line"},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 4, N: 2}, {H: 4, W: 4, N: 3, R: 2, C: 3}, {H: 1, W: 1}},
	})
	if err != nil {
		t.Error(err)
	}
}
