package margins

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// TestRegular checks the number of n x n matrices whose margins all equal k. With k = 1 they are
// the permutation matrices. The counts for k = 2 are from OEIS A001499, for k = 3 from A001501, for
// k = 5 from A075754, and for k = n/2 from A058527. See countOf20 for the count of 20x20 with k =
// 5.
func TestRegular(t *testing.T) {
	for _, c := range []struct {
		k    int
		n    int
		want string
	}{
		{1, 1, "1"}, {1, 2, "2"}, {1, 3, "6"}, {1, 4, "24"}, {1, 5, "120"}, {1, 6, "720"}, {1, 7, "5040"}, {1, 8, "40320"},
		{2, 1, "0"}, {2, 2, "1"}, {2, 3, "6"}, {2, 4, "90"}, {2, 5, "2040"}, {2, 6, "67950"}, {2, 7, "3110940"}, {2, 8, "187530840"},
		{3, 6, "297200"}, {4, 8, "116963796250"}, {5, 10, "6736218287430460752"}, {6, 12, "64051375889927380035549804336"},
		{3, 15, "65662040698002721810659005184000"}, {5, 14, "96986285294151066094112970262797953280"}, {5, 20, countOf20},
	} {
		p := regular(c.n, c.k)
		if got := count(t, p); got != c.want {
			t.Errorf("%dx%d with margins %d: %s, want %s", c.n, c.n, c.k, got, c.want)
		}
		if len(c.want) < 6 {
			if got := len(listed(t, p)); fmt.Sprint(got) != c.want {
				t.Errorf("%dx%d with margins %d: listed %d, want %s", c.n, c.n, c.k, got, c.want)
			}
		}
	}
}

// countOf20 and countOf30 are the numbers of 20x20 and 30x30 matrices whose margins all equal 5. A
// table in OEIS A075754 has counts up to 61x61, but the copy that was available ends at 14x14. So a
// script computed the two counts. The counts are the coefficients of the product of all (x_i)^5 in
// e_5^n, from the expansion in power sums (the inner product of e_5^n and h_5^n; Stanley,
// Enumerative Combinatorics 2, 7.4). The script also gives the published counts of 8x8 with margins
// 4, and of 10x10 and 14x14 with margins 5.
const (
	countOf20 = "114947069528377495590566828132098709283275367438046580548620812492673024"
	countOf30 = "228526884817496790457444475666651001071622629593533348037753918731360153364248858533227906138588872608012553802484902259477005067550720"
)

// cubic returns the number of n x n matrices whose margins all equal 3, by the formula in OEIS
// A001501: the sum over a+b <= n of (-1)^b 2^a 3^b (3n-3a-2b)! n!^2 / (a! b! (n-a-b)!^2
// 6^(2n-a-b)).
func cubic(n int) *big.Int {
	factorial := func(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
	power := func(x, n int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil) }
	product := func(all ...*big.Int) *big.Int {
		z := big.NewInt(1)
		for _, x := range all {
			z.Mul(z, x)
		}
		return z
	}
	sum := new(big.Rat)
	for a := range n + 1 {
		for b := range n - a + 1 {
			c := n - a - b
			above := product(power(2, a), power(-3, b), factorial(3*n-3*a-2*b), factorial(n), factorial(n))
			below := product(factorial(a), factorial(b), factorial(c), factorial(c), power(6, n+c))
			sum.Add(sum, new(big.Rat).SetFrac(above, below))
		}
	}
	return sum.Num()
}

// TestCubic checks the formula in cubic against the numbers in OEIS A001501, and Count against
// cubic for larger n.
func TestCubic(t *testing.T) {
	for n, want := range []string{"1", "0", "0", "1", "24", "2040", "297200", "68938800", "24046189440"} {
		if got := cubic(n).String(); got != want {
			t.Errorf("the formula gives %s for n = %d, want %s", got, n, want)
		}
	}
	for _, n := range []int{3, 10, 25, 40} {
		if got, want := count(t, regular(n, 3)), cubic(n).String(); got != want {
			t.Errorf("%dx%d with margins 3: %s, want %s", n, n, got, want)
		}
	}
}

// regular returns the problem of n x n matrices whose margins all equal k.
func regular(n, k int) *Problem {
	p := &Problem{}
	for range n {
		p.Rows, p.Cols = append(p.Rows, k), append(p.Cols, k)
	}
	return p
}

