package bars

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// full returns a random h x w matrix with the given bars. It places the bars one after the other at
// random, and starts from scratch if a bar does not fit anywhere.
func full(rng *rand.Rand, h, w int, bars []int) []byte {
	for {
		cells := make([]byte, h*w)
		near := make([]bool, h*w)
		ok := true
		for _, k := range bars {
			ok = false
			for range 200 {
				kh, kw := 1, k
				if rng.IntN(2) == 0 {
					kh, kw = k, 1
				}
				if kh > h || kw > w {
					continue
				}
				r, c := rng.IntN(h-kh+1), rng.IntN(w-kw+1)
				ok = true
				for y := r; y < r+kh; y++ {
					for x := c; x < c+kw; x++ {
						ok = ok && !near[y*w+x]
					}
				}
				if !ok {
					continue
				}
				for y := max(r-1, 0); y <= min(r+kh, h-1); y++ {
					for x := max(c-1, 0); x <= min(c+kw, w-1); x++ {
						near[y*w+x] = true
						if r <= y && y < r+kh && c <= x && x < c+kw {
							cells[y*w+x] = 1
						}
					}
				}
				break
			}
			if !ok {
				break
			}
		}
		if ok {
			return cells
		}
	}
}

// unique returns a problem whose only solution is a random matrix. The problem gives all sums of
// the matrix and a random part of its cells. While there is another solution, unique adds a cell in
// which the other solution differs from the matrix.
func unique(t testing.TB, rng *rand.Rand, h, w int, bars []int, part float64) *Problem {
	cells := full(rng, h, w, bars)
	_, kinds, ok := barsOf(cells, h, w)
	if !ok {
		t.Fatal("the bars are not separate")
	}
	p := empty(h, w, bars...)
	p.Cells = make([]Kind, h*w)
	for i, x := range cells {
		p.Rows[i/w] = max(p.Rows[i/w], 0) + int(x)
		p.Cols[i%w] = max(p.Cols[i%w], 0) + int(x)
		if rng.Float64() < part {
			p.Cells[i] = kinds[i]
		}
	}
	for {
		var differ []int
		err := p.Search(context.Background(), new(native.Stats), func(other []byte) bool {
			for i, x := range other {
				if x != cells[i] {
					differ = append(differ, i)
				}
			}
			return differ == nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if differ == nil {
			return p
		}
		i := differ[rng.IntN(len(differ))]
		p.Cells[i] = kinds[i]
	}
}

// fleet20 holds the lengths of 21 bars, with 56 cells in all, for 20x20 boards. fleet30 holds the
// lengths of 36 bars, with 120 cells in all, for 30x30 boards.
var (
	fleet20 = []int{6, 5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1}
	fleet30 = slices.Concat([]int{8, 7, 7, 6, 6, 6}, slices.Repeat([]int{5}, 4), slices.Repeat([]int{4}, 5),
		slices.Repeat([]int{3}, 6), slices.Repeat([]int{2}, 7), slices.Repeat([]int{1}, 8))
)

// TestUnique checks three problems of up to 30x30 cells, each with only one solution. Search must
// list only this matrix, Forced must return all its cells, and Count must return 1.
func TestUnique(t *testing.T) {
	for _, c := range []struct {
		side int
		bars []int
		part float64
	}{{15, solitaire, 0}, {20, fleet20, 0.05}, {30, fleet30, 0.25}} {
		rng := rand.New(rand.NewPCG(7, 0))
		p := unique(t, rng, c.side, c.side, c.bars, c.part)
		want := full(rand.New(rand.NewPCG(7, 0)), c.side, c.side, c.bars)
		var all []string
		for i, x := range want {
			want[i] = byte(Zero) + x
		}
		err := p.Search(context.Background(), new(native.Stats), func(cells []byte) bool {
			for i, x := range cells {
				if byte(Zero)+x != want[i] {
					t.Errorf("%dx%d: cell %d is %d", c.side, c.side, i, x)
				}
			}
			all = append(all, string(cells))
			return true
		})
		if err != nil || len(all) != 1 {
			t.Fatalf("%dx%d: listed %d, %v, want 1", c.side, c.side, len(all), err)
		}
		checkForced(t, p, all)
		checkCount(t, p, 1)
	}
}
