package laplace

import (
	"context"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/native/linear"
)

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
