package csp

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/native"
)

// TestEnds checks that searches without an end in sight obey the context and the limit: the bounds of x < y < x
// creep through 2^41 values before the contradiction.
func TestEnds(t *testing.T) {
	b := &builder{}
	x, y := b.variable(-Most, Most), b.variable(-Most, Most)
	b.sum([]int{1, -1}, []int{x, y}, AtMost, -1)
	b.sum([]int{1, -1}, []int{y, x}, AtMost, -1)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := b.Search(ctx, &native.Stats{}, func([]int) bool { return true }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got the error %v, want the end of the time", err)
	}
	for _, limit := range []native.Limit{{Updates: 1000}, {Nodes: 1000}} {
		p := &b.Problem
		if limit.Nodes > 0 {
			p = queens(12)
		}
		st := &native.Stats{Limit: limit}
		err := p.Search(context.Background(), st, func([]int) bool { return true })
		if !errors.Is(err, native.ErrLimit) || st.Nodes+st.Updates < 1000 || limit.Nodes > 0 && st.Nodes > 2000 {
			t.Errorf("%+v: got %+v and the error %v", limit, st, err)
		}
		if _, err := p.Count(context.Background(), &native.Stats{Limit: limit}); !errors.Is(err, native.ErrLimit) {
			t.Errorf("%+v: the count got the error %v", limit, err)
		}
	}
}

// TestStop checks that yield can stop a search, and that no step follows.
func TestStop(t *testing.T) {
	n, failures := 0, int64(0)
	p := queens(8)
	p.Failures = &failures
	if err := p.Search(context.Background(), &native.Stats{}, func([]int) bool { n++; return n < 5 }); err != nil || n != 5 {
		t.Errorf("got %d answers and the error %v, want 5", n, err)
	}
	if failures == 0 {
		t.Error("the search reported no dead ends")
	}
}

// TestLarge checks large numbers: many variables, free variables with wide domains, and sums that overflow.
func TestLarge(t *testing.T) {
	b := &builder{}
	x := b.variables(30_000, 0, 1)
	for i := 1; i < len(x); i++ {
		b.sum([]int{1, -1}, x[i-1:i+1], AtMost, 0)
	}
	n := 0
	if err := b.Search(context.Background(), &native.Stats{}, func(values []int) bool { n++; return n < 3 }); err != nil || n != 3 {
		t.Errorf("got %d answers and the error %v", n, err)
	}

	b = &builder{}
	b.variables(3, -Most, Most)
	b.Domains[1] = []Range{{-Most, -1}, {1, Most}}
	want := new(big.Int).Exp(big.NewInt(2*Most+1), big.NewInt(2), nil)
	if n, err := b.Count(context.Background(), &native.Stats{}); err != nil || n.Cmp(want.Mul(want, big.NewInt(2*Most))) != 0 {
		t.Errorf("counted %v, %v, want %v", n, err, want)
	}

	for name, p := range map[string]*Problem{
		"2^61":  {Domains: [][]Range{{{0, Most}}}, Constraints: []Constraint{&Linear{[]int{1 << 22}, []int{0}, AtMost, 5}}},
		"2^40":  {Domains: [][]Range{{{0, Most + 1}}}},
		"2^61 ": {Domains: [][]Range{{{0, Most}}, {{0, 1}}}, Constraints: []Constraint{&Iff{&Linear{[]int{1 << 40}, []int{0}, Equal, 5}, 1}}},
	} {
		err := p.Search(context.Background(), &native.Stats{}, func([]int) bool { return true })
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
			t.Errorf("got the error %v, want one about %s", err, name)
		}
	}
}

