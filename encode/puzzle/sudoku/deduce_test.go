package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// TestDeduction runs the deduction checks of puzzletest on two boards of our own and three published
// ones, which together need nearly every rule. TestDeduction first applies the easy rules to these
// boards, so that fewer steps remain to be checked. The checks also run on random boards for a
// cross-check, and on many more random boards of 4x4, which take little time. The long form has
// more boards of both sizes.
func TestDeduction(t *testing.T) {
	var boards []string
	for _, text := range []string{
		"28..7.6..9.....3......53..7....6.1.9.6.3.......5...4....85.4.....4.168.2.1..2....",
		".....3.74.62..85..8...........1......3........8.9.56...........354..67.8..68.93.5",
		"752.9.1....8...6..9.......5871..............2.3....78......8..6...17....1..2.63..", // naked quadruple, swordfish and jellyfish: from techniques.txt
		"1......345..3.2.78...8........6.5..3..5...4..3.....6.298.2.6.1.............78.9..",
		"2.......3.8..3..5...34.21....12.54......9......93.86....25.69...9..2..7.4.......1",
	} {
		b := mustParse(t, text)
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool { return r.Level == "easy" }})
		clues := make([]byte, 81)
		for at, left := range d.State {
			if left&(left-1) == 0 {
				clues[at] = byte(bits.TrailingZeros64(left)) + 1
			}
		}
		boards = append(boards, (&Board{box: box{3, 3}, clues: string(clues)}).String())
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Drawn: processtest.Cases(8, 20), Orders: 1})
	if err != nil {
		t.Error(err)
	}
	t.Log(*found)
	for _, r := range mustParse(t, Puzzle.Example).Rules() {
		if found.Steps[r.Name] == 0 && r.Name != "hidden triple" { // naked sets of the other cells come first
			t.Errorf("no %s in %v", r.Name, found.Steps)
		}
	}
	small := Puzzle
	small.Generate = func(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
		return Puzzle.Generate(context.Background(), rng, size, func(in encode.Instance) bool { return in.(*Board).side() == 4 && keep(in) })
	}
	found, err = puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &small, Boards: []string{"1.1.............", "12..4..........3", "4..11224..442..1", "2143421234221234"}, Drawn: processtest.Cases(120, 400), Orders: 1})
	if err != nil {
		t.Error(err)
	}
	t.Log(*found)
}

// atLevel returns the 20 boards in testdata/levels.txt that sgt-solo --generate 20
// 3x3dLEVEL made for a level.
func atLevel(t *testing.T, level string) (ids []string) {
	t.Helper()
	words := soloIDs(t, "levels.txt")
	for i := 0; i < len(words); i += 2 {
		if words[i] == level {
			ids = append(ids, words[i+1])
		}
	}
	if len(ids) != 20 {
		t.Fatalf("%d boards of level %s, want 20", len(ids), level)
	}
	return ids
}

