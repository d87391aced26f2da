package linear

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"counterproof/native"

	"pgregory.net/rapid"
)

// listed returns the solutions that Search lists, sorted.
func listed(s *System) (all [][]int, err error) {
	err = s.Search(background, new(native.Stats), func(x []int) bool {
		all = append(all, slices.Clone(x))
		return true
	})
	slices.SortFunc(all, slices.Compare)
	return all, err
}

// boxed returns the solutions of s, sorted. It tests every point within the bounds.
func boxed(s *System) (all [][]int) {
	x := make([]int, len(s.Lo))
	var at func(i int)
	at = func(i int) {
		if i == len(x) {
			if solves(s.A, x, s.B) {
				all = append(all, slices.Clone(x))
			}
			return
		}
		for x[i] = s.Lo[i]; x[i] <= s.Hi[i]; x[i]++ {
			at(i + 1)
		}
	}
	at(0)
	return all
}

// TestSystemAgainstBruteForce checks that Search and Count find the same solutions as boxed on
// random systems.
func TestSystemAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(0, 4).Draw(t, "h"), rapid.IntRange(1, 6).Draw(t, "w")
		s := &System{A: drawMatrix(t, h, w), B: make([]int, h)}
		x := make([]int, w)
		for j := range w {
			lo := rapid.IntRange(-4, 4).Draw(t, "lo")
			hi := lo + rapid.IntRange(-1, 5).Draw(t, "width")
			if hi < lo && rapid.IntRange(0, 9).Draw(t, "none") > 0 {
				hi = lo
			}
			s.Lo, s.Hi = append(s.Lo, lo), append(s.Hi, hi)
			x[j] = lo + rapid.IntRange(0, max(hi-lo, 0)).Draw(t, "x")
		}
		for i, row := range s.A {
			for j, v := range row {
				s.B[i] += v * x[j]
			}
			if rapid.IntRange(0, 9).Draw(t, "contradict") == 0 {
				s.B[i] += rapid.IntRange(-3, 3).Draw(t, "by")
			}
		}
		want := boxed(s)
		got, err := listed(s)
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v = %v in %v..%v: %d solutions %v, %v; want %d %v", s.A, s.B, s.Lo, s.Hi, len(got), got, err, len(want), want)
		}
		n, err := s.Count(background, new(native.Stats))
		if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Errorf("%v = %v in %v..%v: counted %v, %v; want %d", s.A, s.B, s.Lo, s.Hi, n, err, len(want))
		}
	})
}

// tally counts the solutions of s by adding one unknown after the other. For each vector of
// left-hand sides, it keeps the number of ways to reach this vector. The system must have at most
// three equations.
func tally(s *System) *big.Int {
	sums := map[[3]int]*big.Int{{}: big.NewInt(1)}
	for j := range s.Lo {
		next := map[[3]int]*big.Int{}
		for at, ways := range sums {
			for x := s.Lo[j]; x <= s.Hi[j]; x++ {
				to := at
				for i, row := range s.A {
					to[i] += row[j] * x
				}
				if next[to] == nil {
					next[to] = new(big.Int)
				}
				next[to].Add(next[to], ways)
			}
		}
		sums = next
	}
	var want [3]int
	copy(want[:], s.B)
	if n := sums[want]; n != nil {
		return n
	}
	return new(big.Int)
}

// TestCountOfManyUnknowns checks Count against tally on random systems of four to ten unknowns,
// each with up to six values, and up to three equations. Some equations contain few unknowns, so
// that the system splits into parts and the same parts occur several times.
func TestCountOfManyUnknowns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 3).Draw(t, "h"), rapid.IntRange(4, 10).Draw(t, "w")
		s := &System{A: make(Matrix, h), B: make([]int, h)}
		for range w {
			lo := rapid.IntRange(-2, 2).Draw(t, "lo")
			s.Lo, s.Hi = append(s.Lo, lo), append(s.Hi, lo+rapid.IntRange(0, 5).Draw(t, "width"))
		}
		for i := range s.A {
			for j := range w {
				v := rapid.SampledFrom([]int{0, 0, 0, 1, 1, -1, -1, 2, -2, 3}).Draw(t, "weight")
				s.A[i] = append(s.A[i], v)
				s.B[i] += v * rapid.IntRange(s.Lo[j], s.Hi[j]).Draw(t, "x")
			}
		}
		want := tally(s)
		if n, err := s.Count(background, new(native.Stats)); err != nil || n.Cmp(want) != 0 {
			t.Errorf("%v = %v in %v..%v: counted %v, %v; want %v", s.A, s.B, s.Lo, s.Hi, n, err, want)
		}
		if want.Cmp(big.NewInt(2000)) < 0 {
			all, err := listed(s)
			twice := len(slices.CompactFunc(slices.Clone(all), slices.Equal)) < len(all)
			if err != nil || want.Cmp(big.NewInt(int64(len(all)))) != 0 || twice {
				t.Errorf("%v = %v in %v..%v: listed %d, %v, one of them twice: %v; want %v", s.A, s.B, s.Lo, s.Hi, len(all), err, twice, want)
			}
		}
	})
}

