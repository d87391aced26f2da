package line

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/native"
	"pgregory.net/rapid"
)

var background = context.Background()

// runsOfGrid are the runs of all rows and columns.
func runsOfGrid(h, w int, cells []byte) *Problem {
	p := &Problem{Rows: make([][]int, h), Cols: make([][]int, w)}
	for r := range h {
		p.Rows[r] = runsOf(cells[r*w : r*w+w])
	}
	for c := range w {
		column := make([]byte, h)
		for r := range h {
			column[r] = cells[r*w+c]
		}
		p.Cols[c] = runsOf(column)
	}
	return p
}

// brute lists all fillings of the open cells that have the runs.
func brute(p *Problem) (solutions []string) {
	h, w := len(p.Rows), len(p.Cols)
	cells := make([]byte, h*w)
	var open []int
	for x := range cells {
		if p.Known == nil || p.Known[x] == Unknown {
			open = append(open, x)
		} else {
			cells[x] = p.Known[x] - Zero
		}
	}
	for f := range 1 << len(open) {
		for i, x := range open {
			cells[x] = byte(f >> i & 1)
		}
		rows := true
		for r := 0; rows && r < h; r++ {
			rows = slices.Equal(runsOf(cells[r*w:r*w+w]), p.Rows[r])
		}
		if rows && slices.EqualFunc(runsOfGrid(h, w, cells).Cols, p.Cols, slices.Equal) {
			solutions = append(solutions, string(cells))
		}
	}
	slices.Sort(solutions)
	return solutions
}

func list(tb testing.TB, p *Problem) (solutions []string) {
	if err := p.Search(background, new(native.Stats), func(s []byte) bool {
		solutions = append(solutions, string(s))
		return true
	}); err != nil {
		tb.Fatal(err)
	}
	slices.Sort(solutions)
	return solutions
}

// upTo counts the solutions, at most limit.
func upTo(ctx context.Context, p *Problem, st *native.Stats, limit int) (n int, err error) {
	err = p.Search(ctx, st, func([]byte) bool { n++; return n < limit })
	return n, err
}

// TestUnique counts the grids that their runs determine: A242876.
func TestUnique(t *testing.T) {
	for n, want := range []int{1, 2, 14, 384, 52362} {
		got := 0
		cells := make([]byte, n*n)
		for g := range 1 << (n * n) {
			for x := range cells {
				cells[x] = byte(g >> x & 1)
			}
			k, err := upTo(background, runsOfGrid(n, n, cells), new(native.Stats), 2)
			if k == 0 || err != nil {
				t.Fatal(n, cells, k, err)
			}
			if k == 1 {
				got++
			}
		}
		if got != want {
			t.Errorf("%dx%d: %d grids, want %d", n, n, got, want)
		}
	}
}

// TestProb012 is the 5x5 example of CSPLib's problem 12, with 3 solutions.
func TestProb012(t *testing.T) {
	runs := [][]int{{3}, {1, 1}, {1, 1}, {1, 1}, {3}}
	if got := list(t, &Problem{Rows: runs, Cols: runs}); len(got) != 3 || len(slices.Compact(got)) != 3 {
		t.Errorf("%q", got)
	}
}

// naive is Lines by bruteLine, and then, if probe, Probed by trying every value.
func naive(p *Problem, known []State, probe bool) ([]State, bool) {
	h, w := len(p.Rows), len(p.Cols)
	cells := slices.Clone(known)
	for {
		before := slices.Clone(cells)
		for l := range h + w {
			var at []int
			var runs []int
			if l < h {
				runs = p.Rows[l]
				for c := range w {
					at = append(at, l*w+c)
				}
			} else {
				runs = p.Cols[l-h]
				for r := range h {
					at = append(at, r*w+l-h)
				}
			}
			own := make([]State, len(at))
			for i, x := range at {
				own[i] = cells[x]
			}
			own, ok := bruteLine(runs, own)
			if !ok {
				return nil, false
			}
			for i, x := range at {
				cells[x] = own[i]
			}
		}
		for x := range cells {
			if !probe || cells[x] != Unknown {
				continue
			}
			cells[x] = Zero
			zero, ok0 := naive(p, cells, false)
			cells[x] = One
			one, ok1 := naive(p, cells, false)
			cells[x] = Unknown
			switch {
			case !ok0 && !ok1:
				return nil, false
			case !ok0:
				cells = one
			case !ok1:
				cells = zero
			default:
				for y := range cells {
					if zero[y] == one[y] {
						cells[y] = zero[y]
					}
				}
			}
		}
		if slices.Equal(cells, before) {
			return cells, true
		}
	}
}

