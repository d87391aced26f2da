package lightsout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
)

// oracle holds the numbers of encode/testdata/lightsout.json, which are the OEIS sequences A159257
// and A075464.
type oracle struct {
	Nullity  []int `json:"nullity_square_1_20"`
	MinMoves []int `json:"all_ones_min_moves_1_12"`
}

func published(t testing.TB) (o oracle) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/lightsout.json")
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || len(o.Nullity) != 20 || len(o.MinMoves) != 12 {
		t.Fatalf("the published numbers: %v, %v", o, err)
	}
	return o
}

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// lit returns the notation of an h x w board with all lights on.
func lit(h, w int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat("#", w)+"/", h), "/")
}

// facts explains an instance and returns the values of the facts, by name.
func facts(t testing.TB, in encode.Explainable) map[string]any {
	t.Helper()
	x, err := in.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]any{}
	for _, f := range x.Facts {
		m[f.Name] = f.Value
	}
	return m
}

func TestNullity(t *testing.T) {
	for i, want := range published(t).Nullity {
		n := i + 1
		f := facts(t, mustParse(t, strings.ReplaceAll(lit(n, n), "#", ".")))
		if f["nullity"] != want || f["rank"] != n*n-want {
			t.Errorf("%dx%d: nullity %v, rank %v; published nullity %d", n, n, f["nullity"], f["rank"], want)
		}
		if got, want := f["solutions"], new(big.Int).Lsh(big.NewInt(1), uint(want)).String(); got != want {
			t.Errorf("%dx%d, dark: %v solutions, want %s", n, n, got, want)
		}
	}
}

// TestFewestPresses checks the fewest presses for square boards with all lights on against
// published numbers. Every such board is solvable (Sutner 1989).
func TestFewestPresses(t *testing.T) {
	for i, want := range published(t).MinMoves {
		n := i + 1
		b := mustParse(t, lit(n, n))
		f := facts(t, b)
		if f["min_presses"] != want {
			t.Errorf("%dx%d: %v presses, published %d", n, n, f["min_presses"], want)
		}
		s, err := encode.ParseSolution(f["fewest"].(string), b.Sites())
		if err != nil || b.Check(s) != nil || strings.Count(f["fewest"].(string), "1") != want {
			t.Errorf("%dx%d: fewest %v (%v) is no solution of %d presses", n, n, f["fewest"], err, want)
		}
	}
}

// TestFiveByFive checks that every solvable 5x5 board can be solved with at most 15 presses, and
// that at least one board needs 15. Adding vectors of the kernel to one solution of a board gives
// all its solutions. So for each of the 2^25 sets of presses, the test looks for the smallest set
// that solves the same board.
func TestFiveByFive(t *testing.T) {
	var kernel []uint32
	for _, rows := range facts(t, mustParse(t, lit(5, 5)))["kernel"].([][][]int) {
		v := uint32(0)
		for i, bit := range slices.Concat(rows...) {
			v |= uint32(bit) << i
		}
		kernel = append(kernel, v)
	}
	if len(kernel) != 2 {
		t.Fatalf("a kernel of %d vectors, published nullity 2", len(kernel))
	}
	most := 0
	for x := range uint32(1 << 25) {
		most = max(most, min(bits.OnesCount32(x), bits.OnesCount32(x^kernel[0]),
			bits.OnesCount32(x^kernel[1]), bits.OnesCount32(x^kernel[0]^kernel[1])))
	}
	if most != 15 {
		t.Errorf("the hardest 5x5 board takes %d presses, published 15", most)
	}
}

// TestSolvable checks that 2^12 of the 2^16 plain boards of 4x4 are solvable. In general, the share
// of solvable boards is 2^-nullity.
func TestSolvable(t *testing.T) {
	solvable := 0
	for bits := range 1 << 16 {
		b := mustParse(t, fmt.Sprintf("4x4:%064d,%04x", 0, bits))
		b.flips = nil // make a plain board
		if puzzletest.Count(t, &Puzzle, b, "native").Sign() > 0 {
			solvable++
		}
	}
	if solvable != 1<<12 {
		t.Errorf("%d of the 4x4 boards are solvable, want 4096", solvable)
	}
}

