package catalog

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

// mutated makes a random board of the puzzle and changes it. It removes a part, or replaces up to
// three characters of the notation by other characters of the notation. Many of the changed boards
// have no solution. If the changed text is not a valid board, the result is nil.
func mutated(t *testing.T, p *encode.Puzzle, rng *rand.Rand) encode.Instance {
	t.Helper()
	in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	if kinds := clues.PartsOf(in); len(kinds) > 0 && rng.IntN(3) == 0 {
		if kind := kinds[rng.IntN(len(kinds))]; kind.N > 0 {
			return kind.Without(rng.IntN(kind.N))
		}
	}
	text := []byte(in.String())
	for range rng.IntN(4) {
		text[rng.IntN(len(text))] = text[rng.IntN(len(text))]
	}
	if in, err = p.Parse(string(text)); err != nil {
		return nil
	}
	return in
}

// TestObstacles checks random boards: a board must have no solution if Obstacle names a reason. The
// native method and brute force each look for a solution. Obstacle must name a reason on some of
// the boards of each puzzle, except the calendar, where every board has a solution. The
// long form has more boards.
func TestObstacles(t *testing.T) {
	boards := processtest.Cases(120, 300)
	without := map[string]bool{"calendar": true}
	for _, p := range All() {
		if _, ok := p.ExampleBoard().(encode.HasObstacle); !ok {
			continue // TestCapabilities states which boards must be able to name obstacles
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(18, 1))
			named, empty := 0, 0
			for range boards {
				in := mutated(t, p, rng)
				if in == nil {
					continue
				}
				why := encode.ObstacleOf(in)
				found, err := solvable(in, in.Reduce()[0])
				if err == nil && !found {
					empty++
				}
				if why == "" {
					continue
				}
				named++
				if found || err != nil {
					t.Errorf("%s: %s, but the native method finds a solution (%v)", in, why, err)
				}
				few := &checked{Instance: in, most: 20_000}
				if found, _ := solvable(in, encode.BruteForce(few)); found {
					t.Errorf("%s: %s, but brute force finds a solution", in, why)
				}
			}
			t.Logf("%d obstacles on %d boards without a solution", named, empty)
			if named == 0 != without[p.Name] {
				t.Errorf("%d of %d boards without a solution have an obstacle", named, empty)
			}
		})
	}
}

// A checked is an instance whose Check rejects everything after some number of calls, so that brute
// force ends.
type checked struct {
	encode.Instance
	most int
}

func (c *checked) Check(s encode.Solution) error {
	if c.most--; c.most < 0 {
		return &encode.Violation{Rule: "enough"} // without sites, so that the search ends
	}
	return c.Instance.Check(s)
}

// solvable reports whether a method finds a solution. The error means that the method gave up after
// a limited amount of work.
func solvable(in encode.Instance, r encode.Reduction) (found bool, err error) {
	st := &native.Stats{Limit: native.Limit{Nodes: 20_000, Updates: 1_000_000}}
	err = r.Search(context.Background(), st, func(s encode.Solution) bool {
		found = in.Check(s) == nil
		return !found
	})
	return found, err
}
