package mapcolour

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzletest"
)

// ids reads the game IDs in a file in testdata. The file ids.txt has three IDs of each
// difficulty e, n, h and u, made by commands such as sgt-map --generate 3 10x10n15de
// (Debian's sgt-puzzles 20230122). The file hard.txt has 20 IDs of 20x15n30du.
func ids(t testing.TB, file string, want int) []string {
	t.Helper()
	return puzzletest.Lines(t, "testdata/"+file, want)
}

var mustParse = puzzletest.Parser[*Map](&Puzzle)

// TestIDs checks that game IDs of sgt-map are read and printed unchanged. The native
// method and SAT must find the single solution that the game promises.
func TestIDs(t *testing.T) {
	for _, id := range append(ids(t, "ids.txt", 12), ids(t, "hard.txt", 20)...) {
		m := mustParse(t, id)
		if m.String() != id {
			t.Errorf("%s is printed as %s", id, m)
		}
		first, second := puzzletest.List(t, &Puzzle, m, "native", 2), puzzletest.List(t, &Puzzle, m, "sat", 2)
		if len(first) != 1 || !slices.Equal(first, second) {
			t.Errorf("%s: %d solutions natively and %d by SAT, want the same one", id, len(first), len(second))
			continue
		}
		if err := m.Check(first[0]); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestIDReads checks that parse accepts exactly the game IDs that sgt-map loads. The IDs
// include many that String printed.
func TestIDReads(t *testing.T) {
	program := processtest.Program(t, "sgt-map")
	real := ids(t, "ids.txt", 12)
	texts := append(slices.Clone(real),
		"3x2n5:aaae,a2c", "3x2n5du:aaae,a2c", "03x02n05:aaae,a2c", "3x2n5:aaae,e", "3x2n5:aaae,01230", "3x2n5:aaae,00000",
		"3x2n5:aaad,a2c", "3x2n5:aaaf,a2c", "3x2n5:aaaea,a2c", "3x2n5:,a2c", "3x2n5:z,a2c", "3x2n5:aaAe,a2c", "3x2n6:aaae,a2d", "3x2n6:bf,f", "3x2n6:ag,f",
		"3x2n5:aaae", "3x2n5:aaae,", "3x2n5:aaae,b2a", "3x2n5:aaae,b2c", "3x2n5:aaae,a4c", "3x2n5:aaae,f", "3x2n5:aaae,a2c ", "3x2n5:aaae,a2c,",
		"1x5n5:d,e", "5x1n5:d,e", "2x2n4:ad,d", "2x2n5:ad,e", "3x2n7:aaae,a2c",
		// This wall ends within a region: the cells on its two sides are connected around its end.
		"3x3n5:abafba,e", "3x3n5:bcababcb,e")
	rng := rand.New(rand.NewPCG(4, 0))
	for _, z := range []encode.Size{{H: 2, W: 3, N: 5}, {H: 9, W: 4, N: 36}, {H: 12, W: 11, N: 40}, {H: 30, W: 30, N: 6}, {H: 20, W: 20, N: 100}} {
		blank := grow(rng, z.H, z.W, z.N).graph(z.N)
		texts = append(texts, blank.String())
		blank.colour(context.Background(), rng)
		for range 3 {
			blank.given[rng.IntN(z.N)] = none
			texts = append(texts, blank.String())
		}
	}
	for _, id := range real {
		texts = append(texts, mustParse(t, id).Without(0, 2).String())
	}
	for _, id := range texts {
		// The option --save makes the program read the IDs without printing on paper. The exit
		// status is 1 if the program cannot load an ID.
		cmd := exec.Command(program, "--save", filepath.Join(t.TempDir(), "x"), "--save-suffix", ".sav")
		cmd.Stdin = strings.NewReader(id + "\n")
		out, err := cmd.CombinedOutput()
		loads := err == nil
		if !loads && !strings.Contains(string(out), "error parsing") {
			t.Fatalf("sgt-map on %s: %v, %s", id, err, out)
		}
		if _, err := parse(id); (err == nil) != loads {
			t.Errorf("%q: we say %v, sgt-map %q", id, err, out)
		}
	}
}

// TestPicture checks the regions, edges and clues of a game ID against results found by
// hand. The map has one region of two cells, one above the other, and four regions of one
// cell around it.
func TestPicture(t *testing.T) {
	m := mustParse(t, "3x2n5:aaae,a2a31")
	if want := []int{0, 1, 2, 3, 1, 4}; !slices.Equal(m.picture.cell, want) {
		t.Errorf("regions of the cells %v, want %v", m.picture.cell, want)
	}
	if want := [][2]int{{0, 1}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 4}}; !slices.Equal(m.edges, want) {
		t.Errorf("edges %v, want %v", m.edges, want)
	}
	if want := []int{none, 2, none, 3, 1}; !slices.Equal(m.given, want) {
		t.Errorf("given %v, want %v", m.given, want)
	}
}

// TestLongGaps checks that game IDs with runs of 25 or more boundaries, or more than 26
// regions without a given colour, are written and read back.
func TestLongGaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, z := range [][3]int{{2, 40, 5}, {40, 2, 5}, {30, 30, 5}, {10, 10, 100}, {9, 9, 60}} {
		m := grow(rng, z[0], z[1], z[2]).graph(z[2])
		m.given[z[2]-1] = 3
		again := mustParse(t, m.String())
		if !slices.Equal(m.picture.cell, again.picture.cell) || !slices.Equal(m.given, again.given) || !slices.Equal(m.edges, again.edges) {
			t.Errorf("%v is read as %v", m, again)
		}
	}
}

