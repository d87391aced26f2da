package battleships

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// BenchmarkPublished solves the 101 published boards natively, in three ways. First it lists the
// solutions without hints, 205,000 in all. Second, it counts these solutions. Third, it lists the
// solutions with all hints, to prove that there is only one. One operation covers all boards. The
// metric longest-ms is the time of the slowest board.
func BenchmarkPublished(b *testing.B) {
	o := readOracles(b)
	for _, c := range []struct {
		name   string
		hints  bool
		search bool
	}{{"sums/search", false, true}, {"sums/count", false, false}, {"hints/search", true, true}} {
		b.Run(c.name, func(b *testing.B) {
			var longest time.Duration
			for b.Loop() {
				for _, name := range o.names() {
					p, hints := o.Boards[name], 0
					if c.hints {
						hints = len(p.Hints)
					}
					began := time.Now()
					n, r := 0, p.after(hints).Reduce()[0]
					var err error
					if c.search {
						err = r.Search(context.Background(), new(native.Stats), func(encode.Solution) bool { n++; return true })
					} else if all, failed := r.Count(context.Background(), new(native.Stats)); failed == nil {
						n = int(all.Int64())
					} else {
						err = failed
					}
					if want := p.solutions(hints); err != nil || n != want {
						b.Fatalf("board %s: %d solutions, %v; want %d", name, n, err, want)
					}
					longest = max(longest, time.Since(began))
				}
			}
			b.ReportMetric(longest.Seconds()*1e3, "longest-ms")
		})
	}
}

// A way counts the solutions of one board by one method.
type way struct {
	name  string
	count func() (string, error)
}

// BenchmarkSAT lists the solutions of the published boards that have at most 500 solutions without
// their hints. For each style, gophersat and clasp get the same formulas in the same run. The
// metrics are the seconds for all boards, and two medians over the boards. One is the time of
// gophersat divided by the time of clasp. The other is the time of gophersat divided by the time of
// the native method.
func BenchmarkSAT(b *testing.B) {
	_, outside := processtest.Find(b, "clasp")
	o := readOracles(b)
	var names []string
	for _, name := range o.names() {
		if o.Boards[name].Tallies <= 500 {
			names = append(names, name)
		}
	}
	spent := map[string][]float64{} // by way: the times, one for each board in each operation
	for b.Loop() {
		for _, name := range names {
			p := o.Boards[name]
			for _, w := range ways(b, p.after(0), outside) {
				began := time.Now()
				n, err := w.count()
				if err != nil || n != fmt.Sprint(p.Tallies) {
					b.Fatalf("board %s by %s: %s solutions, %v; want %d", name, w.name, n, err, p.Tallies)
				}
				spent[w.name] = append(spent[w.name], time.Since(began).Seconds())
			}
		}
	}
	for name, s := range spent {
		total := 0.0
		for _, x := range s {
			total += x
		}
		b.ReportMetric(total/float64(b.N), name+"-s")
		if style, ok := strings.CutSuffix(name, "-sat"); ok {
			b.ReportMetric(ratio(s, spent["native"]), style+"-sat/native")
			if outside {
				b.ReportMetric(ratio(s, spent[style+"-clasp"]), style+"-sat/clasp")
			}
		}
	}
}

// ways returns the native method and, for each style, gophersat. If outside is true, it
// also returns clasp for each style.
func ways(b *testing.B, board *Board, outside bool) []way {
	all := []way{{"native", func() (string, error) {
		n := 0
		err := board.Reduce()[0].Search(context.Background(), new(native.Stats), func(encode.Solution) bool { n++; return true })
		return fmt.Sprint(n), err
	}}}
	for _, style := range Puzzle.Styles {
		enc, err := encode.CNF(&Puzzle, board, style)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, way{style + "-sat", func() (string, error) {
			n := 0
			err := sat.Blocking{F: &enc.Formula}.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool { n++; return true })
			return fmt.Sprint(n), err
		}})
		if !outside {
			continue
		}
		var text bytes.Buffer
		if err := enc.Write(&text); err != nil {
			b.Fatal(err)
		}
		file := filepath.Join(b.TempDir(), style+".cnf")
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			b.Fatal(err)
		}
		all = append(all, way{style + "-clasp", func() (string, error) { return puzzletest.Clasp(file, 0) }})
	}
	return all
}

// ratio returns the median of x[i]/y[i].
func ratio(x, y []float64) float64 {
	all := make([]float64, len(x))
	for i := range x {
		all[i] = x[i] / y[i]
	}
	slices.Sort(all)
	return all[len(all)/2]
}
