package runlength

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
	"pgregory.net/rapid"
)

// runsOfGrid returns the problem that gives the runs of all rows and columns of an h x w grid.
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

// brute returns all solutions of p, which it finds by trying all values of the cells that are not
// known.
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

// implies reports whether b agrees with a in every cell that is known in a.
func implies(a, b []State) bool {
	for x, s := range a {
		if s != Unknown && b[x] != s {
			return false
		}
	}
	return true
}

// collide returns all solutions that a search finds with memos of only one entry, so that nearly
// every result replaces another one.
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

// compare checks Search, Forced, Lines and Probed against brute force, and Lines and Probed on
// small boards also against naive.
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

// drawn returns the problem of a random h x w grid, and the grid. It draws only the seed and the
// density with rapid, because rapid prefers small numbers and would draw mostly zeros.
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

// spoil changes a problem, which can make it unsolvable: it exchanges the runs of two rows or two
// columns, adds a run to one line, or does nothing.
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

// TestSmall checks all methods against brute force on random boards of up to 16 cells, some with
// known cells and some without solutions.
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

// TestWide checks all methods against brute force on large boards, whose lines take one to four
// machine words. Only a box of at most 12 cells is open.
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
		// Put a small random board into a large striped board. All cells of the stripes are known.
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
