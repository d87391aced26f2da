package margins

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"counterproof/native"
)

// all returns all h x w matrices, grouped by the printed form of their margins (see name) and
// sorted by their entries. The tests compare the results of the package with this list.
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

// name returns the margins p as a string.
func name(p *Problem) string { return fmt.Sprint(p.Rows, p.Cols) }

// pairs calls do for all combinations of h row sums and w column sums in certain ranges. The row
// sums run from -beyond to w+beyond, and the column sums from -beyond to h+beyond.
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

// listed returns all matrices that Search lists, sorted.
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

// count returns the result of p.Count as a string. The test fails if Count returns an error.
func count(tb testing.TB, p *Problem) string {
	tb.Helper()
	n, err := p.Count(context.Background(), new(native.Stats))
	if err != nil {
		tb.Fatal(err)
	}
	return n.String()
}

// TestAllMargins checks Search, Count, Test, Construct, Free and Chain for all margins of small
// sizes, against the list of all matrices of this size.
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
			t.Errorf("%dx%d: tried %d pairs of margins that have a matrix, want %d", h, w, solvable, len(oracle))
		}
	}
}

// TestPairs checks how many margins belong to at least one n x n matrix, and how many belong to
// exactly one (OEIS A048163), for n up to 4.
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

// TestPartialSums checks the numbers of a Test for the worked examples in the note on puzzles of 3
// April 2006. For the first example, the note gives the conjugate R* = (1,2,3). This is an error in
// the note, because the numbers of a conjugate never increase. Still, there is a matrix with the
// margins of the example.
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

// TestTrivialConditions checks the results of Test for margins that are out of range and for
// unequal totals.
func TestTrivialConditions(t *testing.T) {
	for _, c := range []struct {
		rows, cols []int
		row, col   int
		failing    int // k, or 0 if no partial sum fails
	}{
		{[]int{1, 2}, []int{1, 2}, -1, -1, 0},
		{[]int{1, 3}, []int{2, 2}, 1, -1, 2}, // R* = (2,1)
		{[]int{1, 1}, []int{0, 3}, -1, 1, 1},
		{[]int{-1, 1}, []int{0, 0}, 0, -1, 0},
		{[]int{1, 1}, []int{1, -1}, -1, 1, 0},
		{[]int{1, 1}, []int{1, 0}, -1, -1, 0}, // only the totals are unequal
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

// TestNoDeadEnds checks that Search has no dead ends: its number of nodes equals the number of
// different beginnings of answers. With the margins in this test, all entries are free and the
// search goes row by row.
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

// TestEmpty checks problems without rows or without columns. Search and Count must find exactly one
// matrix if all margins are 0, and no matrix otherwise.
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
			t.Errorf("%s: counted %s, listed %d, want %s", name(c.p), got, n, c.want)
		}
	}
}

// TestCancelled checks that Search and Count return the error of a context that is
// cancelled before or during the call. It also checks that Search ends without an error when yield
// returns false.
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
	// A context that is cancelled later ends a count that would take too long.
	ctx := &later{Context: context.Background(), left: 3}
	if _, err := p.Count(ctx, new(native.Stats)); err != context.Canceled {
		t.Errorf("Count: %v", err)
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

// later is a context that is cancelled after some calls of its method Err. The field left is the
// number of further calls before that.
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
