package packing

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

var mustParse = puzzletest.Parser[*Packing](&Puzzle)

// board returns the notation of a board of h rows and w columns without closed cells.
func board(h, w int) string {
	rows := make([]string, h)
	for r := range rows {
		rows[r] = strings.Repeat(".", w)
	}
	return strings.Join(rows, "/")
}

// counted returns the number of solutions that each native method lists. If a method can count
// without listing, the entry "METHOD count" has this count.
func counted(t *testing.T, in encode.Instance) map[string]*big.Int {
	t.Helper()
	counts := map[string]*big.Int{}
	for _, r := range in.Reduce() {
		if r.Count != nil {
			n, err := r.Count(context.Background(), &native.Stats{})
			if err != nil {
				t.Fatal(err)
			}
			counts[r.Method+" count"] = n
		}
		n := int64(0)
		err := r.Search(context.Background(), &native.Stats{}, func(encode.Solution) bool {
			n++
			return n < 100_000
		})
		if err != nil {
			t.Fatal(err)
		}
		counts[r.Method] = big.NewInt(n)
	}
	return counts
}

// TestCounts checks that all native methods find the right numbers of tilings. The numbers are
// published or computed by hand.
func TestCounts(t *testing.T) {
	for _, c := range []struct{ name, text, want, source string }{
		{"dominoes 2x2", board(2, 2) + ";2*xx", "2", "A004003"},
		{"dominoes 4x4", board(4, 4) + ";8*xx", "36", "A004003"},
		{"dominoes 6x6", board(6, 6) + ";18*xx", "6728", "A004003"},
		{"dominoes 2x10", board(2, 10) + ";10*xx", "89", "Fibonacci"},
		{"dominoes listed one by one", board(2, 4) + ";xx;xx;x/x;turn:xx", "5", "Fibonacci"},
		{"dominoes or single cells, 1x10", board(1, 10) + ";0-5*xx;0-10*x", "89", "Fibonacci"},
		{"dominoes and single cells, 2x2", board(2, 2) + ";0-2*xx;0-4*x", "7", "A030186"},
		{"dominoes and single cells, 3x3", board(3, 3) + ";0-4*xx;0-9*x", "131", "A028420"},
		{"horizontal dominoes", board(2, 4) + ";4*fixed:xx", "1", "each row in one way"},
		{"one domino too few", board(2, 4) + ";3*xx", "0", "areas do not match"},
		{"one domino too many", board(2, 4) + ";5*xx", "0", "areas do not match"},
		{"odd colouring", "#.../..../...#;7*xx", "0", "both corners have one colour"},
		{"fits nowhere", "../..;xxxxx", "0", "longer than the board"},
		{"no piece", "..", "0", "nothing covers the cells"},
		{"areas that never match", board(8, 8) + ";0-12*xxx/xxx/.x;0-9*xxxxx/xx", "0", "7a + 7b is not 64; a search would take too long to find this out"},
		{"L trominoes 2x3", board(2, 3) + ";2*xx/x", "2", "A165791"},
		{"S as drawn", "..#/#..;fixed:xx/.xx", "1", "the board is the piece"},
		{"S rotated, not flipped", "#../..#;turn:xx/.xx", "0", "the board is its mirror image"},
		{"S flipped", "#../..#;xx/.xx", "1", "the board is its mirror image"},
		{"Z rotated", "..#/#.#/#..;turn:xx/.x/.xx", "1", "the board is the piece, which a half turn maps to itself"},
		{"one or two dominoes", board(2, 3) + ";1-2*xx;0-4*x", "18", "the matchings of the graph of 2x3 cells with one or two edges: 7 and 11"},
		{"a domino and an empty cell", "__;0-1*x", "3", "nothing, or the piece on either cell"},
		{"no empty cell instead of a piece", "..;0-1*x", "0", "one cell stays empty"},
		{"empty cells are no pieces", "__;x", "2", "the piece on either cell"},
		{"empty cells only where marked", "__./...;2-3*xx", "4", "3 domino tilings of 2x3 (Fibonacci), and 1 of the 4 cells that must be covered"},
		{"dominoes, all cells spare", "___/___/___;0-4*xx", "131", "A028420"},
		{"pieces in two parts", "....;x.x;x.x", "1", "the second fills the gaps of the first, and swapping them gives the same solution"},
	} {
		in := mustParse(t, c.text)
		for method, got := range counted(t, in) {
			if got.String() != c.want {
				t.Errorf("%s by %s: %s, want %s (%s)", c.name, method, got, c.want, c.source)
			}
		}
	}
}

