package runlength

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// runsOf returns the lengths of the runs of ones in a line of zeros and ones, in order.
func runsOf(line []byte) []int {
	runs := []int{}
	for i, v := range line {
		switch {
		case v == 0:
		case i > 0 && line[i-1] == 1:
			runs[len(runs)-1]++
		default:
			runs = append(runs, 1)
		}
	}
	return runs
}

// bruteLine computes the result of Solve by trying all fillings of the open cells.
func bruteLine(runs []int, cells []State) ([]State, bool) {
	var open []int
	line := make([]byte, len(cells))
	for i, s := range cells {
		switch s {
		case Unknown:
			open = append(open, i)
		case One:
			line[i] = 1
		}
	}
	var seen [2][]bool
	for v := range seen {
		seen[v] = make([]bool, len(cells))
	}
	any := false
	for f := range 1 << len(open) {
		for j, i := range open {
			line[i] = byte(f >> j & 1)
		}
		if slices.Equal(runsOf(line), runs) {
			any = true
			for i, v := range line {
				seen[v][i] = true
			}
		}
	}
	if !any {
		return cells, false
	}
	want := make([]State, len(cells))
	for i := range want {
		switch {
		case !seen[1][i]:
			want[i] = Zero
		case !seen[0][i]:
			want[i] = One
		}
	}
	return want, true
}

// checkSolve returns an error if Solve and bruteLine differ for a line with the given runs and
// known cells.
func checkSolve(runs []int, cells []State) error {
	got := slices.Clone(cells)
	ok := Solve(runs, got)
	if want, possible := bruteLine(runs, cells); ok != possible || !slices.Equal(got, want) {
		return fmt.Errorf("Solve(%v, %v) = %v %v, want %v %v", runs, cells, got, ok, want, possible)
	}
	return nil
}

// TestSolveAll checks Solve against bruteLine for all lines of up to 6 cells: with all combinations
// of known cells, and with all runs that fit or are one or two cells too long.
func TestSolveAll(t *testing.T) {
	for n := range 7 {
		all := [][]int{{}}
		for i := 0; i < len(all); i++ {
			total := 0
			for _, run := range all[i] {
				total += run + 1
			}
			for run := 1; total+run <= n+2; run++ {
				all = append(all, append(slices.Clone(all[i]), run))
			}
		}
		cells := make([]State, n)
		for more := true; more; {
			for _, runs := range all {
				if err := checkSolve(runs, cells); err != nil {
					t.Fatal(err)
				}
			}
			more = false
			for i := range cells {
				if cells[i]++; cells[i] <= One {
					more = true
					break
				}
				cells[i] = Unknown
			}
		}
	}
}

// TestSolve checks Solve against bruteLine for random lines of 7 to 200 cells, which take up to
// four words. At most 10 cells are open. The runs come from a random filling of the line, but often
// the length of one run is changed.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(7, 10), rapid.IntRange(58, 70), rapid.IntRange(120, 200)).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		dense := rapid.IntRange(1, 9).Draw(t, "dense")
		line := make([]byte, n)
		for i := range line {
			if rng.IntN(10) < dense {
				line[i] = 1
			}
		}
		cells := make([]State, n)
		for i, v := range line {
			cells[i] = Zero + v
		}
		first := rapid.IntRange(0, n-1).Draw(t, "first")
		step := rapid.IntRange(1, max(1, n/10)).Draw(t, "step")
		for i := range min(n, 10) {
			cells[(first+i*step)%n] = Unknown
		}
		runs := runsOf(line)
		if len(runs) > 0 && rapid.Bool().Draw(t, "other") {
			i := rapid.IntRange(0, len(runs)-1).Draw(t, "run")
			runs[i] = max(1, runs[i]+rapid.IntRange(-1, 1).Draw(t, "by"))
		}
		if err := checkSolve(runs, cells); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSolveBlank checks Solve for lines of 2 to 300 cells without known cells. If the line has no
// spare cells, all cells are forced. With s spare cells, only the middle k-s cells of each run of k
// cells are forced.
func TestSolveBlank(t *testing.T) {
	for n := 2; n <= 300; n++ {
		for slack := range min(5, n-1) {
			cells := make([]State, n)
			length := (n - slack) / 3
			runs := []int{length, n - slack - length - 1}
			if length == 0 {
				runs = []int{n - slack}
			}
			if !Solve(runs, cells) {
				t.Fatal(n, runs)
			}
			want := make([]State, n)
			start := 0
			for _, run := range runs {
				for i := start + slack; i < start+run; i++ {
					want[i] = One
				}
				if start += run; start < n && slack == 0 {
					want[start] = Zero
				}
				start++
			}
			if !slices.Equal(cells, want) {
				t.Fatal(n, runs, cells)
			}
			if runs[0]++; Solve(append(runs, slack+1), make([]State, n)) {
				t.Fatal(n, runs, "fits")
			}
		}
	}
	if !Solve(nil, nil) || Solve([]int{1}, nil) || Solve([]int{0}, make([]State, 3)) || Solve([]int{-1, 2}, make([]State, 100)) {
		t.Error("wrong result for an empty line, or for a run below 1")
	}
}