// TestListed checks that the native method and both styles of SAT list 2^nullity solutions of
// square boards with all lights on. The test leaves out boards that would take more than about a
// second.
func TestListed(t *testing.T) {
	for i, nullity := range published(t).Nullity {
		b := mustParse(t, lit(i+1, i+1))
		for name, most := range map[string]int{"native": 20, "sat/direct": 9, "sat/cut": 9, "sat/cut/cubes": 15} {
			if i+1 > most {
				continue
			}
			if n := len(puzzletest.List(t, &Puzzle, b, name, 1<<20)); n != 1<<nullity {
				t.Errorf("%v by %s: %d solutions, want 2^%d", b, name, n, nullity)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	for _, x := range []struct {
		text string
		want map[string]any // as JSON; nil means that the fact is left out
	}{
		{".#./##./...", map[string]any{"rank": 9., "nullity": 0., "solvable": true, "solutions": "1", "kernel": []any{}}},
		// By hand: each of the two buttons turns both lights off.
		{"##", map[string]any{"rank": 1., "nullity": 1., "solvable": true, "solutions": "2", "min_presses": 1.,
			"kernel": []any{[]any{[]any{1., 1.}}}, "inverse": nil}},
		{"#.", map[string]any{"solvable": false, "solutions": "0", "min_presses": nil, "fewest": nil, "nullity": 1.}},
		// Button 1 toggles lights 1 and 2, and button 2 toggles light 2. The inverse of [1 0; 1 1]
		// (one row for each light) is the matrix itself.
		{"2x1:d,8", map[string]any{"min_presses": 2., "fewest": "11", "inverse": []any{[]any{1., 0.}, []any{1., 1.}}}},
		// A hundred buttons that toggle nothing have 2^100 solutions.
		{"10x10:" + strings.Repeat("0", 2500) + "," + strings.Repeat("0", 25), map[string]any{"rank": 0., "min_presses": 0., "nullity": 100.}},
	} {
		b := mustParse(t, x.text)
		e, err := b.Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]any{}
		for _, f := range e.Facts {
			if f.Value == nil {
				continue
			}
			data, err := json.Marshal(f.Value)
			if err != nil {
				t.Fatal(err)
			}
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				t.Fatal(err)
			}
			got[f.Name] = v
		}
		for name, want := range x.want {
			if fmt.Sprint(got[name]) != fmt.Sprint(want) {
				t.Errorf("%.30s: %s is %v, want %v", x.text, name, got[name], want)
			}
		}
		if p, err := e.Picture(); err != nil || p.WriteSVG(io.Discard) != nil {
			t.Errorf("%.30s: the picture is %v, %v", x.text, p, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := mustParse(t, lit(20, 20)).Explain(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTooMuch checks a board whose kernel has 60 vectors. The board has too many solutions to
// search for the smallest number of presses. So the fact min_presses must have a text but no
// number.
func TestTooMuch(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	b := mustParse(t, "10x10:"+strings.Repeat("0", 2500)+","+strings.Repeat("0", 25))
	for k := range b.flips {
		if k%100 < 40 { // lights without a button give no equation
			b.flips[k] = rng.IntN(2) == 0
		}
	}
	for j := range 40 {
		b.Lit[j] = rng.IntN(2) == 0
	}
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(x.Facts, func(f encode.Fact) bool { return f.Name == "min_presses" })
	if f := x.Facts[i]; f.Value != nil || f.Text == "" {
		t.Errorf("min_presses is %+v", f)
	}
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "#../.#.")
	s := encode.Solution("\x01\x01\x00\x00\x00\x01")
	if got, want := b.Draw(&s), "@o.\n.#o\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if got, want := b.Draw(nil), "#..\n.#.\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if n := len(puzzletest.Shapes[draw.Circle](b.Picture(&s))); n != 3 {
		t.Errorf("%d discs for 3 presses", n)
	}
	tints := b.TextColours(&s)
	if tints[0] == 0 || tints[1] == 0 || tints[5] == 0 || tints[0] == tints[1] || tints[1] == tints[5] || tints[0] == tints[5] || tints[2] != 0 {
		t.Errorf("lit and pressed are told apart by the tints %v", tints)
	}
}

// TestUniform checks that generate makes all solvable boards of 2x2 and of 3x2 equally often, except
// the dark board, which is solved already. All 16 boards of 2x2 are solvable. Of the 64 boards of
// 3x2, 16 are solvable. Trying all presses gave this number. With 15 equally likely boards, the
// chi-squared statistic is above 38 once in 2,000 times.
func TestUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for _, x := range []struct {
		size   encode.Size
		boards int
	}{{encode.Size{H: 2, W: 2}, 15}, {encode.Size{H: 3, W: 2}, 15}} {
		seen := map[string]float64{}
		each := 200.0
		for range 200 * x.boards {
			in, err := Puzzle.Generate(context.Background(), rng, x.size, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			seen[in.String()]++
		}
		chi := 0.0
		for _, n := range seen {
			chi += (n - each) * (n - each) / each
		}
		if len(seen) != x.boards || chi > 38 {
			t.Errorf("%v: %d boards of %d, chi squared %.1f", x.size, len(seen), x.boards, chi)
		}
	}
}

// TestGenerate checks that boards for a cross-check are small, and that plain boards, tori and
// toggle matrices all occur. Each of these kinds must include boards with no, one and two
// solutions. An impossible size must give a SizeError.
func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	seen := map[string]int{}
	for range 300 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		n := puzzletest.Count(t, &Puzzle, b, "native")
		if len(b.Lit) > 19 || n.Cmp(big.NewInt(128)) > 0 {
			t.Errorf("%v: %d cells, %v solutions", b, len(b.Lit), n)
		}
		kind := "plain"
		if b.torus {
			kind = "torus"
		}
		if b.flips != nil {
			kind = "matrix"
		}
		seen[kind]++
		seen[kind+" of "+n.String()]++
		if b.H == 1 || b.W == 1 {
			seen[kind+" line"]++
		}
	}
	for _, kind := range []string{"plain", "torus", "matrix"} {
		for _, k := range []string{"", " line", " of 0", " of 1", " of 2"} {
			if seen[kind+k] == 0 {
				t.Errorf("no %s in %v", kind+k, seen)
			}
		}
	}
	for _, size := range []encode.Size{{H: 0, W: 3}, {H: 3}, {H: -1, W: 5}, {H: 201, W: 200}, {H: 1 << 62, W: 4}} {
		var wrong *encode.SizeError
		if in, err := Puzzle.Generate(context.Background(), rng, size, func(encode.Instance) bool { return true }); !errors.As(err, &wrong) {
			t.Errorf("%v: board %v, error %v", size, in, err)
		}
	}
}

func TestShrunk(t *testing.T) {
	for _, x := range []struct {
		text string
		want []string
	}{
		{"#..#/.#.#", []string{".#.#", "#..#", "..#/#.#", "#.#/..#", "#.#/.##", "#../.#.", "...#/.#.#", "#.../.#.#", "#..#/...#", "#..#/.#.."}},
		{"torus:#./#.", []string{"torus:#.", "torus:#.", "torus:./.", "torus:#/#", "torus:../#.", "torus:#./.."}},
		{".", nil},
		// rows 110 000 011, lights 010
		{"3x1:c18,4", []string{"2x1:3,8", "2x1:9,0", "2x1:c,4", "3x1:c18,0"}},
	} {
		var got []string
		for in := range puzzletest.Shrunk(mustParse(t, x.text)) {
			got = append(got, in.String())
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%s shrinks to %q, want %q", x.text, got, x.want)
		}
	}
}

// TestLarge checks that the largest board is read and solved by the native method, and that a
// larger board is refused.
func TestLarge(t *testing.T) {
	b := mustParse(t, lit(200, 200))
	if n := puzzletest.Count(t, &Puzzle, b, "native"); n.Sign() == 0 {
		t.Error("200x200, all lit: no solution, but every such board has one (Sutner 1989)")
	}
	if _, err := parse(lit(201, 200)); err == nil {
		t.Error("40,200 cells are read")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{".#./##./...", "torus:##/#.", "3x3c:d074191345d1644c17058,db8", "1x1:F,F", "2x1:d,8"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestPictureNamesTheBoard checks that the picture names the kind of a board unless the board is
// plain. Without the name, nobody could see which lights a button toggles.
func TestPictureNamesTheBoard(t *testing.T) {
	for board, want := range map[string]string{".#./##./...": "", "torus:.#./##./...": "torus", "1x1:8,8": "own matrix"} {
		in, err := Puzzle.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, text := range puzzletest.Shapes[draw.Text](Puzzle.Picture(in, nil)) {
			got += text.Text
		}
		if got != want {
			t.Errorf("%s: the picture has the texts %q, want %q", board, got, want)
		}
	}
}