// TestDominoesWithoutListing checks that the best method counts 12,988,816 domino tilings of the
// 8x8 board without listing them (Kasteleyn 1961).
func TestDominoesWithoutListing(t *testing.T) {
	in := mustParse(t, board(8, 8)+";32*xx")
	r := in.Reduce()[0]
	if r.Count == nil {
		t.Fatalf("the best method for dominoes, %s, cannot count without listing", r.Method)
	}
	n, err := r.Count(context.Background(), &native.Stats{})
	if err != nil || n.String() != "12988816" {
		t.Errorf("8x8 dominoes: %v, %v; published 12988816", n, err)
	}
}

// TestFormula checks the numbers of variables and clauses of formulas. If the numbers of used
// pieces follow from the area of the board, the formula must not count the pieces: it has only the
// variables and clauses of the exact cover. All other formulas must have variables that count
// pieces. An earlier version always counted the pieces, and had 3,280 variables and 12,885 clauses for
// 32 dominoes on 8x8.
func TestFormula(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		variables, clauses int // 0 variables: some are auxiliary; 0 clauses: any number
	}{
		// The formula of the exact cover has a variable for each of the 112 places and a clause for
		// each of the 64 cells. It also has a clause for each cell and each two places that both
		// cover this cell. There is 1 such clause for each of the 4 corners. There are 3 for each
		// of the 24 other cells at the sides, and 6 for each of the 36 inner cells.
		{"dominoes 8x8", board(8, 8) + ";32*xx", 112, 64 + 4*1 + 24*3 + 36*6},
		{"more dominoes than there is room for", board(8, 8) + ";0-40*xx", 112, 356},
		{"dominoes listed separately", board(8, 8) + ";16*xx;0-16*x/x", 112, 356},
		{"any dominoes and cells", board(2, 2) + ";0-2*xx;0-4*x", 8, 4 + 4*3},
		{"at most one domino", board(2, 2) + ";0-1*xx;0-4*x", 8, 4 + 4*3 + 2}, // the pairs that do not overlap
		// There are 24 places for dominoes and 16 for the other pieces. The number of dominoes and
		// the number of the other pieces follow from each other, so the formula counts only one
		// kind. The formula counts the dominoes, up to 3, because the counter of the dominoes is
		// smaller.
		{"the larger counter", board(4, 4) + ";2*xx;4*xxx", 24 + 16 + 1 + 2 + 22*3, 0},
		{"two dominoes of three", board(2, 3) + ";0-2*xx;0-6*x", 0, 0},
		{"four cells, so two dominoes", board(2, 4) + ";4*x;0-4*xx", 0, 0},
	} {
		in := mustParse(t, c.text)
		enc, err := encode.CNF(&Puzzle, in, "pairwise")
		if err != nil {
			t.Fatal(err)
		}
		if c.variables == 0 {
			if enc.NumVars == enc.Projected {
				t.Errorf("%s: no auxiliary variables", c.name)
			}
		} else if enc.NumVars != c.variables || c.clauses > 0 && len(enc.Clauses) != c.clauses {
			t.Errorf("%s: %d variables and %d clauses, want %d and %d", c.name, enc.NumVars, len(enc.Clauses), c.variables, c.clauses)
		}
	}
}