// TestGenerated checks that generated puzzles have the requested size, connected regions,
// one solution, and no unnecessary clue.
func TestGenerated(t *testing.T) {
	unique := func(in encode.Instance) bool {
		one, err := encode.Unique(context.Background(), in)
		return one && err == nil
	}
	for seed, z := range []encode.Size{{H: 15, W: 20, N: 30}, {H: 2, W: 3, N: 5}, {H: 10, W: 10, N: 15}, {H: 20, W: 8}, {H: 6, W: 6, N: 36}, {H: 60, W: 60, N: 200}} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(uint64(seed), 0)), z, unique)
		if err != nil {
			t.Fatal(err)
		}
		m := in.(*Map)
		want := z.N
		if want == 0 {
			want = 20 // an eighth of the cells
		}
		prefix := fmt.Sprintf("%dx%dn%d:", z.W, z.H, want)
		if !strings.HasPrefix(m.String(), prefix) || len(m.given) != want {
			t.Errorf("%v: %s", z, m)
		}
		if got := mustParse(t, m.String()); !slices.Equal(got.picture.cell, m.picture.cell) {
			t.Errorf("%v: the regions of %s are read otherwise: not connected", z, m)
		}
		if len(puzzletest.List(t, &Puzzle, m, "sat", 2)) != 1 {
			t.Errorf("%v: not one solution by SAT: %s", z, m)
		}
		if i := clues.Spare(m, unique); i >= 0 {
			t.Errorf("%v: clue %d of %s is not needed", z, i, m)
		}
	}
	for _, z := range []encode.Size{{H: 1, W: 9, N: 5}, {H: 9, W: 201, N: 5}, {H: 5, W: 5, N: 4}, {H: 5, W: 5, N: 26}, {H: 5, W: 5, N: -1}, {H: 0, W: 0, N: 7}, {H: 1 << 62, W: 4, N: 5}} {
		var wrong *encode.SizeError
		if in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(0, 0)), z, unique); !errors.As(err, &wrong) {
			t.Errorf("%v: board %v, error %v", z, in, err)
		}
	}
}

// BenchmarkHard solves the 20 maps of testdata/hard.txt and proves that each has one solution. It
// uses the native method and SAT. The time includes parsing. The target is 2 s for all maps by both
// methods together.
func BenchmarkHard(b *testing.B) {
	all := ids(b, "hard.txt", 20)
	spent := map[string]time.Duration{}
	n := 0
	for b.Loop() {
		n++
		for _, name := range []string{"native", "sat"} {
			start := time.Now()
			for _, id := range all {
				if got := len(puzzletest.List(b, &Puzzle, mustParse(b, id), name, 2)); got != 1 {
					b.Fatalf("%s: %d solutions of %s", name, got, id)
				}
			}
			spent[name] += time.Since(start)
		}
	}
	for name, d := range spent {
		b.ReportMetric(d.Seconds()/float64(n), name+"-s")
	}
}

// BenchmarkGenerate makes a puzzle of the default size.
func BenchmarkGenerate(b *testing.B) {
	for seed := uint64(0); b.Loop(); seed++ {
		_, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), Puzzle.Size, func(in encode.Instance) bool {
			one, err := encode.Unique(context.Background(), in)
			return one && err == nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
