package hitting

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// TestWithin checks on random families that the smallest hitting set that Within finds has the
// smallest size that brute force over all subsets finds. Half of the sets come from NewFamily and
// half from Add.
func TestWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rng.IntN(10)
		var masks []int
		var sets [][]int
		for range rng.IntN(12) {
			m := 1 + rng.IntN(1<<n-1)
			masks = append(masks, m)
			var s []int
			for i := range n {
				if m>>i&1 == 1 {
					s = append(s, i)
				}
			}
			sets = append(sets, s)
		}
		least := n
		for x := range 1 << n {
			hits := true
			for _, m := range masks {
				hits = hits && x&m != 0
			}
			if hits {
				least = min(least, bits.OnesCount(uint(x)))
			}
		}
		half := len(sets) / 2
		f := NewFamily(n, sets[:half])
		for _, s := range sets[half:] {
			f.Add(s)
		}
		slices.Reverse(sets)
		if f.Sum() != NewFamily(n, sets).Sum() {
			t.Fatalf("%v: the digest depends on the order", sets)
		}
		for k := range n + 1 {
			got, ok, err := f.Within(context.Background(), new(native.Stats), k)
			if err != nil || ok != (k >= least) || ok && (len(got) > k || !hitsAll(got, sets)) {
				t.Fatalf("%v within %d: %v, %v, %v, want a set from %d elements on", sets, k, got, ok, err, least)
			}
		}
		if b := f.Bound(); b > least {
			t.Fatalf("%v: bound %d, but %d elements suffice", sets, b, least)
		}
		if g := f.Greedy(nil); len(g) < least || !hitsAll(g, sets) || !f.Hits(g) {
			t.Fatalf("%v: greedy %v", sets, g)
		}
	}
}

func hitsAll(elements []int, sets [][]int) bool {
	for _, s := range sets {
		hit := false
		for _, i := range s {
			for _, e := range elements {
				hit = hit || i == e
			}
		}
		if !hit {
			return false
		}
	}
	return true
}

// TestPlane checks Within on the lines of the projective plane of order 7. Within must find a set
// of 8 points that meets all lines, and no such set of 7 points. The plane has 57 lines of 8
// points, and no smaller set than a line meets every line (Bose and Burton, 1966).
func TestPlane(t *testing.T) {
	f := plane(7)
	st := new(native.Stats)
	if got, ok, err := f.Within(context.Background(), st, 7); ok || err != nil {
		t.Errorf("7 points: %v, %v", got, err)
	}
	if got, ok, err := f.Within(context.Background(), st, 8); !ok || err != nil || len(got) != 8 {
		t.Errorf("8 points: %v, %v, %v", got, ok, err)
	}
}

// TestEnds checks the errors of a search that reaches its limit and of a search with a cancelled
// context. The search is long. The sets are the edges of 40 disjoint triangles, so 80 points are
// needed. But the bounds of the search only show that a much smaller number of points is needed.
func TestEnds(t *testing.T) {
	var edges [][]int
	for i := 0; i < 120; i += 3 {
		edges = append(edges, []int{i, i + 1}, []int{i + 1, i + 2}, []int{i, i + 2})
	}
	f := NewFamily(120, edges)
	_, _, err := f.Within(context.Background(), &native.Stats{Limit: native.Limit{Updates: 50_000}}, 79)
	if !errors.Is(err, native.ErrLimit) {
		t.Errorf("error %v, want ErrLimit", err)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := f.Within(over, new(native.Stats), 79); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// plane returns the lines of the projective plane over the field of p elements, p a prime.
func plane(p int) *Family {
	var points [][3]int
	for x := range p {
		for y := range p {
			points = append(points, [3]int{1, x, y})
		}
		points = append(points, [3]int{0, 1, x})
	}
	points = append(points, [3]int{0, 0, 1})
	var lines [][]int
	for _, l := range points {
		var line []int
		for i, x := range points {
			if (l[0]*x[0]+l[1]*x[1]+l[2]*x[2])%p == 0 {
				line = append(line, i)
			}
		}
		lines = append(lines, line)
	}
	return NewFamily(len(points), lines)
}
