package margins

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// chiSquare fails the test if the draws are not distributed uniformly over the n answers. The
// statistic chi-square has n-1 degrees of freedom, so its mean is n-1 and its variance is 2(n-1).
// It must lie within 5 standard deviations of its mean. The seeds are fixed, so the results do not
// vary.
func chiSquare(t *testing.T, what string, answers []string, draws int, draw func() string) {
	t.Helper()
	got := map[string]int{}
	for _, a := range answers {
		got[a] = 0
	}
	for range draws {
		a := draw()
		if _, ok := got[a]; !ok {
			t.Fatalf("%s: drew %q, which is not among the answers", what, a)
		}
		got[a]++
	}
	want := float64(draws) / float64(len(answers))
	chi := 0.0
	for _, n := range got {
		chi += (float64(n) - want) * (float64(n) - want) / want
	}
	free := float64(len(answers) - 1)
	if d := chi - free; d*d > 25*2*free {
		t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom", what, chi, free)
	}
}

// TestBelow checks that below draws from each fifth of a range about equally often, for ranges of
// more than 64 bits.
func TestBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	for _, shift := range []uint{62, 70, 125, 126, 200} {
		var got [5]int
		for range 5000 {
			x := below(rng, new(big.Int).Lsh(big.NewInt(5), shift))
			got[x.Rsh(x, shift).Int64()]++
		}
		for _, n := range got {
			if n < 860 || n > 1140 { // 5 standard deviations of 28
				t.Errorf("5*2^%d: the fifths got %v draws, want about 1000 each", shift, got)
			}
		}
	}
}

// TestLonesumCount checks Lonesum.Count against the published poly-Bernoulli numbers of negative
// index (OEIS A099594; A048163 for square matrices).
func TestLonesumCount(t *testing.T) {
	for _, c := range []struct {
		h, w int
		want string
	}{
		{0, 0, "1"}, {0, 5, "1"}, {5, 0, "1"}, {1, 1, "2"}, {1, 2, "4"}, {1, 3, "8"}, {2, 2, "14"}, {2, 3, "46"}, {3, 2, "46"},
		{2, 4, "146"}, {3, 3, "230"}, {3, 4, "1066"}, {4, 3, "1066"}, {4, 4, "6902"}, {5, 5, "329462"},
	} {
		if got := NewLonesum(c.h, c.w).count.String(); got != c.want {
			t.Errorf("%dx%d: %s, want %s", c.h, c.w, got, c.want)
		}
	}
}

// TestLonesumIsUniform checks that a Lonesum draws uniformly from all matrices of its size that
// share their margins with no other matrix. Count must return the number of these matrices.
func TestLonesumIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for _, size := range [][2]int{{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 5}, {3, 3}, {4, 3}, {3, 4}} {
		h, w := size[0], size[1]
		var answers []string
		for _, same := range all(h, w) {
			if len(same) == 1 {
				answers = append(answers, same[0])
			}
		}
		l := NewLonesum(h, w)
		if got := l.count.Int64(); got != int64(len(answers)) {
			t.Errorf("%dx%d: %d, want %d", h, w, got, len(answers))
		}
		chiSquare(t, name(NewMatrix(h, w).Margins()), answers, 40*len(answers), func() string { return string(l.Draw(rng).Cells) })
	}
}

// TestLonesumOfLarge checks that 100x60 matrices drawn by a Lonesum have no chain.
func TestLonesumOfLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	l := NewLonesum(100, 60)
	for range 20 {
		m := l.Draw(rng)
		if chain, _ := m.Chain(); chain != nil || m.H != 100 || m.W != 60 {
			t.Fatalf("%dx%d with the chain %v", m.H, m.W, chain)
		}
	}
}
