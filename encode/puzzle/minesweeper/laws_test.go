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
			{Text: "mines=2 ????/1221/....", Also: []string{"mines=02 ????/1221/0000", "mines=2/????/1221/....", "????/1221/..../mines=2"}, Size: encode.Size{H: 3, W: 4}},
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
			{Text: "", Line: 1, Column: 1},
			{Text: "mines=3", Line: 1, Column: 8},
			{Text: "mines=3 ", Line: 1, Column: 9},
			{Text: "mines= ?", Line: 1, Column: 7, Want: "0, 40000"},
			{Text: "mines=-1 ?", Line: 1, Column: 7},
			{Text: "mines=40001 ?", Line: 1, Column: 7},
			{Text: "mines=3x?", Line: 1, Column: 8},
			{Text: "mines=3  ?", Line: 1, Column: 9, Want: "' '"},
			{Text: "??/?9", Line: 1, Column: 5, Want: "'9'"},
			{Text: "??/é?", Line: 1, Column: 4, Want: "'é'"},
			{Text: "mines=1 ??/?", Line: 1, Column: 13, Want: "2"},
			{Text: "??/", Line: 1, Column: 4, Want: "2"},
			{Text: "mines=x ??", Line: 1, Column: 7, Want: `"x"`},
			{Text: "mines=3/?9", Line: 1, Column: 10, Want: "'9'"},
			{Text: "??/mines=3?", Line: 1, Column: 11, Want: `"?"`},
			{Text: "??/mines=2/mines=2", Line: 1, Column: 4},
			{Text: "-*/12", Line: 1, Column: 1, Want: "'-', a solution"},
			{Text: "mines=?1?/??", Line: 1, Column: 7, Want: `"?1?"`},
			{Text: "9x9:9,0,mb513f", Line: 1, Column: 5, Want: `0, 8, "9"`},
			{Text: "9x9:8,12,mb513f", Line: 1, Column: 7, Want: `0, 8, "12"`},
			{Text: "9x9:8y,1,mb513f", Line: 1, Column: 6, Want: `"y"`},
			{Text: "3x3:0,0,u800", Line: 1, Column: 5, Want: "column 0, row 0, 0"},
			{Text: "3x3:3,0,u008", Line: 1, Column: 5, Want: "0, 2"},
			{Text: "3x3:0,3,u008", Line: 1, Column: 7, Want: "0, 2"},
			{Text: "3x3:0,u008", Line: 1, Column: 7},
			{Text: "3x3:0,0u008", Line: 1, Column: 8, Want: "','"},
			{Text: "3x3:0,0,m08", Line: 1, Column: 12, Want: "3, 9, 2"},
			{Text: "3x3:0,0,0080", Line: 1, Column: 12, Want: "3, 9, 4"},
			{Text: "3x3:0,0,u0g8", Line: 1, Column: 11, Want: "'g'"},
			{Text: "3x3:", Line: 1, Column: 5, Want: "3"},
			{Text: "3x3:r10,u,1", Line: 1, Column: 5},
			{Text: "3x:m008", Line: 1, Column: 3, Want: "1, 40000"},
			{Text: "0x3:m008", Line: 1, Column: 1},
			{Text: "3:m008", Line: 1, Column: 2, Want: "'x'"},
			{Text: ":m008", Line: 1, Column: 1},
			{Text: "3x3+1:m008", Line: 1, Column: 4, Want: "':', '+'"},
			{Text: "201x200:m0", Line: 1, Column: 1, Want: "40000, 40200"},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 4, N: 2}, {H: 4, W: 4, N: 3, R: 2, C: 3}, {H: 1, W: 1}},
	})
	if err != nil {
		t.Error(err)
	}
}