// TestFormulaCounts takes random packings. It checks that the formula in every style has as many
// solutions as the native methods find. Formulas with and without counters must both occur.
func TestFormulaCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 5))
	without, with := 0, 0
	for without < 30 || with < 30 {
		text := drawPacking(rng)
		want := tilings(t, text)
		if want > 100 {
			continue
		}
		in := mustParse(t, text)
		enc, err := encode.CNF(&Puzzle, in, "pairwise")
		if err != nil {
			t.Fatal(err)
		}
		if enc.NumVars > enc.Projected {
			with++
		} else {
			without++
		}
		for _, style := range Puzzle.Styles {
			if n := len(puzzletest.List(t, &Puzzle, in, "sat/"+style, want+1)); n != want {
				t.Errorf("%s by sat/%s: %d solutions, want %d", in, style, n, want)
			}
		}
	}
}

// TestSpareCells checks boards with cells that may stay empty against boards without them. Every solution
// leaves some set of these cells empty, so their number is the sum of the counts of the boards on which
// such a set is closed.
func TestSpareCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 3))
	some := 0
	for range 150 {
		text, pieces, _ := strings.Cut(drawPacking(rng), ";")
		if rng.IntN(3) == 0 {
			pieces += ";0-2*x" // a piece of one cell is not an empty cell
		}
		var open []int
		for at := range text {
			if text[at] == '.' && rng.IntN(3) == 0 && len(open) < 5 {
				open = append(open, at)
			}
		}
		spare, sum := []byte(text), 0
		for set := range 1 << len(open) {
			closed := []byte(text)
			for i, at := range open {
				spare[at] = '_'
				if set>>i&1 == 1 {
					closed[at] = '#'
				}
			}
			switch {
			case strings.Contains(string(closed), "."):
				sum += tilings(t, string(closed)+";"+pieces)
			case !slices.ContainsFunc(mustParse(t, text+";"+pieces).Pieces, func(p polyomino.Piece) bool { return p.Lo > 0 }):
				sum++ // the empty board
			}
		}
		in := mustParse(t, string(spare)+";"+pieces)
		if sum > 3000 {
			continue
		}
		if sum > 1 {
			some++
		}
		for method, got := range counted(t, in) {
			if got.Int64() != int64(sum) {
				t.Errorf("%s by %s: %d, want %d", in, method, got, sum)
			}
		}
		if sum <= 200 {
			if got := len(puzzletest.List(t, &Puzzle, in, "sat", sum+1)); got != sum {
				t.Errorf("%s by sat: %d, want %d", in, got, sum)
			}
		}
	}
	if some < 50 {
		t.Errorf("only %d boards with several solutions", some)
	}
}

func TestEqualPiecesAreNumberedByFirstCell(t *testing.T) {
	in := mustParse(t, "....;xx;xx")
	if err := in.Check("\x00\x00\x01\x01"); err != nil {
		t.Errorf("in order: %v", err)
	}
	if err := in.Check("\x01\x01\x00\x00"); err == nil {
		t.Error("swapped: no violation")
	}
	// A solution uses the lowest numbers of optional copies.
	in = mustParse(t, "..;0-2*xx")
	if err := in.Check("\x00\x00"); err != nil {
		t.Errorf("only the first copy: %v", err)
	}
	if err := in.Check("\x01\x01"); err == nil {
		t.Error("only the second copy: no violation")
	}
}

