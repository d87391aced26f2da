package deduce

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/native"
)

// matched returns a problem in which people form pairs or have no partner. The values of site i are
// the people who can still be the partner of person i, and i itself if person i need not have a
// partner.
func matched(start State) *Problem {
	n := len(start)
	mate := func(st *Step) []int {
		at := st.Sites[0]
		if other := bits.TrailingZeros64(st.Values); other != at {
			return []int{at, other}
		}
		return []int{at}
	}
	single := Rule{Name: "single", Moves: Moves{Places: mate, Spreads: true},
		Find: func(s State, changed []int32, emit Emit) {
			for _, i := range changed {
				for j := range n {
					if v := s.Value(int(i)); s.One(int(i)) && j != int(i) && s.Has(j, v) {
						emit(j, v, Pattern{Sites: []int{int(i)}, Values: 1 << v})
					}
				}
			}
		},
	}
	echo := Rule{Name: "echo", Moves: Moves{Echoes: true, Reason: func(st *Step) any { return st.Sites[0] }},
		Find: func(s State, changed []int32, emit Emit) {
			for _, i := range changed {
				for v := range n {
					if v != int(i) && !s.Has(int(i), v) && s.Has(v, int(i)) {
						emit(v, int(i), Pattern{Sites: []int{int(i)}, Values: 1 << v})
					}
				}
			}
		},
	}
	place := Rule{Name: "place", Level: 1, Moves: Moves{Places: mate},
		Find: func(s State, _ []int32, emit Emit) {
			for v := range n {
				last, count := -1, 0
				for i := range n {
					if s.Has(i, v) {
						last, count = i, count+1
					}
				}
				for gone := range n {
					if count == 1 && gone != v && s.Has(last, gone) {
						emit(last, gone, Pattern{Sites: []int{last}, Values: 1 << v})
					}
				}
			}
		},
	}
	return &Problem{Start: start, Rules: []Rule{echo, single, place}}
}

// drawMatched divides people into random pairs. In the start state, the possible partners of each
// person are the actual partner and random other people.
func drawMatched(rng *rand.Rand) *Problem {
	n := 2 + rng.IntN(6)
	start := make(State, n)
	people := rng.Perm(n)
	for k := 0; k < n; k += 2 {
		a, b := people[k], people[min(k+1, n-1)]
		start[a] |= 1 << b
		start[b] |= 1 << a
	}
	for i := range start {
		for range rng.IntN(n) {
			start[i] |= 1 << rng.IntN(n)
		}
	}
	return matched(start)
}

// TestMoves checks that RunMoves and Run end in the same state with the same hardest level. It also
// checks each move with checkMove.
func TestMoves(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(11, 12))
	follow, long := 0, 0
	for k := range 600 {
		g := drawGraph(rng, 2+rng.IntN(9))
		p := g.problem(g.single(), g.pair(false))
		if k%2 == 0 {
			p = drawMatched(rng)
		}
		want, err := p.Run(ctx, new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{}, {Rand: rng}, {Rand: rng, AnyOrder: true}} {
			got, err := p.RunMoves(ctx, new(native.Stats), o)
			if err != nil || got.Empty != want.Empty || !got.Empty && (key(got.State) != key(want.State) || len(got.Steps) != len(want.Steps)) {
				t.Fatalf("%+v: %v, %v, want %v", o, got.State, err, want.State)
			}
			if !o.AnyOrder && !got.Empty && got.Level != want.Level {
				t.Fatalf("level %d, want %d", got.Level, want.Level)
			}
			s := append(State(nil), p.Start...)
			next := 0
			for _, m := range got.Moves {
				if m.First != next || m.Own < 1 || m.N < m.Own {
					t.Fatalf("move %+v begins behind step %d", m, next)
				}
				next += m.N
				if err := checkMove(p, s, got, m, o); err != nil {
					t.Fatalf("%+v: %v", o, err)
				}
				follow += m.N - m.Own
				if m.Own > 1 {
					long++
				}
			}
			if next != len(got.Steps) || key(s) != key(got.State) {
				t.Fatalf("the moves have %d steps of %d", next, len(got.Steps))
			}
		}
	}
	if follow < 100 || long < 100 {
		t.Errorf("%d steps follow, %d moves have several steps", follow, long)
	}
}

