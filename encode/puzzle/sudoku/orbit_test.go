package sudoku

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

func orbit(t testing.TB, b *Board) string {
	in, err := b.Orbit(context.Background())
	if err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return in.String()
}

// lineOrders returns the orders of n lines that keep the groups of the given size together.
func lineOrders(groups, size int) (all [][]int) {
	inner := orders(size)
	for _, outer := range orders(groups) {
		lists := [][]int{nil}
		for _, g := range outer {
			var longer [][]int
			for _, list := range lists {
				for _, order := range inner {
					next := slices.Clone(list)
					for _, i := range order {
						next = append(next, g*size+i)
					}
					longer = append(longer, next)
				}
			}
			lists = longer
		}
		all = append(all, lists...)
	}
	return all
}

func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, order := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(order), at, n-1))
		}
	}
	return all
}

// byBruteForce returns the smallest text over all orders of rows and columns, with the values in the order
// of their first cells.
func byBruteForce(b *Board) string {
	boards := []*Board{b}
	if b.h == b.w {
		boards = append(boards, b.transposed())
	} else if b.h > b.w {
		boards = []*Board{b.transposed()}
	}
	n, least := b.side(), ""
	for _, x := range boards {
		for _, rows := range lineOrders(x.w, x.h) {
			for _, cols := range lineOrders(x.h, x.w) {
				var text strings.Builder
				var value [mostSide + 1]byte
				next := byte(0)
				for _, r := range rows {
					for _, c := range cols {
						v := x.clues[r*n+c]
						if v > 0 && value[v] == 0 {
							next++
							value[v] = next
						}
						text.WriteByte(value[v])
					}
				}
				if least == "" || text.String() < least {
					least = text.String()
				}
			}
		}
	}
	return (&Board{box: boards[0].box, clues: least}).String()
}

// mixed applies a random symmetry.
func mixed(rng *rand.Rand, b *Board) *Board {
	if rng.IntN(2) == 0 {
		b = b.transposed()
	}
	n := b.side()
	lines := func(groups, size int) (order []int) {
		for _, g := range rng.Perm(groups) {
			for _, i := range rng.Perm(size) {
				order = append(order, g*size+i)
			}
		}
		return order
	}
	rows, cols, values := lines(b.w, b.h), lines(b.h, b.w), rng.Perm(n)
	cells := make([]byte, n*n)
	for at := range cells {
		if v := b.clues[rows[at/n]*n+cols[at%n]]; v > 0 {
			cells[at] = byte(values[v-1] + 1)
		}
	}
	return &Board{box: b.box, clues: string(cells)}
}

// sample makes a random board with the given box. It may have contradictory clues.
func sample(rng *rand.Rand, x box) *Board {
	b := filled(rng, x)
	n := len(b.clues)
	b = b.Without(rng.Perm(n)[:rng.IntN(n+1)]...).(*Board)
	if cells := []byte(b.clues); rng.IntN(3) == 0 {
		cells[rng.IntN(n)] = byte(rng.IntN(x.side() + 1))
		b.clues = string(cells)
	}
	return b
}

// TestOrbitByBruteForce compares the orbits of small boards with the smallest text over the whole group.
func TestOrbitByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 1))
	for _, c := range []struct {
		box
		boards int
	}{{box{2, 2}, 300}, {box{2, 3}, 30}, {box{3, 2}, 30}} {
		if os.Getenv("COUNTERPROOF_LONG") != "" {
			c.boards = 1000
		}
		for range c.boards {
			b := sample(rng, c.box)
			if got, want := orbit(t, b), byBruteForce(b); got != want {
				t.Fatalf("%s: orbit %s, by brute force %s", b, got, want)
			}
		}
	}
}

// TestOrbitOfImages checks that random symmetries of a board have the same orbit, and that the result is its
// own orbit.
func TestOrbitOfImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 2))
	for _, c := range []struct {
		box
		boards, most int
	}{{box{3, 3}, 200, 81}, {box{2, 4}, 30, 64}, {box{4, 4}, 6, 110}, {box{5, 5}, 2, 200}} {
		if os.Getenv("COUNTERPROOF_LONG") != "" {
			c.boards *= 5
		}
		for i := range c.boards {
			b := sample(rng, c.box)
			if n := b.Clues(); n > c.most {
				b = b.Without(rng.Perm(n)[:n-c.most]...).(*Board)
			}
			if i == 0 {
				b = b.Without(encode.Left(b.Clues(), nil)...).(*Board) // the empty board
			}
			want := orbit(t, b)
			if image := mixed(rng, b); orbit(t, image) != want {
				t.Errorf("%s: orbit %s, but its image %s has %s", b, want, image, orbit(t, image))
			}
			if in, err := parse(want); err != nil || orbit(t, in) != want {
				t.Errorf("%s: orbit %s, whose orbit differs (%v)", b, want, err)
			}
		}
	}
}

// TestOrbitClasses counts the solved boards up to symmetry: 2 of 4x4 cells and 49 of 6x6 cells (Ed Russell and
// Frazer Jarvis; the 49 do not exchange rows and columns).
func TestOrbitClasses(t *testing.T) {
	for _, c := range []struct {
		text string // every orbit has a solved board with these clues
		want int
	}{{"123434..........", 2}, {"123456456...........................", 49}} {
		b, err := parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		err = b.Reduce()[0].Search(t.Context(), new(native.Stats), func(s encode.Solution) bool {
			cells := []byte(s)
			for i := range cells {
				cells[i]++
			}
			found[orbit(t, &Board{box: b.box, clues: string(cells)})] = true
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != c.want {
			t.Errorf("%s: %d orbits, want %d", c.text, len(found), c.want)
		}
	}
}

// TestPublishedOrbits checks the first and the last of all minlex forms of solved boards, as Red Ed has published
// them in the New Sudoku Players' Forum on 28 January 2007.
func TestPublishedOrbits(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 5))
	for _, want := range []string{
		"123456789456789123789123456214365897365897214897214365531642978642978531978531642",
		"123456789457893612986217354274538196531964827698721435342685971715349268869172543",
	} {
		b, err := parse(want)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if got := orbit(t, mixed(rng, b)); got != want {
				t.Errorf("an image of %s has the orbit %s", want, got)
			}
		}
	}
}

// TestOrbitLimit checks that a board with too many symmetries is refused and does not take forever.
func TestOrbitLimit(t *testing.T) {
	b := filled(rand.New(rand.NewPCG(37, 3)), box{4, 4})
	if _, err := b.Orbit(t.Context()); err != errSteps {
		t.Errorf("a solved board of 16x16 cells: %v, want %v", err, errSteps)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := filled(rand.New(rand.NewPCG(37, 3)), box{3, 3}).Orbit(canceled); err != context.Canceled {
		t.Errorf("a canceled context: %v", err)
	}
}

func BenchmarkOrbit(b *testing.B) {
	rng := rand.New(rand.NewPCG(37, 4))
	solved := filled(rng, box{3, 3})
	puzzle := clues.Dig(b.Context(), rng, solved, encode.OneSolution).(*Board)
	for name, board := range map[string]*Board{"solved": solved, "puzzle": puzzle} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				orbit(b, board)
			}
		})
	}
}
