package hint

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
)

// deducible has a board of each puzzle with techniques. The boards of battleships and sherlock are
// smaller than the examples of these puzzles.
var deducible = map[string]string{
	"battleships": "rows=4,0,3,0,3,0 cols=1,3,2,0,3,1 fleet=3,2,2,1,1,1 given=....../....../.....r/....../....../......",
	"calendar":    "10-06",
	"exactcover":  "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7",
	"gf2":         "110|1/011|0/111|1",
	"laplace":     "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15",
	"lightsout":   ".#./##./...",
	"map":         "15x11n20:acdakcadfedafbabaeeacbdacebafadcacaefbcbbbfaaabcecfbbahbbbdaeaacbafadcabaccecbabdbfaaahabfcbfacaabdaoab,a1b2e02a0c0a3",
	"minesweeper": "9x9:8,2,m5c8e5d38a39d576e46720",
	"nonogram":    "5x5:2/4/4/4/2/1.1/5/5/3/1",
	"packing":     "..../.#..;xxxx;x;xx",
	"pairplace":   ".CBED./.E..B./E...A./BAE.C./......",
	"pentomino":   "...../#..#./...../.#.##",
	"pushpull":    "011110110",
	"sherlock":    "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3",
	"submarines":  "rows=2,1,3 cols=1,2,3",
	"sudoku":      "..1.4......3.2..",
}

// boards returns a board for the tests of each puzzle. For puzzles with large examples, the board
// is smaller than the example.
func boards() map[string]string {
	all := map[string]string{}
	for _, p := range catalog.All() {
		all[p.Name] = cmp.Or(deducible[p.Name], p.Example)
	}
	return all
}

func parsed(t *testing.T, puzzle, text string) (*encode.Puzzle, encode.Instance) {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p, in
}

// A shown is a hint with all that a person sees of a move.
type shown struct {
	Hint
	SVG string
}

