package packing

import (
	"encoding/json"
	"fmt"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// TestDeduction runs the deduction checks of puzzletest, among them a comparison with all solutions that
// SAT finds, on boards with equal and optional pieces, without a solution, and on drawn boards.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,
		Boards: []string{".;x", "....;xx;xx", "....;xx;fixed:xx", "..;0-2*x;xx", "./././.;2*x/x;0-1*xx", "..../....;4*xx", ".../...;2*turn:xx/x", ".../.../...;xxx;0-2*xx;0-4*x", "../..;xxx;x", "#..#/..../#..#;2*xx;2*x/x", ".../...", ".../.../...;x.x/./x.x;.x/xxx/.x",
			// On these boards, a rule that looked at one region at a time depended on the order of the steps.
			"...../...../...../#.#..;xx/xx;turn:xxxx;fixed:xxx/.x;xxx/x;turn:xx;0-1*xxx",
			"...../....#/...../..###;turn:xxx/.x;xx/xx;fixed:xxx;turn:xx/x;fixed:xx;0-1*xxx/.x",
			"...##/#..../#..../#....;xx/.xx;fixed:xx;fixed:xxx;fixed:xx;turn:xxx/x;0-1*xxx", // two facts about a step are equal
		},
		Drawn: processtest.Cases(20, 500), Orders: 1,
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("%+v", *found)
	for _, r := range Puzzle.ExampleBoard().(*Packing).Rules() {
		if found.Steps[r.Name] == 0 {
			t.Errorf("no %s in %v", r.Name, found.Steps)
		}
	}
}

// TestEffort compares the facts about first places with the solutions that SAT lists.
func TestEffort(t *testing.T) {
	for _, text := range []string{"..../#..#/..../..#.;xx/x;xxxx;xx/xx;xx", ".../.../...;xxx;xx/x;xx;x", "..../.#..;xxxx;x;xx"} {
		in := puzzletest.Parser[*Packing](&Puzzle)(t, text)
		leading := map[string]bool{}
		solutions := puzzletest.List(t, &Puzzle, in, "sat", 1000)
		for _, s := range solutions {
			for v := range in.Sites()[0] {
				leading[fmt.Sprint(v, encode.Where([]byte(s), func(x byte) bool { return int(x) == v }))] = true
			}
		}
		data, err := json.Marshal(puzzletest.Facts(t, in)["effort"].Value)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if n := float64(len(leading)); got["solutions"] != float64(len(solutions)) || got["leading_share"] != n/got["places"] || got["leading"] != n || got["excluded"]+got["leading"]+got["dead_ends"] != got["places"] || got["dead_ends"] < 0 {
			t.Errorf("%s: %v, and %d first places are in solutions", text, got, len(leading))
		}
	}
}
