package sums

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
	"counterproof/native/hitting"
)

// random returns a random problem of up to n variables and up to the given number of sums. The
// values of most sums come from one random assignment, so that many problems have solutions.
func random(rng *rand.Rand, n, sums int) *Problem {
	p := &Problem{N: rng.IntN(n + 1), Total: -1}
	planted := rng.Uint64()
	if rng.IntN(2) == 0 {
		p.Total = bits.OnesCount64(planted & (1<<p.N - 1))
		if rng.IntN(4) == 0 {
			p.Total = rng.IntN(p.N + 2)
		}
	}
	most := 1 + rng.IntN(6)
	for range rng.IntN(sums + 1) {
		s := Sum{Vars: rng.Perm(p.N)[:rng.IntN(min(most, p.N)+1)]}
		for _, v := range s.Vars {
			s.Value += int(planted >> v & 1)
		}
		if rng.IntN(8) == 0 {
			s.Value += rng.IntN(5) - 2
		}
		p.Sums = append(p.Sums, s)
	}
	return p
}

// masks returns the set of variables of each sum of p, as bits.
func masks(p *Problem) []uint64 {
	all := make([]uint64, len(p.Sums))
	for i, s := range p.Sums {
		for _, v := range s.Vars {
			all[i] |= 1 << v
		}
	}
	return all
}

// brute returns all assignments that satisfy the sums of p with the given indices and, if total is
// true, the total of p. Bit v of an assignment is the value of variable v.
func brute(p *Problem, sums []int, total bool) []uint64 {
	var all []uint64
	mask := masks(p)
	for x := range uint64(1) << p.N {
		ok := !total || p.Total == -1 || bits.OnesCount64(x) == p.Total
		for _, s := range sums {
			ok = ok && bits.OnesCount64(x&mask[s]) == p.Sums[s].Value
		}
		if ok {
			all = append(all, x)
		}
	}
	return all
}

// every returns the indices of all sums of p.
func every(p *Problem) []int {
	all := make([]int, len(p.Sums))
	for i := range all {
		all[i] = i
	}
	return all
}

// analyse returns the result of p.Analyse. The test fails if this call returns an error.
func analyse(t testing.TB, p *Problem) *Analysis {
	t.Helper()
	a, err := p.Analyse(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	return a
}

// TestBrute checks Count, Analyse and Search against brute force on random small problems.
func TestBrute(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1500 {
		checkBrute(t, random(rng, 11, 8))
	}
	for range 20 {
		checkBrute(t, random(rng, 14, 12))
	}
}

// checkBrute checks the results of Count, Analyse and Search for one problem against all
// assignments that satisfy it.
func checkBrute(t *testing.T, p *Problem) {
	t.Helper()
	want := brute(p, every(p), true)
	a := analyse(t, p)
	if a.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%+v: %s solutions, want %d", p, a.Count, len(want))
	}
	if n, err := p.Count(context.Background(), new(native.Stats)); err != nil || n.Cmp(a.Count) != 0 {
		t.Fatalf("%+v: Count %s, %v, Analyse %s", p, n, err, a.Count)
	}
	for v, x := range a.Ones {
		n := 0
		for _, y := range want {
			n += int(y >> v & 1)
		}
		if x.Cmp(big.NewInt(int64(n))) != 0 {
			t.Fatalf("%+v: variable %d is 1 in %s solutions, want %d", p, v, x, n)
		}
	}
	var got []uint64
	err := p.Search(context.Background(), new(native.Stats), func(values []byte) bool {
		if len(values) != p.N {
			t.Fatalf("%+v: %d values", p, len(values))
		}
		x := uint64(0)
		for v, b := range values {
			x |= uint64(b) << v
		}
		got = append(got, x)
		return true
	})
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%+v: solutions %b, %v, want %b", p, got, err, want)
	}
	checkComponents(t, p, a)
}

