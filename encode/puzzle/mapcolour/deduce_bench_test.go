//go:build unix

package mapcolour

import (
	"syscall"
	"testing"
	"time"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// BenchmarkDeduce solves the 120 stored maps of 20x15n30 by deduction, 30 of each
// difficulty, with and without the Kempe chain rule. The target is 2,000 maps per second
// on one core.
func BenchmarkDeduce(b *testing.B) {
	var maps []*Map
	for _, difficulty := range []string{"e", "n", "h", "u"} {
		for _, id := range large(b, difficulty) {
			maps = append(maps, mustParse(b, id))
		}
	}
	for _, c := range []struct {
		name  string
		level int
	}{{"hard", hard}, {"kempe", kempe}} {
		b.Run(c.name, func(b *testing.B) {
			n := 0
			before := spent(b)
			for b.Loop() {
				for range 10 { // long enough to measure the time
					for _, m := range maps {
						puzzletest.Deduce(b, m, deduction.Options{Use: upTo(c.level)})
						n++
					}
				}
			}
			b.ReportMetric(float64(n)/(spent(b)-before).Seconds(), "maps/cpu-s")
		})
	}
}

// spent returns the CPU time that the process has used, including the garbage collector.
func spent(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
