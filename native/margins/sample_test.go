package margins

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"counterproof/native"
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

// TestSamplerIsUniform checks that a Sampler draws uniformly from all matrices with the given
// margins, counts them correctly, and holds no state that leads to no matrix.
func TestSamplerIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, p := range []*Problem{
		{Rows: []int{2, 1, 1, 3, 2}, Cols: []int{1, 2, 1, 1, 3, 1}},
		{Rows: []int{2, 2, 2, 2}, Cols: []int{2, 2, 2, 2}},
		{Rows: []int{3, 1, 2}, Cols: []int{1, 1, 1, 1, 1, 1}}, // turned
		{Rows: []int{1, 1, 1, 1, 1, 1}, Cols: []int{3, 1, 2}},
		{Rows: []int{6, 1, 1, 5, 5}, Cols: []int{3, 4, 4, 3, 2, 2}}, // fixed entries
		{Rows: []int{3, 3, 1, 1}, Cols: []int{3, 3, 1, 1}},          // two blocks
		{Rows: []int{2, 1, 3}, Cols: []int{1, 2, 3}},                // one matrix
	} {
		s, err := p.NewSampler(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		answers := listed(t, p)
		if got := s.Count(); got.Cmp(big.NewInt(int64(len(answers)))) != 0 {
			t.Errorf("%s: the sampler counts %v, want %d", name(p), got, len(answers))
		}
		for _, table := range s.tables {
			for i, r := range table.rungs {
				for j := range r.count {
					if r.count[j].Sign() == 0 {
						t.Errorf("%s: state %d in front of line %d leads nowhere", name(p), j, i)
					}
				}
			}
		}
		chiSquare(t, name(p), answers, 40*len(answers), func() string { return string(s.Draw(rng).Cells) })
	}
}

// TestSamplerOfLarge checks samplers whose counts or binomials take more than 64 bits.
// Sampler.Count must agree with Problem.Count, and the corner must be 1 in about the expected share
// of the draws.
func TestSamplerOfLarge(t *testing.T) {
	ones := make([]int, 100)
	for i := range ones {
		ones[i] = 1
	}
	rng := rand.New(rand.NewPCG(6, 0))
	for _, p := range []*Problem{regular(12, 6), {Rows: []int{30, 30, 40}, Cols: ones}} {
		s, err := p.NewSampler(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Count().String(); got != count(t, p) {
			t.Errorf("%s: the sampler counts %s, Count %s", name(p), got, count(t, p))
		}
		ones := 0 // draws with a 1 in the corner, whose expected share is Rows[0]/w
		for range 2000 {
			m := s.Draw(rng)
			if name(m.Margins()) != name(p) {
				t.Fatalf("%s: drew %v", name(p), m)
			}
			ones += int(m.At(0, 0))
		}
		if want := 2000 * p.Rows[0] / len(p.Cols); ones < want-110 || ones > want+110 {
			t.Errorf("%s: the corner is 1 in %d of 2000 draws, want about %d", name(p), ones, want)
		}
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

// TestSamplerOfNone checks that NewSampler returns ErrNone for margins that no matrix has.
func TestSamplerOfNone(t *testing.T) {
	p := &Problem{Rows: []int{3, 2, 0}, Cols: []int{1, 3, 1}}
	if _, err := p.NewSampler(context.Background(), new(native.Stats)); err != ErrNone {
		t.Errorf("got %v, want %v", err, ErrNone)
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