// checkMove checks that a move first performs all deductions with the rule and the reason of the
// move that are triggered in the state s. After these, it must perform only triggered consequences.
// checkMove changes s to the state after the move.
func checkMove(p *Problem, s State, res *Result, m Move, o Options) error {
	reason := func(st Step) string {
		if st.Rule.Reason != nil {
			return fmt.Sprint(st.Rule.Name, st.Rule.Reason(&st))
		}
		return fmt.Sprint(st.Rule.Name, st.Pattern)
	}
	steps := res.Steps[m.First : m.First+m.N]
	own := map[Bit]bool{}
	easiest := 99
	for i := range p.Rules { // each deduction may have several reasons
		r := &p.Rules[i]
		r.Find(s, everywhere(s), func(site, value int, pattern Pattern) {
			if st := (Step{r, Bit{site, value}, pattern}); s.Has(site, value) {
				easiest = min(easiest, r.Level)
				if reason(st) == reason(steps[0]) {
					own[st.Bit] = true
				}
			}
		})
	}
	if !o.AnyOrder && m.Rule.Level != easiest {
		return fmt.Errorf("a move of level %d, but %d is triggered", m.Rule.Level, easiest)
	}
	for _, st := range steps[:m.Own] {
		if !own[st.Bit] || st.Rule != m.Rule {
			return fmt.Errorf("%s: %v is not triggered for this reason", st.Rule.Name, st.Bit)
		}
		delete(own, st.Bit)
		s[st.Site] &^= 1 << st.Value
	}
	if len(own) > 0 && !res.Empty {
		return fmt.Errorf("%s leaves out %v", m.Rule.Name, own)
	}
	for _, st := range steps[m.Own:] {
		if !st.Rule.Spreads && !st.Rule.Echoes || st.Rule.Level > m.Rule.Level {
			return fmt.Errorf("%s follows %s", st.Rule.Name, m.Rule.Name)
		}
		found := false
		for _, x := range p.Triggered(s, nil) {
			found = found || x.Rule == st.Rule && x.Bit == st.Bit
		}
		if !found {
			return fmt.Errorf("%s: %v follows but is not triggered", st.Rule.Name, st.Bit)
		}
		s[st.Site] &^= 1 << st.Value
	}
	return nil
}

// TestPossible checks the moves that are possible in the start state. The first move must be the
// one that RunMoves makes. Each move must contain all deductions with one reason and their
// consequences. Together, the moves must contain every triggered deduction. After each move, a run
// must end in the same state.
func TestPossible(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(7, 9))
	several := 0
	for range 2000 {
		p := drawMatched(rng)
		end, err := p.RunMoves(ctx, new(native.Stats), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all []*Result
		keep := func(res *Result) bool {
			all = append(all, res)
			return true
		}
		if err := p.Possible(ctx, new(native.Stats), Options{}, keep); err != nil {
			t.Fatal(err)
		}
		first := 0
		if err := p.Possible(ctx, new(native.Stats), Options{}, func(*Result) bool { first++; return false }); err != nil || first != min(1, len(all)) {
			t.Fatalf("%d moves after the first was enough (%v)", first, err)
		}
		left := map[string]bool{}
		if !slices.Contains(p.Start, 0) {
			for _, st := range p.Triggered(p.Start, nil) {
				left[fmt.Sprint(st.Rule.Name, st.Bit)] = true
			}
		}
		for i, res := range all {
			if len(res.Moves) != 1 || i == 0 && fmt.Sprint(res.Steps[:res.Moves[0].Own]) != fmt.Sprint(end.Steps[:end.Moves[0].Own]) {
				t.Fatalf("move %d of %v has the steps %v, the run %v", i, p.Start, res.Steps, end.Steps)
			}
			if err := checkMove(p, slices.Clone(p.Start), res, res.Moves[0], Options{Rand: rng, AnyOrder: true}); err != nil {
				t.Fatalf("%v: %v", p.Start, err)
			}
			for _, st := range res.Steps[:res.Moves[0].Own] {
				delete(left, fmt.Sprint(st.Rule.Name, st.Bit))
			}
			later := &Problem{Start: res.State, Rules: p.Rules}
			got, err := later.RunMoves(ctx, new(native.Stats), Options{})
			if err != nil || got.Empty != end.Empty || !end.Empty && key(got.State) != key(end.State) {
				t.Fatalf("%v: after move %d the end is %v, want %v (%v)", p.Start, i, got.State, end.State, err)
			}
			several += min(i, 1)
		}
		if len(left) > 0 && !end.Empty {
			t.Fatalf("%v: no move has %v", p.Start, left)
		}
	}
	if several < 1000 {
		t.Errorf("only %d boards with several moves", several)
	}
}

