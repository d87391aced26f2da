package gf2

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/encode/wording"
	"counterproof/native"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

func facts(t *testing.T, b *Board) map[string]any {
	t.Helper()
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	for _, f := range x.Facts {
		all[f.Name] = f.Value
	}
	return all
}

// TestPost solves the game of the post "solving pushpull puzzles" of 20 November 2016 with the matrix
// that the post prints, as rows whose last bit is the state.
func TestPost(t *testing.T) {
	var published struct {
		PushPull struct{ S, X []int } `json:"pushpull"`
	}
	puzzletest.ReadJSON(t, "../../testdata/lightsout.json", &published)
	rows := strings.Fields("110100000 111010000 011001000 100110100 010111010 001011001 000100110 000010111 000001011")
	for i, s := range published.PushPull.S {
		rows[i] = strings.Join(strings.Split(rows[i], ""), " ") + fmt.Sprint(" ", s)
	}
	b := mustParse(t, strings.Join(rows, "/"))
	want := strings.Trim(strings.ReplaceAll(fmt.Sprint(published.PushPull.X), " ", ""), "[]")
	got := facts(t, b)
	if got["solution"] != want || got["lightest"] != want || got["min_weight"] != strings.Count(want, "1") || got["rank"] != 9 || got["inverse"] == nil {
		t.Errorf("the facts are %v, want the solution %s of the post", got, want)
	}
}

// TestInvertible counts the 3x3 matrices for which the solution is unique: A002884 has 168.
func TestInvertible(t *testing.T) {
	invertible := 0
	for bits := range 512 {
		text := fmt.Sprintf("%09b", bits)
		b := mustParse(t, text[:3]+"|1/"+text[3:6]+"|0/"+text[6:]+"|1")
		if facts(t, b)["inverse"] != nil {
			invertible++
		}
	}
	if invertible != 168 {
		t.Errorf("%d of the 512 matrices have an inverse, want 168", invertible)
	}
}

