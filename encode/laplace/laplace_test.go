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
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/native/linear"
)

var background = context.Background()

func mustParse(t testing.TB, text string) *Board {
	t.Helper()
	b, err := parse(text)
	if err != nil {
		t.Fatalf("%.80q: %v", text, err)
	}
	return b
}

// oracle is encode/testdata/laplace.json, whose source stands in it.
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
	data, err := os.ReadFile("../testdata/laplace.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || len(o.Clues.X) != 3 || len(o.Null.Diff3x3) != 3 {
		t.Fatalf("the published numbers: %v, %v", o, err)
	}
	return o
}

// join writes a grid as clues.
func join(grid [][]int) string {
	var rows []string
	for _, row := range grid {
		rows = append(rows, strings.Join(texts(row), ","))
	}
	return strings.Join(rows, "/")
}

// The matrices of the 3x4 boards as the note prints them, a row a line.
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

// facts are those of an explanation, by name.
func facts(t testing.TB, b *Board) map[string]encode.Fact {
	t.Helper()
	x, err := b.Explain(background)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]encode.Fact{}
	for _, f := range x.Facts {
		all[f.Name] = f
	}
	return all
}

// asJSON is a value as explain --json prints it.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestWorkedExamples: the note's grid of numbers, its clue grids and its
// matrices, for both kernels.
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
		if err := b.Check(encode.Solution(x)); err != nil {
			t.Errorf("%s: the worked solution: %v", c.kernel, err)
		}
		again := newBoard(b.kernel, 0, 9, 3, 4)
		again.state(b.numbers(encode.Solution(x)))
		if !slices.Equal(again.clues, b.clues) {
			t.Errorf("%s: the clues of the worked solution are %v", c.kernel, again)
		}
		var all []encode.Solution
		err := b.Reduce()[0].Search(background, new(native.Stats), func(s encode.Solution) bool { all = append(all, s); return true })
		if err != nil || len(all) != 1 || all[0] != encode.Solution(x) {
			t.Errorf("%s: solutions %q, %v", c.kernel, all, err)
		}
		f := facts(t, b)
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

// apply multiplies by rows that are given, not by the package's own.
func apply(a linear.Matrix, x []int) []int {
	y := make([]int, len(a))
	for i, row := range a {
		for j, v := range row {
			y[i] += v * x[j]
		}
	}
	return y
}

