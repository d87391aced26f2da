package bars

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// solitaire holds the lengths of the ships in Battleships solitaire and in CSPLib prob014.
var solitaire = []int{4, 3, 3, 2, 2, 2, 1, 1, 1, 1}

// empty returns a problem in which only the bars are known. The sums and the cells are unknown.
func empty(h, w int, bars ...int) *Problem {
	return &Problem{H: h, W: w, Bars: bars, Rows: slices.Repeat([]int{-1}, h), Cols: slices.Repeat([]int{-1}, w)}
}

// listed returns the number of matrices that Search yields.
func listed(t testing.TB, p *Problem) int {
	n := 0
	if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	return n
}

// A puzzle is an entry of testdata/csplib.json: a board with its sums, its hints and its numbers of
// solutions.
type puzzle struct {
	Rows, Cols []int
	Hints      []hint
	Tallies    int   `json:"solutions_from_tallies"`
	After      []int `json:"solutions_after_each_hint"`
}

type hint struct {
	r, c int
	kind Kind
}

var hintKinds = map[string]Kind{"Water": Zero, "Circle": Single, "Middle": Middle, "Top": Top, "Bottom": Bottom, "Left": Left, "Right": Right}

func (h *hint) UnmarshalJSON(text []byte) error {
	var name string
	err := json.Unmarshal(text, &[]any{&h.r, &h.c, &name})
	h.kind = hintKinds[name]
	return err
}

// problem returns the puzzle as a Problem with all sums and the first hints. The number of hints is
// the parameter hints.
func (b puzzle) problem(hints int) *Problem {
	p := &Problem{H: len(b.Rows), W: len(b.Cols), Bars: solitaire, Rows: b.Rows, Cols: b.Cols, Cells: make([]Kind, len(b.Rows)*len(b.Cols))}
	for _, h := range b.Hints[:hints] {
		p.Cells[h.r*p.W+h.c] = h.kind
	}
	return p
}

// csplib returns the 101 boards of CSPLib prob014, by their numbers.
func csplib(t testing.TB) map[string]puzzle {
	text, err := os.ReadFile("testdata/csplib.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Boards map[string]puzzle }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Boards) != 101 {
		t.Fatalf("%d boards, want 101", len(file.Boards))
	}
	for id, b := range file.Boards {
		if len(b.Hints) != len(b.After) {
			t.Fatalf("board %s: %d hints, but %d numbers of solutions", id, len(b.Hints), len(b.After))
		}
		for _, h := range b.Hints {
			if h.kind == Unknown {
				t.Fatalf("board %s: a hint of unknown kind", id)
			}
		}
	}
	return file.Boards
}

// TestCSPLib checks the published number of solutions of each CSPLib board, first with only the
// sums and then after each hint.
func TestCSPLib(t *testing.T) {
	for id, b := range csplib(t) {
		for i, want := range append([]int{b.Tallies}, b.After...) {
			p := b.problem(i)
			if got := listed(t, p); got != want {
				t.Errorf("board %s, %d hints: listed %d solutions, want %d", id, i, got, want)
			}
			if want <= 200 {
				checkCount(t, p, want)
			}
		}
	}
}

// TestExample checks the example of CSPLib prob014. The example has 89 solutions. If the cell in
// row 8, column 1 is known to be a bar of length 1, it has one solution.
func TestExample(t *testing.T) {
	p := &Problem{H: 10, W: 10, Bars: solitaire, Rows: []int{0, 2, 3, 1, 2, 4, 2, 1, 2, 3}, Cols: []int{1, 3, 3, 1, 5, 1, 2, 4, 0, 0}}
	if got := listed(t, p); got != 89 {
		t.Errorf("%d solutions, want 89", got)
	}
	p.Cells = make([]Kind, 100)
	p.Cells[7*10] = Single
	if got := listed(t, p); got != 1 {
		t.Errorf("%d solutions with the hint, want 1", got)
	}
}

// emptyBoards lists square boards on which only the bars are known, with the number of matrices.
// The numbers come from another program. The number for the bars solitaire is also published.
var emptyBoards = []struct {
	side int
	bars []int
	want string
}{
	{4, []int{2, 1, 1}, "380"},
	{5, []int{2, 1, 1}, "3444"},
	{5, []int{3, 2, 2, 1, 1, 1}, "1428"},
	{6, []int{3, 2, 2, 1, 1, 1}, "894296"},
	{10, []int{5, 4, 3, 3, 2}, "1925751392"},
	{10, solitaire, "1855545978831780"},
}

// TestEmpty checks the number of matrices that Search lists on the boards of emptyBoards up to 5x5.
// Larger boards would take too long.
func TestEmpty(t *testing.T) {
	for _, c := range emptyBoards {
		if c.side > 5 {
			continue
		}
		p := empty(c.side, c.side, c.bars...)
		if got := listed(t, p); strconv.Itoa(got) != c.want {
			t.Errorf("%v on %dx%d: listed %d, want %s", c.bars, c.side, c.side, got, c.want)
		}
	}
}

