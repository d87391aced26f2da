package answer

import (
	"maps"
	"math/big"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestExplain checks the facts in the records of the function explain for boards of Lights Out. The
// boards of 4x4 and 5x5 cells have nullity 4 and 2. With all lights on, the 4x4 board needs 4
// presses and the 5x5 board needs 15 (Anderson and Feil 1998; OEIS A159257, A075464).
func TestExplain(t *testing.T) {
	p := catalog.Find("lightsout")
	for _, c := range []struct {
		board  string
		facts  map[string]float64
		status string
		count  string
	}{
		{"####/####/####/####", map[string]float64{"rank": 12, "nullity": 4, "solvable": 1, "min_presses": 4}, result.Exact, "16"},
		{"#####/#####/#####/#####/#####", map[string]float64{"rank": 23, "nullity": 2, "solvable": 1, "min_presses": 15}, result.Exact, "4"},
		{"#..../...../...../...../.....", map[string]float64{"rank": 23, "nullity": 2, "solvable": 0}, result.Exact, "0"},
	} {
		in, err := p.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		j, err := Prepare(result.Job{Task: result.Explain}, p, in, method.MustParse(method.Theory))
		if err != nil {
			t.Fatal(err)
		}
		r := Answer(t.Context(), j, p, in, Watcher{})
		if r.Status != c.status || r.Count != c.count || !maps.Equal(r.Facts, c.facts) || r.WallSeconds == nil || r.CPUSeconds == nil {
			t.Errorf("%s: %+v %v, want %s %v", c.board, r, r.Facts, c.count, c.facts)
		}
	}
	// Boards of n x n cells with one black cell in each line have n! solutions. Explain stops
	// before it has counted 5040 solutions.
	p = catalog.Find("nonogram")
	for board, want := range map[string][2]string{
		"3x3:1/1/1/1/1/1":                 {result.Exact, "6"},
		"7x7:1/1/1/1/1/1/1/1/1/1/1/1/1/1": {result.AtLeast, "2"},
	} {
		in, err := p.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		j, err := Prepare(result.Job{Task: result.Explain}, p, in, method.MustParse(method.Theory))
		if err != nil {
			t.Fatal(err)
		}
		if r := Answer(t.Context(), j, p, in, Watcher{}); [2]string{r.Status, r.Count} != want {
			t.Errorf("%s: %s %s, want %v", board, r.Status, r.Count, want)
		}
	}
	// The numbers of an object become facts, but its number of solutions, which the native method
	// finds, does not become the count of the theory. 6 October has 7 solutions.
	p = catalog.Find("calendar")
	in, err := p.Parse("10-06")
	if err != nil {
		t.Fatal(err)
	}
	j, err := Prepare(result.Job{Task: result.Explain}, p, in, method.MustParse(method.Theory))
	if err != nil {
		t.Fatal(err)
	}
	r := Answer(t.Context(), j, p, in, Watcher{})
	if f := r.Facts; r.Status != result.AtLeast || f["cells"] != 41 || f["effort.solutions"] != 7 || f["effort.leading_share"] != f["effort.leading"]/f["effort.places"] || f["effort.leading"] < 8 || f["effort.leading"] > 7*8 {
		t.Errorf("10-06: %s %s %v", r.Status, r.Count, f)
	}
	p = catalog.Find("lightsout")
	in, _ = p.Parse("#")
	if _, err := Prepare(result.Job{Task: result.Explain}, p, in, method.MustParse(method.Native)); err == nil {
		t.Error("the method native gives no error for the task explain")
	}
	sudoku := catalog.Find("sudoku")
	in, _ = sudoku.Parse(sudoku.Example)
	if _, err := Prepare(result.Job{Task: result.Explain}, sudoku, in, method.MustParse(method.Theory)); err == nil {
		t.Error("sudoku, which has no theory, gives no error")
	}
}

func TestNumeric(t *testing.T) {
	for _, c := range []struct {
		value any
		want  float64
		ok    bool
	}{
		{3, 3, true}, {int64(-4), -4, true}, {0.25, 0.25, true}, {true, 1, true}, {false, 0, true},
		{big.NewInt(-1), -1, true}, {new(big.Int).Lsh(big.NewInt(1), 2000), 0, false},
		{nil, 0, false}, {"7", 0, false}, {[]int{1}, 0, false}, {(*big.Int)(nil), 0, false},
	} {
		if x, ok := numeric(encode.Fact{Value: c.value}); ok != c.ok || ok && x != c.want {
			t.Errorf("%v: %v, %v, want %v, %v", c.value, x, ok, c.want, c.ok)
		}
	}
}