// TestDiff3x4IsNotSingular: the note says that it is, and gives a null vector.
// The matrix that it prints has the determinant +1, and sends that vector to
// something else than 0; every grid of clues has exactly one solution.
func TestDiff3x4IsNotSingular(t *testing.T) {
	claimed := []int{8, 5, 8, 5, -5, -8, -5, -8, 8, 5, 8, 5}
	if y := apply(printed(t, printedDiff), claimed); !slices.ContainsFunc(y, func(v int) bool { return v != 0 }) {
		t.Error("the claimed vector is in the kernel of the printed matrix")
	}
	det, err := linear.Det(background, printed(t, printedDiff))
	if err != nil || det.Int64() != 1 {
		t.Errorf("the printed matrix has determinant %v, %v", det, err)
	}
	// 100 grids of clues at random: one rational solution, which is integer
	// and the only one in a range that holds it.
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

// TestTrueNullVectors: each is an integer combination of the kernel that
// Explain gives, and as many as there are.
func TestTrueNullVectors(t *testing.T) {
	o := published(t)
	for _, c := range []struct {
		name    string
		kernel  kernel
		nullity int
		vectors [][][]int
	}{
		{"diff 3x5", diff, 1, [][][]int{o.Null.Diff3x5}},
		{"diff 3x3", diff, 3, o.Null.Diff3x3},
		{"diff 2x5", diff, 2, [][][]int{o.Null.Diff2x5}},
		{"sum 2x3", sum, 3, [][][]int{o.Null.Sum2x3}},
	} {
		h, w := len(c.vectors[0]), len(c.vectors[0][0])
		f := facts(t, newBoard(c.kernel, 0, 9, h, w))
		if f["determinant"].Value.(*big.Int).Sign() != 0 || f["nullity"].Value != c.nullity || f["rank"].Value != h*w-c.nullity {
			t.Errorf("%s: determinant %v, nullity %v, rank %v; want nullity %d", c.name, f["determinant"].Value, f["nullity"].Value, f["rank"].Value, c.nullity)
		}
		var basis [][][]int
		if err := json.Unmarshal([]byte(asJSON(t, f["kernel"].Value)), &basis); err != nil {
			t.Fatal(err)
		}
		across := make(linear.Matrix, h*w)
		for _, v := range basis {
			for i, x := range slices.Concat(v...) {
				across[i] = append(across[i], x)
			}
		}
		for _, v := range c.vectors {
			x, err := linear.Solve(background, across, slices.Concat(v...))
			if err != nil || x == nil || slices.ContainsFunc(x, func(r *big.Rat) bool { return !r.IsInt() }) {
				t.Errorf("%s: %v is no integer combination of %v: %v, %v", c.name, v, basis, x, err)
			}
		}
		if len(c.vectors) == 1 && c.nullity == 1 && !slices.EqualFunc(basis[0], c.vectors[0], slices.Equal) {
			t.Errorf("%s: the kernel is %v, want %v", c.name, basis, c.vectors)
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// TestNullityFormulas: the closed forms of encode/testdata/laplace.json for all
// m, n <= 12, and the determinants where they are 0.
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

// TestCheckNamesFewCells: partial sums that a clue cannot come back from.
func TestCheckNamesFewCells(t *testing.T) {
	for _, c := range []struct {
		text, s string
		want    []int // nil: a solution
	}{
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136242112349", nil},
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "999999999999", []int{0, 1}},         // 18 > 10
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136262112349", []int{0, 1, 4, 5}},   // 1+3+6 = 10 goes on, and 2 more do not
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "136242112348", []int{6, 7, 10, 11}}, // the last corner
		{"diff 0..9 0,3/9,0", "0000", []int{}},                                                // the cells are not above 0: -18..0
		{"sum 0..9 99,0/0,0", "0000", []int{}},                                                // 36 at most
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
	}
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "diff -3..30 -1,13/100,-8")
	if got, want := b.Draw(nil), "diff -3..30\n -1  13\n100  -8\n"; got != want {
		t.Errorf("the clues are drawn\n%s, want\n%s", got, want)
	}
	s := encode.Solution([]byte{0, 33, 13, 3}) // -3 30 10 0
	if got, want := b.Draw(&s), "diff -3..30\n -1  13 | -3 30\n100  -8 | 10  0\n"; got != want {
		t.Errorf("the solution is drawn\n%s, want\n%s", got, want)
	}
	var svg strings.Builder
	if err := b.SVG(&svg, &s); err != nil || !strings.Contains(svg.String(), ">100<") || !strings.Contains(svg.String(), ">-3<") || !strings.Contains(svg.String(), ">30<") {
		t.Errorf("the picture lacks a clue or a number: %v\n%s", err, svg.String())
	}
}

// TestExplain: the facts of boards that are singular, out of range,
// contradictory, or too large to print or to count.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		text string
		want map[string]string // as JSON; "": the fact has a text alone; "-": it is left out
	}{
		{"sum 0..8 10,17,15,10/15,26,31,23/11,16,20,15", map[string]string{"solutions": `"0"`, "in_range": "false", "nullity": "0"}},
		{"sum 2..9 10,17,15,10/15,26,31,23/11,16,20,15", map[string]string{"solutions": `"0"`, "in_range": "false"}}, // the first number is 1
		{"sum 0..9 9,9", map[string]string{"solutions": `"10"`, "solution": "-", "in_range": "-", "inverse": "-", "nullity": "1", "kernel": "[[[1,-1]]]", "matrix": "[[1,1],[1,1]]", "determinant": "0"}},
		{"sum 0..9 9,8", map[string]string{"solutions": `"0"`, "solution": ""}},
		{"sum 0..9 12/20/13", map[string]string{"solution": "[[7],[5],[8]]", "solutions": `"1"`, "in_range": "true", "determinant": "-1", "inverse": "[[0,1,-1],[1,-1,1],[-1,1,0]]"}},
		{"sum 0..5 12/20/13", map[string]string{"solution": "[[7],[5],[8]]", "solutions": `"0"`, "in_range": "false"}},
		{"diff 0..9 0", map[string]string{"solutions": `"10"`, "kernel": "[[[1]]]", "matrix": "[[0]]", "rank": "0"}},
		{"diff 0..0 " + strings.TrimSuffix(strings.Repeat("0,0,0,0,0,0,0,0,0,0,0,0/", 13), "/"), map[string]string{"matrix": "-", "inverse": "-", "determinant": "1", "solutions": `"1"`}},
		{"sum 0..9 " + join([][]int{make([]int, 182), make([]int, 182)}), map[string]string{"kernel": "", "nullity": "183", "solutions": `"1"`}},
	} {
		f := facts(t, mustParse(t, c.text))
		for name, want := range c.want {
			fact, ok := f[name]
			got := "-"
			switch {
			case ok && fact.Value == nil && fact.Text != "":
				got = ""
			case ok:
				got = asJSON(t, fact.Value)
			}
			if got != want {
				t.Errorf("%.40s: %s is %.80s, want %.80s", c.text, name, got, want)
			}
		}
	}
	x, err := mustParse(t, "diff 0..9 0,0,0/0,0,0/0,0,0").Explain(background)
	if err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := x.SVG(&svg); err != nil || strings.Count(svg.String(), ">kernel ") != 3 || !strings.Contains(svg.String(), "one of several") {
		t.Errorf("the picture lacks a kernel vector: %v\n%s", err, svg.String())
	}
	tied := newBoard(sum, 0, 255, 5, 5) // nullity 9
	tied.state(tied.random(rand.New(rand.NewPCG(1, 1))))
	if x, err = tied.explain(background, 1000); err != nil {
		t.Fatal(err)
	}
	if last := x.Facts[len(x.Facts)-1]; last.Name != "solutions" || last.Value != nil || last.Text != "not counted: the limit of nodes is reached" {
		t.Errorf("too much to count: %v", last)
	}
	over, cancel := context.WithCancel(background)
	cancel()
	if x, err := mustParse(t, "diff 0..9 0").Explain(over); err != context.Canceled {
		t.Errorf("cancelled: %v, %v", x, err)
	}
}

