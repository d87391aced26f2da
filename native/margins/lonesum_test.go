package margins

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// chiSquare fails if the draws are not uniform over the answers: chi-square with
// n-1 degrees of freedom, whose mean is n-1 and whose variance 2(n-1), must lie
// within 5 standard deviations. The seeds are fixed, so the tests do not
// flicker.
func chiSquare(t *testing.T, what string, answers []string, draws int, draw func() string) {
	t.Helper()
	got := map[string]int{}
	for _, a := range answers {
		got[a] = 0
	}
	for range draws {
		a := draw()
		if _, ok := got[a]; !ok {
			t.Fatalf("%s: drew %q, which is no answer", what, a)
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

// TestBelow: numbers of more than a word, each fifth alike.
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
				t.Errorf("5*2^%d: %v of each fifth, want about 1000", shift, got)
			}
		}
	}
}

// TestLonesumCount: the poly-Bernoulli numbers of negative index (A099594), by
// rows as published, squares A048163.
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

// TestLonesumIsUniform also counts: the answers are the matrices that are alone
// with their margins in the list of all.
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