func TestNotation(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".../..;xxx;x/x", ""},
		{".../...;xxx;xxx", ".../...;xxx;xxx"},
		{"../..;1*xx;2*fixed:.x/xx", "../..;xx;2*fixed:.x/xx"},
		{"../..;0-3*turn:..xx.", "../..;0-3*turn:xx"},
		{"../.._;1-2*xx;2-2*x;1-1*x", ""},
		{".._/.._;1-2*xx;2-2*x;1-1*x", ".._/.._;1-2*xx;2*x;x"},
		{".#/#.;x./.x", ".#/#.;x/.x"},
	} {
		in, err := parse(blocks(c.text))
		if c.want == "" {
			if err == nil {
				t.Errorf("%s reads as %s, want an error: the rows differ in length", c.text, in)
			}
			continue
		}
		if err != nil || in.String() != c.want {
			t.Errorf("%s reads as %v, %v; want %s", c.text, in, err, c.want)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty piece", "../..;xx;", "line 1, column 10"},
		{"piece of dots", "../..;./.", "line 1, column 7"},
		{"no cells", "##;xx", "line 1, column 1"},
		{"strange piece", "..;xy", `line 1, column 5, 'x', '.', 'y'`},
		{"k of zero", "..;0*xx", `line 1, column 4, k*, j-k*, 1, 256, "0*"`},
		{"k of three to two", "..;3-2*xx", `line 1, column 4, k*, j-k*, 1, 256, "3-2*"`},
		{"k of one to", "..;1-*xx", `line 1, column 4, k*, j-k*, 1, 256, "1-*"`},
		{"k of many", "..;999999999999999999999*xx", `line 1, column 4, k*, j-k*, 1, 256, "99999999999999999999..."`},
		{"piece of a mile", "..;" + strings.Repeat("x", 5000), "line 1, column 4, 4096"},
		{"piece of an acre", "..;" + strings.Repeat(strings.Repeat("x", 100)+"/", 49) + "x", "line 1, column 4, 4901, 4096"},
		// The pieces are rectangles of h x 32 for h up to 64. All their places together have
		// 33*32*(sum of h*(65-h)) cells.
		{"too many ways", board(64, 64) + bars(64), "line 1, column 1, 48322560, 16777216"},
		{"too many pieces", "..;200*xx;57*x", "line 1, column 1, 257, 256"},
	} {
		in, err := parse(blocks(c.text))
		if err == nil {
			t.Errorf("%s: %q reads as %v", c.name, c.text, in)
		} else if !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %.60q: %v, want %s", c.name, c.text, err, c.want)
		}
	}
}

// bars returns the notation of n fixed pieces that are 32 wide and 1 to n high.
func bars(n int) string {
	text := ""
	for h := range n {
		text += ";fixed:" + strings.Repeat(strings.Repeat("x", 32)+"/", h) + strings.Repeat("x", 32)
	}
	return text
}

func TestImport(t *testing.T) {
	ins, err := read([]byte("..../\n"))
	if err == nil {
		t.Errorf("a slash in a board of many lines reads as %v", ins)
	}
	if _, err := read([]byte("..;xx\n..;x;x\n")); err != encode.ErrOneLine {
		t.Errorf("two packings on one line each: %v", err)
	}
	ins, err = read([]byte("\n....  \n....\r\n\n\n2*turn:x\nxx\n\nxx\n"))
	if err != nil || len(ins) != 1 || ins[0].String() != "..../....;2*turn:x/xx;xx" {
		t.Errorf("got %v, %v", ins, err)
	}
	_, err = read([]byte("...\n...\n\nxx\nyx\n"))
	if want := `line 5, column 1, 'x', '.', 'y'`; err == nil || !facttest.States(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestBigBoard checks that a board with the largest number of cells, and a piece that fits almost
// everywhere, can be read and given to the native methods. A larger board must be refused.
func TestBigBoard(t *testing.T) {
	in := mustParse(t, board(64, 64)+";16*fixed:"+strings.Repeat("x/", 15)+"x")
	if got := fmt.Sprint(len(in.Sites()), in.Sites()[0]); got != "4096 16" {
		t.Errorf("sites and values %s, want 4096 16", got)
	}
	if got := len(in.Reduce()); got == 0 {
		t.Error("no native method")
	}
	if _, err := parse(blocks(board(64, 65) + ";x")); err == nil {
		t.Error("a board of 4160 cells is read")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"../..;xx;xx", "..;0-2*turn:xx", "#.;3*fixed:x/x", "..;*", ";", "..;1*0-1*x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestSitesStay checks that the rules of deduce leave a board unchanged on which there are too many options
// for them. They used to change its number of values.
func TestSitesStay(t *testing.T) {
	in, err := Puzzle.Parse("......../......../......../......../......../......../......../........;32*xx")
	if err != nil {
		t.Fatal(err)
	}
	before := in.Sites()[0]
	result, err := in.(*Packing).Deduce(t.Context(), new(native.Stats), deduction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if after := in.Sites()[0]; before != 32 || after != before || len(result.Moves) != 0 {
		t.Errorf("%d values before, %d after %d moves, want 32 and no moves", before, after, len(result.Moves))
	}
}
