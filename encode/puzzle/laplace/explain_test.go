package laplace

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native/linear"
)

// asJSON returns a value in the form in which explain --json prints it.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTrueNullVectors checks the kernel that Explain returns against published null vectors. The
// nullity must be the published one. Each published vector must be a sum of integer multiples of
// the vectors that Explain returns.
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
		f := puzzletest.Facts(t, newBoard(c.kernel, 0, 9, h, w))
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

// TestExplain checks the facts of boards that are singular, out of range, contradictory, or too
// large to print or to count.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		text string
		want map[string]string // as JSON; "" means a fact with only a text; "-" means that the fact is left out
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
		f := puzzletest.Facts(t, mustParse(t, c.text))
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
	over, cancel := context.WithCancel(background)
	cancel()
	if x, err := mustParse(t, "diff 0..9 0").Explain(over); err != context.Canceled {
		t.Errorf("cancelled: %v, %v", x, err)
	}
}

// TestTooMuchToCount checks a board with too many solutions to count. The picture must still show a
// solution if the search finds one within the limit.
func TestTooMuchToCount(t *testing.T) {
	tied := newBoard(sum, 0, 255, 5, 5) // nullity 9
	tied.state(tied.random(rand.New(rand.NewPCG(1, 1))))
	for limit, solved := range map[int64]bool{1: false, 1000: true} {
		x, err := tied.explain(background, limit)
		if err != nil {
			t.Fatal(err)
		}
		if last := x.Facts[len(x.Facts)-1]; last.Name != "solutions" || last.Value != nil || last.Text == "" {
			t.Errorf("too much to count: %v", last)
		}
		board := pictures(t, x)[0]
		if board.Title != "sum 0..255" {
			t.Errorf("the title is %q", board.Title)
		}
		filled(t, tied, board, solved)
	}
}

func pictures(t *testing.T, x *encode.Explanation) []*puzzletest.Drawn {
	t.Helper()
	p, err := x.Picture()
	if err != nil {
		t.Fatal(err)
	}
	all, err := puzzletest.ReadBoards(p)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// filled checks the picture of a board. The picture must have the clues. If solved is true, the
// picture must also have the numbers of a solution. If solved is false, the picture must not have
// any other numbers.
func filled(t *testing.T, b *Board, p *puzzletest.Drawn, solved bool) {
	t.Helper()
	s := make([]byte, len(b.clues))
	if len(p.Cells) != len(s) {
		t.Fatalf("%s: %d cells", b, len(p.Cells))
	}
	for i, cell := range p.Cells {
		clue := strconv.Itoa(b.clues[i])
		if !solved {
			if !slices.Equal(cell.Texts, []string{clue}) {
				t.Errorf("%s: cell %d shows %q, want %q", b, i, cell.Texts, clue)
			}
			continue
		}
		if len(cell.Texts) != 2 || cell.Texts[1] != clue {
			t.Fatalf("%s: cell %d shows %q, want a number and %q", b, i, cell.Texts, clue)
		}
		v, err := strconv.Atoi(cell.Texts[0])
		if err != nil || v < b.lo || v > b.hi {
			t.Fatalf("%s: cell %d shows %q: %v", b, i, cell.Texts, err)
		}
		s[i] = byte(v - b.lo)
	}
	if solved {
		if err := b.Check(encode.Solution(s)); err != nil {
			t.Errorf("%s: the numbers are no solution: %v", b, err)
		}
	}
}

// TestExplainPicture checks that the picture has the clues, up to three kernel vectors and, if
// there is a solution, its numbers. Positive and negative numbers have different colours.
func TestExplainPicture(t *testing.T) {
	const plain, positive, negative = draw.White, draw.Yellow, draw.Sky
	for _, c := range []struct {
		text    string
		title   string
		solved  bool
		vectors int
	}{
		{"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "sum 0..9", true, 0},
		{"sum 0..8 10,17,15,10/15,26,31,23/11,16,20,15", "sum 0..8", false, 0},
		{"diff 0..9 3,0,-5,4,1", "diff 0..9", false, 1}, // 3 - 5 + 1 is not 0
		{"diff -9..9 0,0,0/0,0,0/0,0,0", "diff -9..9, one of several", true, 3},
		{"sum 0..9 10,10,10,10/10,10,10,10", "sum 0..9, one of several", true, 3}, // one of 4 solutions
	} {
		b := mustParse(t, c.text)
		x, err := b.Explain(background)
		if err != nil {
			t.Fatal(err)
		}
		all := pictures(t, x)
		if all[0].Title != c.title {
			t.Errorf("%s: the title is %q, want %q", c.text, all[0].Title, c.title)
		}
		filled(t, b, all[0], c.solved)
		i := slices.IndexFunc(x.Facts, func(f encode.Fact) bool { return f.Name == "kernel" })
		var kernel [][][]int
		if err := json.Unmarshal([]byte(asJSON(t, x.Facts[i].Value)), &kernel); err != nil {
			t.Fatal(err)
		}
		if len(all)-1 != c.vectors || len(kernel) < c.vectors {
			t.Errorf("%s: %d vectors are drawn of %d, want %d", c.text, len(all)-1, len(kernel), c.vectors)
			continue
		}
		for k, p := range all[1:] {
			if want := fmt.Sprintf("kernel %d", k+1); p.Title != want {
				t.Errorf("%s: %q, want %q", c.text, p.Title, want)
			}
			for i, v := range slices.Concat(kernel[k]...) {
				want := puzzletest.Shown{Fill: plain}
				if v != 0 {
					want = puzzletest.Shown{Fill: map[bool]draw.Colour{true: positive, false: negative}[v > 0], Texts: []string{strconv.Itoa(v)}}
				}
				if diff := cmp.Diff(want, p.Cells[i]); diff != "" {
					t.Errorf("%s: %s, cell %d: %s", c.text, p.Title, i, diff)
				}
			}
		}
	}
}

// TestPictureStops checks that drawing the picture returns an error if the context has ended in the
// meantime.
func TestPictureStops(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	x, err := mustParse(t, "sum 0..9 9,9").Explain(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := x.Picture(); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestKernelText checks that the text of a kernel shows the vectors as grids side by side. The text
// shows at most twelve vectors and must say how many vectors it leaves out.
func TestKernelText(t *testing.T) {
	text := puzzletest.Facts(t, newBoard(diff, 0, 9, 3, 3))["kernel"].Text
	if lines := strings.Split(text, "\n"); len(lines) != 3 || len(strings.Fields(text)) != 27 {
		t.Errorf("three grids of 3x3 side by side are\n%s", text)
	}
	text = puzzletest.Facts(t, newBoard(sum, 0, 0, 2, 20))["kernel"].Text // nullity 20 + 2 - 1
	if !strings.HasSuffix(text, "\nand 9 more vectors") {
		t.Errorf("the kernel of sum 2x20 is\n%s", text)
	}
}

// TestReflectedDeterminant checks that a board and its reflection have the same determinant, because
// explain takes the one with the shorter rows.
func TestReflectedDeterminant(t *testing.T) {
	for _, k := range []kernel{sum, diff} {
		for h := 1; h <= 7; h++ {
			for w := 1; w < h; w++ {
				a, err := linear.Det(t.Context(), newBoard(k, 0, 0, h, w).matrix())
				b, err2 := linear.Det(t.Context(), newBoard(k, 0, 0, w, h).matrix())
				if err != nil || err2 != nil || a.Cmp(b) != 0 {
					t.Errorf("%s: %dx%d has %v, %v, %dx%d has %v, %v", k, h, w, a, err, w, h, b, err2)
				}
			}
		}
	}
}
