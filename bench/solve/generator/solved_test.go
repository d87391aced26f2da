package generator_test

import (
	"regexp"
	"strings"
	"testing"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// solved says for puzzles on whose boards a player may have nothing to do whether this is so. It
// reads only the text of a board, so it shares no code with the generators.
var solved = map[string]func(in encode.Instance) bool{
	"lightsout": func(in encode.Instance) bool { return !strings.Contains(in.String(), "#") }, // no light is on
	"pushpull": func(in encode.Instance) bool {
		return strings.Trim(in.String()[strings.Index(in.String(), ":")+1:], "0") == ""
	}, // no block is up
	"nonogram":   func(in encode.Instance) bool { return strings.Trim(in.String()[4:], "/") == "" }, // no run, and W:H are digits
	"submarines": func(in encode.Instance) bool { return !regexp.MustCompile(`[1-9]`).MatchString(in.String()) },
}

// TestNoBoardIsSolved makes small boards, of which many used to be solved already: of the 16
// solvable boards of Lights Out of 2x2, for example, one is dark.
func TestNoBoardIsSolved(t *testing.T) {
	sizes := map[string][]string{
		"lightsout":  {"1x1", "1x2", "2x2"},
		"pushpull":   {"3x3", "1x2", "2x2"},
		"nonogram":   {"1x1", "1x2"},
		"submarines": {"1x1", "1x2", "2x2"},
	}
	for name, sizes := range sizes {
		for _, text := range sizes {
			size, err := encode.ParseSize(text)
			if err != nil {
				t.Fatal(err)
			}
			g, err := generator.Draw{Size: size, Seed: 1}.For(catalog.Find(name))
			if err != nil {
				t.Fatal(err)
			}
			boards, err := g.Boards(t.Context(), 2000)
			if err != nil {
				t.Fatal(err)
			}
			for i, in := range boards {
				if solved[name](in) {
					t.Errorf("%s %s: board %d is solved already: %s", name, text, i, in)
					break
				}
			}
		}
	}
}

// TestOthersKeepTheirBoards compares the boards 75 to 94 of the default seed with the boards that
// earlier versions made. Only the solved boards among them have changed.
func TestOthersKeepTheirBoards(t *testing.T) {
	g, err := generator.Draw{Size: encode.Size{H: 2, W: 2}, Seed: 1}.For(catalog.Find("lightsout"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range strings.Fields("##/.. .#/## ../## ##/.. ../.. ##/#. .#/.# ##/## ##/.# .#/#. #./.. ##/#. ##/.. .#/.. #./.. ##/.# ../.. ##/.. ##/#. ../..") {
		in, err := g.Board(t.Context(), 75+i)
		if err != nil {
			t.Fatal(err)
		}
		if (want != "../..") != (in.String() == want) {
			t.Errorf("board %d is %s; in earlier versions it was %s", 75+i, in, want)
		}
	}
}
