package bars

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"counterproof/native"
)

// solitaire is the fleet of Battleships solitaire, and of CSPLib prob014.
var solitaire = []int{4, 3, 3, 2, 2, 2, 1, 1, 1, 1}

// empty is a problem in which nothing is known but the bars.
func empty(h, w int, bars ...int) *Problem {
	return &Problem{H: h, W: w, Bars: bars, Rows: slices.Repeat([]int{-1}, h), Cols: slices.Repeat([]int{-1}, w)}
}

// listed counts what Search yields.
func listed(t testing.TB, p *Problem) int {
	n := 0
	if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	return n
}

// A puzzle is one of testdata/csplib.json.
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

// problem is the board with its first hints.
func (b puzzle) problem(hints int) *Problem {
	p := &Problem{H: len(b.Rows), W: len(b.Cols), Bars: solitaire, Rows: b.Rows, Cols: b.Cols, Cells: make([]Kind, len(b.Rows)*len(b.Cols))}
	for _, h := range b.Hints[:hints] {
		p.Cells[h.r*p.W+h.c] = h.kind
	}
	return p
}

// csplib are the 101 boards by number.
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
			t.Fatalf("board %s: %d hints, %d numbers", id, len(b.Hints), len(b.After))
		}
		for _, h := range b.Hints {
			if h.kind == Unknown {
				t.Fatalf("board %s: a hint of no kind", id)
			}
		}
	}
	return file.Boards
}

// TestCSPLib: the numbers of solutions of all boards, from the sums alone and
// after each hint.
func TestCSPLib(t *testing.T) {
	for id, b := range csplib(t) {
		for i, want := range append([]int{b.Tallies}, b.After...) {
			p := b.problem(i)
			if got := listed(t, p); got != want {
				t.Errorf("board %s, %d hints: %d solutions are listed, want %d", id, i, got, want)
			}
		}
	}
}

// TestExample is the example of CSPLib prob014: 89 solutions, and one once the
// cell in row 8, column 1 is known to be a bar of its own.
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

// emptyBoards are fleets on boards of which nothing else is known. The numbers
// are those of another program; that of the English fleet is published too.
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

// TestEmpty: where the boards can be listed.
func TestEmpty(t *testing.T) {
	for _, c := range emptyBoards {
		if c.side > 6 {
			continue
		}
		p := empty(c.side, c.side, c.bars...)
		if got := listed(t, p); strconv.Itoa(got) != c.want {
			t.Errorf("%v on %dx%d: %d are listed, want %s", c.bars, c.side, c.side, got, c.want)
		}
	}
}
