package bars

import (
	"context"
	"errors"
	"math/big"
	"strconv"
	"testing"

	"counterproof/native"
)

// transferred counts by states alone.
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

func TestTransferEmpty(t *testing.T) {
	for _, c := range emptyBoards {
		if got := transferred(t, empty(c.side, c.side, c.bars...)); got != c.want {
			t.Errorf("%v on %dx%d: %s are counted, want %s", c.bars, c.side, c.side, got, c.want)
		}
	}
}

// TestTransferCSPLib: boards with few solutions, and so few states, and a few
// others with all their hints.
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
			t.Errorf("board %s, %d hints: %s are counted, want %d", id, hints, got, want)
		}
	}
}

// strip is the number of ways to lay bars of lengths other than 2 on a strip of
// two rows of n: in a row of n+1 - their lengths places m are taken, by bars in
// any order, each in one of two rows.
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

// TestStrip: numbers of one word and of two, on the widest boards there are.
func TestStrip(t *testing.T) {
	for _, numbers := range []map[int]int{{1: 1}, {64: 1}, {63: 1}, {1: 2}, {31: 1, 32: 1}, {3: 2, 1: 1}, {1: 10, 3: 5}, {1: 12, 3: 4, 4: 2}, {40: 2}} {
		p, want := strip(MaxSide, numbers)
		for _, p := range []*Problem{p, p.transposed()} {
			if got := transferred(t, p); got != want.String() {
				t.Errorf("%v on %dx%d: %s are counted, want %s", numbers, p.H, p.W, got, want)
			}
			if want.IsInt64() && want.Int64() < 100_000 {
				if got := listed(t, p); int64(got) != want.Int64() {
					t.Errorf("%v on %dx%d: %d are listed, want %s", numbers, p.H, p.W, got, want)
				}
			}
		}
	}
	if _, want := strip(MaxSide, map[int]int{1: 12, 3: 4, 4: 2}); want.BitLen() <= 64 {
		t.Errorf("%s is no number of two words", want)
	}
}

// TestLimit: more memory than there may be, more combinations of bars than there
// are numbers for, and more nodes than may be listed.
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

// TestCancelTransfer: the states are left soon.
func TestCancelTransfer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var st native.Stats
	_, err := newTransfer(ctx, &st, empty(10, 10, solitaire...), 1<<30).count()
	if !errors.Is(err, context.Canceled) || st.Nodes > 5000 {
		t.Errorf("%v after %d nodes", err, st.Nodes)
	}
}