// implies says whether b has every value of a.
func implies(a, b []State) bool {
	for x, s := range a {
		if s != Unknown && b[x] != s {
			return false
		}
	}
	return true
}

// collide is Search with memos of one entry, so that nearly all results collide.
func collide(p *Problem) (solutions []string) {
	b, err := p.board(background, new(native.Stats))
	if err != nil {
		panic(err)
	}
	for i := range b.sides {
		k := b.sides[i].words
		b.sides[i].memo = &memo{words: k, shift: 64, stored: make([]uint64, 4*k+1)}
	}
	if b.propagate() {
		b.search(nil, func(s []byte) bool {
			solutions = append(solutions, string(s))
			return true
		})
	}
	slices.Sort(solutions)
	return solutions
}

// compare compares everything with brute force.
func compare(t *rapid.T, p *Problem) {
	want := brute(p)
	var got []string
	if err := p.Search(background, new(native.Stats), func(s []byte) bool {
		got = append(got, string(s))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%v: %d solutions %q, want %d", p, len(got), got, len(want))
	}

	if got := collide(p); !slices.Equal(got, want) {
		t.Fatalf("%v: %d solutions with small memos %q, want %d", p, len(got), got, len(want))
	}

	shared := make([]State, len(p.Rows)*len(p.Cols))
	for x := range shared {
		for i, s := range want {
			switch v := Zero + s[x]; {
			case i == 0:
				shared[x] = v
			case shared[x] != v:
				shared[x] = Unknown
			}
		}
	}
	forced, solvable, err := p.Forced(background, new(native.Stats))
	if err != nil || solvable != (len(want) > 0) || solvable && !slices.Equal(forced, shared) || !solvable && forced != nil {
		t.Fatalf("%v: forced %v %v %v, want %v", p, forced, solvable, err, shared)
	}

	known := p.Known
	if known == nil {
		known = make([]State, len(shared))
	}
	lines, ok, err := p.Lines(background, new(native.Stats))
	if err != nil || !ok && (len(want) > 0 || lines != nil) || ok && !implies(known, lines) || len(want) > 0 && !implies(lines, shared) {
		t.Fatalf("%v: lines %v %v %v", p, lines, ok, err)
	}
	probed, okProbed, err := p.Probed(background, new(native.Stats))
	if err != nil || !okProbed && (len(want) > 0 || probed != nil) || okProbed && !(ok && implies(lines, probed)) || len(want) > 0 && !implies(probed, shared) {
		t.Fatalf("%v: probed %v %v %v", p, probed, okProbed, err)
	}
	if len(p.Rows) > 8 || len(p.Cols) > 8 {
		return
	}
	if want, possible := naive(p, known, false); ok != possible || !slices.Equal(lines, want) {
		t.Fatalf("%v: lines %v %v, want %v %v", p, lines, ok, want, possible)
	}
	if want, possible := naive(p, known, true); okProbed != possible || !slices.Equal(probed, want) {
		t.Fatalf("%v: probed %v %v, want %v %v", p, probed, okProbed, want, possible)
	}
}

// drawn is the problem of a random grid. The grid is not drawn cell by cell:
// rapid prefers small numbers.
func drawn(t *rapid.T, h, w int) (*Problem, []byte) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	dense := rapid.IntRange(2, 7).Draw(t, "dense")
	cells := make([]byte, h*w)
	for x := range cells {
		if rng.IntN(10) < dense {
			cells[x] = 1
		}
	}
	return runsOfGrid(h, w, cells), cells
}