// TestMarginsOfOne checks the number of matrices with two or three rows and one 1 in each of 200
// columns, and the same with rows and columns exchanged. The number is a multinomial coefficient,
// which needs large binomials. Count must choose the few large sums as lines.
func TestMarginsOfOne(t *testing.T) {
	ones := make([]int, 200)
	for i := range ones {
		ones[i] = 1
	}
	want := new(big.Int).Binomial(200, 70)
	for _, p := range []*Problem{{Rows: []int{70, 130}, Cols: ones}, {Rows: ones, Cols: []int{130, 70}}} {
		var st native.Stats
		got, err := p.Count(context.Background(), &st)
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%dx%d: %s, %v, want C(200,70) = %s", len(p.Rows), len(p.Cols), got, err, want)
		}
		// If the two large sums are the lines, each line takes one move. With the other choice,
		// there are thousands of moves.
		if st.Updates != 2 {
			t.Errorf("%dx%d: %d moves, want 2", len(p.Rows), len(p.Cols), st.Updates)
		}
	}
	want.Mul(want, new(big.Int).Binomial(130, 1))
	p := &Problem{Rows: []int{1, 129, 70}, Cols: ones}
	if got := count(t, p); got != want.String() {
		t.Errorf("3x200: %s, want 200!/(1! 129! 70!) = %s", got, want)
	}
}

// TestBinomials checks that there are C(n,n/2) matrices with two rows of sums n/2 and n-n/2 and one
// 1 in each of n columns, for n = 64..70 (n/2 rounded down). C(67,33) is the last of these numbers
// that fits into 64 bits, and C(68,34) = 28453041475240576740 does not fit.
func TestBinomials(t *testing.T) {
	for n := 64; n <= 70; n++ {
		p := &Problem{Rows: []int{n / 2, n - n/2}, Cols: slices.Repeat([]int{1}, n)}
		if got, want := count(t, p), new(big.Int).Binomial(int64(n), int64(n/2)).String(); got != want {
			t.Errorf("2x%d: %s, want C(%d,%d) = %s", n, got, n, n/2, want)
		}
	}
}

// TestTwoKinds checks the number of 3 x 600 matrices in which 300 columns have one 1 and 300
// columns have one 0. For each distribution of these 300 zeros over the three rows, the number is a
// product of two multinomial coefficients. The numbers in the states exceed 127, so that their keys
// take more than one byte each.
func TestTwoKinds(t *testing.T) {
	const n = 300
	rows := []int{260, 320, 320}
	factorial := []*big.Int{big.NewInt(1)}
	for i := 1; i <= n; i++ {
		factorial = append(factorial, new(big.Int).Mul(factorial[i-1], big.NewInt(int64(i))))
	}
	want := new(big.Int)
	for i := range n + 1 {
		for j := range n + 1 - i {
			parts := []int{i, j, n - i - j, rows[0] - (n - i), rows[1] - (n - j), rows[2] - (i + j)}
			if slices.Min(parts) < 0 {
				continue
			}
			ways, below := new(big.Int).Mul(factorial[n], factorial[n]), big.NewInt(1)
			for _, x := range parts {
				below.Mul(below, factorial[x])
			}
			want.Add(want, ways.Quo(ways, below))
		}
	}
	if got := count(t, &Problem{Rows: rows, Cols: slices.Repeat([]int{1, 2}, n)}); got != want.String() {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTransposed checks that exchanging the row sums and the column sums does not change the count.
func TestTransposed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 300 {
		m := random(rng, 1+rng.IntN(6), 1+rng.IntN(9))
		p := m.Margins()
		a, b := count(t, p), count(t, &Problem{Rows: p.Cols, Cols: p.Rows})
		if a != b {
			t.Errorf("%s: %s matrices, transposed %s", name(p), a, b)
		}
	}
}

func random(rng *rand.Rand, h, w int) *Matrix {
	m := NewMatrix(h, w)
	for i := range m.Cells {
		m.Cells[i] = byte(rng.IntN(2))
	}
	return m
}

// TestLimit checks that Count returns ErrLimit when it exceeds Problem.Limit, and that a count below
// the limit succeeds.
func TestLimit(t *testing.T) {
	p := regular(60, 30)
	p.Limit = 100_000
	var st native.Stats
	if _, err := p.Count(context.Background(), &st); err != ErrLimit || st.Updates > 100_000/30 {
		t.Errorf("Count: %v after %d moves, want %v", err, st.Updates, ErrLimit)
	}
	p = regular(8, 4)
	p.Limit = 10_000
	if got := count(t, p); got != "116963796250" {
		t.Errorf("below the limit: %s", got)
	}
}

// TestMemory checks that Problem.Memory limits the states of two lines at a time in Count.
func TestMemory(t *testing.T) {
	p := regular(60, 30)
	p.Memory = 1 << 20
	if _, err := p.Count(context.Background(), new(native.Stats)); err != ErrMemory {
		t.Errorf("Count: %v, want %v", err, ErrMemory)
	}
	// 20x20 with margins 5 has 10,287 states of five numbers and a count, each of at least 100 bytes. The
	// states of all lines take more than a megabyte, and the states of two lines take less.
	p = regular(20, 5)
	p.Memory = 1 << 20
	if got := count(t, p); got != countOf20 {
		t.Errorf("below the limit: %s", got)
	}
	if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { return false }); err != nil {
		t.Errorf("Search: %v", err)
	}
}
