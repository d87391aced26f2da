package futoshiki

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: ".", Count: "1", ClueFree: true, Size: encode.Size{H: 1, W: 1}},
			{Text: ".<./..", Count: "1"},
			{Text: ".v./..", Count: "1"},
			{Text: ".../.../...", Count: "12", Note: "OEIS A002860", ClueFree: true},
			{Text: ".>../.../...", Count: "6", Note: "12 / 2: complements"},
			{Text: ".../.^../...", Count: "6", Note: "12 / 2: complements"},
			{Text: "1../..1/...", Count: "2"},
			{Text: "11./.../...", Count: "0", Note: "twice in a row"},
			{Text: ".>.>./.>.>./...", Count: "0", Note: "two equal rows"},
			{Text: ".^.v/.<.", Count: "0", Note: "no smallest number"},
			{Text: "1>../.../...", Count: "0", Note: "nothing is smaller than 1"},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "1, 0"},
			{Text: "../3.", Line: 1, Column: 4, Want: "'.', 1, 2, '3'"},
			{Text: ".<./.", Line: 1, Column: 6, Want: "2, 1"},
			{Text: "../...", Line: 1, Column: 6, Want: "2, '.'"},
			{Text: ".v<./..", Line: 1, Column: 3, Want: "'<'"},
			{Text: "..</..", Line: 1, Column: 3, Want: "'<'"},
			{Text: "../.v.", Line: 1, Column: 5, Want: "'v'"},
			{Text: "/////////", Line: 1, Column: 10, Want: "9, 10"},
		},
		Sizes:   []encode.Size{{H: 1, W: 1}, {H: 4, W: 4}},
		Without: map[string]string{"1xn": square, "nx1": square, "oblong": square},
	})
	if err != nil {
		t.Error(err)
	}
}

const square = "a board has as many rows as columns"

// TestCounts counts the empty boards natively. They are Latin squares, OEIS A002860.
func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		".": "1", "../..": "2", ".../.../...": "12", "..../..../..../....": "576",
		"...../...../...../...../.....": "161280",
	} {
		if got := puzzletest.Count(t, &Puzzle, mustParse(t, text), "native"); got.String() != want {
			t.Errorf("%s: %v solutions, want %s", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{Puzzle.Example, ".", "../3.", "/"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}