// TestLevels compares our rules with the levels of Simon Tatham's generator. For each of its
// levels, it checks which of our rules suffice for 20 boards, and which do not. The generator's own
// solver solves a board at its level and at no lower level. At the levels trivial and basic, it
// looks for the last place and the last value. The level intermediate adds crossings of boxes and
// lines, and advanced adds sets of any size. The level extreme adds forcing chains of cells with
// two values. For unreasonable boards, none of these techniques is enough.
func TestLevels(t *testing.T) {
	without := func(b *Board, names ...string) bool {
		d := puzzletest.Deduce(t, b, deduction.Options{Use: func(r deduction.Rule) bool {
			return !slices.Contains(names, r.Level) && !slices.Contains(names, r.Name)
		}})
		return d.Solution != nil
	}
	for _, c := range []struct {
		theirs, ours string
		solves, not  []string // rules and levels: boards are solved without those in solves, not without those in not
	}{
		{"t", "easy", nil, nil},
		{"b", "easy", nil, nil},
		{"i", "normal", []string{"hard", "extreme", "naked pair", "hidden pair"}, []string{"normal", "hard", "extreme"}},
		{"a", "", []string{"colouring", "xy-chain", "extreme"}, []string{"naked pair", "hidden pair", "naked triple", "naked quadruple", "hidden triple", "hidden quadruple", "X-wing", "swordfish", "jellyfish", "colouring", "xy-chain", "extreme"}},
		{"e", "hard", []string{"extreme"}, []string{"colouring", "xy-chain", "extreme"}},
		{"u", "", nil, []string{"colouring", "xy-chain", "extreme"}},
	} {
		for _, id := range atLevel(t, c.theirs) {
			b := mustParse(t, id)
			d := puzzletest.Deduce(t, b, deduction.Options{})
			if c.ours != "" && (d.Solution == nil || d.Level != c.ours) {
				t.Errorf("%s of level %s: level %q, solved: %v", id, c.theirs, d.Level, d.Solution != nil)
			}
			if c.theirs != "u" && !without(b, c.solves...) {
				t.Errorf("%s of level %s is not solved without %v", id, c.theirs, c.solves)
			}
			if c.not != nil && without(b, c.not...) {
				t.Errorf("%s of level %s is solved without %v", id, c.theirs, c.not)
			}
		}
	}
}

// A pattern is a test case for one rule: a blank 9x9 board on which cells have lost
// values, and exactly the values that the rule removes from it.
type pattern struct {
	rule, name string
	only       string // cells that have only these values left: "11:12 15:13" means row 1, column 1 and so on
	lost       string // cells that have lost these values; '*' is any row or column, and a later "keep" restores a cell
	keep       string
	want       string
	text       string // the facts that the sentence of some step must state
}

