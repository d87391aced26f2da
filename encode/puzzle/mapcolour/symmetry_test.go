package mapcolour

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// exchanges returns a function that lists images of a colouring. Each image swaps two colours that
// are not in the set named. Every colour between the two is in the set. Such swaps generate all
// permutations of the colours that are not in the set.
func exchanges(colours int, named map[int]bool) func(encode.Solution) []encode.Solution {
	var unnamed []byte
	for v := range colours {
		if !named[v] {
			unnamed = append(unnamed, byte(v))
		}
	}
	return func(s encode.Solution) []encode.Solution {
		var all []encode.Solution
		for i := range max(0, len(unnamed)-1) {
			image := []byte(s)
			for r, v := range image {
				switch v {
				case unnamed[i]:
					image[r] = unnamed[i+1]
				case unnamed[i+1]:
					image[r] = unnamed[i]
				}
			}
			all = append(all, encode.Solution(image))
		}
		return all
	}
}

// randomMap makes a random graph of up to 7 regions and up to 62 colours, with random given
// colours. The result named is the set of the given colours.
func randomMap(rng *rand.Rand) (text string, colours int, named map[int]bool) {
	n := 1 + rng.IntN(7)
	colours = 1 + rng.IntN(12)
	if rng.IntN(4) == 0 {
		colours = 1 + rng.IntN(maxColours)
	}
	text = fmt.Sprintf("regions=%d colours=%d", n, colours)
	var edges, given []string
	dense := rng.Float64()
	for a := range n {
		for b := range a {
			if rng.Float64() < dense {
				edges = append(edges, fmt.Sprintf("%d-%d", b, a))
			}
		}
	}
	named = map[int]bool{}
	share := max(0, rng.Float64()*2-1)
	for r := range n {
		if rng.Float64() < share {
			v := rng.IntN(colours)
			named[v] = true
			given = append(given, fmt.Sprintf("%d:%d", r, v))
		}
	}
	if len(edges) > 0 {
		text += " edges=" + strings.Join(edges, ",")
	}
	if len(given) > 0 {
		text += " given=" + strings.Join(given, ",")
	}
	return text, colours, named
}

// TestSymmetry checks the numbers of colourings up to permutation of the free colours, on
// random graphs and on boards for a cross-check. puzzletest.Orbits must find the same
// numbers by swapping colours.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	seen := map[string]int{}
	for n := 0; n < puzzletest.DrawnBoards(150); {
		text, colours, named := randomMap(rng)
		if rng.IntN(5) == 0 {
			in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			m := in.(*Map)
			text, colours, named = m.String(), m.colours, map[int]bool{}
			for _, v := range m.given {
				named[v] = true
			}
		}
		m := mustParse(t, text)
		raw, err := m.Reduce()[0].Count(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatal(err)
		}
		if raw.BitLen() > 12 || raw.BitLen() == 0 && rng.IntN(10) > 0 {
			continue
		}
		n++
		orbits, err := puzzletest.Orbits(&Puzzle, text, exchanges(colours, named))
		if err != nil {
			t.Error(err)
		}
		for kind, is := range map[string]bool{
			"none":                  raw.BitLen() == 0,
			"fewer orbits":          int64(orbits) < raw.Int64(),
			"several orbits":        orbits > 1,
			"given colours":         m.Clues() > 0,
			"more than 7 colours":   colours > 7,
			"more than 7 and given": colours > 7 && m.Clues() > 0 && orbits > 1,
			"all regions given":     !slices.Contains(m.given, none),
			"pictures":              m.picture != nil,
		} {
			seen[kind] += map[bool]int{true: 1}[is]
		}
	}
	t.Logf("%v", seen)
	for kind, n := range seen {
		if n == 0 {
			t.Errorf("%s: there is no such board", kind)
		}
	}
}
