package deduce

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// chains returns the Chains of the problem of colouring g. Each vertex has exactly one colour. A
// colour at a vertex excludes the other colours there and the same colour at the neighbours.
func (g *graph) chains() *Chains {
	c := &Chains{Values: g.k}
	for v := range g.n {
		var group []int32
		for x := range g.k {
			group = append(group, int32(v*g.k+x))
		}
		c.Groups = append(c.Groups, group)
	}
	c.Excludes = func(literal int32) (excluded []int32) {
		v, x := int(literal)/g.k, int(literal)%g.k
		for u := range g.n {
			for y := range g.k {
				if u == v && x != y || x == y && g.touches(u, v) {
					excluded = append(excluded, int32(u*g.k+y))
				}
			}
		}
		return excluded
	}
	return c
}

// refuted returns the bits that chains refute, computed from the definition of a chain. A true bit
// implies that the bits which it excludes are false. If a group has two bits left and one of these
// bits is false, this implies that the other one is true. A chain ends when its first bit must be
// false or when a bit that the state has lost must be true.
func refuted(c *Chains, s State) map[Bit]bool {
	n := len(s) * c.Values
	lost := func(x int) bool { return !s.Has(x/c.Values, x%c.Values) }
	implies := make([][]bool, 2*n) // x: bit x is true; n + x: bit x is false
	for i := range implies {
		implies[i] = make([]bool, 2*n)
	}
	for x := range n {
		for _, y := range c.Excludes(int32(x)) {
			implies[x][n+int(y)] = true
		}
	}
	for _, group := range c.Groups {
		for _, x := range group {
			for _, y := range group {
				others := 0
				for _, z := range group {
					if z != x && z != y && !lost(int(z)) {
						others++
					}
				}
				if x != y && others == 0 {
					implies[n+int(x)][y] = true
				}
			}
		}
	}
	for k := range implies {
		for i := range implies {
			for j := range implies {
				if implies[i][k] && implies[k][j] {
					implies[i][j] = true
				}
			}
		}
	}
	out := map[Bit]bool{}
	for x := range n {
		if lost(x) {
			continue
		}
		bad := implies[x][n+x]
		for y := range n {
			bad = bad || lost(y) && implies[x][y]
		}
		if bad {
			out[Bit{x / c.Values, x % c.Values}] = true
		}
	}
	return out
}

// TestChains checks on random states that the rule finds exactly the bits that refuted returns. It
// also checks that deductions remain triggered until they are performed, and that each step needs
// only its facts.
func TestChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	ctx := context.Background()
	found, long := 0, 0
	for range 400 {
		g := drawGraph(rng, 3+rng.IntN(5))
		c := g.chains()
		got := map[Bit]bool{}
		c.find(g.start, nil, func(site, value int, p Pattern) { got[Bit{site, value}] = true })
		want := refuted(c, g.start)
		for b := range want {
			found++
			if !got[b] {
				t.Fatalf("%v %v: no chain rules out %v", g, g.start, b)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%v: %v are ruled out, want %v", g, got, want)
		}
		p := g.problem(g.single(), c.Rule("chain", 1, ""))
		res, err := p.Run(ctx, new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range res.Steps {
			st := &res.Steps[i]
			if st.Rule.Name != "chain" {
				continue
			}
			if len(st.Chain()) > 2 {
				long++
			}
			bare := make(State, g.n)
			for v := range bare {
				bare[v] = 1<<g.k - 1
			}
			for _, f := range st.Facts() {
				bare[f.Site] &^= 1 << f.Value
			}
			if !refuted(c, bare)[st.Bit] {
				t.Fatalf("%v: the facts %v do not rule out %v", g, st.Facts(), st.Bit)
			}
		}
		if walked, lost, err := p.Walk(ctx, rng, nil); err != nil || !res.Empty && (lost != nil || key(walked.State) != key(res.State)) {
			t.Fatalf("%v: %v, %v", g, lost, err)
		}
	}
	if found < 100 || long < 10 {
		t.Errorf("%d ruled out, %d by more than two implications, want many", found, long)
	}
}
