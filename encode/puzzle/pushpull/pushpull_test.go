package pushpull

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// These are the matrix A and its inverse modulo 2, as the post "solving pushpull puzzles" of 20
// November 2016 prints them.
const (
	postA = `
		1 1 0 1 0 0 0 0 0
		1 1 1 0 1 0 0 0 0
		0 1 1 0 0 1 0 0 0
		1 0 0 1 1 0 1 0 0
		0 1 0 1 1 1 0 1 0
		0 0 1 0 1 1 0 0 1
		0 0 0 1 0 0 1 1 0
		0 0 0 0 1 0 1 1 1
		0 0 0 0 0 1 0 1 1`
	postInverse = `
		1 0 1 0 0 1 1 1 0
		0 0 0 0 1 0 1 1 1
		1 0 1 1 0 0 0 1 1
		0 0 1 0 1 1 0 0 1
		0 1 0 1 1 1 0 1 0
		1 0 0 1 1 0 1 0 0
		1 1 0 0 0 1 1 0 1
		1 1 1 0 1 0 0 0 0
		0 1 1 1 0 0 1 0 1`
)

func matrix(text string) (m [9][9]int) {
	for i, f := range strings.Fields(text) {
		m[i/9][i%9] = int(f[0] - '0')
	}
	return m
}

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// TestPostMatrix checks that the native system and the equations of the formula both have the
// matrix that the post prints. For each push, the matrix gives a board that this push solves. Check
// must accept the push on that board.
func TestPostMatrix(t *testing.T) {
	a := matrix(postA)
	dark := mustParse(t, "000000000")
	m := dark.Matrix()
	for block := range 9 {
		moved := [9]int{}
		for _, j := range dark.flips()[block] {
			moved[j]++
		}
		if moved != a[block] {
			t.Errorf("the equation of block %d is %q, the post's row %v", block, equations[block], a[block])
		}
		for push := range 9 {
			if got := m.At(block, push); got != (a[block][push] == 1) {
				t.Errorf("push %d moves block %d: %v, in the post %d", push, block, got, a[block][push])
			}
		}
	}
	for push := range 9 { // a single push solves the board that is its column of the matrix
		up := ""
		for block := range 9 {
			up += fmt.Sprint(a[block][push])
		}
		values := make([]byte, 9)
		values[push] = 1
		if err := mustParse(t, up).Check(encode.Solution(values)); err != nil {
			t.Errorf("push %d on %s: %v", push, up, err)
		}
	}
}

// TestPostExample checks the game that the post solves: the inverse of the matrix, and the products
// before they are reduced modulo 2.
func TestPostExample(t *testing.T) {
	data, err := os.ReadFile("../../testdata/lightsout.json")
	var published struct {
		PushPull struct{ S, X, Raw []int } `json:"pushpull"`
	}
	if err == nil {
		err = json.Unmarshal(data, &published)
	}
	if err != nil || len(published.PushPull.S) != 9 {
		t.Fatalf("the published example: %v, %v", published, err)
	}
	want := published.PushPull
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(want.S), " ", ""), "[]")
	b := mustParse(t, text)
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]any{}
	for _, f := range x.Facts {
		facts[f.Name] = f.Value
	}
	inverse := facts["inverse"].([][]int)
	post := matrix(postInverse)
	raw, presses := make([]int, 9), make([]int, 9)
	for i, row := range inverse {
		if !slices.Equal(row, post[i][:]) {
			t.Errorf("row %d of the inverse is %v, in the post %v", i, row, post[i])
		}
		for j := range row {
			raw[i] += row[j] * want.S[j]
		}
		presses[i] = raw[i] % 2
	}
	if !slices.Equal(raw, want.Raw) || !slices.Equal(presses, want.X) {
		t.Errorf("the inverse times s is %v, modulo 2 %v; in the post %v, %v", raw, presses, want.Raw, want.X)
	}
	for i, row := range facts["matrix"].([][]int) {
		if want := matrix(postA)[i]; !slices.Equal(row, want[:]) {
			t.Errorf("row %d of the matrix is %v, in the post %v", i, row, want)
		}
	}
	if got := facts["product"].([]int); !slices.Equal(got, want.Raw) {
		t.Errorf("the product is %v, in the post %v", got, want.Raw)
	}
	printed := strings.Trim(strings.ReplaceAll(fmt.Sprint(want.X), " ", ""), "[]")
	if facts["rank"] != 9 || facts["nullity"] != 0 || facts["solutions"] != "1" || facts["solvable"] != true ||
		facts["min_presses"] != strings.Count(printed, "1") || facts["fewest"] != printed || len(facts["kernel"].([][][]int)) != 0 {
		t.Errorf("explained as %v; the only solution is %s", facts, printed)
	}
}