// checkComponents checks that each sum is in exactly one component, and that each component is
// connected, has exactly the variables of its sums and counts their patterns correctly.
func checkComponents(t *testing.T, p *Problem, a *Analysis) {
	t.Helper()
	mask := masks(p)
	var sums []int
	used := uint64(0)
	for _, c := range a.Components {
		own := uint64(0)
		for _, s := range c.Sums {
			own |= mask[s]
		}
		vars := uint64(0)
		for _, v := range c.Vars {
			vars |= 1 << v
		}
		if own != vars || used&own != 0 || bits.OnesCount64(vars) != len(c.Vars) || !slices.IsSorted(c.Vars) || !slices.IsSorted(c.Sums) {
			t.Fatalf("%+v: component %v has variables %v", p, c.Sums, c.Vars)
		}
		used |= own
		sums = append(sums, c.Sums...)
		// Follow shared variables from the first sum: they must lead to all sums of the component.
		reach := mask[c.Sums[0]]
		for range c.Sums {
			for _, s := range c.Sums {
				if mask[s]&reach != 0 {
					reach |= mask[s]
				}
			}
		}
		if reach != own {
			t.Fatalf("%+v: component %v is not connected", p, c.Sums)
		}
		want := make([]int64, len(c.Vars)+1)
		for _, x := range brute(p, c.Sums, false) {
			if x&^own == 0 {
				want[bits.OnesCount64(x)]++
			}
		}
		if len(c.ByTotal) != len(want) {
			t.Fatalf("%+v: component %v has %d totals, want %d", p, c.Sums, len(c.ByTotal), len(want))
		}
		for k, x := range c.ByTotal {
			if x.Cmp(big.NewInt(want[k])) != 0 {
				t.Fatalf("%+v: component %v has %s patterns with %d ones, want %d", p, c.Sums, x, k, want[k])
			}
		}
	}
	slices.Sort(sums)
	if !slices.Equal(sums, every(p)) || p.N-bits.OnesCount64(used) != a.Open {
		t.Fatalf("%+v: the components have the sums %v, and %d variables are open", p, sums, a.Open)
	}
}

// TestConflict checks that Conflict returns a set without solutions, and that no smaller set exists
// according to brute force.
func TestConflict(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	sizes := map[int]int{}
	for range 3000 {
		p := random(rng, 9, 9)
		sums, total, err := p.Conflict(context.Background(), new(native.Stats))
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		got := len(sums)
		if total {
			got++
		}
		want := smallest(p)
		if got != want || got > 0 && len(brute(p, sums, total)) > 0 {
			t.Fatalf("%+v: conflict %v, total %v, want %d members", p, sums, total, want)
		}
		sizes[want]++
	}
	for size := range 5 {
		if sizes[size] < 10 {
			t.Errorf("only %d conflicts of size %d were tried", sizes[size], size)
		}
	}
}

// TestConflictGap checks Conflict for sums that have solutions with fewer ones and with more ones
// than the total, but not with the total itself. The conflict must contain all sums and the total.
func TestConflictGap(t *testing.T) {
	for _, c := range []struct {
		p    Problem
		want []int
	}{
		{Problem{N: 4, Total: 2, Sums: []Sum{{[]int{0, 1}, 1}, {[]int{0, 2}, 1}, {[]int{0, 3}, 1}}}, []int{0, 1, 2}}, // 1 or 3
		{Problem{N: 5, Total: 2, Sums: []Sum{{[]int{0, 1}, 1}, {[]int{0, 2}, 1}, {[]int{0, 3}, 1}, {[]int{4}, 0}}}, []int{0, 1, 2, 3}},
	} {
		sums, total, err := c.p.Conflict(context.Background(), new(native.Stats))
		if err != nil || !slices.Equal(sums, c.want) || !total {
			t.Errorf("%+v: conflict %v, total %v, %v, want %v and the total", c.p, sums, total, err, c.want)
		}
		if want := smallest(&c.p); want != len(c.want)+1 {
			t.Errorf("%+v: %d members by trying all sets, want %d", c.p, want, len(c.want)+1)
		}
	}
}

// smallest returns the number of members of a smallest conflict of p, which it finds by trying all
// sets. The total counts as a member. smallest returns 0 if p has solutions.
func smallest(p *Problem) int {
	members := len(p.Sums)
	if p.Total >= 0 {
		members++
	}
	// Each assignment violates one or more members (bit len(p.Sums) is the total). A set is a
	// conflict if it contains a violated member for every assignment.
	var broken []uint64
	mask := masks(p)
	seen := map[uint64]bool{}
	for x := range uint64(1) << p.N {
		b := uint64(0)
		for i, s := range p.Sums {
			if bits.OnesCount64(x&mask[i]) != s.Value {
				b |= 1 << i
			}
		}
		if p.Total >= 0 && bits.OnesCount64(x) != p.Total {
			b |= 1 << len(p.Sums)
		}
		if b == 0 {
			return 0
		}
		if !seen[b] {
			seen[b] = true
			broken = append(broken, b)
		}
	}
	best := members
	for set := range uint64(1) << members {
		if n := bits.OnesCount64(set); n < best && !slices.ContainsFunc(broken, func(b uint64) bool { return b&set == 0 }) {
			best = n
		}
	}
	return best
}

