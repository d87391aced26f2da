package nonogram

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// oracles holds the published numbers in encode/testdata/nonogram.json: OEIS A242876, and
// the number of solutions of the micro instance of CSPLib prob012.
type oracles struct {
	Unique []int `json:"uniquely_solvable_n_by_n_0_4"`
	Micro  int   `json:"csplib_non_micro_solutions"`
}

func readOracles(t *testing.T) (o oracles) {
	t.Helper()
	puzzletest.ReadJSON(t, "../../testdata/nonogram.json", &o)
	if len(o.Unique) != 5 || o.Micro == 0 {
		t.Fatalf("%+v", o)
	}
	return o
}

// TestAllGrids groups all grids of n x n cells by their clues. For each group, the native method
// and SAT must find as many solutions as the group has grids. The number of groups with a single
// grid must be A242876(n). There are 55,000 groups for 4x4. To save time, SAT solves only one of
// the groups of 4x4 that are rotations or reflections of each other.
func TestAllGrids(t *testing.T) {
	for n, want := range readOracles(t).Unique {
		if n == 0 {
			continue // there is no board without cells
		}
		groups := map[string]int{}
		images := map[string]int{} // by the first ID among the images of a group: the number of images
		for x := range 1 << (n * n) {
			grid := make([]byte, n*n)
			for i := range grid {
				grid[i] = byte(x >> i & 1)
			}
			id := seen(grid, n)
			if groups[id]++; groups[id] > 1 {
				continue
			}
			all := []string{id}
			for k := 1; k < 8; k++ {
				all = append(all, seen(turned(grid, n, k), n))
			}
			slices.Sort(all)
			if all[0] == id {
				images[id] = len(slices.Compact(all))
			}
		}
		for _, name := range []string{"native", "sat"} {
			total, unique := 0, 0
			for id, grids := range groups {
				weight := 1
				if name == "sat" && n == 4 {
					if weight = images[id]; weight == 0 {
						continue
					}
				}
				found := len(puzzletest.List(t, &Puzzle, mustParse(t, id), name, grids+1))
				if found != grids {
					t.Errorf("%s by %s: %d solutions, and %d grids have these runs", id, name, found, grids)
				}
				if total += weight * found; found == 1 {
					unique += weight
				}
			}
			if total != 1<<(n*n) || unique != want {
				t.Errorf("%dx%d by %s: %d solutions, %d clues with one, want %d and %d", n, n, name, total, unique, 1<<(n*n), want)
			}
		}
	}
}

// turned returns image k of a grid, from 0 to 7. The lowest bit of k reverses the rows,
// the next bit reverses the columns, and the highest bit then exchanges rows and columns.
func turned(grid []byte, n, k int) []byte {
	image := make([]byte, n*n)
	for at, v := range grid {
		r, c := at/n, at%n
		if k&1 > 0 {
			r = n - 1 - r
		}
		if k&2 > 0 {
			c = n - 1 - c
		}
		if k&4 > 0 {
			r, c = c, r
		}
		image[r*n+c] = v
	}
	return image
}

// seen returns the game ID of a grid of n x n cells. The clues in the ID are the runs of black
// cells in the grid.
func seen(grid []byte, n int) string {
	size := string(rune('0' + n))
	text := []byte(size + "x" + size + ":")
	for line := range 2 * n {
		if line > 0 {
			text = append(text, '/')
		}
		length, some := byte(0), false
		for i := range n + 1 {
			if i < n && line < n && grid[i*n+line] == 1 || i < n && line >= n && grid[(line-n)*n+i] == 1 {
				length++
				continue
			}
			if length > 0 {
				if some {
					text = append(text, '.')
				}
				text = append(text, '0'+length)
				length, some = 0, true
			}
		}
	}
	return string(text)
}

// TestMicro checks that every method finds the published number of solutions of the
// smallest instance of CSPLib prob012.
func TestMicro(t *testing.T) {
	b := mustParse(t, "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3")
	for _, name := range []string{"native", "sat/starts", "sat/places", "sat/automaton", "brute"} {
		if got, want := len(puzzletest.List(t, &Puzzle, b, name, 10)), readOracles(t).Micro; got != want {
			t.Errorf("%s: %d solutions, want %d", name, got, want)
		}
	}
}

// TestModels checks that the formula in every style has as many models as the board has
// solutions, without a projection. So the cells determine the auxiliary variables.
func TestModels(t *testing.T) {
	boards := []*Board{
		mustParse(t, "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3"), mustParse(t, "4x4:1/1/1/1/1/1/1/1"), mustParse(t, "5x2:1/1/1/1//2/1.1"),
	}
	rng := rand.New(rand.NewPCG(9, 0))
	for range 150 {
		boards = append(boards, small(context.Background(), rng).(*Board))
	}
	several := 0
	for _, b := range boards {
		want := len(puzzletest.List(t, &Puzzle, b, "brute", 1000))
		if want > 1 {
			several++
		}
		for _, style := range Puzzle.Styles {
			enc, err := encode.CNF(&Puzzle, b, style)
			if err != nil {
				t.Fatal(err)
			}
			f := enc.Formula
			f.Projection = cnf.Projection{}
			for v := range f.NumVars {
				f.Free = append(f.Free, cnf.Lit(v+1))
			}
			n := 0
			err = sat.Blocking{F: &f}.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool {
				n++
				return n <= want
			})
			if err != nil || n != want {
				t.Errorf("%v, %s: %d models or more, %v, want %d", b, style, n, err, want)
			}
		}
	}
	if several < 10 {
		t.Errorf("%d boards of %d have several solutions", several, len(boards))
	}
}

