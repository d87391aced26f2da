package bars

import (
	"context"
	"errors"
	"math/big"
	"strconv"
	"testing"

	"counterproof/native"
)

// transferred returns the number of matrices of p that a transfer counts over states, without
// listing first.
func transferred(t testing.TB, p *Problem) string {
	x := newTransfer(context.Background(), new(native.Stats), p, 1<<30)
	if x == nil {
		return "0"
	}
	n, err := x.count()
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// TestTransferEmpty checks the count over states for the boards of emptyBoards, on which only the
// bars are known.
func TestTransferEmpty(t *testing.T) {
	for _, c := range emptyBoards {
		if got := transferred(t, empty(c.side, c.side, c.bars...)); got != c.want {
			t.Errorf("%v on %dx%d: counted %s, want %s", c.bars, c.side, c.side, got, c.want)
		}
	}
}

// TestTransferCSPLib checks the count over states for the CSPLib boards that have fewer than 30
// solutions without hints, because these boards need few states. It also checks five other boards
// with all their hints.
func TestTransferCSPLib(t *testing.T) {
	n := 0
	for id, b := range csplib(t) {
		hints, want := len(b.Hints), 1
		if b.Tallies < 30 {
			hints, want = 0, b.Tallies
		} else if n++; n > 5 {
			continue
		}
		if got := transferred(t, b.problem(hints)); got != strconv.Itoa(want) {
			t.Errorf("board %s, %d hints: counted %s, want %d", id, hints, got, want)
		}
	}
}

// strip returns a problem with a board of two rows and n columns, and its number of solutions. The
// parameter numbers gives the number of bars of each length. Length 2 is not allowed, because such
// bars could be vertical. Let N be n+1 minus the sum of the lengths of the m bars. Then there are
// C(N,m) ways to choose the positions of the bars along the strip, times the number of orders of
// the bars, times 2^m, because each bar can be in either row.
func strip(n int, numbers map[int]int) (*Problem, *big.Int) {
	var bars []int
	want := big.NewInt(1)
	total := 0
	for k, number := range numbers {
		want.Mul(want, new(big.Int).Binomial(int64(len(bars)+number), int64(number)))
		for range number {
			bars = append(bars, k)
			total += k
		}
	}
	m := len(bars)
	want.Mul(want, new(big.Int).Binomial(int64(n+1-total), int64(m)))
	return empty(2, n, bars...), want.Lsh(want, uint(m))
}

// TestStrip checks the count over states on boards of the maximal width with two rows. Some of the
// counts fit into one word, and at least one takes two words.
func TestStrip(t *testing.T) {
	for _, numbers := range []map[int]int{{1: 1}, {64: 1}, {63: 1}, {1: 2}, {31: 1, 32: 1}, {3: 2, 1: 1}, {1: 10, 3: 5}, {1: 12, 3: 4, 4: 2}, {40: 2}} {
		p, want := strip(MaxSide, numbers)
		for _, p := range []*Problem{p, p.transposed()} {
			if got := transferred(t, p); got != want.String() {
				t.Errorf("%v on %dx%d: counted %s, want %s", numbers, p.H, p.W, got, want)
			}
			if want.IsInt64() && want.Int64() < 100_000 {
				if got := listed(t, p); int64(got) != want.Int64() {
					t.Errorf("%v on %dx%d: listed %d, want %s", numbers, p.H, p.W, got, want)
				}
			}
		}
	}
	if _, want := strip(MaxSide, map[int]int{1: 12, 3: 4, 4: 2}); want.BitLen() <= 64 {
		t.Errorf("%s fits into one word, want a count of two words", want)
	}
}

// TestLimit checks when counting returns ErrLimit: if there are too many states or too many
// combinations of bars, and if listing takes too many nodes.
func TestLimit(t *testing.T) {
	p := empty(10, 10, solitaire...)
	if _, err := newTransfer(context.Background(), new(native.Stats), p, 1<<20).count(); err != ErrLimit {
		t.Errorf("in 1 MB: %v", err)
	}
	var many []int
	for k := 1; k <= 50; k++ {
		many = append(many, k)
	}
	if _, err := newTransfer(context.Background(), new(native.Stats), empty(64, 64, many...), 1<<30).count(); err != ErrLimit {
		t.Errorf("%d lengths: %v", len(many), err)
	}
	if _, err := p.list(context.Background(), new(native.Stats), 100); err != ErrLimit {
		t.Errorf("100 nodes: %v", err)
	}
}

// TestCancelTransfer checks that a cancelled context soon ends the count over states.
func TestCancelTransfer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var st native.Stats
	_, err := newTransfer(ctx, &st, empty(10, 10, solitaire...), 1<<30).count()
	if !errors.Is(err, context.Canceled) || st.Nodes > 5000 {
		t.Errorf("%v after %d nodes", err, st.Nodes)
	}
}
