package brute

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// queens returns the n queens problem. It has one site per row, whose value is the column of the
// queen in this row.
func queens(n int) *Problem {
	return &Problem{Sites: slices.Repeat([]int{n}, n), Check: func(v []int) []int {
		for j := range v {
			for i := range j {
				if d := int(v[j]) - int(v[i]); d == 0 || d == j-i || d == i-j {
					return []int{i, j}
				}
			}
		}
		return nil
	}}
}

// latin returns the problem of the Latin squares of order n, with one site per cell, row by row. If
// rowsFirst is true, Check reports a fault in a column only if no row has a fault. This causes
// jumps over many sites.
func latin(n int, rowsFirst bool) *Problem {
	same := func(v []int, row, col bool) []int {
		for j := range v {
			for i := range j {
				if v[i] == v[j] && (row && i/n == j/n || col && i%n == j%n) {
					return []int{i, j}
				}
			}
		}
		return nil
	}
	return &Problem{Sites: slices.Repeat([]int{n}, n*n), Check: func(v []int) []int {
		if !rowsFirst {
			return same(v, true, true)
		}
		if broken := same(v, true, false); broken != nil {
			return broken
		}
		return same(v, false, true)
	}}
}

// sum returns a problem with n sites of values 0 and 1, of which k must be 1. For other
// assignments, Check names all sites, so that no jumps are possible.
func sum(n, k int) *Problem {
	return &Problem{Sites: slices.Repeat([]int{2}, n), Check: func(v []int) []int {
		if strings.Count(fmt.Sprint(v), "1") == k {
			return nil
		}
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}}
}

// list returns the answers of Search and its statistics. It checks that the answers are in strict
// lexicographic order.
func list(t *testing.T, p *Problem) ([]string, native.Stats) {
	t.Helper()
	var st native.Stats
	var all []string
	if err := p.Search(context.Background(), &st, func(v []int) bool {
		all = append(all, wordOf(v))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("the answers are not in strict lexicographic order")
	}
	return all, st
}

// TestCounts checks the number of answers of Search against OEIS A000170 (queens), A002860 (Latin
// squares) and binomial coefficients. For some problems it checks that Search finds the same
// answers without jumps, in at least as many checks.
func TestCounts(t *testing.T) {
	for _, x := range []struct {
		name  string
		p     *Problem
		want  int
		plain bool // also search without jumps, and compare
	}{
		{"no site", &Problem{Check: func([]int) []int { return nil }}, 1, true},
		{"no site, contradictory", &Problem{Check: func([]int) []int { return []int{} }}, 0, true},
		{"a site without values", &Problem{Sites: []int{2, 0, 2}, Check: func([]int) []int { return nil }}, 0, true},
		{"no rule", &Problem{Sites: []int{2, 3, 1, 4}, Check: func([]int) []int { return nil }}, 24, true},
		{"256 values", &Problem{Sites: []int{256}, Check: func([]int) []int { return nil }}, 256, true},
		{"queens 1", queens(1), 1, true},
		{"queens 3", queens(3), 0, true},
		{"queens 6", queens(6), 4, true},
		{"queens 8", queens(8), 92, false},
		{"queens 10: too large by size, accepted by the probe", queens(10), 724, false},
		{"latin 3", latin(3, false), 12, true},
		{"latin 3, rows first", latin(3, true), 12, true},
		{"latin 4", latin(4, false), 576, false},
		{"latin 4, rows first", latin(4, true), 576, false},
		{"9 of 16", sum(16, 9), 11440, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, st := list(t, x.p)
			if len(got) != x.want {
				t.Errorf("got %d answers, want %d", len(got), x.want)
			}
			if !x.plain {
				return
			}
			plain := *x.p
			plain.Plain = true
			want, stPlain := list(t, &plain)
			if !slices.Equal(got, want) {
				t.Errorf("with jumps %d answers, without %d", len(got), len(want))
			}
			if st.Nodes > stPlain.Nodes {
				t.Errorf("with jumps %d checks, without %d", st.Nodes, stPlain.Nodes)
			}
		})
	}
}

// TestJumps compares Search with a backtracking search for 8 queens. Because of its jumps, Search
// must not take more checks than the number of placements that the backtracking search tries.
func TestJumps(t *testing.T) {
	_, st := list(t, queens(8))
	// A backtracking search, row by row, tries 15,720 placements.
	if st.Nodes > 15_720 {
		t.Errorf("8 queens took %d checks, backtracking 15720", st.Nodes)
	}
}

