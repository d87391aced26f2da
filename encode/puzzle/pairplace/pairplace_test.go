package pairplace

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/native/cover"
)

// oracles holds the contents of encode/testdata/pairplace.json: tables and counts that
// other sources published.
type oracles struct {
	Factorizations map[string]*big.Int `json:"one_factorizations"`
	Full           map[string]*big.Int `json:"ordered_full_grids"`
	Small          seed                `json:"seed_6x3"`
	Square         seed                `json:"seed_6x6"`
}

type seed struct {
	Rows, Solution []string
	Solutions      int
	Least          int `json:"min_pairs_for_uniqueness"`
	Removing       int `json:"removing_any_pair_gives"`
}

func (s seed) table(t *testing.T) *Table {
	return mustParse(t, strings.ReplaceAll(strings.Join(s.Rows, "/"), "_", "."))
}

func readOracles(t testing.TB) (o oracles) {
	t.Helper()
	puzzletest.ReadJSON(t, "../../testdata/pairplace.json", &o)
	if len(o.Factorizations) == 0 || len(o.Full) == 0 || len(o.Small.Rows) == 0 || len(o.Square.Rows) == 0 {
		t.Fatalf("%+v", o)
	}
	return o
}

var mustParse = puzzletest.Parser[*Table](&Puzzle)

// empty returns a table of h rows and n columns without clues.
func empty(t testing.TB, h, n int) *Table {
	return mustParse(t, strings.TrimSuffix(strings.Repeat(strings.Repeat(".", n)+"/", h), "/"))
}

// solutions lists the solutions that the named method finds, as letters. It stops after the given
// number of solutions.
func solutions(t testing.TB, in *Table, name string, most int) (all []string) {
	t.Helper()
	for _, s := range puzzletest.List(t, &Puzzle, in, name, most) {
		rows := make([]string, in.h)
		for r := range rows {
			rows[r] = string(in.row(r, &s))
		}
		all = append(all, strings.Join(rows, "/"))
	}
	return all
}

// TestEssay checks that both tables of the essay that introduced Pair Place have exactly one
// solution, and several solutions as soon as any one of their pairs is removed.
func TestEssay(t *testing.T) {
	o := readOracles(t)
	for _, s := range []seed{o.Small, o.Square} {
		in := s.table(t)
		want := strings.Join(s.Solution, "/")
		for _, name := range []string{"native", "sat"} {
			if got := solutions(t, in, name, 3); len(got) != s.Solutions || got[0] != want {
				t.Errorf("%v: %s: %v, want %s", in, name, got, want)
			}
		}
		if in.Clues() == 0 {
			t.Errorf("%v has no clues", in)
		}
		for i := range in.Clues() {
			less := in.Without(i).(*Table)
			got := solutions(t, less, "native", 3)
			if want := s.Removing; len(got) < 2 || want > 0 && len(got) != want {
				t.Errorf("%v: %v, want %d solutions (0: several)", less, got, want)
			}
		}
	}
}

// TestLeast checks that a table of two rows and six columns needs at least 4 given pairs to have
// one solution. It removes pairs from one filled table in every possible way. One filled table is
// enough: two disjoint perfect matchings of six vertices form a hexagon. So all filled tables
// differ only in the names of columns and the order of rows.
func TestLeast(t *testing.T) {
	s := readOracles(t).Small
	full := mustParse(t, strings.Join(s.Solution, "/"))
	least := full.Clues()
	for set := range 1 << full.Clues() {
		var gone []int
		for i := range full.Clues() {
			if set>>i&1 != 0 {
				gone = append(gone, i)
			}
		}
		less := full.Without(gone...).(*Table)
		if want := full.Clues() - len(gone); less.Clues() != want {
			t.Fatalf("%v has %d clues, want %d", less, less.Clues(), want)
		}
		if len(solutions(t, less, "brute", 2)) == 1 {
			least = min(least, less.Clues())
		}
	}
	if least != s.Least || s.table(t).Clues() != s.Least {
		t.Errorf("the least is %d pairs, the table has %d, want %d", least, s.table(t).Clues(), s.Least)
	}
}

// TestFull checks the number of full tables, which the native method counts without listing. For
// even n, there are A000438(n/2) (n-1)! full tables of n columns. The number of full tables of n-1
// columns is the same: a table of n columns without its last column is such a table, because the
// partners of the last column become unpaired.
func TestFull(t *testing.T) {
	o := readOracles(t)
	for n := 2; n <= 8; n += 2 {
		key := big.NewInt(int64(n)).String()
		want := new(big.Int).MulRange(1, int64(n-1))
		want.Mul(want, o.Factorizations[key])
		if full := o.Full[key]; full != nil && full.Cmp(want) != 0 {
			t.Errorf("%d columns: the oracles say %v and %v", n, full, want)
		}
		for _, columns := range []int{n - 1, n} {
			if got := puzzletest.Count(t, &Puzzle, empty(t, n-1, columns), "native"); got.Cmp(want) != 0 {
				t.Errorf("%d columns: %v, want %v", columns, got, want)
			}
		}
	}
}