// TestForcedOfMany checks Forced on a 10x10 board with far too many matrices to list. Only two
// cells and the sum of one row are known, so only these cells, the cells near them and this row are
// forced.
func TestForcedOfMany(t *testing.T) {
	p := empty(10, 10, solitaire...)
	p.Rows[9] = 0
	p.Cells = make([]Kind, 100)
	p.Cells[0], p.Cells[45] = Single, Left
	want := make([]Kind, 100)
	// The bar from (4,5) also covers (4,6), so (3,7) and (5,7) are zeros as well.
	for _, i := range []int{1, 10, 11, 34, 35, 36, 37, 44, 54, 55, 56, 57} {
		want[i] = Zero
	}
	for c := range 10 {
		want[90+c] = Zero
	}
	want[0], want[45], want[46] = One, One, One
	got, solvable, err := p.Forced(context.Background(), new(native.Stats))
	if err != nil || !solvable || !slices.Equal(got, want) {
		t.Errorf("forced %v, %v, %v, want %v", got, solvable, err, want)
	}
}

// TestKinds checks the number of matrices with a single bar of length 1 to 4 when one cell is
// known. It tries each kind of cell, in corners, at edges and inside.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		h, w, k, r, c int
		want          map[Kind]int
	}{
		{3, 3, 1, 0, 0, map[Kind]int{Unknown: 9, Zero: 8, One: 1, Single: 1}},
		{3, 3, 1, 1, 1, map[Kind]int{Unknown: 9, Zero: 8, One: 1, Single: 1}},
		{3, 3, 2, 0, 0, map[Kind]int{Unknown: 12, Zero: 10, One: 2, Top: 1, Left: 1}},
		{3, 3, 2, 2, 2, map[Kind]int{Unknown: 12, Zero: 10, One: 2, Bottom: 1, Right: 1}},
		{3, 3, 2, 0, 2, map[Kind]int{Unknown: 12, Zero: 10, One: 2, Top: 1, Right: 1}},
		{3, 3, 2, 2, 0, map[Kind]int{Unknown: 12, Zero: 10, One: 2, Bottom: 1, Left: 1}},
		{3, 3, 2, 0, 1, map[Kind]int{Unknown: 12, Zero: 9, One: 3, Top: 1, Left: 1, Right: 1}},
		{3, 3, 2, 1, 1, map[Kind]int{Unknown: 12, Zero: 8, One: 4, Top: 1, Bottom: 1, Left: 1, Right: 1}},
		{3, 3, 3, 0, 0, map[Kind]int{Unknown: 6, Zero: 4, One: 2, Top: 1, Left: 1}},
		{3, 3, 3, 1, 0, map[Kind]int{Unknown: 6, Zero: 4, One: 2, Middle: 1, Left: 1}},
		{3, 3, 3, 0, 1, map[Kind]int{Unknown: 6, Zero: 4, One: 2, Middle: 1, Top: 1}},
		{3, 3, 3, 1, 1, map[Kind]int{Unknown: 6, Zero: 4, One: 2, Middle: 2}},
		{5, 5, 4, 2, 2, map[Kind]int{Unknown: 20, Zero: 16, One: 4, Middle: 4}},
		{1, 5, 3, 0, 2, map[Kind]int{Unknown: 3, One: 3, Middle: 1, Left: 1, Right: 1}},
		{5, 1, 3, 2, 0, map[Kind]int{Unknown: 3, One: 3, Middle: 1, Top: 1, Bottom: 1}},
	} {
		for kind := Unknown; kind <= Right; kind++ {
			p := empty(c.h, c.w, c.k)
			p.Cells = make([]Kind, c.h*c.w)
			p.Cells[c.r*c.w+c.c] = kind
			want := c.want[kind]
			if got := listed(t, p); got != want {
				t.Errorf("%dx%d, a bar of %d, (%d,%d) is %d: listed %d, want %d", c.h, c.w, c.k, c.r, c.c, kind, got, want)
			}
			if got := transferred(t, p); got != strconv.Itoa(want) {
				t.Errorf("%dx%d, a bar of %d, (%d,%d) is %d: counted %s, want %d", c.h, c.w, c.k, c.r, c.c, kind, got, want)
			}
		}
	}
}