// TestEmptyNogoodStopsAtOnce checks that Search ends without answers when Check returns an empty
// list of sites.
func TestEmptyNogoodStopsAtOnce(t *testing.T) {
	p := &Problem{Sites: slices.Repeat([]int{4}, 500), Check: func([]int) []int { return []int{} }}
	got, st := list(t, p)
	if len(got) != 0 || st.Nodes > 2 {
		t.Errorf("got %d answers after %d checks, want 0 after the probe's and the search's", len(got), st.Nodes)
	}
}

// TestEstimate checks estimates against the numbers of checks that complete searches take. If the
// first probe completes the search, the estimate must be exact. Any other estimate must be right
// within a factor of 3.
func TestEstimate(t *testing.T) {
	for _, x := range []struct {
		name string
		p    *Problem
		want float64
	}{
		{"queens 9 (exact)", queens(9), 64_337},
		{"queens 10", queens(10), 313_336},
		{"queens 11", queens(11), 1_642_461},
		{"queens 12", queens(12), 9_261_880},
		{"latin 4 (exact)", latin(4, true), 45_844},
		{"latin 5", latin(5, false), 8_611_545},
		{"latin 5, rows first", latin(5, true), 41_293_065},
		{"a sum of 40, no pruning", sum(40, 20), math.Pow(2, 40)},
	} {
		t.Run(x.name, func(t *testing.T) {
			var st native.Stats
			got, err := x.p.Estimate(context.Background(), &st)
			if err != nil {
				t.Fatal(err)
			}
			size := math.Pow(float64(x.p.Sites[0]), float64(len(x.p.Sites)))
			factor := 3.0
			if x.want <= firstProbe && size > MaxSteps {
				factor = 1
			}
			if size > MaxSteps && (got > factor*x.want || got < x.want/factor) {
				t.Errorf("got %.3g, want %.3g within a factor of %g", got, x.want, factor)
			}
			if st.Nodes > firstProbe+(probes+1)*(probeSteps+2000) {
				t.Errorf("the estimate took %d checks", st.Nodes)
			}
		})
	}
}

// TestRefusal checks that Search returns a *TooLargeError and no answer for problems that are too
// large.
func TestRefusal(t *testing.T) {
	plain := latin(4, false)
	plain.Plain = true
	for _, x := range []struct {
		name string
		p    *Problem
	}{
		{"queens 20", queens(20)},
		{"latin 7", latin(7, false)},
		{"a sum of 40", sum(40, 20)},
		{"41 sites of 8 values without a rule", &Problem{
			Sites: slices.Repeat([]int{8}, 41), Check: func([]int) []int { return nil }}},
		{"latin 4, plain: 4^16", plain},
	} {
		t.Run(x.name, func(t *testing.T) {
			err := x.p.Search(context.Background(), new(native.Stats), func([]int) bool {
				t.Error("an answer before the refusal")
				return false
			})
			var large *TooLargeError
			if !errors.As(err, &large) {
				t.Fatalf("got error %v, want a *TooLargeError", err)
			}
			if large.Steps <= MaxSteps || !facttest.States(err.Error(), fmt.Sprintf("%.1g, %.1g", large.Steps, MaxSteps)) {
				t.Errorf("got %q with %g steps", err, large.Steps)
			}
		})
	}
}

func TestStop(t *testing.T) {
	n := 0
	if err := queens(8).Search(context.Background(), new(native.Stats), func([]int) bool {
		n++
		return n < 5
	}); err != nil || n != 5 {
		t.Errorf("got %d answers and error %v, want 5 and none", n, err)
	}
}

func TestCancel(t *testing.T) {
	for _, p := range []*Problem{queens(8), queens(20)} {
		ctx, cancel := context.WithCancel(context.Background())
		checks, check := 0, p.Check
		p.Check = func(v []int) []int {
			if checks++; checks == 500 {
				cancel()
			}
			return check(v)
		}
		var st native.Stats
		err := p.Search(ctx, &st, func([]int) bool { return true })
		if err != context.Canceled || st.Nodes != 500 {
			t.Errorf("got error %v after %d checks, want %v after 500", err, st.Nodes, context.Canceled)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, sites := range [][]int{nil, {2, 0}, {2}} { // some of them have no loop that could notice the cancellation
		p := &Problem{Sites: sites, Check: func([]int) []int { return nil }}
		if err := p.Search(ctx, new(native.Stats), func([]int) bool { return true }); err != context.Canceled {
			t.Errorf("sites %v, cancelled before: got error %v", sites, err)
		}
	}
	ctx, cancel = context.WithCancel(context.Background())
	n := 0
	err := queens(8).Search(ctx, new(native.Stats), func([]int) bool { n++; cancel(); return true })
	if err != context.Canceled || n != 1 {
		t.Errorf("cancelled inside yield: got %d answers and error %v", n, err)
	}
}

// wordOf returns values as a text that sorts like them.
func wordOf(values []int) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteRune(rune(v))
	}
	return b.String()
}