// spoil may exchange two lines' runs or change one run.
func spoil(t *rapid.T, p *Problem) {
	lines := p.Rows
	if rapid.Bool().Draw(t, "columns") {
		lines = p.Cols
	}
	if len(lines) == 0 {
		return
	}
	i, j := rapid.IntRange(0, len(lines)-1).Draw(t, "i"), rapid.IntRange(0, len(lines)-1).Draw(t, "j")
	switch rapid.IntRange(0, 3).Draw(t, "spoil") {
	case 0:
		lines[i], lines[j] = lines[j], lines[i]
	case 1:
		lines[i] = append(slices.Clone(lines[i]), 1)
	}
}

func TestSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([][2]int{{4, 4}, {4, 3}, {3, 4}, {2, 5}, {5, 3}, {1, 4}, {0, 2}, {2, 0}, {1, 1}}).Draw(t, "size")
		h, w := size[0], size[1]
		p, cells := drawn(t, h, w)
		spoil(t, p)
		if rapid.Bool().Draw(t, "known") {
			p.Known = make([]State, h*w)
			for x, v := range cells {
				switch rapid.IntRange(0, 19).Draw(t, "state") {
				case 0:
					p.Known[x] = One - v
				case 1, 2, 3:
					p.Known[x] = Zero + v
				}
			}
		}
		compare(t, p)
	})
}

// TestWide has boards with sides of one word and of up to four, of which a box
// with at most 12 cells is open.
func TestWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.OneOf(rapid.IntRange(58, 70), rapid.IntRange(120, 200))
		h, w := rapid.IntRange(1, 5).Draw(t, "h"), long.Draw(t, "w")
		switch rapid.IntRange(0, 5).Draw(t, "turn") {
		case 0:
			h = long.Draw(t, "high")
		case 1, 2:
			h, w = w, h
		}
		// An interesting board is a small one in a blank one.
		bh, bw := min(h, 4), min(w, 3)
		if rapid.Bool().Draw(t, "flat") {
			bh, bw = min(h, 3), min(w, 4)
		}
		r0, c0 := rapid.IntRange(0, h-bh).Draw(t, "r0"), rapid.IntRange(0, w-bw).Draw(t, "c0")
		_, small := drawn(t, bh, bw)
		stripe := rapid.IntRange(2, 20).Draw(t, "stripe")
		cells := make([]byte, h*w)
		known := make([]State, h*w)
		for x := range cells {
			r, c := x/w-r0, x%w-c0
			if r >= 0 && r < bh && c >= 0 && c < bw {
				cells[x] = small[r*bw+c]
				continue
			}
			if (x/w+x%w)%stripe == 0 {
				cells[x] = 1
			}
			known[x] = Zero + cells[x]
		}
		p := runsOfGrid(h, w, cells)
		p.Known = known
		spoil(t, p)
		compare(t, p)
	})
}

// TestProbed has boards, found among thousands of random ones, on which both
// values of a cell lead to a third that is not found otherwise.
func TestProbed(t *testing.T) {
	for _, p := range []*Problem{
		{
			Rows: [][]int{{1}, {1, 2}, {1}, {1, 2}, {1}},
			Cols: [][]int{{2}, {1}, {2}, {1, 1}, {2}},
		},
		{
			Rows: [][]int{{1, 1}, {1}, {1, 1}, {}, {1, 1}},
			Cols: [][]int{{1}, {1, 1}, {1, 1}, {1}, {1}},
		},
		{
			Rows: [][]int{{1}, {1, 1}, {2}, {1}, {4}, {2, 2}, {1}},
			Cols: [][]int{{1, 1}, {1, 1}, {}, {1, 1}, {1, 1, 1}, {3}, {1, 2}},
		},
	} {
		want, possible := naive(p, make([]State, len(p.Rows)*len(p.Cols)), true)
		got, ok, err := p.Probed(background, new(native.Stats))
		if !ok || !possible || err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %v %v %v, want %v %v", p, got, ok, err, want, possible)
		}
	}
}

