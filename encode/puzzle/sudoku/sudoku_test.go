package sudoku

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// filledIn returns the text of the board with the values of the solution in all cells.
func filledIn(b *Board, s encode.Solution) string {
	clues := []byte(s)
	for i := range clues {
		clues[i]++
	}
	return (&Board{box: b.box, clues: string(clues)}).String()
}

var every = []string{"native/domain", "native/bitset", "native/dlx", "sat", "sat/sequential", "sat/product"}

// TestPublished checks that published boards have exactly one solution, the published
// one, by several methods.
func TestPublished(t *testing.T) {
	for _, c := range []struct{ source, text, want string }{
		{"17 clues, the first of Gordon Royle's list (University of Western Australia)",
			"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
			"693784512487512936125963874932651487568247391741398625319475268856129743274836159"},
		{"Wikipedia, Sudoku, the board at the top",
			"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
			"534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
		{"Arto Inkala, AI Escargot (2006)",
			"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"162857493534129678789643521475312986913586742628794135356478219241935867897261354"},
		{"Arto Inkala, The Daily Telegraph, 28 June 2012",
			"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
			"812753649943682175675491283154237896369845721287169534521974368438526917796318452"},
		{"Golden Nugget, the patterns game of the new sudoku players' forum",
			".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
			"751846239892371465643259871238197546974562318165438927319684752527913684486725193"},
	} {
		b := mustParse(t, c.text)
		for _, name := range every {
			all := puzzletest.List(t, &Puzzle, b, name, 2)
			if len(all) != 1 || filledIn(b, all[0]) != c.want {
				t.Errorf("%s by %s: %d solutions, want one, %s", c.source, name, len(all), c.want)
			}
		}
	}
}

// TestNorvig checks that a board from Peter Norvig's essay "Solving Every Sudoku
// Puzzle" has no solution. It is the board for which his program took longest.
func TestNorvig(t *testing.T) {
	b := mustParse(t, ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
	for _, name := range []string{"native/domain", "native/dlx", "sat"} {
		if got := len(puzzletest.List(t, &Puzzle, b, name, 2)); got != 0 {
			t.Errorf("%d solutions by %s, want none", got, name)
		}
	}
}

// TestGrids checks that the board of 4x4 without clues has 288 solutions (OEIS
// A107739). Every native method must list that many, and count that many if it can
// count.
func TestGrids(t *testing.T) {
	b := mustParse(t, strings.Repeat(".", 16))
	for _, r := range b.Reduce() {
		if got := len(puzzletest.List(t, &Puzzle, b, "native/"+r.Method, 1000)); got != 288 {
			t.Errorf("%s lists %d, want 288", r.Method, got)
		}
		if r.Count == nil {
			continue
		}
		n, err := r.Count(context.Background(), new(native.Stats))
		if err != nil || n.String() != "288" {
			t.Errorf("%s counts %v, %v, want 288", r.Method, n, err)
		}
	}
}

// TestSolo checks that boards of Simon Tatham's generator, of all sizes and levels, have exactly
// one solution. Two native methods must find the same solution. For some of the boards, SAT must
// also find this solution.
func TestSolo(t *testing.T) {
	for file, boards := range map[string]int{"solo.txt": 131, "solo9.txt": 1000} {
		lines := soloIDs(t, file)
		if len(lines) != boards {
			t.Errorf("%s: %d boards, want %d", file, len(lines), boards)
		}
		for i, line := range lines {
			b := mustParse(t, line)
			names := []string{"native/domain", "native/dlx"}
			if i%50 == 0 || b.side() == 16 {
				names = append(names, "sat")
			}
			var first []encode.Solution
			for _, name := range names {
				all := puzzletest.List(t, &Puzzle, b, name, 2)
				if first == nil {
					first = all
				}
				if len(all) != 1 || all[0] != first[0] {
					t.Errorf("%s by %s: %d solutions, or another than by domain", line, name, len(all))
				}
			}
		}
	}
}

// soloIDs returns the words of a file in testdata, which contains game IDs that
// sgt-solo --generate printed. The file solo9.txt has boards of 3x3 boxes. The file
// solo.txt has 60 more of them, and boards of 2x2, of 4x4 and of 3x3 for each
// difficulty.
func soloIDs(t testing.TB, file string) []string {
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "2x2:b1a4f3a2b")
	const want = ". . | 1 .\n4 . | . .\n----+----\n. . | . 3\n. 2 | . .\n"
	if got := b.Draw(nil); got != want {
		t.Errorf("\n%swant\n%s", got, want)
	}
	s := puzzletest.List(t, &Puzzle, b, "native", 2)[0] // as solved by hand
	const solved = "2 3 | 1 4\n4 1 | 3 2\n----+----\n1 4 | 2 3\n3 2 | 4 1\n"
	if got := b.Draw(&s); got != solved {
		t.Errorf("\n%swant\n%s", got, solved)
	}
	const rule = "------+-------+------\n"
	if got := mustParse(t, "3x3:zzzc").Draw(nil); strings.Count(got, rule) != 2 || !strings.HasPrefix(got, ". . . | . . . | . . .\n") {
		t.Errorf("\n%s", got)
	}
	if got := mustParse(t, "4x4:zzzzzzzzzv").Draw(nil); strings.Count(got, "\n--------+---------+---------+--------\n") != 3 {
		t.Errorf("\n%s", got)
	}
}

// TestDrawn checks that the drawings of two boards in one file are read as the same
// boards.
func TestDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, box := range []box{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {5, 2}, {2, 6}, {4, 4}} {
		full := filled(rng, box)
		half := full.Without(rng.Perm(full.Clues())[:full.Clues()/2]...)
		ins, err := read([]byte(full.Draw(nil) + half.Draw(nil)))
		if err != nil || len(ins) != 2 || ins[0].String() != full.String() || ins[1].String() != half.String() {
			t.Errorf("%v and %v: got %v, %v", full, half, ins, err)
		}
	}
}

// TestPicture checks that the picture shows the right number in each cell. In a picture of a
// solution, the clues must be grey.
func TestPicture(t *testing.T) {
	b := mustParse(t, "..1.4......3.2..")
	s := puzzletest.List(t, &Puzzle, b, "native", 2)[0]
	for _, solution := range []*encode.Solution{nil, &s} {
		picture := b.Picture(solution)
		all, err := puzzletest.ReadBoards(picture)
		if err != nil || len(all) != 1 || len(all[0].Cells) != 16 {
			t.Fatalf("%v, %d pictures", err, len(all))
		}
		for at, cell := range all[0].Cells {
			want := strings.Trim(b.String()[at:at+1], ".")
			grey := solution != nil && want != ""
			if solution != nil {
				want = "2314413214233241"[at : at+1]
			}
			if got := strings.Join(cell.Texts, ","); got != want || (cell.Fill == given) != grey {
				t.Errorf("cell %d: %q on %08x, want %q, grey %t", at, got, cell.Fill, want, grey)
			}
		}
		upright := 0
		for _, r := range puzzletest.Shapes[draw.Rect](picture) {
			if r.W == 2 && r.H == 160 {
				upright++
			}
		}
		if upright != 1 {
			t.Errorf("%d upright lines between boxes, want 1", upright)
		}
	}
}

// TestClued checks which boards remain when clues are removed, and that the original
// board does not change.
func TestClued(t *testing.T) {
	b := mustParse(t, "..1.4......3.2..")
	if b.Clues() != 4 {
		t.Errorf("%d clues, want 4", b.Clues())
	}
	for _, c := range []struct {
		without []int
		want    string
	}{
		{nil, "..1.4......3.2.."}, {[]int{0}, "....4......3.2.."}, {[]int{3, 1}, "..1........3...."}, {[]int{0, 1, 2, 3}, "................"},
	} {
		if got := b.Without(c.without...).String(); got != c.want {
			t.Errorf("without %v: %s, want %s", c.without, got, c.want)
		}
	}
	if b.String() != "..1.4......3.2.." {
		t.Errorf("the board is now %v", b)
	}
}

// TestCheck checks that Check reports the first violation in reading order, with the
// cells that cause it.
func TestCheck(t *testing.T) {
	b := mustParse(t, "..1.4......3.2..")
	const solved = "1203302103122130"
	for _, c := range []struct {
		values, rule string
		sites        []int
	}{
		{"1203302103122130", "", nil},
		{"1213302103122130", "clue", []int{2}},
		{"1201302103122130", "row", []int{0, 3}},
		{"1203332103122130", "row", []int{4, 5}},
		{"1203312103122130", "box", []int{0, 5}},
		{"1203302113122130", "column", []int{0, 8}},
	} {
		s, err := encode.ParseSolution(c.values, b.Sites())
		if err != nil {
			t.Fatal(err)
		}
		v, _ := b.Check(s).(*encode.Violation)
		if v == nil {
			v = &encode.Violation{}
		}
		if (v.Rule == "") != (c.rule == "") || !facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites) {
			t.Errorf("%s: %q at %v, want %q at %v", c.values, v.Rule, v.Sites, c.rule, c.sites)
		}
	}
	if s, _ := encode.ParseSolution(solved, b.Sites()); b.Check(s) != nil {
		t.Error(b.Check(s))
	}
}
