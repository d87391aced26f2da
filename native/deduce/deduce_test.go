package deduce

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// A graph is the problem of colouring a graph. The sites are the vertices, and the values are the
// colours.
type graph struct {
	n, k  int
	edges [][2]int
	start State
}

func (g *graph) touches(a, b int) bool {
	for _, e := range g.edges {
		if e == [2]int{a, b} || e == [2]int{b, a} {
			return true
		}
	}
	return false
}

// single returns a rule: if a vertex has one colour left, its neighbours lose this colour.
func (g *graph) single() Rule {
	return Rule{Name: "single", Level: 0,
		Find: func(s State, changed []int32, emit Emit) {
			for _, v := range changed {
				if left := s[v]; left == 0 || left&(left-1) != 0 {
					continue
				}
				for c := range g.k {
					if !s.Has(int(v), c) {
						continue
					}
					for u := range g.n {
						if g.touches(int(v), u) {
							emit(u, c, Pattern{Sites: []int{int(v)}, Values: 1 << c})
						}
					}
				}
			}
		},
		Facts: func(st *Step) []Bit {
			var facts []Bit
			for c := range g.k {
				if c != st.Value {
					facts = append(facts, Bit{st.Pattern.Sites[0], c})
				}
			}
			return facts
		},
	}
}

// pair returns the following rule. If two neighbours have only the same two colours left, every
// common neighbour of the two loses these two colours. If the parameter literal is true, the rule
// requires that each of the two neighbours has both colours left. With that condition, deductions
// do not remain triggered when a vertex loses a colour.
func (g *graph) pair(literal bool) Rule {
	return Rule{Name: "pair", Level: 1,
		Find: func(s State, _ []int32, emit Emit) {
			for _, e := range g.edges {
				a, b := e[0], e[1]
				for c := range g.k {
					for d := range c {
						two := uint64(1<<c | 1<<d)
						if (s[a]|s[b])&^two != 0 || literal && (s[a] != two || s[b] != two) {
							continue
						}
						for u := range g.n {
							if g.touches(a, u) && g.touches(b, u) {
								for _, x := range []int{c, d} {
									emit(u, x, Pattern{Sites: []int{a, b}, Values: two})
								}
							}
						}
					}
				}
			}
		},
		Facts: func(st *Step) []Bit {
			var facts []Bit
			for _, v := range st.Pattern.Sites {
				for c := range g.k {
					if st.Values>>c&1 == 0 {
						facts = append(facts, Bit{v, c})
					}
				}
			}
			return facts
		},
	}
}

// rejected returns the rule that Eppstein rejects. It looks for an open vertex with one open
// neighbour. The other neighbours of the vertex are settled and together have exactly two colours.
// The open neighbour loses these two colours. (In a uniquely coloured map, the open neighbour must
// decide the colour of the vertex.)
func (g *graph) rejected() Rule {
	return Rule{Name: "two and one", Level: 1, Unique: true,
		Find: func(s State, _ []int32, emit Emit) {
			for v := range g.n {
				var colours uint64
				open := -1
				n := 0
				for u := range g.n {
					if !g.touches(v, u) {
						continue
					}
					if left := s[u]; left&(left-1) == 0 {
						colours |= left
					} else {
						open = u
						n++
					}
				}
				if n != 1 || s[v]&(s[v]-1) == 0 {
					continue
				}
				if c := colours; c != 0 && c&(c-1) != 0 && c&(c-1)&(c&(c-1)-1) == 0 {
					for x := range g.k {
						if c>>x&1 == 1 {
							emit(open, x, Pattern{Sites: []int{v}})
						}
					}
				}
			}
		},
	}
}

func (g *graph) problem(rules ...Rule) *Problem { return &Problem{Start: g.start, Rules: rules} }

// drawGraph returns a random graph that has a colouring. In the start state, the possible values of
// a vertex are its colour and some other colours, in most cases one other colour.
func drawGraph(rng *rand.Rand, n int) *graph {
	g := &graph{n: n, k: 3 + rng.IntN(2)}
	colour := make([]int, n)
	for v := range colour {
		colour[v] = rng.IntN(g.k)
		for u := range v {
			if colour[u] != colour[v] && rng.IntN(3) > 0 {
				g.edges = append(g.edges, [2]int{u, v})
			}
		}
		left := uint64(1<<colour[v] | 1<<rng.IntN(g.k))
		if rng.IntN(3) == 0 {
			left = 1<<g.k - 1
		}
		g.start = append(g.start, left)
	}
	return g
}

