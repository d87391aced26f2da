package deduce

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// matched returns a problem: n people form pairs, or have no partner. Site i holds the partners that
// are left to person i, and i itself if there need not be a partner.
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

// drawMatched draws pairs of people and leaves each person his partner and others.
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

// TestMoves checks that moves and steps end in the same state with the same level. It checks that
// each move consists of all triggered deductions of one rule with one reason and of triggered
// deductions that follow.
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

// checkMove checks a move in the state s before it, and changes s to the state after it.
func checkMove(p *Problem, s State, res *Result, m Move, o Options) error {
	w := walker{Problem: p}
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
		for _, x := range w.triggered(s) {
			found = found || x.Rule == st.Rule && x.Bit == st.Bit
		}
		if !found {
			return fmt.Errorf("%s: %v follows but is not triggered", st.Rule.Name, st.Bit)
		}
		s[st.Site] &^= 1 << st.Value
	}
	return nil
}

// TestMoveTakesAlong checks what a move takes along: the pair that it places, and what restates its
// removals. A site that is settled by chance makes a move of its own.
func TestMoveTakesAlong(t *testing.T) {
	// Person 0 can only be with 1. Then 2 and 3 lose both and have no partner.
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
	if res, err = p.RunMoves(context.Background(), new(native.Stats), Options{Limit: 1}); err != nil || len(res.Moves) != 1 || len(res.Steps) != 2 {
		t.Fatalf("%+v, %v", res, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.RunMoves(ctx, new(native.Stats), Options{}); err == nil {
		t.Error("a cancelled context gives no error")
	}
}

// TestCheapest checks the order of moves: the easiest level, then the cost, then the rules in their
// order, and rules that echo last.
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
