package exactcover

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "A ; A", Count: "1"},
			{Text: "A", Count: "0", Note: "no option has the item"},
			{Text: "A B ; A ; A", Count: "0"},
			{Text: "A ; A ; A ; A", Count: "3", Note: "repeated options are different options"},
			{Text: "A B C | X ; A X:1 ; B C", Also: []string{"A B C | X  ;  A X:1 ; B C"}, Count: "1"},
			{Text: "A B | X ; A X:1 ; A X:2 ; B X:1 ; B X", Count: "1", Note: "by hand: two options can only share X if both give it colour 1"},
			{Text: "p q r | x y ; p q x y:A ; p r x:A y ; p x:B ; q x:A ; r y:B", Count: "1", Note: "the worked example of Algorithm C"},
			{Text: "A B ; A ; B ; A B", Also: []string{"A B;A;B;A B"}, Count: "2", Note: "two halves, or the whole"},
			{Text: "r1;c1 x ; r1;c1 ; x", Count: "1", Note: "an item with a ';'"},
			{Text: "r1;c1 c1 ;", Count: "0", Note: "no option"},
			{Text: queens(1), Count: "1", Note: "A000170"},
			{Text: queens(3), Count: "0", Note: "A000170"},
			{Text: queens(4), Count: "2", Note: "A000170"},
			{Text: latin(2, 0), Count: "2", Note: "A002860"},
			{Text: latin(3, 0), Count: "12", Note: "A002860"},
			{Text: dominoes(4), Count: "36", Note: "A004003"},
			{Text: "0:2|A B ; A ; A ; A B ; B", Note: "at most two"},
			{Text: "2|A B ; A ; A ; A B ; B", Also: []string{"2:2|A B ; A ; A ; A B ; B"}, Note: "exactly two"},
			{Text: "2:3|A 0:1|B ; A ; A B ; A B ; A"},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1},
			{Text: "A ; B", Line: 1, Column: 5},
			{Text: "A B ; A B A", Line: 1, Column: 11},
			{Text: "A B;A;C", Line: 1, Column: 7, Want: "C"},
			{Text: "A | B ; A:1", Line: 1, Column: 9},
			{Text: "A | B | C ; A", Line: 1, Column: 7},
		},
		Files: []puzzletest.File{
			{Data: "A ; A\nA ; A\n", Want: encode.ErrOneLine.Error()},
			{Data: "| a comment\nA B\nA\nB\n", Boards: []string{"A B ; A ; B"}},
			{Data: "A B\nA\nC\n", Want: "line 3, column 1"},
			{Data: "A B\n* A\n  A B\n* B\n", Boards: []string{"A B ; A ; A B ; B"}},
			{Data: "A *\n* A\n", Boards: []string{"A * ; * A"}},
			{Data: "A B\n* A\n  C\n", Want: `line 3, column 3, "C"`},
			{Data: "# note\nA B;A;B # note\nA;A\n", Want: encode.ErrOneLine.Error()},
			{Data: "r1;c1 x\nr1;c1\nx\n", Boards: []string{"r1;c1 x ; r1;c1 ; x"}},
		},
		Sizes: []encode.Size{{}, {H: 4, W: 6}},
		Without: map[string]string{
			"clue-free": "a problem has no clues",
			"shapes":    "a problem has no height and width",
		},
	})
	if err != nil {
		t.Error(err)
	}
}