// TestOneSolution checks by the native method that each of the 512 boards has exactly one solution.
// TestLaws compares some of the boards with the other methods.
func TestOneSolution(t *testing.T) {
	seen := map[encode.Solution]bool{}
	for bits := range 512 {
		b := mustParse(t, fmt.Sprintf("%09b", bits))
		n := 0
		err := b.Reduce()[0].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
			n++
			seen[s] = true
			if err := b.Check(s); err != nil {
				t.Errorf("%v: %v", b, err)
			}
			return true
		})
		if err != nil || n != 1 {
			t.Errorf("%v: %d solutions, %v", b, n, err)
		}
	}
	if len(seen) != 512 {
		t.Errorf("%d solutions of 512 boards", len(seen))
	}
}

func TestLaws(t *testing.T) {
	three := encode.Size{H: 3, W: 3}
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "000000000", Count: "1", Note: "nothing to do", ClueFree: true, Size: three},
			{Text: "111111111", Count: "1", Note: "A075464: five pushes", Size: three},
			{Text: "010111010", Count: "1", Note: "the middle", Size: three},
			{Text: "100000000", Also: []string{"100/000/000", "#../.../..."}, Count: "1", Size: three},
			{Text: "000001011", Count: "1", Note: "the last corner", Size: three},
			{Text: "1x1:1", Also: []string{"1:1"}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x2:11", Count: "2", Note: "either block", Size: encode.Size{H: 1, W: 2}},
			{Text: "1x2:10", Count: "0", Note: "both pushes move both blocks", Size: encode.Size{H: 1, W: 2}},
			{Text: "5x1:10011", Size: encode.Size{H: 5, W: 1}},
			{Text: "3x4:000111011010", Also: []string{"...#/##.#/#.#."}, Size: encode.Size{H: 3, W: 4}},
			{Text: "4x4:0000000000000000", Count: "16", Note: "nullity 4, A159257", ClueFree: true, Size: encode.Size{H: 4, W: 4}},
			{Text: "4x4:0000010000000000", Count: "0", Note: "nullity 4: no solution for one block", Size: encode.Size{H: 4, W: 4}},
			{Text: "2x3:111111", Also: []string{"###/###"}, Count: "4", Note: "nullity 2", Size: encode.Size{H: 2, W: 3}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "0"},
			{Text: "01111011", Line: 1, Column: 9, Want: "8"},
			{Text: "0111101100", Line: 1, Column: 10, Want: "10"},
			{Text: "01111x110", Line: 1, Column: 6, Want: "'x'"},
			{Text: "011/11/110", Line: 1, Column: 7, Want: "3, 2"},
			{Text: "011/110", Line: 1, Column: 5, Want: "2"},
			{Text: "0111/1110/1100", Line: 1, Column: 4, Want: "4"},
			{Text: "#.#", Line: 1, Column: 1, Want: "two, 1x3:011"},
			{Text: "2x3:01101", Line: 1, Column: 10, Want: "6, 5"},
			{Text: "2x3:0110110", Line: 1, Column: 11, Want: "6, 7"},
			{Text: "0x3:", Line: 1, Column: 1, Want: "2x3:011110"},
			{Text: "201x200:1", Line: 1, Column: 1, Want: "40000"},
			{Text: "4x5n3:1", Line: 1, Column: 1},
			{Text: "o@@/##o/#@.", Line: 1, Column: 1, Want: "'o', a solution"},
		},
		Sizes: []encode.Size{{}, three, {H: 1, W: 1}, {H: 3, W: 5}, {H: 4, W: 4}},
	})
	if err != nil {
		t.Error(err)
	}
}

