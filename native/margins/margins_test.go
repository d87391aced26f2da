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

// all lists the matrices of every pair of margins of h x w, by the margins
// printed, in the order of the cells: the oracle of these tests.
func all(h, w int) map[string][]string {
	by := map[string][]string{}
	m := NewMatrix(h, w)
	for x := range 1 << (h * w) {
		for i := range m.Cells {
			m.Cells[i] = byte(x >> (h*w - 1 - i) & 1)
		}
		key := name(m.Margins())
		by[key] = append(by[key], string(m.Cells))
	}
	return by
}

func name(p *Problem) string { return fmt.Sprint(p.Rows, p.Cols) }

// pairs calls do for all row sums 0..w and column sums 0..h and a few beyond.
func pairs(h, w, beyond int, do func(p *Problem)) {
	sums := make([]int, h+w)
	for i := range sums {
		sums[i] = -beyond
	}
	for {
		do(&Problem{Rows: sums[:h], Cols: sums[h:]})
		i := len(sums) - 1
		for ; i >= 0; i-- {
			top := h + beyond
			if i < h {
				top = w + beyond
			}
			if sums[i]++; sums[i] <= top {
				break
			}
			sums[i] = -beyond
		}
		if i < 0 {
			return
		}
	}
}

func listed(tb testing.TB, p *Problem) []string {
	tb.Helper()
	var got []string
	err := p.Search(context.Background(), new(native.Stats), func(cells []byte) bool {
		got = append(got, string(cells))
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	slices.Sort(got)
	return got
}

func count(tb testing.TB, p *Problem) string {
	tb.Helper()
	n, err := p.Count(context.Background(), new(native.Stats))
	if err != nil {
		tb.Fatal(err)
	}
	return n.String()
}

// TestAllMargins holds every method against the list of all matrices of the
// size.
func TestAllMargins(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 5}, {5, 1}, {2, 3}, {3, 2}, {3, 3}, {2, 4}, {4, 2}, {3, 4}, {4, 3}} {
		h, w := size[0], size[1]
		oracle := all(h, w)
		beyond := 0
		if h+w <= 5 {
			beyond = 1
		}
		solvable := 0
		pairs(h, w, beyond, func(p *Problem) {
			want := oracle[name(p)]
			if len(want) > 0 {
				solvable++
			}
			if got := listed(t, p); !slices.Equal(got, want) {
				t.Fatalf("%s: Search lists %q, want %q", name(p), got, want)
			}
			if got := count(t, p); got != fmt.Sprint(len(want)) {
				t.Fatalf("%s: Count is %s, want %d", name(p), got, len(want))
			}
			if got := p.Test().Solvable(); got != (len(want) > 0) {
				t.Fatalf("%s: Solvable is %v, want %d matrices", name(p), got, len(want))
			}
			m := p.Construct()
			if m == nil != (len(want) == 0) || m != nil && !slices.Contains(want, string(m.Cells)) {
				t.Fatalf("%s: Construct gives %v, want one of %q", name(p), m, want)
			}
			if m != nil {
				checkFree(t, m, want)
				checkChain(t, m, want)
			}
		})
		if solvable != len(oracle) {
			t.Errorf("%dx%d: %d pairs of margins with a matrix were tried, want %d", h, w, solvable, len(oracle))
		}
	}
}

func checkFree(t *testing.T, m *Matrix, all []string) {
	free := m.Free()
	for i := range m.Cells {
		differs := slices.ContainsFunc(all, func(other string) bool { return other[i] != m.Cells[i] })
		if free[i] != differs {
			t.Fatalf("%v: entry %d is free: %v, but of %q", m, i, free[i], all)
		}
	}
}

// checkChain tries Chain on every one of all, which are the matrices with the
// margins of m.
func checkChain(t *testing.T, m *Matrix, all []string) {
	for _, cells := range all {
		a := &Matrix{m.H, m.W, []byte(cells)}
		chain, nested := a.Chain()
		if (chain == nil) != (len(all) == 1) || (chain == nil) == (nested == nil) {
			t.Fatalf("%v: chain %v, nested rows %v, but there are %d matrices", a, chain, nested, len(all))
		}
		if chain == nil {
			if len(nested) != m.H || !subsets(a, nested) {
				t.Fatalf("%v: the rows %v are not nested", a, nested)
			}
			continue
		}
		b, err := a.Swap(chain)
		if err != nil || len(chain) != 4 || string(a.Cells) != cells || string(b.Cells) == cells || !slices.Contains(all, string(b.Cells)) {
			t.Fatalf("%v: chain %v gives %v, %v", a, chain, b, err)
		}
	}
}