// TestAutomatonPropagates checks unit propagation on the formula of the automaton of one line with
// some known cells. Unit propagation must fix exactly the cells that have the same colour in all
// fillings. If there is no filling, it must find a contradiction.
func TestAutomatonPropagates(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	settled, failed := 0, 0
	for range 300 {
		n := 1 + rng.IntN(9)
		p := &picture{1, n, make([]bool, n)}
		for i := range n {
			p.cells[i] = rng.IntN(3) > 0
		}
		runs := p.clues().rows[0]
		e := encode.NewEncoder(slices.Repeat([]int{2}, n), "automaton")
		var cells []encode.Lit
		for i := range n {
			cells = append(cells, e.Is(i, 1))
		}
		automaton(e, runs, cells)
		var known []encode.Lit
		for i := range n {
			switch rng.IntN(6) {
			case 0:
				known = append(known, cells[i])
			case 1:
				known = append(known, -cells[i])
			}
		}
		for _, l := range known {
			e.Add(l)
		}
		var can [2][]bool // by cell: whether it is white in some filling, and whether it is black in some
		can[0], can[1] = make([]bool, n), make([]bool, n)
		for x := range 1 << n {
			fill := &picture{1, n, make([]bool, n)}
			for i := range n {
				fill.cells[i] = x>>i&1 == 1
			}
			bad := func(l encode.Lit) bool { return fill.cells[max(l, -l)-1] != (l > 0) }
			if slices.Equal(fill.clues().rows[0], runs) && !slices.ContainsFunc(known, bad) {
				for i := range n {
					can[x>>i&1][i] = true
				}
			}
		}
		units, ok := propagated(e.Encoding().Clauses)
		if ok != (can[0][0] || can[1][0]) {
			t.Errorf("%v, %v: propagation says %v", runs, known, ok)
		}
		if !ok {
			failed++
			continue
		}
		for i, cell := range cells {
			if units[cell] == can[0][i] || units[-cell] == can[1][i] {
				t.Errorf("%v, %v: cell %d is settled white: %v, black: %v; it may be %v, %v", runs, known, i, units[-cell], units[cell], can[0][i], can[1][i])
			}
			if len(known) > 0 && units[cell] != units[-cell] {
				settled++
			}
		}
	}
	if settled < 300 || failed < 50 {
		t.Errorf("%d cells were settled, %d lines have no filling", settled, failed)
	}
}

// propagated returns the literals that follow from the clauses by unit propagation. It
// returns false if a clause becomes false.
func propagated(clauses [][]cnf.Lit) (map[cnf.Lit]bool, bool) {
	units := map[cnf.Lit]bool{}
	for changed := true; changed; {
		changed = false
		for _, clause := range clauses {
			var left []cnf.Lit
			held := false
			for _, l := range clause {
				if held = held || units[l]; !units[-l] {
					left = append(left, l)
				}
			}
			switch {
			case held:
			case len(left) == 0:
				return units, false
			case len(left) == 1:
				units[left[0]], changed = true, true
			}
		}
	}
	return units, true
}

// TestViolation checks the sites that Check reports. The sites must be the start of a row or
// column. The last of these sites must be the first cell, in reading order, that makes the clue
// impossible. For a wrong given cell, only that cell must be reported.
func TestViolation(t *testing.T) {
	for _, c := range []struct {
		board, s, rule string
		sites          []int
	}{
		{"3x2:1/1/1/1.1/1", "101010", "", nil},
		{"3x2:1/1/1/1.1/1", "010010", "row 1", []int{0}},
		{"3x2:1/1/1/1.1/1", "110010", "row 1, 1", []int{0, 1}},
		{"3x2:1/1/1/1.1/1", "100010", "row 1", []int{0, 1, 2}},
		{"3x2:1/1/1/1.1/1", "101110", "column 1, 1", []int{0, 3}},
		{"3x2:1//1/1.1/1", "101010", "column 2", []int{1, 4}},
		{"3x2:1/1/2/1.1/1", "101010", "column 3, 2", []int{2, 5}},
		{"2x2:1/2/1/1", "1001", "column 2", []int{1}},
		{"3x3:1/1/2/1.1//1", "101001001", "row 2", []int{3, 4, 5}},
		{"3x3:1/2/2/1.1/1/2", "101010011", "column 3, 2", []int{2, 5}},
		{"2x2:1/1/1/1,d", "1001", "row 2, column 2", []int{3}},
		{"2x2:1/1/1/1,Cb", "1001", "row 2, column 1", []int{2}},
		{"2x2:1/1/1/1,Cb", "0110", "", nil},
	} {
		cells := []byte(c.s)
		for i := range cells {
			cells[i] -= '0'
		}
		var v *encode.Violation
		err := mustParse(t, c.board).Check(encode.Solution(cells))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (!facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s, %s: %v, want %q, sites %v", c.board, c.s, err, c.rule, c.sites)
		}
	}
}

// TestDraw checks that Draw aligns the clues with the rows and columns, and writes 0 for
// a line without runs.
func TestDraw(t *testing.T) {
	b := mustParse(t, "4x2:1/1//1/1.1/1")
	s := encode.Solution("\x01\x00\x00\x01\x00\x01\x00\x00")
	if got, want := b.Draw(&s), "     1 1 0 1\n1 1  # . . #\n  1  . # . .\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	b = mustParse(t, "2x12:10/1.9/1/1/2/2/2/2/2/2/2/2/2/1,AaBt")
	lines := strings.Split(b.Draw(nil), "\n")
	for i, want := range []string{"       1", "   10  9", "1   #  .", "1   ?  #", "2   ?  ?"} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
		}
	}
}