// TestNarrow checks the number of matrices on boards without bars, on boards of one cell or of one
// line, and on a large board with a single bar. On a line of n cells with m bars, let N be n+1
// minus the sum of the bar lengths. There are C(N,m) ways to choose the positions of the bars,
// times the number of orders of the bars.
func TestNarrow(t *testing.T) {
	for _, c := range []struct {
		h, w int
		bars []int
		want int
	}{
		{1, 1, nil, 1}, {1, 1, []int{1}, 1}, {1, 1, []int{2}, 0}, {1, 1, []int{1, 1}, 0},
		{7, 9, nil, 1}, {1, 9, nil, 1},
		{1, 9, []int{9}, 1}, {1, 9, []int{10}, 0}, {1, 9, []int{4, 4}, 1}, {1, 9, []int{3, 2, 1}, 6 * 4}, {1, 9, []int{1, 1, 1}, 35},
		{1, 64, []int{64}, 1}, {1, 64, []int{63}, 2}, {1, 64, []int{32, 31}, 2}, {64, 64, []int{64}, 128}, {64, 64, []int{65}, 0},
	} {
		p := empty(c.h, c.w, c.bars...)
		for _, p := range []*Problem{p, p.transposed()} {
			if got := listed(t, p); got != c.want {
				t.Errorf("%v on %dx%d: listed %d, want %d", c.bars, p.H, p.W, got, c.want)
			}
			checkCount(t, p, c.want)
		}
	}
}

// TestBad checks that Search, Count and Forced return an error for a malformed problem, and no
// matrix for an impossible one.
func TestBad(t *testing.T) {
	line := func(sums ...int) []int { return sums }
	for _, c := range []struct {
		name string
		p    Problem
		want string
	}{
		{"no rows", Problem{W: 1, Cols: line(0)}, "1, 64, 0x1"},
		{"negative", Problem{H: 1, W: -1, Rows: line(0)}, "1, 64, 1x-1"},
		{"too wide", Problem{H: 1, W: 65, Rows: line(0), Cols: make([]int, 65)}, "1, 64, 1x65"},
		{"rows", Problem{H: 1, W: 1, Rows: line(0, 0), Cols: line(0)}, "1, 2"},
		{"cols", Problem{H: 1, W: 1, Rows: line(0)}, "1, 0"},
		{"cells", Problem{H: 1, W: 1, Rows: line(0), Cols: line(0), Cells: []Kind{0, 0}}, "1, 2"},
		{"bar", Problem{H: 1, W: 1, Bars: line(1, 0), Rows: line(0), Cols: line(0)}, "1, 0"},
		{"sum", Problem{H: 1, W: 1, Rows: line(0), Cols: line(-2)}, "0, -1, -2"},
		{"kind", Problem{H: 1, W: 1, Rows: line(0), Cols: line(0), Cells: []Kind{Right + 1}}, "9"},
		{"contradiction", Problem{H: 1, W: 1, Bars: line(1), Rows: line(0), Cols: line(1)}, ""},
		{"large sum", Problem{H: 1, W: 1, Bars: line(1), Rows: line(2), Cols: line(1)}, ""},
		{"large bar", Problem{H: 1, W: 1, Bars: line(1 << 40), Rows: line(-1), Cols: line(-1)}, ""},
		{"too much", Problem{H: 2, W: 2, Bars: line(1, 1), Rows: line(-1, -1), Cols: line(-1, -1)}, ""},
	} {
		ctx, st := context.Background(), new(native.Stats)
		err := c.p.Search(ctx, st, func([]byte) bool { t.Errorf("%s: a matrix", c.name); return true })
		n, err2 := c.p.Count(ctx, st)
		cells, solvable, err3 := c.p.Forced(ctx, st)
		for _, err := range []error{err, err2, err3} {
			if !facttest.Matches(err, c.want) {
				t.Errorf("%s: %v, want the facts %q", c.name, err, c.want)
			}
		}
		if (n == nil) != (c.want != "") || n != nil && n.Sign() != 0 || cells != nil || solvable {
			t.Errorf("%s: counted %v, forced %v, %v", c.name, n, cells, solvable)
		}
	}
}

// TestStop checks two ends of a search. When yield returns false, the search must end without an
// error. When the context is cancelled, the search must soon end with the error of the context.
func TestStop(t *testing.T) {
	p := empty(10, 10, solitaire...)
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	if err := p.Search(ctx, new(native.Stats), func([]byte) bool { n++; return n < 7 }); err != nil || n != 7 {
		t.Errorf("listed %d, %v, want 7", n, err)
	}
	n = 0
	err := p.Search(ctx, new(native.Stats), func([]byte) bool { n++; cancel(); return true })
	if !errors.Is(err, context.Canceled) || n > 1000 {
		t.Errorf("cancelled: listed %d, %v", n, err)
	}
	if _, err := p.Count(ctx, new(native.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before counting: %v", err)
	}
	if _, _, err := p.Forced(ctx, new(native.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before Forced: %v", err)
	}
	for name, run := range map[string]func(context.Context) error{
		"count": func(ctx context.Context) error { _, err := p.Count(ctx, new(native.Stats)); return err },
		"search": func(ctx context.Context) error {
			return p.Search(ctx, new(native.Stats), func([]byte) bool { return true })
		},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if err := run(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
