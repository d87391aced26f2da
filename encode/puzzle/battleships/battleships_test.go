package battleships

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// oracles holds the published numbers in encode/testdata/battleships.json.
type oracles struct {
	Example struct {
		Rows, Cols []int
		Hint       hint
		Without    int `json:"without_hint"`
		With       int `json:"with_hint"`
	} `json:"csplib_example"`
	Boards map[string]*published `json:"csplib_boards"`
}

// A published is a board of CSPLib with its published numbers of solutions: without
// hints, and with the first 1, 2, ... hints.
type published struct {
	Rows, Cols []int
	Hints      []hint
	Tallies    int   `json:"solutions_from_tallies"`
	After      []int `json:"solutions_after_each_hint"`
}

type hint struct {
	r, c   int
	letter byte
}

func (h *hint) UnmarshalJSON(data []byte) error {
	var kind string
	err := json.Unmarshal(data, &[]any{&h.r, &h.c, &kind})
	h.letter = strings.ToLower(kind)[0]
	return err
}

// solitaire is the fleet of the published boards.
var solitaire = []int{4, 3, 3, 2, 2, 2, 1, 1, 1, 1}

// after returns the board with only its first n hints.
func (p *published) after(n int) *Board {
	b := blank(p.Rows, p.Cols, solitaire)
	for _, h := range p.Hints[:n] {
		b.given[h.r*len(p.Cols)+h.c] = h.letter
	}
	return b
}

// solutions returns the published number of solutions of the board after(n).
func (p *published) solutions(n int) int {
	if n == 0 {
		return p.Tallies
	}
	return p.After[n-1]
}

func readOracles(t testing.TB) (o oracles) {
	t.Helper()
	puzzletest.ReadJSON(t, "../../testdata/battleships.json", &o)
	if len(o.Boards) != 101 {
		t.Fatalf("%d boards", len(o.Boards))
	}
	return o
}

// names returns the names of the published boards in alphabetical order.
func (o *oracles) names() []string {
	var names []string
	for name := range o.Boards {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// listed returns the number of solutions that a method lists, up to the given limit. It checks each
// solution.
func listed(t testing.TB, b *Board, name string, limit int) int {
	t.Helper()
	return len(puzzletest.List(t, &Puzzle, b, name, limit))
}

// TestPublished checks that CSPLib's example and 101 boards have the published numbers of
// solutions, without hints and with the first n hints for each n. The native method solves each of
// these boards. SAT lists the solutions of the 21 boards that have at most 100 solutions without
// hints. The test filters these lists by the hints, because a formula for each number of hints
// would take twice as long. SAT also solves the 21 boards with all hints. In the long form, SAT does
// so for the 45 boards with at most 500 solutions. The flag -short skips SAT.
func TestPublished(t *testing.T) {
	t.Parallel()
	o := readOracles(t)
	x := o.Example
	example := &published{x.Rows, x.Cols, []hint{x.Hint}, x.Without, []int{x.With}}
	if got := example.after(1).String(); got != Puzzle.Example {
		t.Errorf("the example is %s", got)
	}
	o.Boards["example"] = example
	few, most, want := 0, 50, 17
	if processtest.IsLong() {
		most, want = 500, 45
	}
	for _, name := range o.names() {
		p := o.Boards[name]
		if len(p.After) != len(p.Hints) {
			t.Fatalf("board %s: %v", name, p)
		}
		for n := range len(p.Hints) + 1 {
			b, want := p.after(n), p.solutions(n)
			if got := listed(t, b, "native", want+1); got != want {
				t.Errorf("board %s after %d hints: %d solutions, want %d", name, n, got, want)
			}
		}
		if got := puzzletest.Count(t, &Puzzle, p.after(0), "native").String(); got != fmt.Sprint(p.Tallies) {
			t.Errorf("board %s: %s are counted, want %d", name, got, p.Tallies)
		}
		if p.Tallies > most && p != example || testing.Short() {
			continue
		}
		few++
		last := len(p.Hints)
		if got, want := listed(t, p.after(last), "sat", p.solutions(last)+1), p.solutions(last); got != want {
			t.Errorf("board %s with its hints by sat: %d solutions, want %d", name, got, want)
		}
		all := puzzletest.List(t, &Puzzle, p.after(0), "sat", p.Tallies+1)
		for n := range len(p.Hints) + 1 {
			b, got := p.after(n), 0
			for _, s := range all {
				if b.Check(s) == nil {
					got++
				}
			}
			if want := p.solutions(n); got != want {
				t.Errorf("board %s after %d hints by sat: %d solutions, want %d", name, n, got, want)
			}
		}
	}
	if few != want+1 && !testing.Short() {
		t.Errorf("%d boards with up to %d solutions, want %d and the example", few, most, want)
	}
}