var patterns = []pattern{
	{"naked single", "", "55:3", "", "",
		"51:3 52:3 53:3 54:3 56:3 57:3 58:3 59:3 15:3 25:3 35:3 45:3 65:3 75:3 85:3 95:3 44:3 46:3 64:3 66:3",
		"row 5, column 5, 3, row 5, column 9"},
	{"hidden single", "in a row", "", "5*:3", "52:3", "52:12456789",
		"row 5, 3, row 5, column 2, 9"},
	{"hidden single", "in a column", "", "*2:3", "52:3", "52:12456789", "column 2, 3, row 5, column 2, 1"},
	{"hidden single", "in a box", "", "44:3 45:3 46:3 54:3 55:3 56:3 64:3 65:3", "", "66:12456789",
		"5, 3, row 6, column 6, 1"},
	{"pointing", "along a row", "", "21:7 22:7 23:7 31:7 32:7 33:7", "",
		"14:7 15:7 16:7 17:7 18:7 19:7", "7, 1, columns 1 to 3 of row 1, row 1, column 9"},
	{"pointing", "along a column", "", "44:7 45:7 54:7 55:7 64:7 65:7", "",
		"16:7 26:7 36:7 76:7 86:7 96:7", "7, 5, column 6 of rows 4 to 6, row 9, column 6"},
	{"claiming", "a row", "", "14:7 15:7 16:7 17:7 18:7 19:7", "",
		"21:7 22:7 23:7 31:7 32:7 33:7", "7, row 1, columns 1 to 3 of row 1, row 3, column 3"},
	{"claiming", "a column", "", "16:7 26:7 36:7 76:7 86:7 96:7", "",
		"44:7 45:7 54:7 55:7 64:7 65:7", "7, column 6, column 6 of rows 4 to 6, row 4, column 4"},
	{"naked pair", "", "21:37 28:37", "", "",
		"22:37 23:37 24:37 25:37 26:37 27:37 29:37", "row 2, columns 1 and 8 of row 2, 3, 7, row 2, column 9"},
	{"naked pair", "in a row and a box, the second with a value left", "21:37 22:7", "", "",
		"23:37 24:37 25:37 26:37 27:37 28:37 29:37 11:37 12:37 13:37 31:37 32:37 33:37 21:7 41:3 51:3 61:3 71:3 81:3 91:3 42:7 52:7 62:7 72:7 82:7 92:7", ""},
	{"hidden pair", "", "", "*4:37", "24:37 84:37", "24:1245689 84:1245689",
		"column 4, 3, 7, column 4 of rows 2 and 8, row 8, column 4, 9"},
	{"naked triple", "three", "21:37 25:35 28:57", "", "",
		"22:357 23:357 24:357 26:357 27:357 29:357", "row 2, columns 1, 5 and 8 of row 2, 3, 5, 7, row 2, column 9"},
	{"naked quadruple", "four in a box", "11:12 22:23 33:34 13:14", "", "",
		"12:1234 21:1234 23:1234 31:1234 32:1234", ""},
	{"hidden triple", "three", "", "44:123 45:123 46:2 54:123 55:3 56:123 64:1 65:123 66:123", "", "46:456789 55:456789 64:456789", ""},
	{"hidden quadruple", "", "", "45:1234 54:1234 55:1234 56:1234 65:1234", "", "44:56789 46:56789 64:56789 66:56789",
		"1, 2, 3, 4, columns 4 and 6 of rows 4 and 6, row 6, column 6, 9"},
	{"X-wing", "in rows", "", "1*:4 5*:4", "12:4 17:4 52:4 57:4",
		"22:4 32:4 42:4 62:4 72:4 82:4 92:4 27:4 37:4 47:4 67:4 77:4 87:4 97:4",
		"4, 1, 5, 2, 7, row 9, column 7"},
	{"X-wing", "in columns", "", "*1:4 *5:4", "21:4 71:4 25:4 75:4",
		"22:4 23:4 24:4 26:4 27:4 28:4 29:4 72:4 73:4 74:4 76:4 77:4 78:4 79:4",
		"4, 1, 5, 2, 7, row 7, column 9"},
	{"swordfish", "", "", "1*:4 5*:4 9*:4", "12:4 15:4 55:4 58:4 98:4 92:4",
		"22:4 32:4 42:4 62:4 72:4 82:4 25:4 35:4 45:4 65:4 75:4 85:4 28:4 38:4 48:4 68:4 78:4 88:4",
		"4, 1, 5, 9, 2, 8, row 8, column 8"},
	{"jellyfish", "", "", "1*:4 3*:4 5*:4 9*:4", "12:4 14:4 34:4 36:4 56:4 58:4 98:4 92:4",
		"22:4 42:4 62:4 72:4 82:4 24:4 44:4 64:4 74:4 84:4 26:4 46:4 66:4 76:4 86:4 28:4 48:4 68:4 78:4 88:4",
		"4, 1, 3, 5, 9, 2, 6, 8, row 8, column 8"},
	{"colouring", "a skyscraper: 5 is in (1,5) or in (5,6)", "", "1*:5 5*:5", "11:5 15:5 51:5 56:5",
		"26:5 36:5 45:5 65:5",
		"row 2, column 6, 5, row 5, row 5, column 1, row 1, row 1, column 5"},
	{"xy-chain", "a wing: 3 is in (1,5) or in (2,2)", "11:12 15:13 22:23", "", "",
		"12:3 13:3 24:3 25:3 26:3",
		"row 1, column 2, 3, row 2, column 2, 2, row 1, column 1, 1, row 1, column 5"},
	{"chain", "a wing about 1 in row 9: 2 is in (1,1) or in (5,5)", "11:12 55:12", "9*:1", "91:1 95:1",
		"15:2 51:2",
		"row 1, column 5, 2, row 5, column 5, 1, row 9, row 9, column 1, row 1, column 1"},
}

// cells calls the function each for the cells of a list in the form "11:12 5*:3". It
// passes the values as bits.
func cells(list string, each func(at int, values uint64)) {
	for _, word := range strings.Fields(list) {
		var values uint64
		for _, d := range word[3:] {
			values |= 1 << (d - '1')
		}
		for at := range 81 {
			if (word[0] == '*' || int(word[0]-'1') == at/9) && (word[1] == '*' || int(word[1]-'1') == at%9) {
				each(at, values)
			}
		}
	}
}

