package battleships

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "rows=1 cols=1 fleet=1", Also: []string{"rows=01 cols=1 fleet=1 given=.", "rows=1 fleet=1 cols=1", "problem(x,[1:1],[1],[1],[])."}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=? cols=? fleet=1 given=c", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=? cols=? fleet=1 given=m", Count: "0", Note: "a middle in a corner", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=? cols=? fleet=1 given=t", Count: "0", Note: "a ship beyond the edge", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=0 cols=0 fleet=", Count: "1", Note: "no ships", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=1 cols=1 fleet=", Count: "0", Note: "no ships, but a sum", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=? cols=? fleet=2", Count: "0", Note: "longer than the board", Size: encode.Size{H: 1, W: 1}},
			{Text: "rows=3 cols=1,0,1 fleet=1,1", Count: "0", Note: "beyond the width", Size: encode.Size{H: 1, W: 3}},
			{Text: "rows=? cols=?,?,?,?,? fleet=2,1", Count: "6", Note: "by hand: the 2 at 1 2 3 4 leaves 2 1 1 2", ClueFree: true, Size: encode.Size{H: 1, W: 5}},
			{Text: "rows=?,?,?,?,?,? cols=? fleet=3,1 given=./././m/./.", Count: "1", Note: "by hand: the ship from 3 to 5 leaves 1", Size: encode.Size{H: 6, W: 1}},
			{Text: "rows=?,?,?,? cols=?,?,?,? fleet=2,1,1", Count: "380", Note: "counted by a script: oracles of the project", ClueFree: true, Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=2,1,2 cols=2,?,1,? fleet=2,1,1", Size: encode.Size{H: 3, W: 4}},
			{Text: "rows=?,?,? cols=?,?,?,?,? fleet=3,2 given=.w.../..m../.....", Size: encode.Size{H: 3, W: 5}},
			{Text: "rows=?,?,?,? cols=?,?,?,? fleet=3,2,1 given=...t/..../b.../....", Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=?,?,?,? cols=?,?,?,? fleet=3,2,1 given=..../..l./..../..r.", Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=?,?,? cols=?,?,?,? fleet=2,1 given=c.../.c../....", Count: "0", Note: "circles that touch", Size: encode.Size{H: 3, W: 4}},
			{Text: "rows=?,?,?,? cols=?,?,?,? fleet=3 given=..../.m../..../....", Count: "2", Note: "across or down", Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=? cols=?,?,?,?,? fleet=2,1 given=..s..", Count: "2", Note: "by hand: the 2 at 2 or 3", Size: encode.Size{H: 1, W: 5}},
			{Text: "rows=?,?,? cols=?,?,? fleet=3 given=.../.s./...", Count: "2", Note: "across or down", Size: encode.Size{H: 3, W: 3}},
			{Text: "rows=?,?,?,? cols=?,?,?,? fleet=3,2,1 given=...s/..../s.../..w.", Size: encode.Size{H: 4, W: 4}},
			{Text: "rows=? cols=?,? fleet=1 given=ss", Count: "0", Note: "two cells of one ship", Size: encode.Size{H: 1, W: 2}},
			{Text: "rows=0,?,1,1,? cols=?,2,0,? fleet=4,1", Size: encode.Size{H: 5, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "rows="},
			{Text: "rows=1", Line: 1, Column: 7, Want: `"cols="`},
			{Text: "rows=1 cols=1", Line: 1, Column: 14, Want: `"fleet="`},
			{Text: "rows=1 cols=1 fleet=1 fleet=1", Line: 1, Column: 23, Want: "fleet="},
			{Text: "rows=1 cols=1 flet=1", Line: 1, Column: 15, Want: `"flet=1"`},
			{Text: "rows=1,65 cols=1 fleet=1", Line: 1, Column: 8, Want: "0, 64, '?'"},
			{Text: "rows= cols=1 fleet=1", Line: 1, Column: 6},
			{Text: "rows=1 cols=1 fleet=2,0", Line: 1, Column: 23},
			{Text: "rows=1 cols=1 fleet=1 given=x", Line: 1, Column: 29, Want: "'x'"},
			{Text: "rows=1,0 cols=1 fleet=1 given=c/..", Line: 1, Column: 34, Want: "1, 2"},
			{Text: "rows=1,0 cols=1,0 fleet=1 given=c./.", Line: 1, Column: 37, Want: "2, 1"},
			{Text: "rows=1,0 cols=1 fleet=1 given=c", Line: 1, Column: 32, Want: "2, 1"},
			{Text: "rows=1 cols=1 fleet=1 rows=1 cols=1 fleet=1", Line: 1, Column: 23},
			{Text: "problem(1,[1:1],[1],[1],[c@[1,1],w@[1,1]]).", Line: 1, Column: 34, Want: "row 1, column 1"},
			{Text: "problem(1,[1:1],[1],[1],[c@[1,2]]).", Line: 1, Column: 31, Want: "1"},
			{Text: "problem(1,[1:1],[1],[1],[x@[1,1]]).", Line: 1, Column: 26},
			{Text: "problem(1,[1:1],[1],[1],[s@[1,1]]).", Line: 1, Column: 26, Want: `"s"`},
			{Text: "problem(1,[1:1],[],[1],[]).", Line: 1, Column: 19},
			{Text: "problem(1,[1:1025],[1],[1],[]).", Line: 1, Column: 14, Want: "0, 1024"},
			{Text: "problem(1,[0:1],[1],[1],[]).", Line: 1, Column: 12, Want: "1, 64"},
			{Text: "problem(1,[1:1],[1],[1],[])", Line: 1, Column: 28, Want: `"."`},
		},
		Files: []puzzletest.File{
			{Data: board113, Boards: []string{text113}},
			{Data: "% boards\nproblem(1, [1:1,2:0], [1], [_], []). % one\nproblem(b2,[],\n\t[0],[0],\n\t[w@[1,1]]).\n",
				Boards: []string{"rows=1 cols=? fleet=1", "rows=0 cols=0 fleet= given=w"}},
			{Data: "rows=1,0\ncols=?,0\nfleet=1\ngiven=\n.w\n..\n\nrows=1 cols=1 fleet=1 given=c\n",
				Boards: []string{"rows=1,0 cols=?,0 fleet=1 given=.w/..", "rows=1 cols=1 fleet=1 given=c"}},
			{Data: "rows=1 cols=1 fleet=1\n\nrows=0 cols=0 fleet=\n", Want: encode.ErrOneLine.Error()},
			{Data: "problem(1,[1:1],[1],[1],[]).\nrows=1 cols=1 fleet=1\n", Want: encode.ErrOneLine.Error()},
			{Data: "% nothing\n", Want: encode.ErrOneLine.Error()},
			{Data: "rows=1\ncols=1\nfleet=x\n", Want: "line 3, column 7, 1, 64"},
			{Data: "rows=1\ncols=1\nfleet=1\nrows=2\n", Want: `line 5, column 1, "cols="`},
			{Data: "rows=1\ncols=1\n\nrows=1\ncols=1\nfleet=1\n", Want: `line 4, column 1, "fleet="`},
			{Data: "rows=1,1\ncols=1\nfleet=1\ngiven=\n.\nz\n", Want: `line 6, column 1, '.', w, c, m, t, b, l, r, s, 'z'`},
			{Data: "problem(1,[1:1],[1],[1],[]).\nproblem(2,[1:1],\n\t[1],[1,x],[]).\n", Want: `line 3, column 9, 0, 64, "x"`},
			{Data: "problem(1,[1:1],[1],[1],[]). hello\n", Want: `line 1, column 30`},
		},
		Sizes: []encode.Size{{}, {H: 1, W: 1}, {H: 4, W: 5}},
	})
	if err != nil {
		t.Error(err)
	}
}

// board113 is fact 113 of CSPLib's file, and text113 is the same board in canonical
// notation.
const (
	board113 = "problem(113,\n\t[4:1,3:2,2:3,1:4],\n\t[2,4,3,3,2,4,1,1,0,0],\n\t[0,5,0,2,2,3,1,3,2,2],\n\t[c@[7,10],w@[1,6]]).\n"
	text113  = "rows=2,4,3,3,2,4,1,1,0,0 cols=0,5,0,2,2,3,1,3,2,2 fleet=4,3,3,2,2,2,1,1,1,1 " +
		"given=.....w..../........../........../........../........../........../.........c/........../........../.........."
)