func subsets(m *Matrix, order []int) bool {
	for i := 1; i < len(order); i++ {
		for c := range m.W {
			if m.At(order[i-1], c) > m.At(order[i], c) {
				return false
			}
		}
	}
	return true
}

// TestPairs: the numbers of pairs of margins of n x n that some matrix has, and
// of those that only one has (A048163).
func TestPairs(t *testing.T) {
	for n := 1; n <= 4; n++ {
		solvable, unique := 0, 0
		pairs(n, n, 0, func(p *Problem) {
			if !p.Test().Solvable() {
				return
			}
			solvable++
			if chain, _ := p.Construct().Chain(); chain == nil {
				unique++
			}
		})
		if want := []int{2, 15, 328, 16145}[n-1]; solvable != want {
			t.Errorf("%d x %d: %d pairs have a matrix, want %d", n, n, solvable, want)
		}
		if want := []int{2, 14, 230, 6902}[n-1]; unique != want {
			t.Errorf("%d x %d: %d pairs have one matrix, want %d (A048163)", n, n, unique, want)
		}
	}
}

// The last example of the note on puzzles of 3 April 2006: R = (2,1,1,3,2),
// C = (1,2,1,1,3,1) and a chain that is not the shortest one, drawn in the matrix from (1,1) over (3,1), (3,5),
// (5,5), (5,6), (2,6), (2,3), (1,3), with the second matrix that it gives.
func TestChainOfTheSource(t *testing.T) {
	a := &Matrix{5, 6, cells("100010 001000 000010 010110 010001")}
	p := &Problem{Rows: []int{2, 1, 1, 3, 2}, Cols: []int{1, 2, 1, 1, 3, 1}}
	if name(a.Margins()) != name(p) {
		t.Fatalf("margins %s, want %s", name(a.Margins()), name(p))
	}
	chain := []Cell{{0, 0}, {2, 0}, {2, 4}, {4, 4}, {4, 5}, {1, 5}, {1, 2}, {0, 2}}
	b, err := a.Swap(chain)
	if err != nil {
		t.Fatal(err)
	}
	if want := cells("001010 000001 100000 010110 010010"); !slices.Equal(b.Cells, want) {
		t.Errorf("the chain gives %v, want %v", b.Cells, want)
	}
	if got := len(listed(t, p)); got != 656 {
		t.Errorf("%d matrices are listed, want 656", got)
	}
	if got := count(t, p); got != "656" {
		t.Errorf("%s matrices are counted, want 656", got)
	}
}

func cells(text string) []byte {
	var out []byte
	for _, x := range text {
		if x != ' ' {
			out = append(out, byte(x-'0'))
		}
	}
	return out
}

