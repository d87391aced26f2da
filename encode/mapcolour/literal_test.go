package mapcolour

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native/deduce"
)

// literalPair is the rule of level normal as the grader words it: it asks for
// the same two candidates, which are there no more when one of them is struck.
func (r *reasoner) literalPair(s deduce.State, _ []int32, emit deduce.Emit) {
	for _, e := range r.edges {
		if a, b := e[0], e[1]; s[a] == s[b] && bits.OnesCount64(s[a]) == 2 {
			r.strike(s, shared(nil, r.near[a], r.near[b]), s[a], deduce.Pattern{Sites: e[:]}, emit)
		}
	}
}

// literalForcing is the rule of level hard as the grader words it: its chains are
// of regions with exactly two candidates, and mark regions.
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

// rejected is the rule that Eppstein rejects ("Any-order puzzle deduction",
// 2023): a region without a colour that touches two colours, and but one region
// without one, takes these two from that one.
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

// TestLiteral: on 12 maps, three of each difficulty, in 5 orders each, the rules
// as the grader words them end where ours do, but do not remain triggered until
// performed; ours do. (Another trial, on 12 maps of its own, saw 17 of 60 runs
// lose a trigger of pairs and 36 of chains. Of 300 maps of each difficulty it is
// 34% and 62%: most often in easy maps and hard ones.)
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
			want := puzzletest.Deduce(t, m, encode.Deducing{Use: upTo(level)})
			for _, mine := range []bool{true, false} {
				r := newReasoner(context.Background(), m)
				set := r.set()
				rules := set.Rules[:level+1]
				name := rules[level].Name
				if !mine {
					rules[level].Find = literal[name](r)
					name = "literal " + name
				}
				p := &deduce.Problem{Start: set.Start, Rules: rules}
				for range 5 {
					res, gone, err := p.Walk(context.Background(), rng, nil)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(res.State, want.State) {
						t.Errorf("%s, %s: %v in a random order, want %v", id, name, res.State, want.State)
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

// TestRejected: the rule that the source rejects is true of maps with one
// solution, and fails the check of the any-order property: beside pairs, by which
// the region without a colour comes to one, it loses triggers. (No map of 1,000
// of sgt-map, nor of 1,389 graphs drawn with one solution, had several ends for
// it; the engine's tests have a graph that has.)
func TestRejected(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 0))
	losses, used := 0, 0
	for _, id := range append(large(t, "e"), large(t, "n")...) {
		m := mustParse(t, id)
		solution := puzzletest.List(t, &Puzzle, m, "native", 2)[0]
		r := newReasoner(context.Background(), m)
		set := r.set()
		rules := append(set.Rules[:hard:hard], deduce.Rule{Name: "two and one", Level: normal, Find: r.rejected, Unique: true})
		p := &deduce.Problem{Start: set.Start, Rules: rules}
		for range 2 {
			res, gone, err := p.Walk(context.Background(), rng, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, left := range res.State {
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
			if slices.ContainsFunc(res.Steps, func(st deduce.Step) bool { return st.Rule.Name == "two and one" }) {
				used++
			}
		}
	}
	t.Logf("of 120 runs %d lose a trigger, %d use the rule", losses, used)
	if losses < 10 || used < 60 {
		t.Errorf("of 120 runs %d lose a trigger, %d use the rule: want some", losses, used)
	}
}
