package crosscheck

import (
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/generator"
	"counterproof/bench/test/fakes"
	"counterproof/encode/catalog"
)

// BenchmarkShrink shrinks generated boards. It reports the number of sites before and after.
func BenchmarkShrink(b *testing.B) {
	for _, p := range catalog.All() {
		if !generator.Draws(p) {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			puzzle := fakes.Broken("broken-" + p.Name)
			drawer, err := generator.Draw{Seed: 1}.For(p)
			if err != nil {
				b.Fatal(err)
			}
			check := Check{Methods: []string{"native", "sat"}, Job: result.Job{Limits: result.Limits{Wall: 10 * time.Second, Solutions: 1000}}, Pool: &work.Pool{}}
			for b.Loop() {
				before, after, tries, n := 0, 0, 0, 0
				var spent time.Duration
				for i := 0; i < 30 && n < 2; i++ {
					in, err := drawer.Board(b.Context(), i)
					if err != nil {
						b.Fatal(err)
					}
					board := Board{puzzle, fakes.Break(in)}
					var was Checked
					if err := check.Run(b.Context(), Listed(board), func(_ Board, x Checked) error { was = x; return nil }); err != nil {
						b.Fatal(err)
					}
					culprits, fails := Culprits(was.Case)
					if culprits == nil {
						continue
					}
					began := time.Now()
					found, err := check.Shrink(b.Context(), board, was.Case, fails)
					if err != nil {
						b.Fatal(err)
					}
					spent += time.Since(began)
					n++
					before += len(in.Sites())
					after += len(found.Board.Instance.Sites())
					tries += found.Tries
					b.Logf("%.200s\nbecomes %s by %d tries in %v", in, found.Board.Instance, found.Tries, time.Since(began))
				}
				b.ReportMetric(float64(before)/float64(n), "sites-before")
				b.ReportMetric(float64(after)/float64(n), "sites-after")
				b.ReportMetric(float64(tries)/float64(n), "tries")
				b.ReportMetric(spent.Seconds()/float64(n), "s/shrink")
			}
		})
	}
}
