package mapcolour

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// literalPair applies the grader's version of the rule "pair". This version requires that the two
// regions have the same two colours left. So it does not apply after one of the regions loses one
// of these colours.
func (r *reasoner) literalPair(s deduce.State, _ []int32, emit deduce.Emit) {
	for _, e := range r.edges {
		if a, b := e[0], e[1]; s[a] == s[b] && bits.OnesCount64(s[a]) == 2 {
			r.strike(s, shared(nil, r.near[a], r.near[b]), s[a], deduce.Pattern{Sites: e[:]}, emit)
		}
	}
}

// literalForcing applies the grader's version of the rule "forcing chain". Its chains use only
// regions with exactly two colours left, and visit each region once.
func (r *reasoner) literalForcing(s deduce.State, _ []int32, emit deduce.Emit) {
	for i := range s {
		for c := range r.colours {
			if bits.OnesCount64(s[i]) == 2 && s.Has(i, c) {
				literalChain(r.near, s, i, c, func(int) bool { return true }, func(at int) {
					if slices.Contains(r.near[i], at) {
						emit(at, c, deduce.Pattern{Sites: []int{i}})
					}
				})
			}
		}
	}
}

// rejected applies the rule that Eppstein rejects ("Any-order puzzle deduction", 2019). The rule
// looks at a region that has no colour yet. The region touches regions of two colours and exactly
// one other region without a colour. The rule removes the two colours from that other region.
func (r *reasoner) rejected(s deduce.State, _ []int32, emit deduce.Emit) {
	for i := range s {
		if bits.OnesCount64(s[i]) == 1 {
			continue
		}
		var colours uint64
		var open []int
		for _, at := range r.near[i] {
			if bits.OnesCount64(s[at]) == 1 {
				colours |= s[at]
			} else {
				open = append(open, at)
			}
		}
		if bits.OnesCount64(colours) == 2 && len(open) == 1 {
			r.strike(s, open, colours, deduce.Pattern{Sites: []int{i}}, emit)
		}
	}
}

// triggered returns a function that lists the steps which the rules find in a state.
func triggered(rules []deduce.Rule) func(state []uint64) []deduction.Step {
	p := &deduce.Problem{Rules: rules}
	return func(state []uint64) []deduction.Step {
		return wording.Each(p.Triggered(state, nil), func(st deduce.Step) deduction.Step {
			return deduction.Step{Rule: deduction.Rule{Name: st.Rule.Name}, Gone: st.Bit}
		})
	}
}

// TestLiteral checks the grader's versions of the rules on 12 maps, three of each difficulty, in 5
// random orders each. The grader's versions must end in the same states as our rules. In at least
// one order, they must lose a conclusion that was possible before. Our rules must never lose a
// conclusion. (In another experiment, with 12 other maps, 17 of 60 runs lost a conclusion from
// pairs, and 36 lost a conclusion from chains. With 300 maps of each difficulty, the shares are 34%
// and 62%, highest for easy and hard maps.)
func TestLiteral(t *testing.T) {
	literal := map[string]func(r *reasoner) func(deduce.State, []int32, deduce.Emit){
		"pair":          func(r *reasoner) func(deduce.State, []int32, deduce.Emit) { return r.literalPair },
		"forcing chain": func(r *reasoner) func(deduce.State, []int32, deduce.Emit) { return r.literalForcing },
	}
	lost := map[string]int{}
	rng := rand.New(rand.NewPCG(12, 0))
	maps := slices.Concat(large(t, "e")[:3], large(t, "n")[:3], large(t, "h")[:3], large(t, "u")[:3])
	for _, id := range maps {
		for level := normal; level <= hard; level++ {
			m := mustParse(t, id)
			want := puzzletest.Deduce(t, m, deduction.Options{Use: upTo(level)})
			for _, mine := range []bool{true, false} {
				r := newReasoner(context.Background(), m)
				set := r.set()
				rules := set.Rules[:level+1]
				name := rules[level].Name
				if !mine {
					rules[level].Find = literal[name](r)
					name = "literal " + name
				}
				for range 5 {
					state, _, gone := puzzletest.Walk(rng, set.Start, triggered(rules))
					if !slices.Equal(state, want.State) {
						t.Errorf("%s, %s: %v in a random order, want %v", id, name, state, want.State)
					}
					if gone != nil {
						lost[name]++
						if gone.Rule.Name != rules[level].Name {
							t.Errorf("%s: %v", id, gone)
						}
					}
				}
			}
		}
	}
	t.Logf("triggers are lost in so many of 60 runs: %v", lost)
	if len(lost) != 2 || lost["literal pair"] < 5 || lost["literal forcing chain"] < 15 {
		t.Errorf("%v of 60 runs lose a trigger, want some of the literal pairs, more of the literal chains, none of ours", lost)
	}
}

// TestRejected checks the rule that Eppstein rejects. On maps with one solution it must be sound.
// But the rule "pair" can give a colour to the region of the rejected rule first. Then the rejected
// rule must lose conclusions that were possible before. (On 1,000 maps of sgt-map and 1,389 random
// graphs with one solution, all orders still ended in the same state. The tests of native/deduce
// contain a graph on which the orders end in different states.)
func TestRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 0))
	losses, used := 0, 0
	for _, id := range append(large(t, "e"), large(t, "n")...) {
		m := mustParse(t, id)
		solution := puzzletest.List(t, &Puzzle, m, "native", 2)[0]
		r := newReasoner(context.Background(), m)
		set := r.set()
		rules := append(set.Rules[:hard:hard], deduce.Rule{Name: "two and one", Level: normal, Find: r.rejected, Unique: true})
		for range 2 {
			state, steps, gone := puzzletest.Walk(rng, set.Start, triggered(rules))
			for i, left := range state {
				if left>>solution[i]&1 == 0 {
					t.Fatalf("%s: region %d cannot have colour %d, which it has", id, i, solution[i])
				}
			}
			if gone != nil {
				losses++
				if gone.Rule.Name != "two and one" {
					t.Errorf("%s: %v", id, gone)
				}
			}
			if slices.ContainsFunc(steps, func(st deduction.Step) bool { return st.Rule.Name == "two and one" }) {
				used++
			}
		}
	}
	t.Logf("of 120 runs %d lose a trigger, %d use the rule", losses, used)
	if losses < 10 || used < 60 {
		t.Errorf("of 120 runs %d lose a trigger, %d use the rule: want some", losses, used)
	}
}