// TestRectangles checks the number of tables of two and of three rows. Tables of three
// rows are cubic graphs with coloured edges, A006712 (Read 1958). The formula is our own.
// Two disjoint perfect matchings form cycles of even lengths from 4. A third matching
// must avoid the edges of these cycles. Inclusion and exclusion over sets of disjoint
// edges of the cycles counts these matchings: a cycle of length n has n/(n-m) C(n-m,m)
// sets of m edges without a common vertex.
func TestRectangles(t *testing.T) {
	published := map[int]int64{4: 6, 6: 480, 8: 197820, 10: 150474240}
	for n := 4; n <= 10; n += 2 {
		two, three := new(big.Int), new(big.Int)
		var split func(left, largest int, ways *big.Rat, matchings []int64)
		split = func(left, largest int, ways *big.Rat, matchings []int64) {
			if left == 0 {
				rows := new(big.Rat).Mul(ways, new(big.Rat).SetInt(factorial(n)))
				if !rows.IsInt() {
					t.Fatalf("%v pairs of rows", rows)
				}
				two.Add(two, rows.Num())
				third := new(big.Int)
				for m, sets := range matchings {
					x := new(big.Int).Mul(big.NewInt(sets), pairings(n-2*m))
					if m%2 == 1 {
						x.Neg(x)
					}
					third.Add(third, x)
				}
				three.Add(three, third.Mul(third, rows.Num()))
				return
			}
			for size := 4; size <= min(left, largest); size += 2 {
				// A set of size vertices can form (size-1)!/2 cycles. The edges of a cycle can
				// belong to the two rows in two ways. Among the n! orders of all vertices, size!
				// orders for each cycle and k! orders of the k cycles give the same sets.
				product, w := matchings, new(big.Rat).Set(ways)
				for k := 1; k*size <= left; k++ {
					product = times(product, cycle(size))
					w.Mul(w, big.NewRat(1, int64(size*k)))
					split(left-k*size, size-2, w, product)
				}
			}
		}
		split(n, n, big.NewRat(1, 1), []int64{1})
		if three.Int64() != published[n] { // for 10 columns, the formula is 945 (384 * 293 + 160 * 292)
			t.Errorf("3x%d: the formula gives %v, want %d", n, three, published[n])
		}
		if got := puzzletest.Count(t, &Puzzle, empty(t, 2, n), "native/memo"); got.Cmp(two) != 0 {
			t.Errorf("2x%d: %v, want %v", n, got, two)
		}
		if got := puzzletest.Count(t, &Puzzle, empty(t, 3, n), "native/memo"); got.Cmp(three) != 0 {
			t.Errorf("3x%d: %v, want %v", n, got, three)
		}
	}
}

// cycle returns, for each m, the number of ways to choose m edges of a cycle so that no two of
// these edges share a vertex. The cycle has the given number of vertices.
func cycle(size int) (sets []int64) {
	for m := range size/2 + 1 {
		x := new(big.Int).Binomial(int64(size-m), int64(m))
		sets = append(sets, x.Int64()*int64(size)/int64(size-m))
	}
	return sets
}

func times(a, b []int64) []int64 {
	c := make([]int64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			c[i+j] += x * y
		}
	}
	return c
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// pairings returns the number of perfect matchings of n vertices, (n-1)!!.
func pairings(n int) *big.Int {
	x := big.NewInt(1)
	for k := n - 1; k > 1; k -= 2 {
		x.Mul(x, big.NewInt(int64(k)))
	}
	return x
}

// TestOrder checks the order of the methods that Reduce returns without building the exact cover.
// It must be the order that cover.Methods returns for the exact cover, except that for a table with
// few clues, another method can come first.
func TestOrder(t *testing.T) {
	first := map[string]int{}
	check := func(in *Table) {
		t.Helper()
		p, _ := in.problem()
		var want, got []string
		for _, m := range cover.Methods(p) {
			want = append(want, m.Name)
		}
		for _, r := range in.Reduce() {
			got = append(got, r.Method)
		}
		free := in.clueless()
		best := want[0]
		switch {
		case free == in.h && in.h > 3 && in.n > 12:
			best = "dlx"
		case free == in.h || free > 1 && in.n <= 8:
			best = "memo"
		}
		i := slices.Index(want, best)
		if want = slices.Insert(slices.Delete(want, i, i+1), 0, best); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", in, got, want)
		}
		if best != "dlx" && free < 2 {
			first[best]++
		}
	}
	for n := 1; n <= 16; n++ {
		for h := 1; h <= most(n); h++ {
			in := empty(t, h, n)
			check(in)
			var s encode.Solution
			err := in.Reduce()[0].Search(context.Background(), new(native.Stats), func(found encode.Solution) bool {
				s = found
				return false
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range []int{1, 2, 3, 7} { // the variable of is the distance between clues
				for i := 0; i < h*n; i += of {
					in.given[i] = int(s[i])
				}
				check(in)
				for i := range in.given {
					in.given[i] = blank
				}
			}
		}
	}
	if first["memo"] < 20 || first["bitset"] < 20 {
		t.Errorf("the engines that come first with clues: %v, want 20 of each and more", first)
	}
}

// TestInOrder checks that inOrder returns the same count as the exact cover, for small tables
// without clues.
func TestInOrder(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for h := 1; h <= most(n); h++ {
			in := empty(t, h, n)
			p, _ := in.problem()
			want := new(big.Int)
			for _, m := range cover.Methods(p) {
				if m.Counter != nil {
					var err error
					if want, err = m.Counter.Count(context.Background(), new(native.Stats)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if got := puzzletest.Count(t, &Puzzle, in, "native/memo"); got.Cmp(want) != 0 || want.Sign() == 0 {
				t.Errorf("%dx%d: %v, the exact cover has %v", h, n, got, want)
			}
		}
	}
}
