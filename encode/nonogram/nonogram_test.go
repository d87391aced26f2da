package nonogram

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/method"
	"counterproof/encode"
	"counterproof/native"
)

func mustParse(t testing.TB, text string) *Board {
	t.Helper()
	in, err := parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return in.(*Board)
}

// list lists solutions by one method, up to a number of them.
func list(t testing.TB, b *Board, name string, limit int) []encode.Solution {
	t.Helper()
	m, err := method.Resolve(&Puzzle, b, name)
	if err != nil {
		t.Fatal(err)
	}
	var all []encode.Solution
	err = m.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		all = append(all, s)
		return len(all) < limit
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// oracles are the numbers of testdata/oracles.json: A242876, and the
// solutions of the micro instance of CSPLib prob012.
type oracles struct {
	Unique []int `json:"uniquely_solvable_n_by_n_0_4"`
	Micro  int   `json:"csplib_non_micro_solutions"`
}

func readOracles(t *testing.T) (o oracles) {
	t.Helper()
	data, err := os.ReadFile("testdata/oracles.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || len(o.Unique) != 5 || o.Micro == 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	return o
}

// TestAllGrids: every grid of n x n cells, grouped by the runs that it is seen to
// have. Of each group both engines find as many solutions as the group has grids;
// the groups of one are A242876. Of 4x4, where there are 55,000 groups, SAT is
// asked about one of those that are images of one another, up to eight.
func TestAllGrids(t *testing.T) {
	for n, want := range readOracles(t).Unique {
		if n == 0 {
			continue // there is no board without cells
		}
		groups := map[string]int{}
		images := map[string]int{} // of the group with the first ID of its images: how many those are
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
				found := len(list(t, mustParse(t, id), name, grids+1))
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

// turned is image k of a grid, 0 to 7: its rows, its columns, or both the other
// way round; rows for columns.
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

// seen is the ID of a grid of n x n cells: the runs between the zeros.
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

// TestMicro: CSPLib prob012's smallest instance, by every method.
func TestMicro(t *testing.T) {
	b := mustParse(t, "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3")
	for _, name := range []string{"native", "sat/starts", "sat/places", "sat/automaton", "brute"} {
		if got, want := len(list(t, b, name, 10)), readOracles(t).Micro; got != want {
			t.Errorf("%s: %d solutions, want %d", name, got, want)
		}
	}
}

// TestViolation: the shortest beginning of a line that nothing repairs, the
// earliest in reading order; a given cell by itself.
func TestViolation(t *testing.T) {
	for _, c := range []struct {
		board, s, rule string
		sites          []int
	}{
		{"3x2:1/1/1/1.1/1", "101010", "", nil},
		{"3x2:1/1/1/1.1/1", "010010", "row 1 has no room for the rest of its clue", []int{0}},
		{"3x2:1/1/1/1.1/1", "110010", "row 1 has a run longer than 1", []int{0, 1}},
		{"3x2:1/1/1/1.1/1", "100010", "row 1 has no room for the rest of its clue", []int{0, 1, 2}},
		{"3x2:1/1/1/1.1/1", "101110", "column 1 has a run longer than 1", []int{0, 3}},
		{"3x2:1//1/1.1/1", "101010", "column 2 has more runs than its clue", []int{1, 4}},
		{"3x2:1/1/2/1.1/1", "101010", "column 3 has a run shorter than 2", []int{2, 5}},
		{"2x2:1/2/1/1", "1001", "column 2 has no room for the rest of its clue", []int{1}},
		{"3x3:1/1/2/1.1//1", "101001001", "row 2 has more runs than its clue", []int{3, 4, 5}},
		{"3x3:1/2/2/1.1/1/2", "101010011", "column 3 has a run shorter than 2", []int{2, 5}},
		{"2x2:1/1/1/1,d", "1001", "row 2, column 2 is given", []int{3}},
		{"2x2:1/1/1/1,Cb", "1001", "row 2, column 1 is given", []int{2}},
		{"2x2:1/1/1/1,Cb", "0110", "", nil},
	} {
		cells := []byte(c.s)
		for i := range cells {
			cells[i] -= '0'
		}
		var v *encode.Violation
		err := mustParse(t, c.board).Check(encode.Solution(cells))
		errors.As(err, &v)
		if (v == nil) != (c.rule == "") || v != nil && (v.Rule != c.rule || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s, %s: %v, want %q, sites %v", c.board, c.s, err, c.rule, c.sites)
		}
	}
}

// TestDraw: the clues are aligned at the board, and 0 stands for none.
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
