package certificate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
)

// BenchmarkCertify counts the solutions of a board, certifies the count and verifies the
// certificate, five times in turn. It reports the median times and their ratios. All three times
// include writing the formula.
func BenchmarkCertify(b *testing.B) {
	for _, c := range []struct{ puzzle, instance, method, want string }{
		{"calendar", "07-04", "sat/cubes", "70"},
		{"calendar", "01-25", "sat/cubes", "216"},
	} {
		b.Run(fmt.Sprintf("%s=%s/method=%s", c.puzzle, c.instance, c.method), func(b *testing.B) {
			var counting, certifying, verifying []float64
			var size int64
			for b.Loop() {
				for i := range 5 {
					start := time.Now()
					if got := count(b, c.puzzle, c.instance, c.method); got != c.want {
						b.Fatalf("counted %s, want %s", got, c.want)
					}
					counting = append(counting, time.Since(start).Seconds())
					dir := filepath.Join(b.TempDir(), fmt.Sprint(i))
					start = time.Now()
					certify(b, dir, c.puzzle, c.instance, c.method)
					certifying = append(certifying, time.Since(start).Seconds())
					start = time.Now()
					if claim, err := verify(dir, false); err != nil || claim.Count != c.want {
						b.Fatal(claim, err)
					}
					verifying = append(verifying, time.Since(start).Seconds())
					size = total(b, dir)
					if err := os.RemoveAll(dir); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(median(counting), "count-s")
			b.ReportMetric(median(certifying), "certify-s")
			b.ReportMetric(median(verifying), "verify-s")
			b.ReportMetric(median(certifying)/median(counting), "certify/count")
			b.ReportMetric(median(verifying)/median(counting), "verify/count")
			b.ReportMetric(median(verifying)/median(certifying), "verify/certify")
			b.ReportMetric(float64(size)/1e6, "MB")
		})
	}
}

func count(b *testing.B, puzzle, instance, name string) string {
	b.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(instance)
	if err != nil {
		b.Fatal(err)
	}
	m, err := lookup.Prove(p, in, method.MustParse(name))
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	err = m.Models(context.Background(), new(cnf.Stats), nil, func(model cnf.Model) bool {
		if in.Check(m.Encoding.Decode(model)) == nil {
			n++
		}
		return true
	})
	if err != nil {
		b.Fatal(err)
	}
	return fmt.Sprint(n)
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// total returns the size of all files of a folder, in bytes.
func total(b *testing.B, dir string) (n int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			b.Fatal(err)
		}
		n += info.Size()
	}
	return n
}
