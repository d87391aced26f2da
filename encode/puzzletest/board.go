package puzzletest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
)

// maxList is the largest number of solutions of a board that the laws list. If a board has more
// solutions, the laws only count the solutions.
const maxList = 5000

// A board is a Board together with its parsed instance and what the laws have found out about it.
type board struct {
	Board
	example  bool
	optional bool // whether the board may lack an oracle; the laws that need one are then skipped
	checks   int  // the largest number of checks by brute force; 0 means bruteChecks

	in    encode.Instance
	sites []int
	count *big.Int          // found by the oracle, or nil if there is no oracle
	brute bool              // whether the oracle is brute force instead of Board.Count
	all   []encode.Solution // sorted; nil if there are no solutions or more than maxList
	// misnamed says that a Violation named wrong sites, so that the result of brute force is wrong.
	misnamed bool
}

// show returns a solution as text. It also accepts solutions of a wrong length and with wrong
// values.
func (b *board) show(s encode.Solution) string {
	if err := s.Fits(b.sites); err != nil {
		return fmt.Sprintf("%v: %v", []byte(s), err)
	}
	return encode.FormatSolution(b.in, s)
}

// values returns the values of the sites in a solution.
func (b *board) values(s encode.Solution) []int { return s.Values(encode.Wide(b.sites)) }

// listed reports whether b.all holds every solution of the board.
func (b *board) listed() bool {
	return b.count != nil && b.count.IsInt64() && b.count.Int64() == int64(len(b.all))
}

// board checks every law that concerns a single board. It returns false if the text does not parse
// or the method Sites returns wrong numbers of values.
func (t *trial) board(b *board) bool {
	t.guard("notation", b.Text, "Parse", func() { b.in = t.parsed(b) })
	if b.in == nil {
		return false
	}
	ok := false
	t.guard("notation", b.Text, "Sites", func() { ok = t.sitesOf(b) })
	if !ok {
		return false
	}
	before := b.in.String()
	t.guard("agreement", b.Text, "Check", func() { t.oracle(b) })
	if b.count != nil {
		t.guard("nogood", b.Text, "Check", func() { t.nogood(b) })
	}
	for _, law := range []func(*board){t.agreement, t.stated, t.cancellation} {
		if b.count != nil && !b.misnamed {
			law(b)
		}
	}
	if b.count != nil && !b.misnamed {
		t.guard("symmetry", b.Text, "Canonical", func() { t.symmetries(b) })
	}
	if b.misnamed {
		b.count = nil
	}
	t.guard("determinism", b.Text, "", func() { t.sameFormula(b) })
	t.projection(b)
	if b.count != nil {
		t.underValues(b)
	}
	t.guard("drawing", b.Text, "Draw", func() { t.drawing(b) })
	t.known(b)
	t.play(b)
	if after := b.in.String(); after != before {
		t.fail("determinism", b.Text, "String", "after the methods ran it is %q", after)
	}
	return true
}

func (t *trial) sitesOf(b *board) bool {
	b.sites = slices.Clone(b.in.Sites())
	for i, n := range b.sites {
		if n < 0 || n > 1<<31 {
			t.fail("notation", b.Text, "Sites", "site %d takes %d values, want 0 to 2^31", i, n)
			return false
		}
	}
	if again := b.in.Sites(); !slices.Equal(again, b.sites) {
		t.fail("determinism", b.Text, "Sites", "is %v, then %v", b.sites, again)
		return false
	}
	return true
}

// kinds checks that the suite has a board of every kind. The map without gives the reason for each
// kind that is missing.
func (t *trial) kinds(boards []*board, without map[string]string) {
	have := map[string]string{}
	for _, b := range boards {
		n := b.count
		if n == nil {
			n, _ = new(big.Int).SetString(b.Count, 10)
		}
		if n != nil {
			switch {
			case n.Sign() == 0:
				have["contradictory"] = b.Text
			case n.Cmp(big.NewInt(1)) == 0:
				have["tight"] = b.Text
			case n.Cmp(big.NewInt(40)) <= 0:
				have["loose"] = b.Text
			}
		}
		if b.ClueFree {
			have["clue-free"] = b.Text
		}
		switch h, w := b.Size.H, b.Size.W; {
		case h == 0 && w == 0:
		case h == 1 && w == 1:
			have["1x1"] = b.Text
		case h == 1:
			have["1xn"] = b.Text
		case w == 1:
			have["nx1"] = b.Text
		case h != w:
			have["oblong"] = b.Text
		}
		if b.Size != (encode.Size{}) {
			have["shapes"] = b.Text
		}
	}
	shapes := []string{"1x1", "1xn", "nx1", "oblong"}
	for _, kind := range append([]string{"tight", "loose", "contradictory", "clue-free"}, shapes...) {
		excused := without[kind] != "" || slices.Contains(shapes, kind) && without["shapes"] != ""
		if have[kind] == "" && !excused {
			t.fail("boards", "", kind, "the suite has no such board, and Without does not say why")
		}
	}
	for kind, reason := range without {
		switch {
		case kind != "shapes" && !slices.Contains(append([]string{"tight", "loose", "contradictory", "clue-free"}, shapes...), kind):
			t.fail("boards", "", kind, "Without names an unknown kind")
		case strings.TrimSpace(reason) == "":
			t.fail("boards", "", kind, "Without gives no reason")
		case have[kind] != "":
			t.fail("boards", have[kind], kind, "the suite has such a board, but Without excuses it: %s", reason)
		}
	}
}