// TestBlank has boards of any size with nothing known and a known number of
// solutions, some of which take the memos: permutations, and full boards.
func TestBlank(t *testing.T) {
	lines := func(n int, runs ...int) (all [][]int) {
		for range n {
			all = append(all, runs)
		}
		return all
	}
	for _, c := range []struct {
		p    *Problem
		want int
	}{
		{&Problem{}, 1},
		{&Problem{Rows: lines(3)}, 1},
		{&Problem{Cols: lines(3)}, 1},
		{&Problem{Rows: lines(1, 1)}, 0},
		{&Problem{Cols: lines(2, 1)}, 0},
		{&Problem{Rows: lines(6, 1), Cols: lines(6, 1)}, 720},
		{&Problem{Rows: lines(6, 1), Cols: lines(7, 1)}, 0},
		{&Problem{Rows: lines(7, 1), Cols: slices.Concat(lines(2, 1), lines(100), lines(5, 1), lines(93))}, 5040},
		{&Problem{Rows: slices.Concat(lines(33), lines(3, 2), lines(30)), Cols: slices.Concat(lines(64), lines(3, 1), lines(10), lines(3, 1))}, 0},
		{&Problem{Rows: lines(200, 200), Cols: lines(200, 200)}, 1},
		{&Problem{Rows: lines(1, 3), Cols: append(lines(196), lines(4, 1)...)}, 0},
		{&Problem{Rows: lines(100, 1, 97), Cols: append(append(lines(1, 100), lines(1)...), lines(97, 100)...)}, 1},
		{&Problem{Rows: lines(2, 1<<62, 1<<62), Cols: lines(2, 1)}, 0},
	} {
		name := fmt.Sprintf("%dx%d", len(c.p.Rows), len(c.p.Cols))
		if got := list(t, c.p); len(got) != c.want || len(slices.Compact(got)) != c.want {
			t.Errorf("%s: %d solutions, want %d", name, len(got), c.want)
		}
		if _, solvable, err := c.p.Forced(background, new(native.Stats)); solvable != (c.want > 0) || err != nil {
			t.Errorf("%s: solvable %v, %v", name, solvable, err)
		}
	}
}

func TestBad(t *testing.T) {
	for name, p := range map[string]*Problem{
		"zero":        {Rows: [][]int{{1}, {0}}, Cols: [][]int{{1}}},
		"negative":    {Rows: [][]int{{1}}, Cols: [][]int{{-1}}},
		"few known":   {Rows: [][]int{{1}}, Cols: [][]int{{1}}, Known: []State{}},
		"bad known":   {Rows: [][]int{{1}}, Cols: [][]int{{1}}, Known: []State{3}},
		"many known":  {Known: []State{0}},
		"known, flat": {Rows: [][]int{{1}}, Known: []State{0}},
	} {
		st := new(native.Stats)
		_, err1 := upTo(background, p, st, 2)
		_, _, err2 := p.Lines(background, st)
		_, _, err3 := p.Probed(background, st)
		_, _, err4 := p.Forced(background, st)
		for i, err := range []error{err1, err2, err3, err4} {
			if err == nil {
				t.Errorf("%s: no error from method %d", name, i)
			}
		}
	}
}

// TestCancel has a board with no end of solutions and a context that ends.
func TestCancel(t *testing.T) {
	p := &Problem{}
	for range 200 {
		p.Rows = append(p.Rows, []int{1, 1})
		p.Cols = append(p.Cols, []int{1, 1})
	}
	for name, run := range map[string]func(context.Context, *native.Stats) error{
		"Search": func(ctx context.Context, st *native.Stats) error {
			return p.Search(ctx, st, func([]byte) bool { return true })
		},
		"Probed": func(ctx context.Context, st *native.Stats) error { _, _, err := p.Probed(ctx, st); return err },
		"Forced": func(ctx context.Context, st *native.Stats) error { _, _, err := p.Forced(ctx, st); return err },
	} {
		ctx, cancel := context.WithTimeout(background, 50*time.Millisecond)
		start := time.Now()
		if err := run(ctx, new(native.Stats)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		ctx, cancel = context.WithCancel(background)
		cancel()
		st := new(native.Stats)
		if err := run(ctx, st); !errors.Is(err, context.Canceled) || st.Nodes != 0 {
			t.Errorf("%s: %v, %d nodes", name, err, st.Nodes)
		}
	}
	ctx, cancel := context.WithCancel(background)
	n := 0
	runs := [][]int{{1}, {1}, {1}, {1}, {1}}
	err := (&Problem{Rows: runs, Cols: runs}).Search(ctx, new(native.Stats), func([]byte) bool {
		n++
		cancel()
		return true
	})
	if n != 1 || !errors.Is(err, context.Canceled) {
		t.Error(n, err)
	}
}