// TestKernelText: the vectors of diff 3x3 have up to four entries of 1 or -1.
func TestKernelText(t *testing.T) {
	text := facts(t, newBoard(diff, 0, 9, 3, 3))["kernel"].Text
	if lines := strings.Split(text, "\n"); len(lines) != 3 || len(strings.Fields(text)) != 27 {
		t.Errorf("three grids of 3x3 side by side are\n%s", text)
	}
	text = facts(t, newBoard(sum, 0, 0, 2, 20))["kernel"].Text // nullity 20 + 2 - 1
	if !strings.HasSuffix(text, "\nand 9 vectors more") {
		t.Errorf("the kernel of sum 2x20 is\n%s", text)
	}
}

// count is the number of solutions up to two.
func count(t testing.TB, in encode.Instance) int {
	n := 0
	err := in.Reduce()[0].Search(background, new(native.Stats), func(encode.Solution) bool { n++; return n < 2 })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGenerate(t *testing.T) {
	unique := func(in encode.Instance) bool { return count(t, in) == 1 }
	for _, size := range []encode.Size{{H: 1, W: 1}, {H: 1, W: 2}, {H: 3, W: 4}, {H: 3, W: 5}, {H: 2, W: 2}, {H: 8, W: 8}, {H: 12, W: 12}} {
		in, err := Generate(size, unique)
		if err != nil {
			t.Errorf("%v: %v", size, err)
			continue
		}
		b := in.(*Board)
		if b.h != size.H || b.w != size.W || b.lo != 0 || b.hi != 9 {
			t.Errorf("%v: %s", size, in)
		}
	}
	kinds := map[kernel]bool{} // of nullity 0 both, at 3x4
	for seed := range uint64(20) {
		in, err := generate(rand.New(rand.NewPCG(seed, 0)), Puzzle.Size, unique)
		if err != nil {
			t.Fatal(err)
		}
		kinds[in.(*Board).kernel] = true
	}
	if len(kinds) != 2 {
		t.Errorf("20 boards are all %v", kinds)
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: -1, W: -1}, {H: 33, W: 32}, {H: 1 << 40, W: 1 << 40}} {
		in, err := Generate(size, unique)
		var bad *encode.SizeError
		if !errors.As(err, &bad) {
			t.Errorf("%v: %v, %v; want a SizeError", size, in, err)
		}
	}
	if in, err := Generate(encode.Size{H: 2, W: 2}, func(encode.Instance) bool { return false }); err == nil || !strings.Contains(err.Error(), "the nullity is 2") {
		t.Errorf("nothing is wanted: %v, %v", in, err)
	}
}