// TestMoveTakesAlong checks which consequences belong to a move: the consequences of the pair that
// it settles, and the steps that restate what it removes. If the move happens to settle another
// site, the consequences of that site form a move of their own.
func TestMoveTakesAlong(t *testing.T) {
	// Person 0 can only be the partner of person 1. Then neither can be the partner of person 2 or
	// 3, and these have no partner.
	p := matched(State{0b0010, 0b0111, 0b0111, 0b1010})
	res, err := p.RunMoves(context.Background(), new(native.Stats), Options{})
	if err != nil || len(res.Moves) != 1 || len(res.Steps) != 5 || res.State.Value(2) != 2 || res.State.Value(3) != 3 {
		t.Fatalf("%+v, %v", res, err)
	}
	// In a triangle, the second vertex is settled by the first move and takes a move of its own.
	g := &graph{n: 3, k: 3, edges: [][2]int{{0, 1}, {0, 2}, {1, 2}}, start: State{0b001, 0b011, 0b111}}
	p = g.problem(g.single())
	all, err := p.RunMoves(context.Background(), new(native.Stats), Options{})
	if err != nil || len(all.Moves) != 2 || all.Moves[0].N != 2 || !all.State.Settled() {
		t.Fatalf("%+v, %v", all, err)
	}
	if res := all.Until(p.Start, 1); len(res.Moves) != 1 || len(res.Steps) != 2 {
		t.Fatalf("%+v", res)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.RunMoves(ctx, new(native.Stats), Options{}); err == nil {
		t.Error("a cancelled context gives no error")
	}
}

// TestCheapest checks the order of moves: first by level, then by cost, then by the order of the
// rules. Rules with Moves.Echoes must come last in their level.
func TestCheapest(t *testing.T) {
	rule := func(name string, level, cost, value int) Rule {
		return Rule{Name: name, Level: level,
			Find:  func(s State, _ []int32, emit Emit) { emit(0, value, Pattern{Sites: []int{1}}) },
			Moves: Moves{Cost: func(*Step) int { return cost }}}
	}
	echo := rule("echo", 0, 0, 6)
	echo.Echoes = true
	p := &Problem{Start: State{1<<8 - 1, 1}, Rules: []Rule{
		echo, rule("harder", 1, 0, 1), rule("dear", 0, 9, 2), rule("first", 0, 5, 3), rule("second", 0, 5, 4), rule("cheap", 0, 1, 5),
	}}
	res, err := p.RunMoves(context.Background(), new(native.Stats), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range res.Moves {
		got += m.Rule.Name + " "
	}
	if got != "cheap first second dear echo harder " {
		t.Errorf("got %s", got)
	}
}

// TestCoveredBy checks that a rule leaves a step to an easier rule, but only if that rule is in use.
func TestCoveredBy(t *testing.T) {
	find := func(s State, _ []int32, emit Emit) { emit(0, 1, Pattern{Sites: []int{1}}) }
	p := &Problem{Start: State{3, 1}, Rules: []Rule{
		{Name: "small", Find: find},
		{Name: "large", Level: 1, Find: find, Moves: Moves{CoveredBy: func(*Step, State) []string { return []string{"small"} }}},
	}}
	for _, c := range []struct {
		not, want string
	}{{"", "small"}, {"small", "large"}, {"large", "small"}} {
		for seed := range uint64(20) {
			res, err := p.RunMoves(t.Context(), new(native.Stats), Options{
				Use: func(r *Rule) bool { return r.Name != c.not }, Rand: rand.New(rand.NewPCG(seed, 0)), AnyOrder: true,
			})
			if err != nil || len(res.Moves) != 1 || res.Moves[0].Rule.Name != c.want {
				t.Errorf("without %q, seed %d: %v, %v, want one move by %q", c.not, seed, res.Moves, err, c.want)
			}
		}
	}
}