// TestRationalButNoInteger checks the number of integer solutions of systems that have rational
// solutions within the bounds. Only some of these systems have integer solutions.
func TestRationalButNoInteger(t *testing.T) {
	for _, c := range []struct {
		name string
		a    Matrix
		b    []int
		want int // in -9..9
	}{
		{"a half", Matrix{{2}}, []int{3}, 0}, // for bounds -9..9
		{"even sums", Matrix{{2, 4}}, []int{5}, 0},
		{"even sums from the other side", Matrix{{4, 2}}, []int{1}, 0},
		{"two and three", Matrix{{2, 3}}, []int{1}, 6}, // x = 2+3k, y = -1-2k: |y| <= 9 and |x| <= 9
		{"six, ten, fifteen", Matrix{{6, 10, 15}}, []int{1}, len(boxed(box(Matrix{{6, 10, 15}}, []int{1}, -9, 9)))},
		{"both odd", Matrix{{1, 1, 0}, {1, -1, 2}}, []int{0, 1}, 0}, // 2x + 2z = 1
		{"modulo three", Matrix{{1, 1, 3}, {1, -2, 0}}, []int{0, 1}, 0},
		{"two congruences", Matrix{{2, 0, 1, 1}, {0, 3, 1, -1}}, []int{1, 1}, len(boxed(box(Matrix{{2, 0, 1, 1}, {0, 3, 1, -1}}, []int{1, 1}, -9, 9)))},
	} {
		s := box(c.a, c.b, -9, 9)
		got, err := listed(s)
		n, err2 := s.Count(background, new(native.Stats))
		if err != nil || err2 != nil || len(got) != c.want || n.Int64() != int64(c.want) {
			t.Errorf("%s: listed %d, %v, counted %v, %v; want %d", c.name, len(got), err, n, err2, c.want)
		}
	}
}

// box returns the system a x = b in which all unknowns have the bounds lo and hi.
func box(a Matrix, b []int, lo, hi int) *System {
	return &System{A: a, B: b, Lo: slices.Repeat([]int{lo}, a.Cols()), Hi: slices.Repeat([]int{hi}, a.Cols())}
}

// TestCountWithoutListing checks that Count finds known numbers of solutions that are too large to
// list.
func TestCountWithoutListing(t *testing.T) {
	tables := box(Matrix{
		{1, 1, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 1, 1, 1},
		{1, 0, 0, 1, 0, 0, 1, 0, 0}, {0, 1, 0, 0, 1, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0, 0, 1},
	}, []int{50, 50, 50, 50, 50, 50}, 0, 50)
	chosen := box(Matrix{slices.Repeat([]int{1}, 60)}, []int{30}, 0, 1)
	pairs := make(Matrix, 40)
	for i := range pairs {
		pairs[i] = make([]int, 80)
		pairs[i][i], pairs[i][79-i] = 1, 1
	}
	for _, c := range []struct {
		name string
		s    *System
		want string
	}{
		// MacMahon: (r+1)(r+2)(r^2+3r+4)/8 at r = 50
		{"magic 3x3 of sum 50", tables, fmt.Sprint(51 * 52 * (2500 + 150 + 4) / 8)},
		{"30 of 60", chosen, new(big.Int).Binomial(60, 30).String()},
		{"40 pairs that sum to 9", box(pairs, slices.Repeat([]int{9}, 40), 0, 9), "1" + string(slices.Repeat([]byte("0"), 40))},
		{"no equation", &System{Lo: slices.Repeat([]int{1}, 30), Hi: slices.Repeat([]int{256}, 30)}, new(big.Int).Lsh(big.NewInt(1), 240).String()},
	} {
		n, err := c.s.Count(background, new(native.Stats))
		if err != nil || n.String() != c.want {
			t.Errorf("%s: %v, %v; want %s", c.name, n, err, c.want)
		}
	}
}

// TestSystemStops checks that Search and Count stop when the context is cancelled, when yield
// returns false and when the limit of nodes is reached.
func TestSystemStops(t *testing.T) {
	s := box(Matrix{{1, 1, 1, 1}}, []int{20}, 0, 9)
	ctx, cancel := context.WithCancel(background)
	n := 0
	err := s.Search(ctx, new(native.Stats), func([]int) bool { n++; cancel(); return true })
	if err != context.Canceled || n != 1 {
		t.Errorf("cancelled at the first solution: %d, %v", n, err)
	}
	if _, err := s.Count(ctx, new(native.Stats)); err != context.Canceled {
		t.Errorf("Count, cancelled: %v", err)
	}
	n = 0
	err = s.Search(background, new(native.Stats), func([]int) bool { n++; return false })
	if err != nil || n != 1 {
		t.Errorf("stopped at the first solution: %d, %v", n, err)
	}
	// A knapsack: the bounds do not show that it has no solution.
	hard := box(Matrix{{12223, 12224, 36674, 61119, 85569, 91237, 99991, 73331, 55511, 44417}}, []int{89643481}, 0, 255)
	st := &native.Stats{Limit: native.Limit{Nodes: 10_000}}
	if _, err := hard.Count(background, st); err != native.ErrLimit || st.Nodes != 10_001 {
		t.Errorf("limited: %v after %d nodes", err, st.Nodes)
	}
}