// colours reports whether a settled state gives neighbours different colours.
func (g *graph) colours(s State) bool {
	return !slices.ContainsFunc(g.edges, func(e [2]int) bool { return s[e[0]] == s[e[1]] })
}

// TestAnyOrder checks that rules whose patterns need only false bits end in the same state, with
// the same hardest level, in every order of the steps.
func TestAnyOrder(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		g := drawGraph(rng, 2+rng.IntN(9))
		p := g.problem(g.single(), g.pair(false))
		want, err := p.Run(ctx, new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{Rand: rng}, {Rand: rng, AnyOrder: true}} {
			got, err := p.Run(ctx, new(native.Stats), o)
			if err != nil || key(got.State) != key(want.State) || len(got.Steps) != len(want.Steps) {
				t.Fatalf("%+v: %v after %d steps, %v, want %v after %d", o, got.State, len(got.Steps), err, want.State, len(want.Steps))
			}
			if !o.AnyOrder && got.Level != want.Level {
				t.Fatalf("level %d, want %d", got.Level, want.Level)
			}
		}
		got, lost, err := p.Walk(ctx, rng, nil)
		if err != nil || lost != nil || key(got.State) != key(want.State) {
			t.Fatalf("walk: %v, %v, %v, want %v", got.State, lost, err, want.State)
		}
		if got.Level < want.Level {
			t.Fatalf("a walk of level %d, easiest first takes %d", got.Level, want.Level)
		}
		got, err = p.Final(ctx, new(native.Stats), nil, func(s State) bool { return g.colours(s) })
		if err != nil || key(got.State) != key(want.State) || got.Level != want.Level || got.Empty != want.Empty || got.Steps != nil {
			t.Fatalf("final: %+v, %v, want %+v", got, err, want)
		}
	}
}

// TestFacts checks that a step is triggered in a state where only its facts are false.
func TestFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		g := drawGraph(rng, 2+rng.IntN(8))
		p := g.problem(g.single(), g.pair(false))
		res, err := p.Run(context.Background(), new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		now := append(State(nil), p.Start...)
		for _, st := range res.Steps {
			bare := make(State, g.n)
			for i := range bare {
				bare[i] = 1<<g.k - 1
			}
			for _, f := range st.Facts() {
				if now.Has(f.Site, f.Value) {
					t.Fatalf("%+v rests on %+v, which was not known", st.Bit, f)
				}
				bare[f.Site] &^= 1 << f.Value
			}
			now[st.Site] &^= 1 << st.Value
			found := false
			for _, other := range p.Triggered(bare, nil) {
				found = found || other.Rule == st.Rule && other.Bit == st.Bit
			}
			if !found {
				t.Fatalf("%s: %+v is not triggered by its facts %v", st.Rule.Name, st.Bit, st.Facts())
			}
		}
	}
}

// fromState returns the deductions that are triggered in a state.
func (p *Problem) fromState(s State) ([]Step, error) {
	return p.Triggered(s, nil), nil
}

