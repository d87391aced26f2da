package explain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/catalog"
)

// TestMistakes compares Mistakes and Correct with all solutions of small boards, for every puzzle.
func TestMistakes(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 8))
			boards, right, wrong := 6, 0, 0
			if p.Name == "calendar" {
				boards = 1
			}
			for range boards {
				in, all := small(t, p, rng)
				for k := range 9 {
					entries := chosen(guess(rng, in, all, 1+k%3), func(int) bool { return rng.IntN(4) > 0 })
					if board, ok := in.(play.HasPieces); ok {
						if entries = wholePieces(board, entries); k%2 == 0 {
							entries = laidAtRandom(rng, board, in.Sites()[0])
						}
					}
					correct := fitting(in, all, entries)
					if ok, err := Correct(t.Context(), p, in, entries); ok != correct || err != nil {
						t.Fatalf("%v: %v are correct: %v, want %v (%v)", in, entries, ok, correct, err)
					}
					found, err := Mistakes(t.Context(), p, in, entries)
					if err != nil || (found == nil) != correct || len(found) > 0 && len(all) > 0 && fitting(in, all, found) {
						t.Fatalf("%v: the mistakes in %v are %v, and the entries are correct: %v (%v)", in, entries, found, correct, err)
					}
					if correct {
						right++
						continue
					}
					wrong++
					noneSpare(t, p, in, found, all)
				}
			}
			if right == 0 || wrong == 0 {
				t.Errorf("%d correct boards and %d with mistakes", right, wrong)
			}
		})
	}
}

// noneSpare checks that nothing can be left out of a set of mistakes. On a board with pieces,
// whole pieces are left out. On other boards, single entries are left out.
func noneSpare(t *testing.T, p *encode.Puzzle, in encode.Instance, found []clues.Given, all []encode.Solution) {
	t.Helper()
	broken, err := Broken(t.Context(), p, in, found, 0)
	if err != nil || len(broken) > 0 || len(all) == 0 {
		return // TestBroken checks this
	}
	_, pieces := in.(play.HasPieces)
	for _, x := range found {
		less := slices.DeleteFunc(slices.Clone(found), func(y clues.Given) bool { return x == y || pieces && x.Value == y.Value })
		if !fitting(in, all, less) {
			t.Fatalf("%v: %v can be left out of %v", in, x, found)
		}
	}
}

// fitting reports whether a solution has the entries. On a board with pieces, the solution must
// have the pieces that the entries form. Equal pieces may have other numbers.
func fitting(in encode.Instance, all []encode.Solution, entries []clues.Given) bool {
	kindOf := map[int]int{}
	if board, ok := in.(play.HasPieces); ok {
		for k, kind := range board.Kinds() {
			for _, v := range kind.Values {
				kindOf[v] = -1 - k
			}
		}
	}
	return slices.ContainsFunc(all, func(s encode.Solution) bool {
		copyOf := map[int]byte{} // by value of an entry: the value in s
		for _, x := range entries {
			v := s[x.Site]
			if old, ok := copyOf[x.Value]; ok && old != v && kindOf[x.Value] < 0 {
				return false
			}
			copyOf[x.Value] = v
			if kindOf[x.Value] == 0 && int(v) != x.Value || kindOf[x.Value] != kindOf[int(v)] {
				return false
			}
		}
		return true
	})
}

// wholePieces leaves out the entries that do not form whole pieces.
func wholePieces(in play.HasPieces, entries []clues.Given) []clues.Given {
	_, bad := Lay(in, entries)
	return slices.DeleteFunc(entries, func(x clues.Given) bool { return slices.Contains(bad, x) })
}

// laidAtRandom lays up to three pieces where there is room for them.
func laidAtRandom(rng *rand.Rand, in play.HasPieces, values int) []clues.Given {
	b := newPlaces(in)
	var entries []clues.Given
	filled := map[int]bool{}
	for _, v := range rng.Perm(values)[:min(3, values)] {
		var chosen []int
		n := 0
		b.over(rng.IntN(len(b.cell)), v, func(sites []int) bool {
			if n++; rng.IntN(n) == 0 && !slices.ContainsFunc(sites, func(i int) bool { return filled[i] }) {
				chosen = slices.Clone(sites)
			}
			return true
		})
		for _, i := range chosen {
			filled[i] = true
			entries = append(entries, clues.Given{Site: i, Value: v})
		}
	}
	slices.SortFunc(entries, func(x, y clues.Given) int { return x.Site - y.Site })
	return entries
}