// Generate draws with a seed of its own.
func Generate(size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return generate(rand.New(rand.NewPCG(7, 7)), size, keep)
}

// TestSmallBoards: those for a cross-check are of every kind, and small.
func TestSmallBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	kinds := map[string]int{}
	for range 400 {
		b := small(rng)
		values := b.hi - b.lo + 1
		assignments := 1
		for range b.clues {
			if assignments *= values; assignments > 1_000_000 {
				t.Fatalf("%s: more than 10^6 assignments", b)
			}
		}
		n, err := b.Reduce()[0].Count(background, new(native.Stats))
		if err != nil || n.Cmp(big.NewInt(1000)) > 0 {
			t.Errorf("%s: %v solutions, %v", b, n, err)
		}
		if again := mustParse(t, b.String()); again.String() != b.String() {
			t.Errorf("%s reads as %s", b, again)
		}
		kinds[string(b.kernel)]++
		for kind, is := range map[string]bool{
			"none": n.Sign() == 0, "one": n.Cmp(big.NewInt(1)) == 0, "several": n.Cmp(big.NewInt(1)) > 0,
			"negative": b.lo < 0, "one value": values == 1, "two values": values == 2, "more": values > 2,
			"1x1": len(b.clues) == 1, "1xn": b.h == 1 && b.w > 1, "nx1": b.w == 1 && b.h > 1, "oblong": b.h > 1 && b.w > 1 && b.h != b.w, "square": b.h == b.w && b.h > 1,
		} {
			if is {
				kinds[kind]++
			}
		}
	}
	for _, kind := range strings.Fields("sum diff none one several negative 1x1 1xn nx1 oblong square more") {
		if kinds[kind] < 4 {
			t.Errorf("%d of 400 are %s: %v", kinds[kind], kind, kinds)
		}
	}
	if kinds["one value"] < 4 || kinds["two values"] < 4 {
		t.Errorf("narrow ranges are rare: %v", kinds)
	}
}

// TestShrunk: smaller boards, and those without a row or column of a solvable
// one are solvable.
func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"sum 5..5 5", nil},
		{"sum 0..3 2", []string{"sum 0..1 2", "sum 2..3 2", "sum 0..2 2", "sum 1..3 2"}},
		{"sum 0..9 3,6,5", []string{"sum 0..9 3,3", "sum 0..9 5,5", "sum 0..4 3,6,5", "sum 5..9 3,6,5", "sum 0..8 3,6,5", "sum 1..9 3,6,5"}},
		{"sum 0..2 1,1", []string{"sum 0..2 1", "sum 0..2 0", "sum 0..1 1,1", "sum 2..2 1,1", "sum 1..2 1,1"}}, // of 0 1 or of 1 0
		{"diff 0..1 5/6", []string{"diff 0..1 5", "diff 0..1 6", "diff 0..0 5/6", "diff 1..1 5/6"}},
	} {
		b := mustParse(t, c.text)
		var got []string
		for in := range b.Shrunk() {
			got = append(got, in.String())
			if mustParse(t, in.String()).String() != in.String() {
				t.Errorf("%s: %s is not canonical", c.text, in)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	steps := 0
	for b := encode.Instance(mustParse(t, Puzzle.Example)); b != nil; steps++ {
		var next encode.Instance
		for in := range b.(*Board).Shrunk() {
			next = in
		}
		b = next
	}
	if steps > 100 {
		t.Errorf("%d steps from the example to the smallest board", steps)
	}
}

// TestStyles: both encodings of a sum are there.
func TestStyles(t *testing.T) {
	got, want := slices.Sorted(slices.Values(Puzzle.Styles)), slices.Sorted(slices.Values(encode.SumStyles))
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
