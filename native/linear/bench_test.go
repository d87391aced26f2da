package linear

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// near returns the matrix of an h x w board whose clues are the sums of the 3x3 cells around each
// cell. The matrix of an n x n board is singular if 3 divides n+1.
func near(h, w int) Matrix {
	return board(h, w, func(r, c int) int {
		if max(r, -r) <= 1 && max(c, -c) <= 1 {
			return 1
		}
		return 0
	})
}

// across returns the matrix of an h x w board whose clues add the cells above and to the right of
// each cell, and subtract the cells below and to the left. The matrix of an n x n board is always
// singular.
func across(h, w int) Matrix {
	return board(h, w, func(r, c int) int {
		switch [2]int{r, c} {
		case [2]int{-1, 0}, [2]int{0, 1}:
			return 1
		case [2]int{1, 0}, [2]int{0, -1}:
			return -1
		}
		return 0
	})
}

// board returns the matrix of an h x w board: one row for the clue of each cell, and one column for
// each cell. The function weight returns the factor with which a clue counts the cell r rows below
// and c columns to the right.
func board(h, w int, weight func(r, c int) int) Matrix {
	a := make(Matrix, h*w)
	for i := range a {
		a[i] = make([]int, h*w)
		for j := range a[i] {
			a[i][j] = weight(j/w-i/w, j%w-i%w)
		}
	}
	return a
}

// dense returns a random n x n matrix whose entries are rarely 0.
func dense(n int) Matrix {
	rng := rand.New(rand.NewPCG(1, 1))
	a := make(Matrix, n)
	for i := range a {
		for range n {
			a[i] = append(a[i], rng.IntN(19)-9)
		}
	}
	return a
}

// singular returns a random n x n matrix whose last row is the sum of the others.
func singular(n int) Matrix {
	a := dense(n)
	for j := range n {
		a[n-1][j] = 0
		for _, row := range a[:n-1] {
			a[n-1][j] += row[j]
		}
	}
	return a
}

// BenchmarkDet measures determinants.
func BenchmarkDet(b *testing.B) {
	for _, c := range []struct {
		name string
		a    Matrix
	}{
		{"near3x4", near(3, 4)}, {"near12x12", near(12, 12)}, {"near24x24", near(24, 24)}, {"near30x30", near(30, 30)}, {"across31x32", across(31, 32)},
		{"dense32", dense(32)}, {"dense64", dense(64)}, {"dense128", dense(128)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Det(background, c.a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkKernel measures Reduce, and Reduce and Kernel together.
func BenchmarkKernel(b *testing.B) {
	for _, c := range []struct {
		name    string
		a       Matrix
		nullity int
	}{
		{"near11x11", near(11, 11), 21}, {"near32x32", near(32, 32), 63}, {"across32x32", across(32, 32), 32},
		{"near2x500", near(2, 500), 501}, {"dense64", singular(64), 1}, {"dense128", singular(128), 1},
	} {
		b.Run(c.name+"/primes", func(b *testing.B) {
			for b.Loop() {
				e, err := Reduce(background, c.a)
				if err != nil || e.Nullity() != c.nullity {
					b.Fatal(e.Nullity(), err)
				}
			}
		})
		b.Run(c.name+"/reduced", func(b *testing.B) {
			for b.Loop() {
				kernel(b, c.a)
			}
		})
	}
}

// BenchmarkCount measures how long it takes to count the boards with values from 0 to hi that have
// the same clues as one random board.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name string
		a    Matrix
		hi   int
	}{
		{"near5x5", near(5, 5), 9}, {"near8x8", near(8, 8), 9}, {"near2x8", near(2, 8), 9}, {"near11x11", near(11, 11), 9}, {"near32x32", near(32, 32), 9},
		{"across3x3", across(3, 3), 9}, {"across5x5", across(5, 5), 9}, {"across8x8", across(8, 8), 9}, {"across8x8to255", across(8, 8), 255}, {"near5x5to255", near(5, 5), 255},
	} {
		b.Run(c.name, func(b *testing.B) {
			var st native.Stats
			var n *big.Int
			for b.Loop() {
				s := drawn(c.a, 0, c.hi)
				st = native.Stats{Limit: native.Limit{Nodes: 1_000_000}}
				var err error
				if n, err = s.Count(background, &st); err == native.ErrLimit {
					b.Skip(err)
				} else if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			f, _ := new(big.Float).SetInt(n).Float64()
			b.ReportMetric(f, "solutions")
		})
	}
}

// drawn returns the system whose solutions are the boards with the same clues as one random board
// with values from lo to hi. The random board is always the same.
func drawn(a Matrix, lo, hi int) *System {
	rng := rand.New(rand.NewPCG(2, 2))
	x := make([]int, a.Cols())
	for j := range x {
		x[j] = lo + rng.IntN(hi-lo+1)
	}
	s := box(a, make([]int, len(a)), lo, hi)
	for i, row := range a {
		for j, v := range row {
			s.B[i] += v * x[j]
		}
	}
	return s
}