// next returns a hint. For each site, entries has a value or -1, and left has the values that notes
// leave, or nil.
func next(t *testing.T, puzzle, text string, entries []int, left [][]int) shown {
	t.Helper()
	p, in := parsed(t, puzzle, text)
	noted := make([]uint64, len(in.Sites()))
	for i, values := range left {
		if values != nil {
			noted[i] = 1<<in.Sites()[i] - 1
		}
		for _, v := range values {
			noted[i] &^= 1 << v
		}
	}
	h, err := Next(t.Context(), Question{Puzzle: p, Instance: in, Entries: entries, Noted: noted, Patience: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	s := shown{Hint: *h}
	if d := h.Deduced; d != nil {
		s.SVG = picture(t, d.MovePicture(h.Move))
	}
	return s
}

func picture(t *testing.T, p *draw.Picture) string {
	t.Helper()
	var b strings.Builder
	if err := p.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func fixed(t *testing.T, puzzle, text string) []int {
	t.Helper()
	_, in := parsed(t, puzzle, text)
	values, err := Fixed(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// solved reports whether each site has an entry, and the entries obey all rules.
func solved(t *testing.T, puzzle, text string, entries []int) bool {
	t.Helper()
	_, in := parsed(t, puzzle, text)
	if slices.Contains(entries, -1) {
		return false
	}
	values := make([]byte, len(entries))
	for i, v := range entries {
		values[i] = byte(v)
	}
	s := encode.Solution(values)
	if board, ok := in.(play.HasEqualValues); ok {
		s = board.InOrder(s)
	}
	return in.Check(s) == nil
}

// right reports whether a solution has the entries.
func right(t *testing.T, puzzle, text string, entries []int) bool {
	t.Helper()
	p, in := parsed(t, puzzle, text)
	given, err := Filled(t.Context(), in, entries)
	if err != nil {
		t.Fatal(err)
	}
	ok, err := Correct(t.Context(), p, in, given)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// follow follows hints until a hint says nothing new. It returns the entries and the
// hints.
func follow(t *testing.T, puzzle, text string, most int) (entries []int, hints []shown) {
	t.Helper()
	_, in := parsed(t, puzzle, text)
	sites := in.Sites()
	entries = fixed(t, puzzle, text)
	left := make([][]int, len(sites))
	for i, n := range sites {
		left[i] = encode.Left(n, nil)
	}
	for range most {
		h := next(t, puzzle, text, entries, left)
		if h.Wrong {
			t.Fatalf("%s: after right entries the hint says %q", puzzle, h.Text)
		}
		news := 0
		for _, x := range h.Removed {
			n := len(left[x[0]])
			if left[x[0]] = without(left[x[0]], x[1]); len(left[x[0]]) < n {
				news++
			}
		}
		for _, x := range h.Placed {
			if entries[x[0]] != x[1] {
				news++
			}
			entries[x[0]] = x[1]
		}
		if news == 0 {
			if slices.Contains(entries, -1) {
				t.Fatalf("%s: %q says nothing new", puzzle, h.Text)
			}
			break
		}
		hints = append(hints, h)
		for i, values := range left { // a player fills in what is left
			if entries[i] < 0 && len(values) == 1 {
				entries[i] = values[0]
			}
		}
	}
	return entries, hints
}

func without(values []int, gone int) (kept []int) {
	kept = []int{}
	for _, v := range values {
		if v != gone {
			kept = append(kept, v)
		}
	}
	return kept
}

// TestHintsSolve plays a board of each puzzle only by hints. Each hint must say something new, and
// the last hint must complete a solution.
func TestHintsSolve(t *testing.T) {
	for name, text := range boards() {
		t.Run(name, func(t *testing.T) {
			entries, hints := follow(t, name, text, 600)
			if !solved(t, name, text, entries) {
				t.Fatalf("after %d hints: %v", len(hints), entries)
			}
			if !right(t, name, text, entries) {
				t.Error("a solution is not correct")
			}
			_, deduces := deducible[name]
			for _, h := range hints {
				h.SVG = ""
				if h.Searched == (h.Rule != "") || !deduces && !h.Searched || h.Text == "" || strings.Contains(h.Text, "%!") || len(h.Sites) == 0 {
					t.Errorf("%+v", h)
				}
				if h.Searched && deduces && name != "sherlock" && name != "calendar" { // techniques solve the other boards
					t.Errorf("a search although a technique goes on: %q", h.Text)
				}
			}
		})
	}
}

// TestWrongEntries enters a wrong value at one site of a board with one solution. The hint must
// name wrong entries before it says anything else.
func TestWrongEntries(t *testing.T) {
	for name, text := range boards() {
		t.Run(name, func(t *testing.T) {
			_, in := parsed(t, name, text)
			if _, ok := in.(play.HasPieces); ok {
				return // see TestWrongPiece
			}
			solution, _ := follow(t, name, text, 600)
			rng := rand.New(rand.NewPCG(4, 4))
			for range 4 {
				entries := append([]int(nil), solution...)
				wrong := rng.IntN(len(entries))
				entries[wrong] = (entries[wrong] + 1) % in.Sites()[wrong]
				for range len(entries) / 2 {
					if i := rng.IntN(len(entries)); i != wrong {
						entries[i] = -1
					}
				}
				h := next(t, name, text, entries, nil)
				named := false
				for _, i := range h.Sites {
					named = named || i == wrong
				}
				if !h.Wrong || !named || !strings.Contains(h.Text, layout.SiteName(in, wrong)) {
					t.Errorf("%v with site %d wrong: %+v", entries, wrong, h)
				}
				if right(t, name, text, entries) {
					t.Errorf("%v is correct although site %d is wrong", entries, wrong)
				}
			}
		})
	}
}

// TestWrongPiece lays a piece in a wrong place, and checks that equal pieces may be laid in any
// order.
func TestWrongPiece(t *testing.T) {
	const text = ".../.#.;xxx;x;x" // the sites are the row of three and two cells below
	hint := func(entries ...int) shown {
		return next(t, "packing", text, entries, nil)
	}
	if h := hint(1, -1, 2, -1, -1); !h.Wrong || len(h.Sites) != 1 {
		t.Errorf("a single cell in a corner of the row: %+v", h)
	}
	if h := hint(-1, -1, -1, 2, -1); h.Wrong || !h.Forced {
		t.Errorf("the second of two equal pieces comes first: %+v", h)
	}
	if h := hint(0, 0, -1, -1, -1); h.Wrong || len(h.Sites) != 2 {
		t.Errorf("an incomplete piece: %+v", h)
	}
}

// TestLimitedHint checks that a hint says so if its searches end without a result.
func TestLimitedHint(t *testing.T) {
	old := effort
	defer func() { effort = old }()
	effort.Nodes, effort.Updates = 1, 1
	for _, c := range []struct{ puzzle, board string }{{"pentomino", "6x10"}, {"submarines", "rows=5,5,5,5,5,5,5,5,5,5 cols=5,5,5,5,5,5,5,5,5,5"}} {
		h := next(t, c.puzzle, c.board, nil, nil)
		if h.Wrong || h.Forced || !h.Searched || h.Text == "" || !h.Limited && len(h.Placed) == 0 {
			t.Errorf("%s: %+v", c.puzzle, h)
		}
	}
}

// TestAssumingHint follows the hints on a map with one solution that no easier technique solves. A
// hint by a Kempe chain assumes that there is one solution, so it must say so. On a map with five
// solutions, no hint may use such a chain.
func TestAssumingHint(t *testing.T) {
	const board = "12x8n25:accbbbcbcbccacaacafbaibadbacaacdfhcaababacadgcaecafacdaeceaaabdbb,213a0103a1a10d1121b10"
	entries := fixed(t, "map", board)
	left := make([][]int, len(entries))
	for i := range left {
		left[i] = encode.Left(4, nil)
	}
	for steps := 0; ; steps++ {
		h := next(t, "map", board, entries, left)
		if h.Rule == "kempe chain" {
			if !facttest.States(h.Text, "one solution") || !strings.Contains(h.SVG, "one solution") {
				t.Errorf("%q and its picture do not say that they assume one solution", h.Text)
			}
			break
		}
		if h.Rule == "" || steps > 100 {
			t.Fatalf("step %d: %+v, want a Kempe chain", steps, h)
		}
		for _, x := range h.Removed {
			left[x[0]] = without(left[x[0]], x[1])
		}
		for _, x := range h.Placed {
			entries[x[0]] = x[1]
		}
	}
	const several = "regions=5 colours=4 edges=0-3,1-3,2-4,3-4 given=0:2,1:3,2:0"
	if h := next(t, "map", several, []int{-1, -1, -1, -1, -1}, nil); h.Rule != "" {
		t.Errorf("with five solutions: %q, %q", h.Rule, h.Text)
	}
}

// first returns the hint on a board on which nothing is filled in, with moves of a level or harder, and
// the move that it shows, if there is one. With a seed, the moves are in any order.
func first(t *testing.T, puzzle, text, from string, seed uint64) (*Hint, deduction.Move) {
	t.Helper()
	p, in := parsed(t, puzzle, text)
	q := Question{Puzzle: p, Instance: in, Patience: time.Minute, From: from, Moves: true}
	q.How = func() deduction.Options {
		if seed == 0 {
			return deduction.Options{}
		}
		return deduction.Options{AnyOrder: true, Rand: rand.New(rand.NewPCG(seed, 0))}
	}
	h, err := Next(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if h.Deduced == nil {
		return h, deduction.Move{}
	}
	return h, h.Deduced.Moves[h.Move]
}

// TestFirstHint checks which move is the hint. The first board is a 4x4 sudoku whose first row begins
// with the clues 1, 2 and 3, so the hint must place the 4 in the last cell of this row.
func TestFirstHint(t *testing.T) {
	h, m := first(t, "sudoku", "123.............", "", 0)
	if m.Given || !slices.Contains(h.Placed, [2]int{3, 3}) {
		t.Errorf("got %+v", h)
	}
	for _, m := range h.Deduced.Moves[:h.Move] {
		if !m.Given || m.Rule.Name != "naked single" {
			t.Errorf("%s comes before the hint", m.Rule.Name)
		}
	}
	if h, _ := first(t, "sudoku", "123.............", "extreme", 0); h.Deduced != nil || h.Text != "" {
		t.Errorf("a hint of level extreme: %s", h.Text)
	}
	for _, from := range []string{"", "normal"} {
		if h, m := first(t, "minesweeper", "mines=2 ????/1221/....", from, 0); h.Move != 0 || m.Rule.Level != "normal" {
			t.Errorf("from %q: got %+v", from, h)
		}
	}
}

// TestHintInAnyOrder checks that a hint never only restates a clue, in any order of the moves. A hint
// on the table must place a value. On the sudoku, a hint must place a value, or remove a value from a
// cell although no given cell of the same row, column or box has this value.
func TestHintInAnyOrder(t *testing.T) {
	const board = "1..4......3..2.."
	for seed := range uint64(100) {
		if h, _ := first(t, "pairplace", "BA.ED./D..AFE", "", seed+1); len(h.Placed) == 0 {
			t.Fatalf("seed %d: the hint is %s", seed, h.Text)
		}
		h, _ := first(t, "sudoku", board, "", seed+1)
		seen := func(gone [2]int) bool {
			r, c := gone[0]/4, gone[0]%4
			for at := range 16 {
				y, x := at/4, at%4
				if (y == r || x == c || y/2 == r/2 && x/2 == c/2) && board[at] == '1'+byte(gone[1]) {
					return true
				}
			}
			return false
		}
		if len(h.Placed) == 0 && !slices.ContainsFunc(h.Removed, func(x [2]int) bool { return !seen(x) }) {
			t.Fatalf("seed %d: the hint spreads clues: %s", seed, h.Text)
		}
		if h.Deduced == nil {
			t.Fatalf("seed %d: no hint", seed)
		}
		for _, m := range h.Whole.Moves {
			if n := len(m.Sites); strings.Contains(m.Rule.Name, "naked") && n != 1+slices.Index([]string{"naked single", "naked pair", "naked triple", "naked quadruple"}, m.Rule.Name) {
				t.Fatalf("seed %d: a %s of %d cells", seed, m.Rule.Name, n)
			} else if n > 1 && strings.Contains(m.Rule.Name, "naked") && slices.ContainsFunc(m.Sites, func(at int) bool { return board[at] != '.' }) {
				t.Fatalf("seed %d: a %s with a clue: %v", seed, m.Rule.Name, m.Sites)
			}
		}
	}
}

// TestContradiction checks that a hint names the clues that contradict each other.
func TestContradiction(t *testing.T) {
	h := next(t, "sudoku", "1.1.............", nil, nil)
	if !h.Wrong || h.Conflict == nil || !facttest.States(h.Text, "1, row 1, column 1, column 3, contradict") {
		t.Errorf("%+v", h)
	}
	if h := next(t, "minesweeper", "1?1/?3?/111", nil, nil); !h.Wrong || !facttest.States(h.Text, "3, row 2, column 2, contradict") {
		t.Errorf("%+v", h)
	}
}

// TestWideHint asks for the value of a site with 2,001 values. The only solution of the board has its clue, 5, which
// is value 1005 of -1000..1000.
func TestWideHint(t *testing.T) {
	p := catalog.Find("laplace")
	in, err := p.Parse("sum -1000..1000 5")
	if err != nil {
		t.Fatal(err)
	}
	for _, noted := range [][]uint64{nil, {1}} {
		h, err := Next(t.Context(), Question{Puzzle: p, Instance: in, Noted: noted, Patience: time.Minute})
		if err != nil || len(h.Placed) != 1 || h.Placed[0] != [2]int{0, 1005} {
			t.Errorf("notes %v: got %+v, error %v, want the value 1005 in site 0", noted, h, err)
		}
	}
}
