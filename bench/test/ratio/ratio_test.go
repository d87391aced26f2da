package ratio

import (
	"testing"
	"time"
)

// TestMeasure measures functions that set a clock forward. A single slow run must not change the
// ratio.
func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		name       string
		slow, fast []time.Duration // of the three runs
		want       float64         // 0: an error
	}{
		{"steady", []time.Duration{60, 60, 60}, []time.Duration{20, 20, 20}, 3},
		{"slower", []time.Duration{10, 10, 10}, []time.Duration{20, 20, 20}, 0.5},
		{"disturbed", []time.Duration{900, 60, 59}, []time.Duration{20, 500, 19}, 3},
		{"too short", []time.Duration{60, 60, 60}, []time.Duration{0, 0, 20}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			now, order := time.Duration(0), ""
			work := func(name string, runs []time.Duration) func() {
				return func() {
					now += runs[0] * time.Millisecond
					runs, order = runs[1:], order+name
				}
			}
			got, err := measure(func() time.Duration { return now }, work("s", c.slow), work("f", c.fast))
			if (err != nil) != (c.want == 0) || got != c.want {
				t.Errorf("got %v and %v, want %v", got, err, c.want)
			}
			if order != "sfsfsf" {
				t.Errorf("the order of the runs is %s, want them in turn", order)
			}
		})
	}
}

// TestAtLeast checks that a benchmark fails if its ratio is below the floor. The slow function works
// four times as long as the fast one.
func TestAtLeast(t *testing.T) {
	spin := func(n int) func() {
		return func() {
			x := uint64(1)
			for range n * 20_000_000 {
				x ^= x<<13 ^ x>>7
			}
			if x == 0 {
				t.Error("a shift register reached 0")
			}
		}
	}
	for floor, want := range map[float64]bool{1.5: true, 1000: false} {
		passed := false
		r := testing.Benchmark(func(b *testing.B) {
			AtLeast(b, floor, "slow", spin(4), spin(1))
			passed = !b.Failed()
		})
		if passed != want {
			t.Errorf("with the floor %g, the benchmark passed: %v, want %v", floor, passed, want)
		}
		if x := r.Extra["xslow"]; want && (x < 1.5 || x > 10) {
			t.Errorf("the ratio is %g, want about 4", x)
		}
	}
}
