package lightsout

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// ids returns the game IDs in testdata/flip.txt. There are two IDs for each of 3x3c, 4x4c, 5x5c,
// 5x5r and 9x9c, made by sgt-flip --generate (Debian's sgt-puzzles 20230122).
func ids(t testing.TB) []string {
	t.Helper()
	return puzzletest.Lines(t, "testdata/flip.txt", 10)
}

// TestFlip checks boards that sgt-flip made. Their IDs must be read and printed unchanged. The
// native method and both styles of SAT must list the same number of solutions, and each solution
// must turn every light off.
func TestFlip(t *testing.T) {
	for _, id := range ids(t) {
		b := mustParse(t, id)
		if b.String() != id {
			t.Errorf("%s is printed as %s", id, b)
		}
		listed := map[string]int{}
		for _, name := range []string{"native", "sat/direct", "sat/cut"} {
			for _, s := range puzzletest.List(t, &Puzzle, b, name, 1<<20) {
				listed[name]++
				if !dark(t, id, s.Format(b.Sites())) {
					t.Fatalf("%s by %s: the presses %s leave lights on", id, name, s.Format(b.Sites()))
				}
			}
		}
		n := listed["native"]
		if n == 0 || listed["sat/direct"] != n || listed["sat/cut"] != n {
			t.Errorf("%s: solutions by method %v", id, listed)
		}
		if strings.HasPrefix(id, "9x9:") && n != 256 {
			t.Errorf("%s: %d solutions of a 9x9 board of crosses, want 2^8 (A159257)", id, n)
		}
	}
}

// dark reports whether the presses turn off all lights of the board with the given ID. It has its
// own code to read the toggle matrix and the lights from the hex digits of the ID.
func dark(t *testing.T, id, presses string) bool {
	t.Helper()
	_, desc, _ := strings.Cut(id, ":")
	matrix, grid, _ := strings.Cut(desc, ",")
	bit := func(hex string, k int) int {
		d, err := strconv.ParseUint(hex[k/4:k/4+1], 16, 4)
		if err != nil {
			t.Fatal(err)
		}
		return int(d >> (3 - k%4) & 1)
	}
	n := len(presses)
	for j := range n {
		light := bit(grid, j)
		for i := range n {
			if presses[i] == '1' {
				light ^= bit(matrix, i*n+j)
			}
		}
		if light != 0 {
			return false
		}
	}
	return true
}

// TestFlipReads checks that this package accepts an ID exactly if sgt-flip accepts it.
func TestFlipReads(t *testing.T) {
	flip := processtest.Program(t, "sgt-flip")
	for _, id := range append(ids(t),
		"3x3:d074191345d1644c17058,db8",
		"3x3c:d074191345d1644c17058,db8",
		"3x3r:d074191345d1644c17058,db8",
		"3x3:D074191345D1644C17058,DB8",
		"3x3:d074191345d1644c1705f,dbf",
		"03x3:d074191345d1644c17058,db8",
		"3x3:000000000000000000000,db8",
		"1x1:8,8", "1x1:0,8", "1x2:f,8", "4x3:d00ec0680d201f02581a401704903600f00b,f09",
		"3x3:d074191345d1644c17058,db",
		"3x3:d074191345d1644c17058,db80",
		"3x3:d074191345d1644c1705,db8",
		"3x3:d074191345d1644c170580,db8",
		"3x3:d074191345d1644c1705g,db8",
		"3x3:d074191345d1644c17058",
		"3x3:d074191345d1644c17058,",
		"3x3:,db8",
		"3x3:d074191345d1644c17058,db8 ",
		"3x3:d074191345d1644c17058,db8,00",
		"0x1:,", "1x1:,", "1x1:8", "1x1:88,8",
	) {
		// The option --save makes sgt-flip read the IDs without printing on paper. The exit status
		// is 1 if sgt-flip cannot load an ID.
		cmd := exec.Command(flip, "--save", filepath.Join(t.TempDir(), "x"), "--save-suffix", ".sav")
		cmd.Stdin = strings.NewReader(id + "\n")
		out, err := cmd.CombinedOutput()
		loads := err == nil
		if !loads && !strings.Contains(string(out), "error parsing") {
			t.Fatalf("sgt-flip on %s: %v, %s", id, err, out)
		}
		if _, err := parse(id); (err == nil) != loads {
			t.Errorf("%q: we say %v, sgt-flip %q", id, err, out)
		}
	}
}