// TestLargeNumbers checks that Search and Count return ErrLarge if the numbers of the kernel are
// too large for 64 bits, such as several times 2^61. It also checks that large right-hand sides are
// allowed, and large solutions if the nullity is 0.
func TestLargeNumbers(t *testing.T) {
	s := box(Matrix{{1 << 61, 1<<61 - 1}}, []int{0}, -1<<62, 1<<62)
	if n, err := s.Count(background, new(native.Stats)); err != ErrLarge {
		t.Errorf("a kernel of 2^61: %v, %v", n, err)
	}
	if all, err := listed(s); err != ErrLarge {
		t.Errorf("a kernel of 2^61: %v, %v", all, err)
	}
	s = box(Matrix{{1 << 58, 1<<58 - 1}}, []int{0}, -1<<60, 1<<60)
	if n, err := s.Count(background, new(native.Stats)); err != ErrLarge {
		t.Errorf("a kernel of 2^58 nine times: %v, %v", n, err)
	}
	s = box(Matrix{{1 << 61, 1<<61 - 1}}, []int{0}, -1<<20, 1<<20)
	if all, err := listed(s); err != nil || len(all) != 1 || !slices.Equal(all[0], []int{0, 0}) {
		t.Errorf("the origin alone: %v, %v", all, err)
	}
	s = box(Matrix{{1, 1}}, []int{1 << 62}, 0, 9)
	if all, err := listed(s); err != nil || len(all) != 0 {
		t.Errorf("a sum out of reach: %v, %v", all, err)
	}
	s = box(Matrix{{1, 1}, {1, -1}}, []int{1 << 62, 0}, 0, 1<<62)
	if all, err := listed(s); err != nil || len(all) != 1 || !slices.Equal(all[0], []int{1 << 61, 1 << 61}) {
		t.Errorf("nullity 0: %v, %v", all, err)
	}
}

// TestFullMemo checks that Count and Search find as many solutions as boxed, both with a memo of at
// most one byte and with the default limit.
func TestFullMemo(t *testing.T) {
	s := box(Matrix{{1, 1, 1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8}}, []int{12, 50}, 0, 3)
	want := len(boxed(s))
	for _, memo := range []int64{0, 1} {
		s := &System{A: s.A, B: s.B, Lo: s.Lo, Hi: s.Hi, memo: memo}
		n, err := s.Count(background, new(native.Stats))
		all, err2 := listed(s)
		if err != nil || err2 != nil || n.Int64() != int64(want) || len(all) != want {
			t.Errorf("%d bytes: counted %v, %v, listed %d, %v; want %d", memo, n, err, len(all), err2, want)
		}
	}
}

// TestPartsAlike checks that Count does not confuse two parts with different rows in its memo.
// After tightening, x + 2y in 4..6 and x + 3y in 4..9 agree in everything else that goes into the
// key. Their variables have the same ranges, and their bounds have the same distances from their
// smallest and largest values.
func TestPartsAlike(t *testing.T) {
	s := &System{
		A:  Matrix{{1, 1, 2, 0, 0, 0}, {0, 0, 0, 1, 1, 3}},
		B:  []int{10, 10},
		Lo: []int{4, 0, 0, 1, 0, 0}, Hi: []int{6, 5, 5, 6, 5, 5},
	}
	if n, err := s.Count(background, new(native.Stats)); err != nil || n.Cmp(tally(s)) != 0 {
		t.Errorf("%v, %v; want %v", n, err, tally(s))
	}
}

// TestNoVainSearch checks Search on a system of two independent parts. The first eight unknowns
// have millions of solutions. The others form a subset sum that has no solution, although the
// bounds do not show this. Search must find this out only once, not again for each solution of the
// first part.
func TestNoVainSearch(t *testing.T) {
	s := box(Matrix{
		{1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 12223, 12224, 36674, 61119, 85569, 91237, 99991, 73331, 55511, 44417},
	}, []int{36, 300000}, 0, 9)
	for j := 8; j < 18; j++ {
		s.Hi[j] = 1
	}
	for sum := range 1 << 10 {
		total := 0
		for j := range 10 {
			total += (sum >> j & 1) * s.A[1][8+j]
		}
		if total == s.B[1] {
			t.Fatal("the subset sum has a solution")
		}
	}
	n := 0
	if err := s.Search(background, &native.Stats{Limit: native.Limit{Nodes: 5000}}, func([]int) bool { n++; return true }); err != nil || n > 0 {
		t.Errorf("%d solutions, %v", n, err)
	}
}

// TestMemoPaysOff checks that Count with its memo takes at most 10,000 nodes to count the choices
// of 30 out of 60 unknowns. Without the memo it would take 10^17 nodes.
func TestMemoPaysOff(t *testing.T) {
	s := box(Matrix{slices.Repeat([]int{1}, 60)}, []int{30}, 0, 1)
	var st native.Stats
	if _, err := s.Count(background, &st); err != nil || st.Nodes > 10_000 {
		t.Errorf("%d nodes, %v", st.Nodes, err)
	}
}