// TestReach compares the number of states and orders with a list of all sequences of deductions, and
// checks the limit.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	most := 0
	for range 200 {
		g := drawGraph(rng, 2+rng.IntN(4))
		p := g.problem(g.single(), g.pair(false))
		states, orders := map[string]bool{}, 0
		var walk func(s State)
		walk = func(s State) {
			states[key(s)] = true
			next := map[Bit]bool{}
			if !slices.Contains(s, 0) {
				for _, st := range p.Triggered(s, nil) {
					next[st.Bit] = true
				}
			}
			if len(next) == 0 {
				orders++
			}
			for b := range next {
				less := slices.Clone(s)
				less[b.Site] &^= 1 << b.Value
				if orders < 10_000 {
					walk(less)
				}
			}
		}
		if walk(p.Start); orders >= 10_000 {
			continue
		}
		all, err := Reach(t.Context(), p.Start, len(states), p.fromState)
		got := new(big.Int)
		for i, s := range all {
			if len(s.Next) == 0 {
				got.Add(got, s.Orders)
			}
			if path := Path(all, i); path[0] != 0 || path[len(path)-1] != i {
				t.Fatalf("path to %d: %v", i, path)
			}
		}
		if err != nil || len(all) != len(states) || got.Int64() != int64(orders) {
			t.Fatalf("%v %v: %d states, %v orders, %v, want %d and %d", g, g.start, len(all), got, err, len(states), orders)
		}
		if most = max(most, orders); len(states) > 1 {
			if _, err := Reach(t.Context(), p.Start, len(states)-1, p.fromState); !errors.Is(err, ErrLimit) {
				t.Fatalf("limit %d: %v", len(states)-1, err)
			}
		}
	}
	if most < 20 {
		t.Errorf("at most %d orders", most)
	}
}

// TestEasiestFirst checks that every order of the steps ends in the state where Run ends, and that
// no order has an easier hardest step than Run. It also checks the property of antimatroids that
// the comment of Reach states.
func TestEasiestFirst(t *testing.T) {
	ctx := context.Background()
	var levels [3]int
	rng := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		g := drawGraph(rng, 2+rng.IntN(4))
		p := g.problem(g.single(), g.pair(false))
		res, err := p.Run(ctx, new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := Reach(ctx, p.Start, 5000, p.fromState)
		if errors.Is(err, ErrLimit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		number := map[string]int{}
		for i, s := range all {
			number[key(s.State)] = i
		}
		last := 0
		for _, s := range all {
			if len(s.Next) == 0 {
				last++
				if key(s.State) != key(res.State) || s.Level != res.Level {
					t.Fatalf("an order ends in %v, level %d; Run in %v, level %d", s.State, s.Level, res.State, res.Level)
				}
			}
		}
		if last != 1 {
			t.Fatalf("%d last states", last)
		}
		levels[res.Level+1]++
		for range 200 {
			a, b := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
			both := make(State, g.n)
			for i := range both {
				both[i] = a.State[i] & b.State[i]
			}
			if _, ok := number[key(both)]; !ok {
				t.Fatalf("%v and %v are reached, and %v is not", a.State, b.State, both)
			}
		}
	}
	if levels[1] == 0 || levels[2] == 0 {
		t.Errorf("levels %v: want some of each", levels)
	}
}

// TestLost checks that Walk reports rules whose patterns need true bits, because their deductions
// do not always remain triggered.
func TestLost(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(3, 4))
	// Vertices 0 and 1 are neighbours with the colours 0 and 1. Vertex 2 touches vertices 0 and 1,
	// and vertex 3 settles vertex 0.
	g := &graph{n: 4, k: 3, edges: [][2]int{{0, 1}, {0, 2}, {1, 2}, {0, 3}}, start: State{0b011, 0b011, 0b111, 0b001}}
	losses := 0
	for range 100 {
		res, lost, err := g.problem(g.single(), g.pair(true)).Walk(ctx, rng, nil)
		if err != nil || key(res.State) != key(State{0b010, 0b001, 0b100, 0b001}) {
			t.Fatalf("%v, %v", res.State, err)
		}
		if lost != nil {
			losses++
			if lost.Rule.Name != "pair" {
				t.Fatal(lost)
			}
		}
	}
	if losses == 0 || losses == 100 {
		t.Errorf("%d of 100 orders lose the pair, want some", losses)
	}
	if _, lost, err := g.problem(g.single(), g.pair(false)).Walk(ctx, rng, nil); err != nil || lost != nil {
		t.Errorf("the pair worded without true bits: %v, %v", lost, err)
	}
	// The rejected rule: vertex 0 has neighbours coloured 0 and 1. Its third neighbour, vertex 3,
	// is open and loses colour 3 because of vertex 4.
	g = &graph{n: 5, k: 4, edges: [][2]int{{0, 1}, {0, 2}, {0, 3}, {3, 4}},
		start: State{0b1100, 0b0001, 0b0010, 0b1011, 0b1000}}
	ends := map[string]bool{}
	for range 100 {
		res, lost, err := g.problem(g.single(), g.rejected()).Walk(ctx, rng, nil)
		if err != nil {
			t.Fatal(err)
		}
		if lost != nil {
			ends["lost"] = true
		}
		ends[key(res.State)] = true
	}
	if !ends["lost"] || len(ends) < 3 {
		t.Errorf("the rejected rule: %d outcomes, want lost triggers and several ends", len(ends))
	}
}