// TestLightest checks the perfect code of Hamming: there is one lightest solution for each right-hand
// side, and it has at most a single 1.
func TestLightest(t *testing.T) {
	seen := map[any]bool{}
	for right := range 8 {
		bit := func(i int) string { return fmt.Sprint(right >> i & 1) }
		got := facts(t, mustParse(t, "1010101"+bit(0)+"/0110011"+bit(1)+"/0001111"+bit(2)))
		seen[got["lightest"]] = true
		if got["min_weight"] != min(right, 1) || got["rank"] != 3 || got["nullity"] != 4 || got["solutions"] != "16" {
			t.Errorf("for the right-hand side %d: %v", right, got)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d lightest solutions, want 8", len(seen))
	}
}

// TestPicture checks that the yellow cells of each row say whether the equation holds, and that an
// equation is marked next to its row.
func TestPicture(t *testing.T) {
	b := mustParse(t, "110|1/011|0/111|1")
	s := encode.Solution("\x01\x00\x00")
	boards, err := puzzletest.ReadBoards(b.Picture(&s))
	if err != nil || len(boards) != 1 {
		t.Fatal(boards, err)
	}
	board := boards[0]
	if !slices.Equal(board.Right, []string{"1", "0", "1"}) || board.Cells[0].Texts[0] != "1" || board.Cells[1].Texts[0] != "0" {
		t.Errorf("the picture has %v to the right, and the cells %v", board.Right, board.Cells)
	}
	for i, right := range board.Right {
		odd := false
		for _, cell := range board.Cells[3*(i+1) : 3*(i+2)] {
			odd = odd != (cell.Fill == draw.Yellow)
		}
		if odd != (right == "1") {
			t.Errorf("row %d has an odd number of yellow cells: %v, and %s to the right", i+1, odd, right)
		}
	}
	if n := puzzletest.Painted(b.Marked([]int{1}, []clues.Given{{Site: 2, Value: 1}}), draw.Yellow); n != 3 { // the number, the sum, the unknown
		t.Errorf("%d yellow shapes, want 3", n)
	}
}

// TestObstacle checks the smallest set of equations that contradict each other.
func TestObstacle(t *testing.T) {
	for text, want := range map[string][]string{
		"110|1/000|1/011|1/101|1": {"equation 2 "},
		"110|1/001|1/011|1/101|1": {"1, 3 and 4"},
		"11|0/11|1/10|1/01|1":     {"1 and 2"},
		"1|1/1|1":                 nil,
	} {
		got := mustParse(t, text).Obstacle()
		if (got == "") != (want == nil) || want != nil && !strings.Contains(got, want[0]) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestGenerate(t *testing.T) {
	all := func(encode.Instance) bool { return true }
	for _, size := range []encode.Size{{H: 3, W: 4}, {H: 1025, W: 3}, {H: 3}} {
		if in, err := Puzzle.Generate(t.Context(), nil, size, all); err == nil {
			t.Errorf("%v: board %v", size, in)
		}
	}
}

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "1|1", Also: []string{"1 | 1", " 1|1 "}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "0|1", Count: "0", Note: "0 = 1", Size: encode.Size{H: 1, W: 1}},
			{Text: "0|0", Count: "2", Note: "0 = 0", ClueFree: true, Size: encode.Size{H: 1, W: 1}},
			{Text: "1011|1", Count: "8", Note: "three of the unknowns are free", Size: encode.Size{H: 1, W: 4}},
			{Text: "1|0/0|0/1|0", Also: []string{"10/00/10", "1,0/0,0/1|0"}, Count: "1", Size: encode.Size{H: 3, W: 1}},
			{Text: "1|0/1|1", Count: "0", Note: "an unknown that is 0 and 1", Size: encode.Size{H: 2, W: 1}},
			{Text: "110|1/011|1/101|1", Count: "0", Note: "the sum of the equations is 0 = 1", Size: encode.Size{H: 3, W: 3}},
			{Text: "110|1/011|1/101|0", Count: "2", Note: "the sum of the equations is 0 = 0", Size: encode.Size{H: 3, W: 3}},
			{Text: "1101100|0/1011010|1/0111001|1", Count: "16", Note: "a coset of the Hamming code of 16 words", Size: encode.Size{H: 3, W: 7}},
			{Text: "1101|0/0111|1/1011|0/1111|1/0000|0/0011|1", Size: encode.Size{H: 6, W: 4}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "'|'"},
			{Text: "1101", Line: 1, Column: 5, Want: "'|'"},
			{Text: "|1", Line: 1, Column: 1, Want: "1, 1024, 1"},
			{Text: "110|1/011|", Line: 1, Column: 11, Want: "one, 0"},
			{Text: "110|11", Line: 1, Column: 5, Want: "one, 2"},
			{Text: "110|1/01|1", Line: 1, Column: 7, Want: "4, 3"},
			{Text: "110|1/012|1", Line: 1, Column: 9, Want: "'2'"},
			{Text: "110|1|0", Line: 1, Column: 6, Want: "'|'"},
			{Text: "101 | x/110 | 1", Line: 1, Column: 7, Want: "'x', a solution"},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 3}, {H: 4, W: 2}, {H: 1, W: 1}},
	})
	if err != nil {
		t.Error(err)
	}
}

// TestDeduction checks the laws of deduction. The rule about many equations must find every value that is
// in no solution, so nothing may be left.
func TestDeduction(t *testing.T) {
	boards := []string{"1|1", "0|1", "0|0", "11|0", "1|0/1|1", "110|1/011|0/111|1", "110|1/011|1/101|1", "110|1/011|1/101|0", "1101100|0/1011010|1/0111001|1",
		"110000000|0/011000000|1/001100000|0/000110000|1/000011000|0/000001100|1/000000110|0/000000011|1/100010001|1"}
	named := func(_ encode.Instance, text string) []int {
		return wording.Each(facttest.Listed(text, "unknown"), func(n int) int { return n - 1 })
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(200, 1000), Orders: 2, Named: named})
	if err != nil {
		t.Error(err)
	}
	for _, rule := range []string{"one equation", "few equations", "many equations"} {
		if found.Steps[rule] == 0 {
			t.Errorf("no step of %s", rule)
		}
	}
	if found.Left > 0 || found.Solved != found.Unique {
		t.Errorf("%+v: want no value left, and all boards with one solution solved", *found)
	}
}

// TestReason checks the sentence about a sum of equations.
func TestReason(t *testing.T) {
	d, err := mustParse(t, "110|1/101|0/011|0/111|1").Deduce(t.Context(), new(native.Stats), deduction.Options{Moves: true})
	if err != nil || len(d.Moves) == 0 {
		t.Fatal(d, err)
	}
	if text := d.MoveText(0); !strings.Contains(text, "the sum of equations 1 and 4") || !strings.Contains(text, "so unknown 3 is 0") {
		t.Error(text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("110|1/011|0/111|1")
	f.Add("1 1 0 1/0,1,1,0")
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}
