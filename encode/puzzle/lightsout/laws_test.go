package lightsout

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "#", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "torus:#", Count: "1", Note: "one cell has no neighbour but itself", Size: encode.Size{H: 1, W: 1}},
			{Text: "##", Count: "2", Note: "either button", Size: encode.Size{H: 1, W: 2}},
			{Text: "#.", Count: "0", Note: "both buttons toggle both lights", Size: encode.Size{H: 1, W: 2}},
			{Text: "torus:##", Count: "2", Note: "the neighbour on both sides counts once", Size: encode.Size{H: 1, W: 2}},
			{Text: "torus:#.#", Count: "0", Note: "all buttons toggle all lights", Size: encode.Size{H: 1, W: 3}},
			{Text: "torus:#/#/#", Count: "4", Note: "any odd set of the three", Size: encode.Size{H: 3, W: 1}},
			{Text: "#./.#", Count: "1", Note: "nullity 0, A159257", Size: encode.Size{H: 2, W: 2}},
			{Text: "torus:#./..", Count: "1", Note: "a press toggles three of four", Size: encode.Size{H: 2, W: 2}},
			{Text: "torus:#.#./....", Size: encode.Size{H: 2, W: 4}},
			{Text: "#.../...#/..#.", Size: encode.Size{H: 3, W: 4}},
			{Text: "##./#../.../.#.", Size: encode.Size{H: 4, W: 3}},
			{Text: "torus:##./.#./...", Size: encode.Size{H: 3, W: 3}},
			{Text: "..../..../..../....", Count: "16", Note: "nullity 4, A159257", ClueFree: true, Size: encode.Size{H: 4, W: 4}},
			{Text: "#####/#####/#####/#####/#####", Count: "4", Note: "nullity 2, A159257", Size: encode.Size{H: 5, W: 5}},
			{Text: "..#../...../...../...../.....", Count: "0", Note: "the middle light is in the pattern of a kernel vector", Size: encode.Size{H: 5, W: 5}},
			{Text: "1x1:8,8", Also: []string{"1x1c:8,8", "1x1r:F,f"}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x1:0,8", Count: "0", Note: "a light without a button", Size: encode.Size{H: 1, W: 1}},
			{Text: "2x2:0000,0", Count: "16", Note: "the zero matrix", ClueFree: true, Size: encode.Size{H: 2, W: 2}},
			{Text: "3x1:c18,4", Also: []string{"3x1r:C1F,5", "003x01:c18,4"}, Count: "0", Note: "rows 110 000 011 of a singular matrix that is not symmetric", Size: encode.Size{H: 1, W: 3}},
			{Text: "3x1:c18,c", Note: "the same: the first button, and the second does nothing", Count: "2", Size: encode.Size{H: 1, W: 3}},
			{Text: "1x3:4c8,6", Note: "rows 010 011 001", Size: encode.Size{H: 3, W: 1}},
			{Text: "3x2:fc80005fe,a8", Size: encode.Size{H: 2, W: 3}},
			{Text: "4x4:" + ones(64) + ",ffff", Count: "32768", Note: "every button toggles every light: any odd set", Size: encode.Size{H: 4, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1},
			{Text: "torus:", Line: 1, Column: 7},
			{Text: "#x", Line: 1, Column: 2, Want: "'x'"},
			{Text: "##/#", Line: 1, Column: 5, Want: "2"},
			{Text: "torus:##/##é", Line: 1, Column: 12, Want: "'é'"},
			{Text: "3x3:d074191345d1644c1705,db8", Line: 1, Column: 25, Want: "21, 81, 20"},
			{Text: "3x3:d074191345d1644c170580,db8", Line: 1, Column: 26, Want: "22"},
			{Text: "3x3:d074191345d1644g17058,db8", Line: 1, Column: 20, Want: "'g'"},
			{Text: "3x3:d074191345d1644c17058", Line: 1, Column: 26, Want: "','"},
			{Text: "3x3:d074191345d1644c17058,db", Line: 1, Column: 29, Want: "3, 9, 2"},
			{Text: "3x3:d074191345d1644c17058,db8,", Line: 1, Column: 30, Want: "','"},
			{Text: "3x3q:d074191345d1644c17058,db8", Line: 1, Column: 4, Want: "':'"},
			{Text: "0x3:,", Line: 1, Column: 1, Want: "1, 1024"},
			{Text: "3:,", Line: 1, Column: 2, Want: "'x'"},
			{Text: "3x:,", Line: 1, Column: 3},
			{Text: "33x32:0,0", Line: 1, Column: 1, Want: "1024, 1056"},
			{Text: "99999999999999999999x1:0,0", Line: 1, Column: 1},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 4}, {H: 1, W: 1}},
	})
	if err != nil {
		t.Error(err)
	}
}

func ones(digits int) string {
	b := make([]byte, digits)
	for i := range b {
		b[i] = 'f'
	}
	return string(b)
}
