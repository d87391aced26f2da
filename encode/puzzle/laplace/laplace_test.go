package laplace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/native/linear"
)

var background = context.Background()

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// oracle holds the published numbers that encode/testdata/laplace.json lists with their source.
type oracle struct {
	Det struct {
		Sum  int `json:"laplace"`
		Diff int `json:"second"`
	} `json:"det_3x4"`
	Clues struct {
		X    [][]int
		Sum  [][]int `json:"laplace"`
		Diff [][]int `json:"second"`
	} `json:"seed_clues"`
	Null struct {
		Diff3x5 [][]int   `json:"second 3x5"`
		Diff3x3 [][][]int `json:"second 3x3 (basis)"`
		Diff2x5 [][]int   `json:"second 2x5 (one)"`
		Sum2x3  [][]int   `json:"laplace 2x3 (one)"`
	} `json:"true_null_vectors"`
}

func published(t testing.TB) (o oracle) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/laplace.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || len(o.Clues.X) != 3 || len(o.Null.Diff3x3) != 3 {
		t.Fatalf("the published numbers: %v, %v", o, err)
	}
	return o
}

// join returns a grid of numbers as the clues of a board in its notation.
func join(cells [][]int) string {
	var rows []string
	for _, row := range cells {
		rows = append(rows, strings.Join(grid.Decimals(row), ","))
	}
	return strings.Join(rows, "/")
}

// These are the matrices of the 3x4 boards as the note of 2006 prints them, one matrix row per
// line.
const (
	printedSum = `
1 1 0 0 1 1 0 0 0 0 0 0
1 1 1 0 1 1 1 0 0 0 0 0
0 1 1 1 0 1 1 1 0 0 0 0
0 0 1 1 0 0 1 1 0 0 0 0
1 1 0 0 1 1 0 0 1 1 0 0
1 1 1 0 1 1 1 0 1 1 1 0
0 1 1 1 0 1 1 1 0 1 1 1
0 0 1 1 0 0 1 1 0 0 1 1
0 0 0 0 1 1 0 0 1 1 0 0
0 0 0 0 1 1 1 0 1 1 1 0
0 0 0 0 0 1 1 1 0 1 1 1
0 0 0 0 0 0 1 1 0 0 1 1`
	printedDiff = `
0 +1 0 0 -1 0 0 0 0 0 0 0
-1 0 +1 0 0 -1 0 0 0 0 0 0
0 -1 0 +1 0 0 -1 0 0 0 0 0
0 0 -1 0 0 0 0 -1 0 0 0 0
+1 0 0 0 0 +1 0 0 -1 0 0 0
0 +1 0 0 -1 0 +1 0 0 -1 0 0
0 0 +1 0 0 -1 0 +1 0 0 -1 0
0 0 0 +1 0 0 -1 0 0 0 0 -1
0 0 0 0 +1 0 0 0 0 +1 0 0
0 0 0 0 0 +1 0 0 -1 0 +1 0
0 0 0 0 0 0 +1 0 0 -1 0 +1
0 0 0 0 0 0 0 +1 0 0 -1 0`
)

func printed(t *testing.T, text string) (a linear.Matrix) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var row []int
		for _, f := range strings.Fields(line) {
			var v int
			if _, err := fmt.Sscan(f, &v); err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		a = append(a, row)
	}
	return a
}

