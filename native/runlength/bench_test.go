package runlength

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/native"
)

// pattern reads the 20 boards of one size, such as 15x15, from testdata/pattern.txt.
func pattern(tb testing.TB, size string) (problems []*Problem) {
	f, err := os.Open("testdata/pattern.txt")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		clues, ok := strings.CutPrefix(in.Text(), size+":")
		if !ok {
			continue
		}
		var lines [][]int
		for _, line := range strings.Split(clues, "/") {
			var runs []int
			for _, run := range strings.FieldsFunc(line, func(c rune) bool { return c == '.' }) {
				n, err := strconv.Atoi(run)
				if err != nil {
					tb.Fatal(err)
				}
				runs = append(runs, n)
			}
			lines = append(lines, runs)
		}
		w, _, _ := strings.Cut(size, "x")
		n, _ := strconv.Atoi(w)
		problems = append(problems, &Problem{Cols: lines[:n], Rows: lines[n:]})
	}
	if len(problems) != 20 {
		tb.Fatalf("%d boards of size %s, want 20", len(problems), size)
	}
	return problems
}

var patternSizes = []string{"15x15", "25x25", "40x40"}

// TestPattern checks boards made by the program sgt-pattern, which promises that each board has one
// solution and can be solved line by line. Search must find one solution, and Lines must settle all
// cells.
func TestPattern(t *testing.T) {
	for _, size := range patternSizes {
		for i, p := range pattern(t, size) {
			if n, err := upTo(background, p, new(native.Stats), 2); n != 1 || err != nil {
				t.Errorf("%s, board %d: %d solutions, %v", size, i+1, n, err)
			}
			if cells, ok, err := p.Lines(background, new(native.Stats)); !ok || err != nil || slices.Contains(cells, Unknown) {
				t.Errorf("%s, board %d: lines %v, %v", size, i+1, ok, err)
			}
		}
	}
}

// BenchmarkPattern solves sixty boards and proves that each has only one solution. The target is
// one second for all sixty boards.
func BenchmarkPattern(b *testing.B) {
	for _, sizes := range [][]string{patternSizes, patternSizes[:1], patternSizes[1:2], patternSizes[2:]} {
		b.Run(strings.Join(sizes, ","), func(b *testing.B) {
			var all []*Problem
			for _, size := range sizes {
				all = append(all, pattern(b, size)...)
			}
			st := new(native.Stats)
			for b.Loop() {
				*st = native.Stats{}
				for _, p := range all {
					if n, err := upTo(background, p, st, 2); n != 1 || err != nil {
						b.Fatal(n, err)
					}
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
		})
	}
}

// filled returns a problem with the runs of a random square grid, in which each cell is 1 with a
// probability of percent/100.
func filled(rng *rand.Rand, side, percent int) *Problem {
	cells := make([]byte, side*side)
	for x := range cells {
		if rng.IntN(100) < percent {
			cells[x] = 1
		}
	}
	return runsOfGrid(side, side, cells)
}

// BenchmarkRandom searches for up to two solutions of random problems, twenty of each size and
// density, with a limit of one second for each.
func BenchmarkRandom(b *testing.B) {
	for _, side := range []int{20, 25, 30} {
		for _, percent := range []int{40, 45, 50, 55, 60} {
			b.Run(fmt.Sprintf("%dx%d,%d%%", side, side, percent), func(b *testing.B) {
				for b.Loop() {
					rng := rand.New(rand.NewPCG(uint64(side), uint64(percent)))
					var took []float64
					unique, open := 0, 0
					for range 20 {
						p := filled(rng, side, percent)
						ctx, cancel := context.WithTimeout(background, time.Second)
						start := time.Now()
						n, err := upTo(ctx, p, new(native.Stats), 2)
						took = append(took, time.Since(start).Seconds()*1000)
						cancel()
						switch {
						case err != nil:
							open++
						case n == 1:
							unique++
						case n == 0:
							b.Fatal("no solution")
						}
					}
					slices.Sort(took)
					b.ReportMetric(took[10], "median-ms")
					b.ReportMetric(took[19], "worst-ms")
					b.ReportMetric(float64(unique), "unique")
					b.ReportMetric(float64(open), "open")
				}
			})
		}
	}
}

// blobs returns a problem with the runs of a smoothed random grid, and the grid. To smooth it, in
// each of three rounds every cell takes the value of the majority among itself and its neighbours.
func blobs(rng *rand.Rand, side int) (*Problem, []byte) {
	cells := make([]byte, side*side)
	for x := range cells {
		cells[x] = byte(rng.IntN(2))
	}
	for range 3 {
		next := make([]byte, side*side)
		for x := range cells {
			sum, all := 0, 0
			for r := max(0, x/side-1); r <= min(side-1, x/side+1); r++ {
				for c := max(0, x%side-1); c <= min(side-1, x%side+1); c++ {
					sum += int(cells[r*side+c])
					all++
				}
			}
			if 2*sum > all {
				next[x] = 1
			}
		}
		cells = next
	}
	return runsOfGrid(side, side, cells), cells
}

// BenchmarkLarge searches for up to two solutions of large problems. From 150x150 on, some cells of
// the smoothed grids are known. Without them these problems are too hard: Lines settles no cell,
// and Probed settles fewer than 2% of the cells.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct{ side, known int }{
		{60, 0}, {62, 0}, {63, 0}, {100, 0}, {150, 5}, {200, 5}, {200, 10},
	} {
		b.Run(fmt.Sprintf("blobs %dx%d, %d%% known", c.side, c.side, c.known), func(b *testing.B) {
			for b.Loop() {
				rng := rand.New(rand.NewPCG(uint64(c.side), 0))
				p, cells := blobs(rng, c.side)
				p.Known = make([]State, len(cells))
				for x, v := range cells {
					if rng.IntN(100) < c.known {
						p.Known[x] = Zero + v
					}
				}
				st := new(native.Stats)
				n, err := upTo(background, p, st, 2)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(n), "solutions")
				b.ReportMetric(float64(st.Nodes), "nodes")
			}
		})
	}
	b.Run("filled 200x200,65%", func(b *testing.B) {
		for b.Loop() {
			p := filled(rand.New(rand.NewPCG(200, 65)), 200, 65)
			n, err := upTo(background, p, new(native.Stats), 2)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(n), "solutions")
		}
	})
	b.Run("permutations of 200", func(b *testing.B) {
		p := &Problem{}
		for range 200 {
			p.Rows, p.Cols = append(p.Rows, []int{1}), append(p.Cols, []int{1})
		}
		for b.Loop() {
			if n, err := upTo(background, p, new(native.Stats), 2); n != 2 || err != nil {
				b.Fatal(n, err)
			}
		}
	})
}
