package encode

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"counterproof/sat/cnf"
)

// mixed counts, for each assignment of the variables 1..k, the models of the
// clauses and of the linear constraints that extend it, by the definition of
// both.
func mixed(enc *Encoding, k int) []int {
	table := make([]int, 1<<k)
	for set := range 1 << enc.NumVars {
		m := make(cnf.Model, enc.NumVars)
		for i := range m {
			m[i] = set>>i&1 == 1
		}
		ok := true
		for _, c := range enc.Clauses {
			some := false
			for _, l := range c {
				some = some || m.True(l)
			}
			ok = ok && some
		}
		for _, c := range enc.Linear {
			sum := 0
			for _, t := range c.Terms {
				if m.True(t.Lit) {
					sum += t.Weight
				}
			}
			ok = ok && c.Lo <= sum && sum <= c.Hi
		}
		if ok {
			table[set&(1<<k-1)]++
		}
	}
	return table
}

// linearOf is what write makes of n literals, the second of which is negated.
func linearOf(n int, write func(e *Encoder, lits []Lit)) *Encoding {
	sites := make([]int, n)
	for i := range sites {
		sites[i] = 2
	}
	e := NewEncoder(sites, "")
	e.keepLinear()
	lits := make([]Lit, n)
	for i := range lits {
		lits[i] = e.Is(i, 1)
		if i == 1 {
			lits[i] = -lits[i]
		}
	}
	write(e, lits)
	return e.Encoding()
}

// TestLinearAgainstTruthTables: every kind of constraint, kept linear, has each
// assignment that it allows once and no other.
func TestLinearAgainstTruthTables(t *testing.T) {
	check := func(name string, n int, write func(e *Encoder, lits []Lit), allowed func(set uint) bool) {
		t.Helper()
		enc := linearOf(n, write)
		for set, got := range mixed(enc, n) {
			want := 0
			if n < 2 && allowed(uint(set)) || n >= 2 && allowed(uint(set)^2) {
				want = 1
			}
			if got != want {
				t.Fatalf("%s, %d literals: %0*b has %d models, want %d: %+v", name, n, n, set, got, want, enc)
			}
		}
		if name == "exactly one" && (len(enc.Linear) != 1 || len(enc.Clauses) != 0) {
			t.Errorf("%s, %d literals: %d linear constraints and %d clauses", name, n, len(enc.Linear), len(enc.Clauses))
		}
	}
	for n := range 7 {
		check("exactly one", n, func(e *Encoder, lits []Lit) { e.ExactlyOne(lits...) },
			func(set uint) bool { return bits.OnesCount(set) == 1 })
		check("at most one", n, func(e *Encoder, lits []Lit) { e.AtMostOne(lits...) },
			func(set uint) bool { return bits.OnesCount(set) <= 1 })
		for _, odd := range []bool{false, true} {
			check(fmt.Sprint("xor ", odd), n, func(e *Encoder, lits []Lit) { e.Xor(odd, lits...) },
				func(set uint) bool { return bits.OnesCount(set)%2 == 1 == odd })
		}
		for lo := range n + 2 {
			for hi := lo - 1; hi <= n; hi++ {
				check(fmt.Sprintf("%d to %d", lo, hi), n, func(e *Encoder, lits []Lit) { e.Between(lo, hi, lits...) },
					func(set uint) bool { return lo <= bits.OnesCount(set) && bits.OnesCount(set) <= hi })
			}
		}
	}
}

// TestLinearSums: sums of integers of several values, kept linear.
func TestLinearSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		var sites, lows, weights []int
		for range 1 + rng.IntN(3) {
			sites = append(sites, 1+rng.IntN(3))
			lows = append(lows, rng.IntN(5)-2)
			weights = append(weights, rng.IntN(7)-3)
		}
		lo := rng.IntN(13) - 8
		hi := lo + rng.IntN(6)
		e := NewEncoder(sites, "")
		e.keepLinear()
		var terms []Term
		for i, n := range sites {
			x := &Int{Lo: lows[i]}
			for v := range n {
				x.Is = append(x.Is, e.Is(i, v))
			}
			terms = append(terms, Term{weights[i], x})
		}
		e.Sum(lo, hi, terms...)
		enc := e.Encoding()
		got := 0
		for _, n := range mixed(enc, enc.NumVars) {
			got += n
		}
		want := 0
		values := make([]int, len(sites))
		for more := true; more; {
			sum := 0
			for i, v := range values {
				sum += weights[i] * (lows[i] + v)
			}
			if lo <= sum && sum <= hi {
				want++
			}
			more = false
			for i := range values {
				if values[i]++; values[i] < sites[i] {
					more = true
					break
				}
				values[i] = 0
			}
		}
		if got != want {
			t.Errorf("sites %v from %v by %v, %d to %d: %d models, want %d: %+v", sites, lows, weights, lo, hi, got, want, enc)
		}
	}
}

// TestMixedKeepsParities: a parity of many literals is one constraint, and its
// slack is short.
func TestMixedKeepsParities(t *testing.T) {
	enc := linearOf(100, func(e *Encoder, lits []Lit) { e.Xor(true, lits...) })
	if len(enc.Clauses) > 0 || len(enc.Linear) != 1 || enc.NumVars != 106 {
		t.Errorf("%d clauses, %d constraints, %d variables: want 0, 1 and 100 with the digits of 49", len(enc.Clauses), len(enc.Linear), enc.NumVars)
	}
}
