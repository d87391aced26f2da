package packing

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
			{Text: ".;x", Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "....;xx;xx", Also: []string{"....;1*xx;1*xx"}, Count: "1", Size: encode.Size{H: 1, W: 4}},
			{Text: "....;xx;fixed:xx", Note: "listed separately and equal only on this board, so they have two values", Size: encode.Size{H: 1, W: 4}},
			{Text: "..;0-2*x;xx", Count: "1", Note: "the optional pieces could fill the board, but the required piece must be used", Size: encode.Size{H: 1, W: 2}},
			{Text: "./././.;2*x/x;0-1*xx", Size: encode.Size{H: 4, W: 1}},
			{Text: "..../....;4*xx", Count: "5", Note: "Fibonacci", Size: encode.Size{H: 2, W: 4}},
			{Text: ".../...;2*xx/x", Count: "2", Note: "A165791", Size: encode.Size{H: 2, W: 3}},
			{Text: ".../...;2*turn:xx/x", Note: "the L tromino needs no flip", Size: encode.Size{H: 2, W: 3}},
			{Text: ".../.../...;xxx;0-2*xx;0-4*x", Size: encode.Size{H: 3, W: 3}},
			{Text: "..../...#/#...;turn:xxx/x;turn:x/xxx;xx", Size: encode.Size{H: 3, W: 4}},
			{Text: "..../..../....;fixed:x/x;2*xx/xx;0-2*xx", Size: encode.Size{H: 3, W: 4}},
			{Text: "../..;xxx;x", Count: "0", Note: "longer than the board", Size: encode.Size{H: 2, W: 2}},
			{Text: "#..#/..../#..#;2*xx;2*x/x", Size: encode.Size{H: 3, W: 4}},
			{Text: ".../...", Count: "0", Note: "no piece", Size: encode.Size{H: 2, W: 3}},
			{Text: "..../....;1-2*xx;0-3*xxx", Size: encode.Size{H: 2, W: 4}},
			{Text: "._./.._;2-3*xx", Note: "one domino more, or two empty cells", Size: encode.Size{H: 2, W: 3}},
			{Text: "___/___;0-2*xx;0-1*x", Note: "an empty cell differs from a piece of one cell", Size: encode.Size{H: 2, W: 3}},
			{Text: "___/___;0-3*xx", Count: "22", Note: "A030186: the matchings of the graph of 2x3 cells", Size: encode.Size{H: 2, W: 3}},
			{Text: "_#_/...;xx/x", Note: "the spare cells are not symmetric to others", Size: encode.Size{H: 2, W: 3}},
			{Text: ".../.../...;x.x/./x.x;.x/xxx/.x", Note: "a piece in four parts", Size: encode.Size{H: 3, W: 3}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1},
			{Text: "..;", Line: 1, Column: 4},
			{Text: "..;2*", Line: 1, Column: 6},
		},
		Files: []puzzletest.File{
			{Data: "..;xx\n..;x;x\n", Want: encode.ErrOneLine.Error()},
			{Data: "....\n....\n\n4*xx\n", Boards: []string{"..../....;4*xx"}},
			{Data: "..\n..\n\nx\n.y\n", Want: "line 5, column 2"},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 3}},
		Margin: func(text string, frame [4]int) string {
			board, pieces, some := strings.Cut(text, ";")
			if board = puzzletest.Framed(board, frame); some {
				board += ";" + pieces
			}
			return board
		},
		Without: map[string]string{
			"clue-free": "a packing has no clues",
		},
	})
	if err != nil {
		t.Error(err)
	}
}