// TestEmpty checks problems with few variables or values.
func TestEmpty(t *testing.T) {
	for _, k := range []struct {
		p    *Problem
		want int64
	}{
		{&Problem{}, 1},
		{&Problem{Domains: [][]Range{{}}}, 0},
		{&Problem{Domains: [][]Range{{{1, 2}}}}, 1},
		{&Problem{Domains: [][]Range{{{1, 2}}, {}}, Shown: []int{0}}, 0},
		{&Problem{Domains: [][]Range{{{1, 2}}}, Constraints: []Constraint{&In{0, []Range{{3, 3}}}}}, 0},
		{&Problem{Constraints: []Constraint{&Clause{}}}, 0},
		{&Problem{Constraints: []Constraint{&Xor{}}}, 1},
		{&Problem{Constraints: []Constraint{&Table{}, &AllDifferent{}, &Linear{}}}, 1},
		{&Problem{Domains: [][]Range{{{0, 4}}, {{0, 4}}}, Constraints: []Constraint{&Element{0, nil, 1}}}, 0},
	} {
		if n := int64(len(listed(t, k.p))); n != k.want {
			t.Errorf("%+v: listed %d, want %d", k.p, n, k.want)
		}
		if n := counted(t, k.p); n != k.want {
			t.Errorf("%+v: counted %d, want %d", k.p, n, k.want)
		}
	}
}

// TestForget counts with a memo that is always full, and with too many components at once.
func TestForget(t *testing.T) {
	defer func(old int) { maxMemo = old }(maxMemo)
	maxMemo = 0
	if n := counted(t, chain(6)); n != 96 {
		t.Errorf("counted %d, want 96", n)
	}
	defer func(old int) { maxHeld = old }(maxHeld)
	maxHeld = 20_000
	if n, err := chain(100).Count(context.Background(), &native.Stats{}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("got %v and the error %v, want an error about memory", n, err)
	}
}

// TestMemo checks that counting needs few nodes where the memo helps: a chain of n variables has 3*2^(n-1)
// solutions.
func TestMemo(t *testing.T) {
	st := &native.Stats{}
	n, err := chain(300).Count(context.Background(), st)
	want := new(big.Int).Lsh(big.NewInt(3), 299)
	if err != nil || n.Cmp(want) != 0 || st.Nodes > 3000 {
		t.Errorf("counted %v in %d nodes, %v, want %v in at most 3000", n, st.Nodes, err, want)
	}
}

// TestOptimize checks the best values of a knapsack problem, found by brute force, and that values improve.
func TestOptimize(t *testing.T) {
	weights, profits := []int{5, 4, 3, 7, 6}, []int{8, 6, 4, 13, 11}
	best := 0
	for set := range 1 << 5 {
		weight, profit := 0, 0
		for i := range 5 {
			weight, profit = weight+set>>i&1*weights[i], profit+set>>i&1*profits[i]
		}
		if weight <= 14 {
			best = max(best, profit)
		}
	}
	for _, most := range []bool{false, true} {
		b := &builder{}
		x, z := b.variables(5, 0, 1), b.variable(-1000, 1000)
		b.Shown = x
		sign, want := -1, -best
		if most {
			sign, want = 1, best
		}
		b.sum(weights, x, AtMost, 14)
		terms := append([]int{-sign}, profits...)
		b.sum(terms, append([]int{z}, x...), Equal, 0)
		var seen []int
		err := b.Optimize(context.Background(), &native.Stats{}, z, most, func(values []int, value int) bool {
			profit := 0
			for i, v := range values {
				profit += v * profits[i]
			}
			if len(values) != 5 || profit != sign*value {
				t.Errorf("the values %v are not worth %d", values, value)
			}
			seen = append(seen, sign*value)
			return true
		})
		if err != nil || len(seen) == 0 || seen[len(seen)-1] != sign*want || !slices.IsSorted(seen) {
			t.Errorf("most %v: got %v and the error %v, want %d at the end", most, seen, err, sign*want)
		}
		n := 0
		if err := b.Optimize(context.Background(), &native.Stats{}, z, most, func([]int, int) bool { n++; return false }); err != nil || n != 1 {
			t.Errorf("got %d answers and the error %v after yield stopped", n, err)
		}
	}
}
