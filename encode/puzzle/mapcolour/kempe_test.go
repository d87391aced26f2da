package mapcolour

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/native/deduce"
)

// TestKempeChains checks a claim on stored maps: in the only solution of a map, every Kempe chain
// contains a given region. (Others have confirmed this for 5,696 chains of 240 maps, which is 23.7
// per map. In that count, an isolated region is one chain for each other colour.)
func TestKempeChains(t *testing.T) {
	all, _ := asked(t)
	chains, maps := 0, 0
	for _, id := range all {
		m := mustParse(t, id)
		found := puzzletest.List(t, &Puzzle, m, "native", 2)
		if len(found) != 1 {
			t.Fatalf("%s: %d solutions", id, len(found))
		}
		maps++
		for _, chain := range kempeChains(m, found[0]) {
			chains++
			if !slices.ContainsFunc(chain, func(at int) bool { return m.given[at] != none }) {
				t.Errorf("%s: no given region in the chain %v", id, chain)
			}
		}
	}
	t.Logf("%d chains of %d maps", chains, maps)
	if chains < 15*maps {
		t.Errorf("%d chains of %d maps, want some 20 a map", chains, maps)
	}
}

// kempeChains lists the Kempe chains of a solution: for each pair of colours, the maximal
// connected sets of regions in these colours.
func kempeChains(m *Map, s encode.Solution) (all [][]int) {
	for a := range byte(m.colours) {
		for b := range a {
			set := make([]int, len(s)) // by region: the number of its set
			for i := range set {
				set[i] = i
			}
			for range s { // repeat until nothing changes
				for _, e := range m.edges {
					if x, y := s[e[0]], s[e[1]]; (x == a || x == b) && (y == a || y == b) {
						n := min(set[e[0]], set[e[1]])
						set[e[0]], set[e[1]] = n, n
					}
				}
			}
			for i := range s {
				if set[i] != i || s[i] != a && s[i] != b {
					continue
				}
				var chain []int
				for at := range s {
					if set[at] == i && (s[at] == a || s[at] == b) {
						chain = append(chain, at)
					}
				}
				all = append(all, chain)
			}
		}
	}
	return all
}

// TestEscape compares the values that the Kempe chain rule removes with the definition of the rule.
// For each region and colour, the function parts checks the definition.
func TestEscape(t *testing.T) {
	found := 0
	for _, id := range append(large(t, "u"), ids(t, "hard.txt", 20)...) {
		m := mustParse(t, id)
		s := deduce.State(puzzletest.Deduce(t, m, deduction.Options{Use: upTo(hard)}).State)
		var got []deduce.Bit
		newReasoner(context.Background(), m).escape(s, nil, func(site, value int, _ deduce.Pattern) {
			got = append(got, deduce.Bit{Site: site, Value: value})
		})
		for y := range s {
			for v := range m.colours {
				bit := deduce.Bit{Site: y, Value: v}
				want := s.Has(y, v) && parts(m, s, y, v)
				if slices.Contains(got, bit) != want {
					t.Errorf("%s: region %d loses colour %d: %v, want %v", id, y, v, !want, want)
				}
				if want {
					found++
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("%d conclusions", found)
	}
}

// parts reports whether the definition of the Kempe chain rule removes colour v from region y. A
// region X must have lost all colours except two, and v is not one of the two. Region y must lie on
// all paths from X to regions that are given one of the two colours.
func parts(m *Map, s deduce.State, y, v int) bool {
	for two := range uint64(1) << m.colours {
		if bits.OnesCount64(two) != 2 || two>>v&1 == 1 {
			continue
		}
		reached := make([]bool, len(s)) // regions reached from the given regions
		for i, g := range m.given {
			reached[i] = g != none && two>>g&1 == 1
		}
		for range s {
			for _, e := range m.edges {
				for _, d := range [2][2]int{{e[0], e[1]}, {e[1], e[0]}} {
					if reached[d[0]] && d[1] != y && s[d[1]]&two != 0 {
						reached[d[1]] = true
					}
				}
			}
		}
		for x, left := range s {
			if x != y && left&^two == 0 && !reached[x] {
				return true
			}
		}
	}
	return false
}
