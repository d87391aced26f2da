package sums

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/native"
)

// BenchmarkExpert analyses expert Minesweeper boards (30x16 with 99 mines) with 10% to 70% of the
// safe cells open. The open cells are either chosen at random or opened as in the game. With half
// of the safe cells open, the targets are a median of 10 ms and a maximum of 5 s per board.
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

// measure calls Analyse for each board. It reports the median and the longest time per board, the
// largest number of arcs between states (st.Updates), and how many calls returned ErrLimit.
func measure(b *testing.B, boards []*Problem) {
	var times []time.Duration
	limits, arcs := 0, int64(0)
	for b.Loop() {
		for _, p := range boards {
			var st native.Stats
			start := time.Now()
			_, err := p.Analyse(context.Background(), &st)
			times = append(times, time.Since(start))
			arcs = max(arcs, st.Updates)
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
	b.ReportMetric(float64(arcs), "arcs/max")
	b.ReportMetric(float64(limits), "limits")
}

// BenchmarkHard analyses Minesweeper boards that are larger than expert boards, have more mines or
// are opened in a pattern. Each analysis either finishes or returns ErrLimit.
func BenchmarkHard(b *testing.B) {
	for _, c := range []struct {
		name  string
		n     int
		mines float64
		open  func(rng *rand.Rand, m *mined)
	}{
		{"chequered 20x20", 20, 0.2, chequer},
		{"chequered 50x50", 50, 0.2, chequer},
		{"chequered 20x20,mines=half", 20, 0.5, chequer},
		{"scattered 20x20,open=20%,mines=half", 20, 0.5, scattered(0.2)},
		{"scattered 20x20,open=40%,mines=half", 20, 0.5, scattered(0.4)},
		{"scattered 30x30,open=20%", 30, 0.2, scattered(0.2)},
		{"scattered 30x30,open=30%", 30, 0.2, scattered(0.3)},
		{"scattered 50x50,open=20%", 50, 0.2, scattered(0.2)},
		{"scattered 50x50,open=30%", 50, 0.2, scattered(0.3)},
		{"scattered 50x50,open=50%", 50, 0.2, scattered(0.5)},
		{"every third 20x20,mines=half", 20, 0.5, third},
		{"every third 50x50,mines=half", 50, 0.5, third},
	} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(6, 0))
			var boards []*Problem
			for range 3 {
				m := newMined(rng, c.n, c.n, int(c.mines*float64(c.n*c.n)))
				c.open(rng, m)
				boards = append(boards, m.problem(true))
			}
			measure(b, boards)
		})
	}
}

// scattered returns a function that opens random cells without mines on a board: the share x (from
// 0 to 1) of all such cells.
func scattered(x float64) func(*rand.Rand, *mined) {
	return func(rng *rand.Rand, m *mined) {
		safe := 0
		for _, mine := range m.mine {
			if !mine {
				safe++
			}
		}
		m.scatter(rng, int(x*float64(safe)))
	}
}

// chequer opens every second cell of a board, like the squares of one colour on a chessboard, and
// removes the mines on them.
func chequer(_ *rand.Rand, m *mined) {
	for i := range m.mine {
		if (i/m.w+i%m.w)%2 == 0 {
			m.mine[i], m.open[i] = false, true
		}
	}
}

// third opens every third cell of every second row of a Minesweeper board, and removes the mines on
// these cells. On such a board each covered cell is next to few numbers, but all numbers belong to
// one connected problem.
func third(_ *rand.Rand, m *mined) {
	for i := range m.mine {
		if i/m.w%2 == 0 && i%m.w%3 == i/m.w/2%3 {
			m.mine[i], m.open[i] = false, true
		}
	}
}

// BenchmarkConflict finds smallest conflicts on partly open expert boards, on which either one
// number is wrong by one or the total number of mines is wrong.
func BenchmarkConflict(b *testing.B) {
	for _, c := range []struct {
		name   string
		open   int // percent
		spoil  func(rng *rand.Rand, p *Problem)
		boards int
	}{
		{"number,open=20%", 20, number, 50},
		{"number,open=50%", 50, number, 50},
		{"number,open=70%", 70, number, 50},
		{"total,open=5%", 5, few, 10},
		{"total,open=50%", 50, few, 3},
		{"total=13,open=50%", 50, thirteen, 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 0))
			var boards []*Problem
			for len(boards) < c.boards {
				m := newMined(rng, 16, 30, 99)
				m.scatter(rng, (16*30-99)*c.open/100)
				p := m.problem(true)
				c.spoil(rng, p)
				if n, err := p.Count(context.Background(), new(native.Stats)); err == nil && n.Sign() == 0 {
					boards = append(boards, p)
				}
			}
			var times []time.Duration
			limits, members := 0, 0
			for b.Loop() {
				for _, p := range boards {
					start := time.Now()
					sums, total, err := p.Conflict(context.Background(), new(native.Stats))
					times = append(times, time.Since(start))
					if errors.Is(err, ErrLimit) {
						limits++
					} else if err != nil {
						b.Fatal(err)
					}
					members += len(sums)
					if total {
						members++
					}
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/median")
			b.ReportMetric(times[len(times)-1].Seconds()*1000, "ms/max")
			b.ReportMetric(float64(limits), "limits")
			b.ReportMetric(float64(members)/float64(len(times)), "members/board")
		})
	}
}

// number spoils a problem: it adds 1 to the value of one random sum of p, or subtracts 1.
func number(rng *rand.Rand, p *Problem) {
	p.Sums[rng.IntN(len(p.Sums))].Value += 1 - 2*rng.IntN(2)
}

// thirteen spoils a problem: it sets the total number of mines to 13, which is far too small.
func thirteen(_ *rand.Rand, p *Problem) { p.Total = 13 }

// few spoils a problem: it sets the total of p to one less than the smallest total that the sums of
// p allow.
func few(_ *rand.Rand, p *Problem) {
	p.Total = -1
	a, err := p.Analyse(context.Background(), new(native.Stats))
	if err != nil {
		panic(err)
	}
	p.Total = -1
	for _, c := range a.Components {
		p.Total += slices.IndexFunc(c.ByTotal, func(x *big.Int) bool { return x.Sign() > 0 })
	}
}
