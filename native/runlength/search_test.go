package runlength

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/native"
)

var background = context.Background()

// list returns the cells of all solutions that Search finds, sorted.
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

// upTo returns the number of solutions that Search finds, but stops the search after limit
// solutions.
func upTo(ctx context.Context, p *Problem, st *native.Stats, limit int) (n int, err error) {
	err = p.Search(ctx, st, func([]byte) bool { n++; return n < limit })
	return n, err
}

// TestUnique counts the n x n grids that are determined uniquely by their runs, for n up to 4. It
// compares the numbers with OEIS A242876.
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

// TestProb012 checks that Search finds 3 different solutions of the 5x5 example of CSPLib prob012.
func TestProb012(t *testing.T) {
	runs := [][]int{{3}, {1, 1}, {1, 1}, {1, 1}, {3}}
	if got := list(t, &Problem{Rows: runs, Cols: runs}); len(got) != 3 || len(slices.Compact(got)) != 3 {
		t.Errorf("%q", got)
	}
}

// TestBlank checks Search and Forced on boards without known cells whose numbers of solutions are
// easy to see, such as permutations and full boards. Some of them are large enough to use the
// memos.
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

// TestBad checks that Search, Lines, Probed and Forced reject problems with runs below 1, with a
// wrong number of known cells, or with a known cell in an invalid state.
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

// TestCancel checks that a cancelled context and a deadline end Search, Probed and Forced, on a
// board with far too many solutions to list.
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
		if took := time.Since(start); took > time.Minute {
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

// TestWalk pauses the searches of random problems as often as possible. At each pause, the
// solutions so far and the solutions that obey Rest must be all solutions, each of them once.
func TestWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 4))
	pauses := 0
	for range 400 {
		h, w := 2+rng.IntN(3), 2+rng.IntN(3)
		cells := make([]byte, h*w)
		for x := range cells {
			cells[x] = byte(max(0, rng.IntN(4)-2))
		}
		p := runsOfGrid(h, w, cells)
		if rng.IntN(4) == 0 {
			p.Rows[0], p.Rows[h-1] = p.Rows[h-1], p.Rows[0]
		}
		all := brute(p)
		walk, err := p.Walk(background, new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for done := false; !done; pauses++ { // counts the end, too
			if done, err = walk.Run(1, func(s []byte) bool { found = append(found, string(s)); return true }); err != nil {
				t.Fatal(err)
			}
			left := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !obeys(s, walk.Rest()) })
			if both := slices.Sorted(slices.Values(append(left, found...))); !slices.Equal(both, all) {
				t.Fatalf("%v: found %q, left %q, want %q", p, found, left, all)
			}
		}
	}
	if pauses < 650 {
		t.Errorf("%d pauses", pauses)
	}
}

func obeys(s string, lists [][]native.Cell) bool {
	for _, list := range lists {
		if !slices.ContainsFunc(list, func(c native.Cell) bool { return s[c.At] == c.Value }) {
			return false
		}
	}
	return true
}