// TestWorkedExamples checks the example of the note of 2006, for both kernels: its matrix, its
// clues, and that its grid of numbers is the only solution. The facts of Explain must agree with
// the example.
func TestWorkedExamples(t *testing.T) {
	o := published(t)
	for _, c := range []struct {
		kernel  string
		clues   [][]int
		printed string
		det     int
	}{{"sum", o.Clues.Sum, printedSum, o.Det.Sum}, {"diff", o.Clues.Diff, printedDiff, o.Det.Diff}} {
		b := mustParse(t, c.kernel+" 0..9 "+join(c.clues))
		if got, want := b.matrix(), printed(t, c.printed); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: the matrix is\n%v, printed is\n%v", c.kernel, got, want)
		}
		var x []byte
		for _, row := range o.Clues.X {
			for _, v := range row {
				x = append(x, byte(v))
			}
		}
		worked := encode.Solution(x)
		if err := b.Check(worked); err != nil {
			t.Errorf("%s: the worked solution: %v", c.kernel, err)
		}
		again := newBoard(b.kernel, 0, 9, 3, 4)
		again.state(b.numbers(&worked))
		if !slices.Equal(again.clues, b.clues) {
			t.Errorf("%s: the clues of the worked solution are %v", c.kernel, again)
		}
		var all []encode.Solution
		err := b.Reduce()[0].Search(background, new(native.Stats), func(s encode.Solution) bool { all = append(all, s); return true })
		if err != nil || len(all) != 1 || all[0] != encode.Solution(x) {
			t.Errorf("%s: solutions %q, %v", c.kernel, all, err)
		}
		f := puzzletest.Facts(t, b)
		for name, want := range map[string]string{
			"matrix":      asJSON(t, printed(t, c.printed)),
			"determinant": fmt.Sprint(c.det),
			"rank":        "12",
			"nullity":     "0",
			"kernel":      "[]",
			"solution":    asJSON(t, o.Clues.X),
			"in_range":    "true",
			"solutions":   `"1"`,
		} {
			if got := asJSON(t, f[name].Value); got != want {
				t.Errorf("%s: %s is %s, want %s", c.kernel, name, got, want)
			}
		}
		var inverse [][]int
		if err := json.Unmarshal([]byte(asJSON(t, f["inverse"].Value)), &inverse); err != nil {
			t.Fatal(err)
		}
		for i, row := range b.matrix() {
			for j := range row {
				sum := 0
				for k, v := range row {
					sum += v * inverse[k][j]
				}
				if want := map[bool]int{true: 1}[i == j]; sum != want {
					t.Errorf("%s: entry %d, %d of the matrix times its inverse is %d", c.kernel, i, j, sum)
				}
			}
		}
	}
}

// apply multiplies the matrix a by the vector x. The tests use apply for the printed matrices,
// which the package did not compute.
func apply(a linear.Matrix, x []int) []int {
	y := make([]int, len(a))
	for i, row := range a {
		for j, v := range row {
			y[i] += v * x[j]
		}
	}
	return y
}

// TestDiff3x4IsNotSingular checks that the note of 2006 is wrong about the kernel diff at 3x4. The
// note says that the matrix is singular and gives a null vector. The matrix that it prints has the
// determinant +1 and does not map that vector to 0. So every grid of clues has exactly one
// solution.
func TestDiff3x4IsNotSingular(t *testing.T) {
	claimed := []int{8, 5, 8, 5, -5, -8, -5, -8, 8, 5, 8, 5}
	if y := apply(printed(t, printedDiff), claimed); !slices.ContainsFunc(y, func(v int) bool { return v != 0 }) {
		t.Error("the claimed vector is in the kernel of the printed matrix")
	}
	det, err := linear.Det(background, printed(t, printedDiff))
	if err != nil || det.Int64() != 1 {
		t.Errorf("the printed matrix has determinant %v, %v", det, err)
	}
	// Each of 100 random grids of clues must have exactly one rational solution. The solution must
	// consist of integers, and be the only solution in a range that contains them.
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		b := newBoard(diff, -128, 127, 3, 4)
		for i := range b.clues {
			b.clues[i] = rng.IntN(13) - 6
		}
		x, err := linear.Solve(background, b.matrix(), b.clues)
		if err != nil || x == nil {
			t.Fatalf("%s: no rational solution: %v", b, err)
		}
		found := make([]int, 12)
		for i, v := range x {
			if !v.IsInt() {
				t.Fatalf("%s: %v is no integer", b, v)
			}
			found[i] = int(v.Num().Int64())
		}
		if got := apply(printed(t, printedDiff), found); !slices.Equal(got, b.clues) {
			t.Errorf("%s: the clues of %v are %v", b, found, got)
		}
		n, err := b.Reduce()[0].Count(background, new(native.Stats))
		if want := int64(1); err != nil || n.Int64() != want {
			t.Errorf("%s: %v solutions in -128..127, %v; want %d: %v", b, n, err, want, found)
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// TestNullityFormulas checks the nullity of all boards of up to 12x12 cells against the formulas in
// encode/testdata/laplace.json. If the nullity is above 0, the determinant must be 0. If the
// nullity is 0, the determinant must be 1 for the kernel diff, and 1 or -1 for the kernel sum.
func TestNullityFormulas(t *testing.T) {
	divides := func(n int) int {
		if n%3 == 0 {
			return 1
		}
		return 0
	}
	for m := 1; m <= 12; m++ {
		for n := 1; n <= 12; n++ {
			for _, k := range []kernel{sum, diff} {
				want := gcd(m+1, n+1) - 1
				if k == sum {
					want = n*divides(m+1) + m*divides(n+1) - divides(m+1)*divides(n+1)
				}
				a := newBoard(k, 0, 9, m, n).matrix()
				e, err := linear.Reduce(background, a)
				if err != nil || e.Nullity() != want {
					t.Errorf("%s %dx%d: nullity %d, %v; want %d", k, m, n, e.Nullity(), err, want)
				}
				det, err := linear.Det(background, a)
				switch {
				case err != nil:
					t.Error(err)
				case want > 0 && det.Sign() != 0,
					want == 0 && k == sum && det.CmpAbs(big.NewInt(1)) != 0,
					want == 0 && k == diff && det.Cmp(big.NewInt(1)) != 0:
					t.Errorf("%s %dx%d: determinant %v with nullity %d", k, m, n, det, want)
				}
			}
		}
	}
}

// TestDiffHasTwoGroups colours the cells like a chessboard. It checks that with the kernel diff
// every clue only uses numbers on cells of the other colour. So the numbers on black cells do not
// depend on the numbers on white cells.
func TestDiffHasTwoGroups(t *testing.T) {
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 1, W: 7}, {H: 3, W: 4}, {H: 5, W: 5}, {H: 8, W: 2}} {
		seen := 0
		for i, row := range newBoard(diff, 0, 9, size.H, size.W).matrix() {
			for j, weight := range row {
				if weight == 0 {
					continue
				}
				seen++
				if clue, cell := (i/size.W+i%size.W)%2, (j/size.W+j%size.W)%2; clue == cell {
					t.Errorf("%v: clue %d sees cell %d of its own colour", size, i, j)
				}
			}
		}
		if want := 2 * (size.H*(size.W-1) + size.W*(size.H-1)); seen != want { // each border between two cells is seen from both sides
			t.Errorf("%v: %d cells are seen, want %d", size, seen, want)
		}
	}
}