// TestRules checks that each rule removes exactly the expected values from the
// patterns.
func TestRules(t *testing.T) {
	blank := mustParse(t, strings.Repeat(".", 81))
	tried := map[string]bool{}
	for _, p := range patterns {
		name := p.rule + ", " + p.name
		from := puzzletest.Deduce(t, blank, deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
		cells(p.only, func(at int, values uint64) { from[at] = values })
		cells(p.lost, func(at int, values uint64) { from[at] &^= values })
		cells(p.keep, func(at int, values uint64) { from[at] |= values })
		want := slices.Clone(from)
		cells(p.want, func(at int, values uint64) { want[at] &^= values })
		tried[p.rule] = true
		d := puzzletest.Deduce(t, blank, deduction.Options{From: from, Use: func(r deduction.Rule) bool { return r.Name == p.rule }})
		for at := range want {
			if d.State[at] != want[at] {
				t.Errorf("%s: row %d, column %d has %09b left, want %09b", name, at/9+1, at%9+1, d.State[at], want[at])
			}
		}
		var texts []string
		for i := range d.Steps {
			texts = append(texts, d.Text(i))
		}
		if p.text != "" && !slices.ContainsFunc(texts, func(text string) bool { return facttest.States(text, p.text) }) {
			t.Errorf("%s: want the facts %q in one of\n%s", name, p.text, strings.Join(texts, "\n"))
		}
	}
	for _, r := range blank.Rules() {
		if !tried[r.Name] {
			t.Errorf("no pattern for %s", r.Name)
		}
	}
}

// TestStuck checks a board that is known as one of the hardest, AI Escargot. The rules
// must not solve it, and must not remove a value of its solution.
func TestStuck(t *testing.T) {
	b := mustParse(t, "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	const want = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	d := puzzletest.Deduce(t, b, deduction.Options{})
	if d.Solution != nil || d.Broken {
		t.Errorf("AI Escargot: solved %v, broken %v", d.Solution != nil, d.Broken)
	}
	for at, left := range d.State {
		if left>>(want[at]-'1')&1 == 0 {
			t.Errorf("AI Escargot: %c goes from site %d", want[at], at)
		}
	}
}

// TestHiddenSinglePicture checks that the picture of a hidden single of a box shows the box: its eight
// other cells are pale yellow.
func TestHiddenSinglePicture(t *testing.T) {
	b := mustParse(t, "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	d := puzzletest.Deduce(t, b, deduction.Options{Moves: true})
	for i := range d.Moves {
		if !strings.Contains(d.MoveText(i), "the only place for 3 in box 7") {
			continue
		}
		if got := puzzletest.Painted(d.MovePicture(i), draw.PaleYellow); got != 8 {
			t.Errorf("%d pale yellow cells, want 8", got)
		}
		return
	}
	t.Error("no hidden single in box 7")
}

// TestNakedSinglePicture checks that the picture of a naked single marks only its cell, in blue. No
// other cell explains the step, because the cell has lost all its other values before.
func TestNakedSinglePicture(t *testing.T) {
	b := mustParse(t, "..1.4......3.2..")
	d := puzzletest.Deduce(t, b, deduction.Options{Moves: true})
	for i := range d.Moves {
		if !strings.HasPrefix(d.MoveText(i), "naked single: row 2, column 4 is 2,") {
			continue
		}
		blue := 0
		for _, r := range puzzletest.Shapes[draw.Rect](d.MovePicture(i)) {
			if r.Fill == draw.Sky && r.W == 40 {
				blue++
			}
		}
		if blue != 1 {
			t.Errorf("%d blue cells, want 1", blue)
		}
		return
	}
	t.Error("no naked single in row 2, column 4")
}
