// Package ratio holds the speed of the program in benchmarks. An absolute time depends on the machine
// and on what else it runs. So a benchmark compares a fast way to do some work with a slower way, the
// reference, in the same process.
package ratio

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"counterproof/bench/system/usage"
)

const (
	rounds   = 3
	shortest = 100 * time.Microsecond // of a run, because shorter ones consist of little but noise
)

// AtLeast runs the reference and the fast way three times in turn. It reports the median CPU time of
// the reference, divided by that of the fast way, as the metric "x" + name, where name is the name of
// the reference. The benchmark fails if this ratio is less than floor. A floor of half the usual ratio
// leaves room for busy machines. Both functions do the same work, check its results, and take at
// least 0.1 ms. Children count as well if the functions wait for them.
func AtLeast(b *testing.B, floor float64, name string, reference, fast func()) {
	b.Helper()
	if _, known := usage.CPU(); !known {
		b.Skip("this system does not report CPU times")
	}
	for b.Loop() {
		x, err := measure(func() time.Duration { t, _ := usage.CPU(); return t }, reference, fast)
		if err != nil {
			b.Fatal(err)
		}
		Report(b, floor, name, x)
	}
}

// Report reports the ratio x as the metric "x" + name. The benchmark fails if x is less than floor.
// It is for benchmarks that measure on their own, such as wall times or bytes.
func Report(b *testing.B, floor float64, name string, x float64) {
	b.Helper()
	b.ReportMetric(x, "x"+name)
	if !(x >= floor) { // also if x is not a number
		b.Errorf("%.3g times as good as %s, want at least %g times", x, name, floor)
	}
}

// measure returns the ratio of the median times that the clock shows for slow and for fast.
func measure(clock func() time.Duration, slow, fast func()) (float64, error) {
	var times [2][]time.Duration
	for range rounds {
		for i, work := range []func(){slow, fast} {
			runtime.GC() // nobody pays for the garbage of others
			began := clock()
			work()
			times[i] = append(times[i], clock()-began)
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	s, f := times[0][rounds/2], times[1][rounds/2]
	if f < shortest {
		return 0, fmt.Errorf("the fast way took only %v: repeat the work", f)
	}
	return s.Seconds() / f.Seconds(), nil
}
