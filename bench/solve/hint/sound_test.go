package hint

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
	"counterproof/encode/catalog"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// small has the sizes of the boards that TestSoundHints draws, where the default size is larger.
var small = map[string]encode.Size{
	"battleships": {H: 6, W: 6},
	"nonogram":    {H: 5, W: 5},
	"sherlock":    {H: 3, W: 3},
	"sudoku":      {H: 6, W: 6},
}

// one draws a board and gives values of one of its solutions until it has no other. The values are -1
// where none is given. If the board hides a solution, the solution is that one.
func one(t *testing.T, p *encode.Puzzle, rng *rand.Rand) (encode.Instance, []int, encode.Solution) {
	t.Helper()
	in, err := p.Generate(t.Context(), rng, cmp.Or(small[p.Name], p.Size), func(in encode.Instance) bool {
		found, all, err := complete(t.Context(), in, 2)
		return p.Ambiguous || p.Size == encode.Size{} || err != nil || all && len(found) == 1
	})
	if err != nil {
		t.Fatal(err)
	}
	values, err := Fixed(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if hidden := answer.Hidden(in); hidden != nil {
		return in, values, *hidden
	}
	for {
		found, all, err := complete(t.Context(), clues.Restrict(in, filled(values, nil)), 2)
		if err != nil || len(found) == 0 {
			t.Fatal(in, found, err)
		}
		if all && len(found) == 1 {
			return in, values, found[0]
		}
		if len(found) < 2 {
			t.Fatal(in, "a search was too hard")
		}
		i := rng.IntN(len(values))
		for found[0][i] == found[1][i] {
			i = (i + 1) % len(values)
		}
		_, pieces := in.(play.HasPieces)
		for j, v := range []byte(found[0]) {
			if j == i || pieces && v == found[0][i] {
				values[j] = int(v)
			}
		}
	}
}

// same reports whether a site has the value v in a solution. Equal pieces are the same value, if all
// sites that a hint places with v have one piece of the solution.
func same(in encode.Instance, solution encode.Solution, site, v int, placed [][2]int) bool {
	own := solution[site]
	if int(own) == v {
		return true
	}
	board, ok := in.(play.HasEqualValues)
	if !ok || slices.ContainsFunc(placed, func(x [2]int) bool { return x[1] == v && solution[x[0]] != own }) {
		return false
	}
	swapped := []byte(solution)
	for i, u := range swapped {
		switch u {
		case own:
			swapped[i] = byte(v)
		case byte(v):
			swapped[i] = own
		}
	}
	return board.InOrder(encode.Solution(swapped)) == solution
}

// satisfying returns up to two solutions of a board, which the SAT solver finds.
func satisfying(t *testing.T, p *encode.Puzzle, in encode.Instance) (all []encode.Solution) {
	t.Helper()
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err == nil {
		err = sat.Blocking{F: &enc.Formula}.Search(t.Context(), new(cnf.Stats), func(m cnf.Model) bool {
			all = append(all, enc.Decode(m))
			return len(all) < 2
		})
	}
	if err != nil {
		t.Fatal(in, err)
	}
	return all
}

// TestSoundHints solves drawn boards with one solution only by hints. SAT finds this solution and no
// other. So a hint is sound if it places only values of the solution and removes only others. At least
// two of five hints must name a technique that shows no contradiction, except of a new puzzle without
// techniques.
func TestSoundHints(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(34, 0))
			named, shown, searched := 0, 0, 0
			for range processtest.Cases(100, 1000) {
				in, values, solution := one(t, p, rng)
				_, pieces := in.(play.HasPieces)
				if answer.Hidden(in) == nil {
					if all := satisfying(t, p, clues.Restrict(in, filled(values, nil))); !slices.Equal(all, []encode.Solution{solution}) {
						t.Fatalf("%s: SAT finds the solutions %q, the search %q", in, all, solution)
					}
				}
				noted := make([]uint64, len(values))
				for slices.Contains(values, -1) {
					h, err := Next(t.Context(), Question{Puzzle: p, Instance: in, Entries: values, Noted: slices.Clone(noted), Patience: time.Minute})
					if err != nil || h.Wrong || h.Limited || h.Notes != nil {
						t.Fatalf("%s with %v: %v, %+v", in, values, err, h)
					}
					news := false
					for _, x := range h.Placed {
						if !same(in, solution, x[0], x[1], h.Placed) {
							t.Fatalf("%s with %v: %q places a wrong value", in, values, h.Text)
						}
						news = news || values[x[0]] < 0
						values[x[0]] = x[1]
					}
					for _, x := range h.Removed {
						if int(solution[x[0]]) == x[1] {
							t.Fatalf("%s with %v: %q removes a value of the solution", in, values, h.Text)
						}
						news = news || noted[x[0]]>>x[1]&1 == 0
						noted[x[0]] |= 1 << x[1]
					}
					if !news {
						t.Fatalf("%s with %v: %q says nothing new", in, values, h.Text)
					}
					for i, n := range in.Sites() { // a player fills in what is left
						if left := (1<<n - 1) &^ noted[i]; left&(left-1) == 0 {
							values[i] = bits.TrailingZeros64(left)
						}
					}
					switch {
					case h.Searched:
						searched++
					case h.Level == "contradiction" || h.Level == "chain" && pieces:
						shown++
					default:
						named++
					}
				}
			}
			t.Logf("%d hints name a technique, %d show a contradiction, %d come from a search", named, shown, searched)
			if _, ok := deduction.Of(p.ExampleBoard()); ok && 5*named < 2*(named+shown+searched) {
				t.Error("fewer than 40% of the hints name a technique without a contradiction")
			}
		})
	}
}
