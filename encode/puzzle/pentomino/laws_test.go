package pentomino

import (
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "1x1", Count: "0", Note: "not five cells", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x5", Also: []string{"....."}, Count: "1", Note: "the I", Size: encode.Size{H: 1, W: 5}},
			{Text: "5x1", Count: "1", Note: "the I", Size: encode.Size{H: 5, W: 1}},
			{Text: "2x5", Size: encode.Size{H: 2, W: 5}},
			{Text: "3x5:UVX", Size: encode.Size{H: 3, W: 5}},
			{Text: "3x5:PUV", Also: []string{"3x5:VUP", "...../...../.....:PUV"}, Size: encode.Size{H: 3, W: 5}},
			{Text: "3x5:IXZ", Count: "0", Note: "the X and the Z do not fit next to the I", Size: encode.Size{H: 3, W: 5}},
			{Text: ".#./.../.#.", Note: "seven cells", Size: encode.Size{H: 3, W: 3}},
			{Text: "#.#/.../#.#", Count: "1", Note: "the X", Size: encode.Size{H: 3, W: 3}},
			{Text: "#..#/..../....", Size: encode.Size{H: 3, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "6x10:FF", Line: 1, Column: 7},
			{Text: "6y10", Line: 1, Column: 1, Want: "'.'"},
			{Text: "II./LLL", Line: 1, Column: 1, Want: "'I', a solution"},
		},
		Files: []puzzletest.File{
			{Data: ".....\n .. .\n.....\n. .\n", Boards: []string{"...../#..#./...../.#.##"}},
			{Data: "  . .\n  ...\n\n  .....\n", Boards: []string{".#./...", "1x5"}},
			{Data: "# note\n.. .. # note\n.....\n:PU\n", Boards: []string{"..#../.....:PU"}},
			{Data: ".. ..\n.....\n:PQ\n", Want: `line 3, column 3, FILNPTUVWXYZ, 'Q'`},
			{Data: ".....\n...\n", Want: encode.ErrOneLine.Error()},
			{Data: " ....\n....\n....\n", Want: "line 1, column 1, '#', indented"}, // 3x4, or two closed cells at the ends
			{Data: " ....\n....\n.. ..\n", Boards: []string{"#..../....#/..#.."}},
			{Data: ". .\n5x5\n", Want: encode.ErrOneLine.Error()},
		},
		Sizes:  []encode.Size{{}, {H: 3, W: 5}},
		Margin: margin,
		Without: map[string]string{
			"clue-free": "a board of pentominoes has no clues",
		},
	})
	if err != nil {
		t.Error(err)
	}
}

// margin puts a margin of closed cells around a board.
func margin(text string, frame [4]int) string {
	board, names, named := strings.Cut(text, ":")
	if h, w, ok := strings.Cut(board, "x"); ok {
		height, _ := strconv.Atoi(h)
		width, _ := strconv.Atoi(w)
		board = strings.Repeat("/"+strings.Repeat(".", width), height)[1:]
	}
	board = puzzletest.Framed(board, frame)
	if named {
		board += ":" + names
	}
	return board
}