// TestLightsOut compares the nullity and the fewest pushes of square boards of any size with the
// published numbers of Lights Out: A159257, and A075464 for boards with every block up.
func TestLightsOut(t *testing.T) {
	nullities, fewest := []int{0, 0, 0, 4, 2, 0, 0, 0, 8}, []int{1, 4, 5, 4, 15, 28, 33, 40, 25}
	for k, nullity := range nullities {
		x, err := mustParse(t, fmt.Sprintf("%dx%d:%s", k+1, k+1, strings.Repeat("1", (k+1)*(k+1)))).Explain(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		facts := map[string]any{}
		for _, f := range x.Facts {
			facts[f.Name] = f.Value
		}
		if facts["nullity"] != nullity || facts["min_presses"] != fewest[k] {
			t.Errorf("%d: nullity %v, %v pushes; want %d, %d", k+1, facts["nullity"], facts["min_presses"], nullity, fewest[k])
		}
	}
}

// TestSymmetry compares Canonical and the counts up to symmetry with rotations and reflections that the
// test makes itself, by reversing and exchanging rows and columns.
func TestSymmetry(t *testing.T) {
	for _, text := range []string{"4x4:0000000000000000", "4x4:0110000000000110", "2x3:111111", "2x3:101111", "1x2:11", "111010111"} {
		b := mustParse(t, text)
		turned := func(cells []byte) (all [][]byte) { // upside down, and columns for rows
			rows := slices.Collect(slices.Chunk(cells, b.W))
			var columns []byte
			for c := range b.W {
				for _, row := range slices.Backward(rows) {
					columns = append(columns, row[c])
				}
			}
			if b.H == b.W {
				all = append(all, columns)
			}
			slices.Reverse(rows)
			all = append(all, slices.Concat(rows...))
			mirrored := slices.Clone(cells)
			slices.Reverse(mirrored)
			return append(all, mirrored) // half a turn
		}
		_, bits, sized := strings.Cut(text, ":")
		if !sized {
			bits = text
		}
		kept := turned([]byte(bits))
		if _, err := puzzletest.Orbits(&Puzzle, text, func(s encode.Solution) (images []encode.Solution) {
			for k, image := range turned([]byte(s)) {
				if string(kept[k]) == bits {
					images = append(images, encode.Solution(image))
				}
			}
			return images
		}); err != nil {
			t.Error(err)
		}
	}
}

func TestDraw(t *testing.T) {
	b := mustParse(t, "011110110")
	s := encode.Solution("\x01\x01\x01\x00\x00\x01\x00\x01\x00") // the solution of the post
	if got, want := b.Draw(&s), "o@@\n##o\n#@.\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if n := len(puzzletest.Shapes[draw.Circle](b.Picture(&s))); n != 5 {
		t.Errorf("the picture shows %d of 5 pushes", n)
	}
}

func TestGenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	seen := map[string]bool{}
	for range 10_000 { // a board is missed with probability e^-19
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{H: 3, W: 3}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		seen[in.String()] = true
	}
	if len(seen) != 511 || seen["000000000"] { // one of the 512 boards is solved already
		t.Errorf("%d boards of 511", len(seen))
	}
	for _, size := range []encode.Size{{H: 300, W: 400}, {H: 3}} {
		if in, err := Puzzle.Generate(context.Background(), rng, size, func(encode.Instance) bool { return true }); err == nil || !facttest.States(err.Error(), fmt.Sprintf("%v, 40000", size)) {
			t.Errorf("%v: board %v, error %v", size, in, err)
		}
	}
}

func TestShrunk(t *testing.T) {
	var got []string
	for in := range puzzletest.Shrunk(mustParse(t, "010000101")) {
		got = append(got, in.String())
	}
	if want := []string{
		"2x3:000101", "2x3:010101", "2x3:010000", "3x2:100001", "3x2:000011", "3x2:010010", // without a row or a column
		"000000101", "010000001", "010000100",
	}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("011110110")
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// TestDeduction checks the laws of deduction on drawn boards of several sizes. The rules solve all
// boards that have one solution.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Drawn: 50, Orders: 2})
	if err != nil || found.Solved != found.Unique || found.Unique == 0 || found.Steps["one block"] == 0 || found.Steps["few blocks"] == 0 || found.Steps["many blocks"] == 0 {
		t.Errorf("%+v, %v", *found, err)
	}
}
