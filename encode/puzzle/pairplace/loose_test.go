package pairplace

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// TestFree compares the counts of free tables without clues with closed forms. One row has as many
// solutions as there are involutions of its columns, A000085. With three columns and h rows, the
// pairs of columns exclude one another, so that j pairs are in j of the rows, in any order: for h = n
// these are the partial permutations, A002720(3) = 34. Two rows of four columns have 10 * 10
// solutions less those with a common pair.
func TestFree(t *testing.T) {
	involutions := []int64{1, 1}
	for n := 1; n <= 12; n++ {
		checkFree(t, 1, n, big.NewInt(involutions[n]))
		involutions = append(involutions, involutions[n]+int64(n)*involutions[n-1])
	}
	for h := 1; h <= 3; h++ {
		want := new(big.Int)
		for j := range min(h, 3) + 1 {
			ways := new(big.Int).Binomial(3, int64(j))
			want.Add(want, ways.Mul(ways, new(big.Int).MulRange(int64(h-j+1), int64(h))))
		}
		checkFree(t, h, 3, want)
	}
	// Inclusion and exclusion over the common pairs: one of 6 pairs, with 2 rows on the other two
	// columns each, or one of 3 pairs of pairs.
	checkFree(t, 2, 4, big.NewInt(10*10-6*2*2+3))
}

func checkFree(t *testing.T, h, n int, want *big.Int) {
	t.Helper()
	in := mustParse(t, "free:"+empty(t, h, n).String())
	for _, name := range []string{"native/memo", "native/dlx", "sat"} {
		if name == "sat" && want.Int64() > 3000 {
			continue
		}
		if got := puzzletest.Count(t, &Puzzle, in, name); got.Cmp(want) != 0 {
			t.Errorf("%v by %s: %v, want %v", in, name, got, want)
		}
	}
}

// looseBoard makes a free table, or a table with an even number of columns and own letters. It pairs
// columns at random, and then removes clues at random.
func looseBoard(t testing.TB, rng *rand.Rand) *Table {
	free := rng.IntN(2) == 0
	n := 3 + rng.IntN(6)
	if !free {
		n = 4 + 2*rng.IntN(3)
	}
	in := fill(rng, 1+rng.IntN(most(n)), n)
	for i, b := range in.given {
		if a := i % n; rng.IntN(5) == 0 && b != blank {
			in.given[i], in.given[i-a+b] = a, b
		}
	}
	in.free = free
	var gone []int
	for i := range in.Clues() {
		if rng.IntN(9) > 2 {
			gone = append(gone, i)
		}
	}
	less := in.Without(gone...).(*Table)
	return mustParse(t, less.String())
}

// TestLoose checks the laws of deduction on loose tables: every removed letter is in no solution, and
// the order of the steps does not matter. It also compares the numbers of solutions by three methods.
func TestLoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	boards := []string{"free:.......", "free:..../..../....", "free:B..../.C.../..C..", ".B...F/A.C.../......", "A.../....", "AB../C..."}
	for range processtest.Cases(120, 600) {
		in := looseBoard(t, rng)
		n := len(solutions(t, in, "native", 400))
		if n == 400 {
			continue
		}
		boards = append(boards, in.String())
		for _, name := range []string{"brute", "sat"} {
			if name == "brute" && len(in.given) > 24 {
				continue
			}
			if got := len(solutions(t, in, name, 400)); got != n {
				t.Errorf("%v has %d solutions by %s, and %d by exact cover", in, got, name, n)
			}
		}
	}
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Orders: 1, Named: namedPairs})
	if err != nil {
		t.Error(err)
	}
	t.Log(len(boards), *found)
	for _, rule := range []string{"mate", "naked single", "hidden single", "parity", "naked pair"} {
		if found.Steps[rule] == 0 {
			t.Errorf("no %s in %v", rule, found.Steps)
		}
	}
}

// TestObstacle checks which loose tables are known to be impossible before any search.
func TestObstacle(t *testing.T) {
	for text, want := range map[string]string{
		"A...":         "row 1 leaves 3 columns",
		"AB..":         "",
		"free:AB.":     "",
		"free:A../A..": "",
		"A../A..":      "unpaired in rows 1 and 2",
		"AB.":          "two columns are given as unpaired in row 1",
		"free:BC.":     "both C and A at row 1, column B",
		"free:B../B..": "A with B in rows 1 and 2",
	} {
		in, err := Puzzle.Parse(text)
		if err != nil {
			continue
		}
		got := in.(*Table).Obstacle()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if got != "" && len(solutions(t, in.(*Table), "brute", 1)) > 0 {
			t.Errorf("%s has a solution", text)
		}
	}
}

// TestGivenUnpaired checks that a given value is not a clue: with an even number of columns, no solution
// of a table without this clue leaves the column unpaired, so the native methods must find nothing.
func TestGivenUnpaired(t *testing.T) {
	for _, c := range []struct {
		table       string
		site, value int
		want        bool
	}{
		{"..../..../....", 2, 2, false},
		{"..../..../....", 2, 3, true},
		{"A.C./....", 2, 2, true},
		{".../...", 2, 2, true},
		{"free:..../....", 2, 2, true},
	} {
		in := clues.Restrict(mustParse(t, c.table), []clues.Given{{Site: c.site, Value: c.value}})
		for _, r := range in.Reduce() {
			found := false
			err := r.Search(t.Context(), new(native.Stats), func(s encode.Solution) bool {
				found = true
				if err := in.Check(s); err != nil {
					t.Errorf("%s with %d at site %d by %s: %v", c.table, c.value, c.site, r.Method, err)
				}
				return true
			})
			if err != nil || found != c.want {
				t.Errorf("%s with %d at site %d by %s: solutions: %t, %v, want %t", c.table, c.value, c.site, r.Method, found, err, c.want)
			}
		}
	}
}
