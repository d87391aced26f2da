package model_test

import (
	"testing"

	"counterproof/encode/model"
	"counterproof/encode/puzzletest"
)

// These are the texts of the boards.
const (
	loose = "var -1..2: x:: output_var;\nvar {0,2,5}: y:: output_var;\nvar bool: p:: output_var;\nvar 0..9: sum;\n" +
		"array [1..2] of var int: q:: output_array([1..2]) = [x,y];\n" +
		"constraint int_plus(x,y,sum);\nconstraint int_le_reif(sum,2,p);\nconstraint int_ne(x,y);\nsolve satisfy;\n"
	tight         = "var 1..4: x:: output_var;\nvar 1..4: y:: output_var;\nconstraint int_times(x,y,12);\nconstraint int_lt(x,y);\nsolve satisfy;\n"
	contradictory = "var 1..3: x:: output_var;\nvar 1..3: y:: output_var;\nvar bool: b;\n" +
		"constraint int_times(x,y,5);\nconstraint bool_clause([b],[]);\nsolve satisfy;\n"
	hidden = "var 0..3: x:: output_var;\nvar 1..4: h;\nvar 1..4: k;\nvar bool: b:: output_var;\n" +
		"constraint int_lin_eq([1,1],[h,k],5);\nconstraint int_lt_reif(x,h,b);\nconstraint array_var_int_element(h,[x,k,3,x],2);\nsolve satisfy;\n"
	wide = "var -500..499: x:: output_var;\nvar 0..1: z:: output_var;\nconstraint int_mod(x,250,3);\nsolve satisfy;\n"
)

// TestLaws checks the laws of all puzzles.
func TestLaws(t *testing.T) {
	board := func(name, text, count, note string) puzzletest.Board {
		in, err := model.MiniZinc.OfFile(name, []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		return puzzletest.Board{Text: in.String(), Count: count, Note: note}
	}
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &model.MiniZinc,
		Boards: []puzzletest.Board{
			board("loose.fzn", loose, "", "three kinds of domains"),
			board("tight.fzn", tight, "1", "3*4 is 12"),
			board("contradictory.fzn", contradictory, "0", "5 is prime"),
			board("hidden.fzn", hidden, "", "variables that do not count"),
			board("wide.fzn", wide, "", "more than 256 values"),
		},
		Files:   []puzzletest.File{{Data: loose, Boards: []string{board("text", loose, "", "").Text}}, {Data: "solve\n", Want: "end"}},
		Bad:     []puzzletest.Bad{{Text: "queens.mzn", Line: 1, Column: 1, Want: "@FILE"}},
		Without: map[string]string{"clue-free": "a model has constraints instead of clues", "shapes": "a model has no size"},
	})
	if err != nil {
		t.Error(err)
	}
}