func TestCheckChain(t *testing.T) {
	m := &Matrix{3, 3, cells("100 010 001")}
	for _, c := range []struct {
		name  string
		chain []Cell
		want  string
	}{
		{"a chain", []Cell{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, ""},
		{"through all rows", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {0, 2}}, ""},
		{"empty", nil, "0 cells: want an even number from 4"},
		{"two cells", []Cell{{0, 0}, {1, 0}}, "2 cells: want an even number from 4"},
		{"odd", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, "5 cells: want an even number from 4"},
		{"starts at a zero", []Cell{{0, 1}, {0, 0}, {1, 0}, {1, 1}}, "cell 1: want an entry 1, got 0"},
		{"rows first", []Cell{{0, 0}, {0, 1}, {1, 1}, {1, 0}}, "cell 2 is not in the column of the one before"},
		{"a bishop's move", []Cell{{0, 0}, {1, 0}, {2, 2}, {0, 2}}, "cell 3 is not in the row of the one before"},
		{"open", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}}, "the last cell is not in the row of the first"},
		{"back again", []Cell{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {2, 0}}, "cell 5 is cell 1 again"},
		{"out of the matrix", []Cell{{0, 0}, {3, 0}, {3, 1}, {0, 1}}, "cell 2: no row 4, column 1 in 3x3"},
	} {
		got := ""
		if err := m.CheckChain(c.chain); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPartialSums are the worked examples of the same note. Of the first it says
// R* = (1,2,3): that is no conjugate, which never grows. The matrix is solvable
// all the same.
func TestPartialSums(t *testing.T) {
	for _, c := range []struct {
		rows, cols, sorted, conjugate []int
		partial                       []Partial
		solvable                      bool
	}{
		{[]int{2, 1, 3}, []int{1, 2, 3}, []int{3, 2, 1}, []int{3, 2, 1}, []Partial{{1, 3, 3}, {2, 5, 5}, {3, 6, 6}}, true},
		{[]int{3, 2, 0}, []int{1, 3, 1}, []int{3, 1, 1}, []int{2, 2, 1}, []Partial{{1, 3, 2}, {2, 4, 4}, {3, 5, 5}}, false},
		{[]int{2, 2, 1}, []int{1, 3, 1}, []int{3, 1, 1}, []int{3, 2, 0}, []Partial{{1, 3, 3}, {2, 4, 5}, {3, 5, 5}}, true},
	} {
		p := &Problem{Rows: c.rows, Cols: c.cols}
		got := p.Test()
		if !slices.Equal(got.Sorted, c.sorted) || !slices.Equal(got.Conjugate, c.conjugate) || !slices.Equal(got.Partial, c.partial) || got.Solvable() != c.solvable {
			t.Errorf("%s: got %+v, want %+v", name(p), got, c)
		}
	}
}

func TestTrivialConditions(t *testing.T) {
	for _, c := range []struct {
		rows, cols []int
		row, col   int
		failing    int // k; 0: none
	}{
		{[]int{1, 2}, []int{1, 2}, -1, -1, 0},
		{[]int{1, 3}, []int{2, 2}, 1, -1, 2}, // R* = (2,1)
		{[]int{1, 1}, []int{0, 3}, -1, 1, 1},
		{[]int{-1, 1}, []int{0, 0}, 0, -1, 0},
		{[]int{1, 1}, []int{1, -1}, -1, 1, 0},
		{[]int{1, 1}, []int{1, 0}, -1, -1, 0}, // unequal totals alone
		{[]int{1, 1}, []int{2, 1}, -1, -1, 2}, // R* = (2,0)
	} {
		p := &Problem{Rows: c.rows, Cols: c.cols}
		test := p.Test()
		failing := 0
		if f := test.Failing(); f != nil {
			failing = f.K
		}
		if test.BadRow != c.row || test.BadCol != c.col || failing != c.failing {
			t.Errorf("%s: bad row %d, bad column %d, failing %d, want %d, %d, %d", name(p), test.BadRow, test.BadCol, failing, c.row, c.col, c.failing)
		}
	}
}

// TestRegular: matrices of n x n with all margins k. Margins 1 are the
// permutations, 2 is A001499, n/2 is A058527.
func TestRegular(t *testing.T) {
	for _, c := range []struct {
		k    int
		n    int
		want string
	}{
		{1, 1, "1"}, {1, 2, "2"}, {1, 3, "6"}, {1, 4, "24"}, {1, 5, "120"}, {1, 6, "720"}, {1, 7, "5040"}, {1, 8, "40320"},
		{2, 1, "0"}, {2, 2, "1"}, {2, 3, "6"}, {2, 4, "90"}, {2, 5, "2040"}, {2, 6, "67950"}, {2, 7, "3110940"}, {2, 8, "187530840"},
		{3, 6, "297200"}, {4, 8, "116963796250"}, {5, 10, "6736218287430460752"},
	} {
		p := regular(c.n, c.k)
		if got := count(t, p); got != c.want {
			t.Errorf("%dx%d with margins %d: %s, want %s", c.n, c.n, c.k, got, c.want)
		}
		if len(c.want) < 6 {
			if got := len(listed(t, p)); fmt.Sprint(got) != c.want {
				t.Errorf("%dx%d with margins %d: %d are listed, want %s", c.n, c.n, c.k, got, c.want)
			}
		}
	}
}

func regular(n, k int) *Problem {
	p := &Problem{}
	for range n {
		p.Rows, p.Cols = append(p.Rows, k), append(p.Cols, k)
	}
	return p
}

// TestMarginsOfOne: all columns 1 is a multinomial coefficient, and tall and wide
// matrices go through the large binomials.
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
		// Along the two sums there is one move each, across them thousands.
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

// TestTwoKinds: 3 x 600, half of the columns with one 1 and half with one 0. If
// i, j and k of the zeros are in the rows, the ways are a product of two
// multinomial coefficients. The states have two numbers beyond 127.
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

// TestNoDeadEnds: a search enters exactly the beginnings of answers. Of these
// margins all entries are free, and their lines are the rows.
func TestNoDeadEnds(t *testing.T) {
	for _, p := range []*Problem{regular(4, 2), regular(5, 2), {Rows: []int{2, 1, 1, 3, 2, 1}, Cols: []int{2, 3, 2, 1, 2}}} {
		var st native.Stats
		beginnings := map[string]bool{}
		err := p.Search(context.Background(), &st, func(cells []byte) bool {
			for n := range cells {
				beginnings[string(cells[:n])] = true
			}
			return true
		})
		if err != nil || slices.Contains(p.Construct().Free(), false) {
			t.Fatal(err, p.Construct().Free())
		}
		if st.Nodes != int64(len(beginnings)) {
			t.Errorf("%s: %d nodes, want %d", name(p), st.Nodes, len(beginnings))
		}
	}
}

// TestTransposed: a matrix and its transpose are counted alike, though the lines
// of the one are the columns of the other.
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

// TestEmpty: a matrix without rows or columns is one matrix.
func TestEmpty(t *testing.T) {
	for _, c := range []struct {
		p    *Problem
		want string
	}{
		{&Problem{}, "1"},
		{&Problem{Rows: []int{0, 0}}, "1"},
		{&Problem{Cols: []int{0, 0}}, "1"},
		{&Problem{Cols: []int{0, 1}}, "0"},
		{&Problem{Rows: []int{1}}, "0"},
	} {
		if got, n := count(t, c.p), len(listed(t, c.p)); got != c.want || fmt.Sprint(n) != c.want {
			t.Errorf("%s: %s counted, %d listed, want %s", name(c.p), got, n, c.want)
		}
	}
}

func TestCancelled(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	p := regular(60, 30)
	if err := p.Search(over, new(native.Stats), func([]byte) bool { t.Error("an answer"); return true }); err != context.Canceled {
		t.Errorf("Search: %v", err)
	}
	if _, err := p.Count(over, new(native.Stats)); err != context.Canceled {
		t.Errorf("Count: %v", err)
	}
	if _, err := p.NewSampler(over, new(native.Stats)); err != context.Canceled {
		t.Errorf("NewSampler: %v", err)
	}
	// From inside: what is beyond reach ends soon after.
	ctx := &later{Context: context.Background(), left: 3}
	if _, err := p.Count(ctx, new(native.Stats)); err != context.Canceled {
		t.Errorf("Count: %v", err)
	}
	ctx.left = 3
	if _, err := p.NewSampler(ctx, new(native.Stats)); err != context.Canceled {
		t.Errorf("NewSampler: %v", err)
	}
	ctx, answers := &later{Context: context.Background(), left: 10}, 0
	if err := p.Search(ctx, new(native.Stats), func([]byte) bool { answers++; return true }); err != context.Canceled {
		t.Errorf("Search: %v after %d answers", err, answers)
	}
	answers = 0
	if err := p.Search(context.Background(), new(native.Stats), func([]byte) bool { answers++; return false }); err != nil || answers != 1 {
		t.Errorf("stopped by yield: %v after %d answers", err, answers)
	}
}

// later is cancelled when it was asked a few times.
type later struct {
	context.Context
	left int
}

func (l *later) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestLimit(t *testing.T) {
	p := regular(60, 30)
	p.Limit = 100_000
	var st native.Stats
	if _, err := p.Count(context.Background(), &st); err != ErrLimit || st.Updates > 100_000/30 {
		t.Errorf("Count: %v after %d moves, want %v", err, st.Updates, ErrLimit)
	}
	if _, err := p.NewSampler(context.Background(), new(native.Stats)); err != ErrLimit {
		t.Errorf("NewSampler: %v, want %v", err, ErrLimit)
	}
	p = regular(8, 4)
	p.Limit = 10_000
	if got := count(t, p); got != "116963796250" {
		t.Errorf("below the limit: %s", got)
	}
}
