package laplace

import (
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "sum 0..9 7", Count: "1", Note: "the clue is the number", Size: encode.Size{H: 1, W: 1}},
			{Text: "sum 0..9 10", Count: "0", Note: "out of range", Size: encode.Size{H: 1, W: 1}},
			{Text: "sum -1000..1000 700", Count: "1", Note: "solutions with four bytes for each cell", Size: encode.Size{H: 1, W: 1}},
			{Text: "sum -1000000..-999745 -999999", Count: "1", Note: "256 values at the end of the range", Size: encode.Size{H: 1, W: 1}},
			{Text: "diff -3..3 0", Count: "7", Note: "the clue sees nothing", Size: encode.Size{H: 1, W: 1}},
			{Text: "diff -3..3 1", Count: "0", Note: "the clue sees nothing, which is 0", Size: encode.Size{H: 1, W: 1}},
			{Text: "sum 5..5 10,10", Count: "1", Note: "one value", Size: encode.Size{H: 1, W: 2}},
			{Text: "sum 5..5 10,11", Count: "0", Note: "one value", Size: encode.Size{H: 1, W: 2}},
			{Text: "sum 0..9 9,9", Count: "10", Note: "x + y = 9", Size: encode.Size{H: 1, W: 2}},
			{Text: "diff 0..9 4,-7", Count: "1", Note: "the cell on the right is 4, the one on the left 7", Size: encode.Size{H: 1, W: 2}},
			{Text: "diff 0..1 1,-1,-1,1,-1", Size: encode.Size{H: 1, W: 5}},
			{Text: "diff 0..1 0/0/0/0/0", Count: "2", Note: "nullity gcd(6,2)-1: the odd cells are equal", Size: encode.Size{H: 5, W: 1}},
			{Text: "sum -4..5 2/-1/3", Size: encode.Size{H: 3, W: 1}},
			{Text: "sum 0..3 6,6/6,6", Count: "44", Note: "four numbers of 0 to 3 that add up to 6", Size: encode.Size{H: 2, W: 2}},
			{Text: "sum 0..3 6,6/6,7", Count: "0", Note: "every clue sees all cells", Size: encode.Size{H: 2, W: 2}},
			{Text: "sum 0..2 2,4,3/2,4,3", Size: encode.Size{H: 2, W: 3}},
			{Text: "diff -1..1 0,0,0/0,0,0/0,0,0", Size: encode.Size{H: 3, W: 3}},
			{Text: "diff 0..9 -1,3,-2,-7/1,-3,1,-8/7,4,7,-3", Count: "1", Note: "the note's second example", Size: encode.Size{H: 3, W: 4}},
			{Text: "diff 0..8 -1,3,-2,-7/1,-3,1,-8/7,4,7,-3", Count: "0", Note: "a 9 is in it", Size: encode.Size{H: 3, W: 4}},
			{Text: "sum 0..1 2,3,2,1/3,5,4,3/3,5,5,4/2,4,4,3", Size: encode.Size{H: 4, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: `""`},
			{Text: "Sum 0..9 1", Line: 1, Column: 1, Want: `"Sum"`},
			{Text: "sum", Line: 1, Column: 4},
			{Text: "sum  0..9 1", Line: 1, Column: 5, Want: `0..9, ""`},
			{Text: "sum 0-9 1", Line: 1, Column: 5, Want: `"0-9"`},
			{Text: "sum 0..9", Line: 1, Column: 9},
			{Text: "sum 0..x 1", Line: 1, Column: 8, Want: `-1000000, 1000000, "x"`},
			{Text: "sum -1000001..0 1", Line: 1, Column: 5, Want: `"-1000001"`},
			{Text: "sum 9..0 1", Line: 1, Column: 5},
			{Text: "sum 0..4096 1", Line: 1, Column: 5, Want: "4096, 4097"},
			{Text: "sum 0..9 ", Line: 1, Column: 10, Want: `-10000000, 10000000, ""`},
			{Text: "sum 0..9 1,02", Line: 1, Column: 12, Want: `"02"`},
			{Text: "sum 0..9 1,-0", Line: 1, Column: 12, Want: `"-0"`},
			{Text: "sum 0..9 1, 2", Line: 1, Column: 12, Want: `" 2"`},
			{Text: "sum 0..9 10000001", Line: 1, Column: 10, Want: `"10000001"`},
			{Text: "sum 0..9 99999999999999999999", Line: 1, Column: 10},
			{Text: "sum 0..9 1,2/3", Line: 1, Column: 15, Want: "2, 1"},
			{Text: "sum 0..9 1,2/3,4,5", Line: 1, Column: 18, Want: "2"},
			{Text: "sum 0..9 " + strings.Repeat("1/", 1024) + "1", Line: 1, Column: 10 + 2048, Want: "1024"},
			{Text: "sum 0..9 1/", Line: 1, Column: 12},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 4}, {H: 1, W: 1}},
		Without: map[string]string{
			"clue-free": "every cell has a clue",
		},
	})
	if err != nil {
		t.Error(err)
	}
}
