package bars

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// BenchmarkBoards measures Search, Count and Forced on the 101 boards of CSPLib, with only the sums
// and after each hint. These problems have 210,980 solutions together.
func BenchmarkBoards(b *testing.B) {
	all := csplib(b)
	for _, c := range []struct {
		name string
		run  func(p *Problem, st *native.Stats) error
	}{
		{"search", func(p *Problem, st *native.Stats) error {
			return p.Search(context.Background(), st, func([]byte) bool { return true })
		}},
		{"count", func(p *Problem, st *native.Stats) error {
			_, err := p.Count(context.Background(), st)
			return err
		}},
		{"forced", func(p *Problem, st *native.Stats) error {
			_, _, err := p.Forced(context.Background(), st)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				for _, x := range all {
					for i := range len(x.After) + 1 {
						if err := c.run(x.problem(i), &st); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			b.ReportMetric(float64(st.Updates), "updates/op")
		})
	}
}

// BenchmarkEmpty measures Count on boards where only the bars are known.
func BenchmarkEmpty(b *testing.B) {
	for _, c := range emptyBoards {
		b.Run(fmt.Sprintf("%dx%d,bars=%d", c.side, c.side, len(c.bars)), func(b *testing.B) {
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				n, err := empty(c.side, c.side, c.bars...).Count(context.Background(), &st)
				if err != nil || n.String() != c.want {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			b.ReportMetric(float64(st.Updates), "updates/op")
		})
	}
}

// BenchmarkUnique measures how long Search takes to find the only matrix of a problem and to prove
// that it is unique, on ten problems of each size.
func BenchmarkUnique(b *testing.B) {
	for _, c := range []struct {
		side int
		bars []int
		part float64
	}{{10, solitaire, 0}, {15, solitaire, 0}, {20, fleet20, 0.05}, {30, fleet30, 0.33}} {
		b.Run(fmt.Sprintf("%dx%d", c.side, c.side), func(b *testing.B) {
			var all []*Problem
			for seed := range uint64(10) {
				all = append(all, unique(b, rand.New(rand.NewPCG(seed, 0)), c.side, c.side, c.bars, c.part))
			}
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				for _, p := range all {
					n := 0
					err := p.Search(context.Background(), &st, func([]byte) bool { n++; return true })
					if err != nil || n != 1 {
						b.Fatal(n, err)
					}
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
		})
	}
}