// TestRun checks that Run ends at a site without values, and when its context is cancelled.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := &graph{n: 3, k: 3, edges: [][2]int{{0, 1}, {0, 2}, {1, 2}}, start: State{0b001, 0b011, 0b111}}
	p := g.problem(g.single(), g.pair(false))
	st := new(native.Stats)
	res, err := p.Run(ctx, st, Options{})
	if err != nil || !res.State.Settled() || res.Level != 0 || res.Empty || st.Nodes != 3 {
		t.Errorf("%+v, %v, %d nodes", res, err, st.Nodes)
	}
	if key(p.Start) != key(State{0b001, 0b011, 0b111}) {
		t.Errorf("the start is now %v", p.Start)
	}
	hard := func(r *Rule) bool { return r.Level == 1 }
	if res, err := p.Run(ctx, st, Options{Use: hard}); err != nil || res.Level != 1 || len(res.Steps) != 3 {
		t.Errorf("pairs alone: %+v, %v", res, err)
	}
	g.start = State{0b001, 0b001, 0b111}
	if res, err := g.problem(g.single()).Run(ctx, st, Options{}); err != nil || !res.Empty || res.State.Settled() {
		t.Errorf("two neighbours of one colour: %+v, %v", res, err)
	}
	cancel()
	if res, err := p.Run(ctx, st, Options{}); err != context.Canceled || len(res.Steps) != 0 {
		t.Errorf("cancelled: %+v, %v", res, err)
	}
	g.start[0] = 0
	if res, err := g.problem(g.single()).Run(ctx, st, Options{}); err != context.Canceled || !res.Empty {
		t.Errorf("cancelled with an empty site: %+v, %v", res, err)
	}
}

// TestSubsets compares Subsets on random matrices with a test of all sets of up to k rows: Subsets
// and the test must take the same bits from the other rows. When the matrix loses a bit, Subsets
// must still take all other bits that it took before.
func TestSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	taken := func(rows []uint64, k int) []uint64 {
		gone := make([]uint64, len(rows))
		Subsets(rows, k, func(set, union uint64) {
			for r := range rows {
				if set>>r&1 == 0 {
					gone[r] |= rows[r] & Takes(set, union)
				}
			}
		})
		return gone
	}
	some := 0
	for range 2000 {
		n := 1 + rng.IntN(7)
		k := 1 + rng.IntN(4)
		rows := make([]uint64, n)
		for r := range rows {
			rows[r] = rng.Uint64() & rng.Uint64() & (1<<n - 1)
		}
		want := make([]uint64, n)
		for set := 1; set < 1<<n; set++ {
			size, union := 0, uint64(0)
			for r := range n {
				if set>>r&1 == 1 {
					size++
					union |= rows[r]
				}
			}
			columns := 0
			for c := range n {
				columns += int(union >> c & 1)
			}
			if size > k || columns > size {
				continue
			}
			for r := range n {
				if set>>r&1 == 0 && columns == size {
					want[r] |= rows[r] & union
				} else if set>>r&1 == 0 {
					want[r] |= rows[r]
				}
			}
		}
		got := taken(rows, k)
		for r := range n {
			if got[r] != want[r] {
				t.Fatalf("%b, up to %d rows: %b, want %b", rows, k, got, want)
			}
			some += int(got[r] & 1)
		}
		lost := append([]uint64(nil), rows...)
		lost[rng.IntN(n)] &^= 1 << rng.IntN(n)
		after := taken(lost, k)
		for r := range n {
			if got[r]&lost[r]&^after[r] != 0 {
				t.Fatalf("%b takes %b, %b no more than %b", rows, got, lost, after)
			}
		}
	}
	if some < 100 {
		t.Errorf("%d bits taken, want many", some)
	}
}