// TestCheckNamesFewCells checks that Check names only the cells that are needed to show that a sum
// cannot reach its clue.
func TestCheckNamesFewCells(t *testing.T) {
	for _, c := range []struct {
		text, s string
		want    []int // nil means a solution
	}{
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136242112349", nil},
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "999999999999", []int{0, 1}},         // 18 > 10
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136262112349", []int{0, 1, 4, 5}},   // 1+3+6 = 10 is still possible, and 2 more is not
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136242112348", []int{6, 7, 10, 11}}, // the last corner
		{"diff 0..9 0,3/9,0", "0000", []int{}},                                                // the cells below and to the left subtract: the sum is -18..0
		{"sum 0..9 99,0/0,0", "0000", []int{}},                                                // the sum is at most 36
		{"diff -3..3 1", "0", []int{}},
	} {
		b := mustParse(t, c.text)
		s, err := encode.ParseSolution(c.s, b.Sites())
		if err != nil {
			t.Fatal(err)
		}
		var v *encode.Violation
		err = b.Check(s)
		if c.want == nil {
			if err != nil {
				t.Errorf("%s %s: %v", c.text, c.s, err)
			}
			continue
		}
		if !errors.As(err, &v) {
			t.Errorf("%s %s: %v, want a violation", c.text, c.s, err)
			continue
		}
		if !slices.Equal(v.Sites, c.want) {
			t.Errorf("%s %s: %v, want the sites %v", c.text, c.s, v, c.want)
		}
		if want := "row 3, column 4, 15"; c.s == "136242112348" && !facttest.States(v.Rule, want) {
			t.Errorf("%s %s: %q, want %q", c.text, c.s, v.Rule, want)
		}
	}
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "diff -3..30 -1,13/100,-8")
	if got, want := b.Draw(nil), "diff -3..30\n -1  13\n100  -8\n"; got != want {
		t.Errorf("the clues are drawn\n%s, want\n%s", got, want)
	}
	s := encode.Solution([]byte{0, 33, 13, 3}) // the numbers -3 30 10 0
	if got, want := b.Draw(&s), "diff -3..30\n -1  13 | -3 30\n100  -8 | 10  0\n"; got != want {
		t.Errorf("the solution is drawn\n%s, want\n%s", got, want)
	}
	var texts []string
	for _, s := range puzzletest.Shapes[draw.Text](b.Picture(&s)) {
		texts = append(texts, s.Text)
	}
	for _, want := range []string{"100", "-3", "30"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the picture has the texts %q, want %s too", texts, want)
		}
	}
}

// TestStyles checks that the puzzle has both styles of sums.
func TestStyles(t *testing.T) {
	got, want := slices.Sorted(slices.Values(Puzzle.Styles)), slices.Sorted(slices.Values(constraint.SumStyles))
	if !slices.Equal(got, want) {
		t.Errorf("the styles are %v, those of Sum %v", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{Puzzle.Example, "diff -3..3 1", "sum 5..5 10,10/11,9", "sum -1000000..-999745 0", "diff 0..9 -1,3/1,-3/7,4"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}
