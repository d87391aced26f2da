package submarines

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// source is the first table in the note on puzzles of 3 April 2006.
const source = "? ? ? | 0\n? ? ? | 1\n? ? ? | 1\n------+\n1 1 0\n"

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "rows=1 cols=1", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=0 cols=0", Also: []string{"rows=00 cols=0", "? | 0 -+ 0"}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=0 cols=1", Count: "0", Note: "unequal totals", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=2 cols=2", Count: "0", Note: "beyond the width and the height", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=2 cols=1", Count: "0", Note: "beyond only the width", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=1 cols=2", Count: "0", Note: "beyond only the height", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=2 cols=1,0,1", Count: "1", Size: encode.Size{H: 1, W: 3}},
			{Text: "rows=0,1,1,1 cols=3", Count: "1", Size: encode.Size{H: 4, W: 1}},
			{Text: "rows=0,1,2,1 cols=4", Count: "0", Size: encode.Size{H: 4, W: 1}},
			{Text: "rows=0,1,1 cols=1,1,0", Also: []string{"? ? ? | 0 ? ? ? | 1 ? ? ? | 1 ------+ 1 1 0"}, Count: "2", Note: "the note of 3 April 2006", Size: encode.Size{H: 3, W: 3}},
			{Text: "rows=3,2,0 cols=1,3,1", Count: "0", Note: "the note of 3 April 2006", Size: encode.Size{H: 3, W: 3}},
			{Text: "rows=2,2,2,2 cols=2,2,2,2", Count: "90", Note: "A001499", Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=2,3 cols=1,1,1,1,1", Count: "10", Note: "C(5,2)", Size: encode.Size{H: 2, W: 5}},
			{Text: "rows=1,3,2,5 cols=3,3,1,2,2", Size: encode.Size{H: 4, W: 5}},
			{Text: "rows=4,4,1 cols=1,1,2,2", Count: "0", Note: "unequal totals", Size: encode.Size{H: 3, W: 4}},
			{Text: "rows=3,3,1,1 cols=3,3,1,1", Note: "a full block of 2x2, an empty block, and two blocks that can be filled in two ways each", Count: "4", Size: encode.Size{H: 4, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "rows=2,1,3, cols=1,2,3"},
			{Text: "rows=1", Line: 1, Column: 7, Want: `" cols="`},
			{Text: "rows= cols=1", Line: 1, Column: 6, Want: "0, 40000"},
			{Text: "rows=1,-1 cols=1", Line: 1, Column: 8, Want: `"-1"`},
			{Text: "rows=1,2 cols=1,x", Line: 1, Column: 17, Want: `"x"`},
			{Text: "rows=1 cols=40001", Line: 1, Column: 13, Want: `"40001"`},
			{Text: "rows=1 cols=99999999999999999999999999", Line: 1, Column: 13},
			{Text: "cols=1 rows=1", Line: 1, Column: 1},
			{Text: "? ? | 1 ? | 0 ----+ 1 0", Line: 1, Column: 11, Want: "2, 1"},
			{Text: "? ? | 1 --+ 1 0 1", Line: 1, Column: 17},
		},
		Files: []puzzletest.File{
			{Data: source, Boards: []string{"rows=0,1,1 cols=1,1,0"}},
			{Data: "\n" + source + "\r\n? 1 . | 12\r\n--+\n 3\t4 5", Boards: []string{"rows=0,1,1 cols=1,1,0", "rows=12 cols=3,4,5"}},
			{Data: "rows=1 cols=1\nrows=0 cols=0\n", Want: encode.ErrOneLine.Error()},
			{Data: "rows=1 cols=1\n? | 0 -+ 0\n", Want: encode.ErrOneLine.Error()},
			{Data: "1 2 3\n", Want: encode.ErrOneLine.Error()},
			{Data: "? ? | 1\n? x | 1\n----+\n1 1\n", Want: `line 2, column 3, '?', '|', "x"`},
			{Data: "? ? | 1\n? | 1\n----+\n1 1\n", Want: "line 2, column 3, 2, 1"},
			{Data: "? ? | 1\n| 1\n----+\n1 1\n", Want: "line 2, column 1"},
			{Data: "? ? | -1\n----+\n1 1\n", Want: `line 1, column 7, 0, 40000, "-1"`},
			{Data: "? ? | 1\n--=-+\n1 1\n", Want: `line 2, column 1, "--=-+"`},
			{Data: "? ? | 1\n----+\n1", Want: "line 3, column 2, 0, 40000"},
			{Data: "? ? | 1\n", Want: "line 2, column 1"},
		},
		Sizes: []encode.Size{{}, {H: 1, W: 1}, {H: 3, W: 4}},
		Without: map[string]string{
			"clue-free": "every board has all of its sums",
		},
	})
	if err != nil {
		t.Error(err)
	}
}