// TestExcess checks that excess returns a smallest set of sums that force more ones than the total.
// It finds the smallest size by trying all sets of sums.
func TestExcess(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	sizes := map[int]int{}
	for range 900 {
		p := random(rng, 11, 8)
		all := brute(p, every(p), false)
		if len(all) == 0 {
			continue // the sums have no solution even without the total
		}
		least := p.N
		for _, x := range all {
			least = min(least, bits.OnesCount64(x))
		}
		p.Total = max(0, least+1-rng.IntN(4))
		want := -1
		for set := range uint64(1) << len(p.Sums) {
			n := bits.OnesCount64(set)
			if want >= 0 && n >= want {
				continue
			}
			if solutions := brute(p, list(hitting.Set{set}), false); !slices.ContainsFunc(solutions, func(x uint64) bool { return bits.OnesCount64(x) <= p.Total }) {
				want = n
			}
		}
		parts, _ := p.components()
		for _, work := range []int{0, maxCandidates} { // with forcing, and only with correction sets
			got, err := p.excess(context.Background(), new(native.Stats), parts, len(p.Sums), new(int), &work)
			if err != nil || (got == nil) != (want < 0) || got != nil && len(got) != want {
				t.Fatalf("%+v: %v, %v, want %d sums", p, got, err, want)
			}
		}
		sizes[want]++
	}
	for _, size := range []int{-1, 1, 2, 3} {
		if sizes[size] < 5 {
			t.Errorf("only %d of size %d were tried", sizes[size], size)
		}
	}
}

// TestConflictTotal checks Conflict for totals that are far too small or far too large. The board
// is a half open expert board on which all sums are connected. Any k sums force at most as many
// ones as the k largest values together. This bound gives a least size of the conflict. The test
// accepts at most one sum more.
func TestConflictTotal(t *testing.T) {
	for seed := range uint64(2) {
		m := newMined(rand.New(rand.NewPCG(seed, 7)), 16, 30, 99)
		m.scatter(rand.New(rand.NewPCG(seed, 8)), 190)
		p := m.problem(true)
		values := func(q *Problem) []int {
			var all []int
			for _, s := range q.Sums {
				all = append(all, s.Value)
			}
			slices.Sort(all)
			slices.Reverse(all)
			return all
		}
		for _, total := range []int{3, 6, 13, p.N - 3, p.N - 8, p.N - 20} {
			p.Total = total
			sums, with, err := p.Conflict(context.Background(), new(native.Stats))
			if err != nil || !with {
				t.Errorf("seed %d, total %d: %v, total %v, %v", seed, total, sums, with, err)
				continue
			}
			q := p
			if total > 100 {
				q = p.flipped()
			}
			bound, k := 0, 0
			for _, v := range values(q) {
				if bound > q.Total {
					break
				}
				bound += v
				k++
			}
			least, err := (&Problem{N: q.N, Total: -1, Sums: chosen(q, sums)}).least(context.Background(), new(native.Stats))
			if err != nil || least <= q.Total || len(sums) < k || len(sums) > k+1 {
				t.Errorf("seed %d, total %d: %d sums have at least %d ones, %v; the values require at least %d sums", seed, total, len(sums), least, err, k)
			}
		}
	}
}

// chosen returns the sums of p with the given indices.
func chosen(p *Problem, sums []int) []Sum {
	var all []Sum
	for _, s := range sums {
		all = append(all, p.Sums[s])
	}
	return all
}

// TestConflictApart checks Conflict for 100 disjoint pairs of variables, each with exactly one 1.
// It takes k+1 pairs to show that a total of k < 100 is too small, and 100-k+1 pairs to show that a
// total of 100+k is too large.
func TestConflictApart(t *testing.T) {
	const n = 100
	p := &Problem{N: 2 * n}
	for i := range n {
		p.Sums = append(p.Sums, Sum{[]int{2 * i, 2*i + 1}, 1})
	}
	for _, c := range []struct{ total, sums int }{{0, 1}, {30, 31}, {99, 100}, {101, 100}, {150, 51}, {200, 1}} {
		p.Total = c.total
		sums, total, err := p.Conflict(context.Background(), new(native.Stats))
		if err != nil || len(sums) != c.sums || !total {
			t.Errorf("total %d: %d sums, total %v, %v, want %d", c.total, len(sums), total, err, c.sums)
		}
	}
}
