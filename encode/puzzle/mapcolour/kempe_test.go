package mapcolour

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
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

// TestAnchored compares the regions to draw solid with the definition: a region with one colour left is
// solid if, for each other colour, regions that only have these two colours join it to a given region. In
// the only solution of a map, all regions are solid.
func TestAnchored(t *testing.T) {
	dotted := 0
	for _, id := range append(large(t, "u"), ids(t, "hard.txt", 20)...) {
		m := mustParse(t, id)
		r := newReasoner(t.Context(), m)
		for level := range kempe + 1 {
			s := deduce.State(puzzletest.Deduce(t, m, deduction.Options{Use: upTo(level)}).State)
			for i, solid := range r.anchored(s) {
				want := s.One(i)
				for other := range m.colours {
					want = want && (s.Has(i, other) || chained(m, s, i, s[i]|1<<other))
				}
				if solid != want {
					t.Errorf("%s, level %s: region %d is solid: %v, want %v", id, levels[level], i, solid, want)
				}
				if s.One(i) && !solid {
					dotted++
				}
			}
			if s.Settled() && slices.Contains(r.anchored(s), false) {
				t.Errorf("%s: the solution has a dotted region", id)
			}
		}
	}
	if dotted < 20 {
		t.Errorf("%d regions are dotted, want many", dotted)
	}
}

// chained reports whether region i is joined to a given region by regions that only have the two colours.
func chained(m *Map, s deduce.State, i int, two uint64) bool {
	reached := make([]bool, len(s))
	reached[i] = true
	for range s {
		for _, e := range m.edges {
			for k := range 2 {
				if a, b := e[k], e[1-k]; reached[a] && s[b]&^two == 0 {
					reached[b] = true
				}
			}
		}
	}
	return slices.ContainsFunc(m.clued(), func(at int) bool { return reached[at] })
}

// TestDotted checks the picture of a small map. Region 1 touches the given region 0 and can only have
// colour 1. Its chain of the colours 1 and 2 has no given region, so it is a dot in a white disc. If region 2
// is given, all regions with one colour left are filled.
func TestDotted(t *testing.T) {
	for _, c := range []struct {
		board string
		solid []bool
		white int // the number of white discs
	}{
		{"regions=3 colours=3 edges=0-1,0-2,1-2 given=0:0", []bool{true, false, false}, 2},
		{"regions=3 colours=3 edges=0-1,0-2,1-2 given=0:0,2:2", []bool{true, true, true}, 0},
	} {
		m := mustParse(t, c.board)
		r := newReasoner(t.Context(), m)
		s := deduce.State{1, 2, 4}
		if got := r.anchored(s); !slices.Equal(got, c.solid) {
			t.Errorf("%s: solid %v, want %v", c.board, got, c.solid)
		}
		white := 0
		for _, disc := range puzzletest.Shapes[draw.Circle](r.set().Picture(s, nil)) {
			if disc.R == 28 && disc.Fill == draw.White {
				white++
			}
		}
		if white != c.white {
			t.Errorf("%s: %d white discs, want %d", c.board, white, c.white)
		}
	}
}
