package sums

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/native"
)

// BenchmarkExpert analyses expert boards, 30x16 with 99 mines, with a part of the
// safe cells open, scattered or as in play. The targets are 10 ms at the median
// and 5 s at most with half of them open.
func BenchmarkExpert(b *testing.B) {
	for _, way := range []string{"scattered", "played"} {
		for _, percent := range []int{10, 20, 30, 40, 50, 60, 70} {
			b.Run(fmt.Sprintf("%s,open=%d%%", way, percent), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(5, uint64(percent)))
				var boards []*Problem
				for range 300 {
					m := newMined(rng, 16, 30, 99)
					n := (16*30 - 99) * percent / 100
					if way == "played" {
						m.play(rng, n)
					} else {
						m.scatter(rng, n)
					}
					boards = append(boards, m.problem(true))
				}
				measure(b, boards)
			})
		}
	}
}

// measure reports the median and the longest time of an analysis, and how many
// boards reach the limit.
func measure(b *testing.B, boards []*Problem) {
	var times []time.Duration
	limits := 0
	for b.Loop() {
		for _, p := range boards {
			start := time.Now()
			_, err := p.Analyse(context.Background(), new(native.Stats))
			times = append(times, time.Since(start))
			if errors.Is(err, ErrLimit) {
				limits++
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/median")
	b.ReportMetric(times[len(times)-1].Seconds()*1000, "ms/max")
	b.ReportMetric(float64(limits), "limits")
}
