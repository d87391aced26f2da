package constraint

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"counterproof/sat/cnf"
)

// mixed returns, for each assignment of the variables 1..k, how many extensions of this assignment
// satisfy the clauses and the linear constraints of w.
func mixed(w *Writer, k int) []int {
	vars, clauses, linear := w.f.NumVars, w.f.Clauses, w.linear
	table := make([]int, 1<<k)
	for set := range 1 << vars {
		m := make(cnf.Model, vars)
		for i := range m {
			m[i] = set>>i&1 == 1
		}
		ok := true
		for _, c := range clauses {
			some := false
			for _, l := range c {
				some = some || m.True(l)
			}
			ok = ok && some
		}
		for _, c := range linear {
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

// linearOf makes a Writer that keeps linear constraints, and calls write with n literals. The
// second literal is negative.
func linearOf(n int, write func(w *Writer, lits []Lit)) *Writer {
	w := newWriter("")
	w.KeepLinear()
	lits := make([]Lit, n)
	for i := range lits {
		lits[i] = w.Fresh()
		if i == 1 {
			lits[i] = -lits[i]
		}
	}
	write(w, lits)
	return w
}

// TestLinearAgainstTruthTables checks the linear constraints for ExactlyOne, AtMostOne, Xor and
// Between. An assignment of the literals must have exactly one model if the constraint allows the
// assignment, and otherwise no model.
func TestLinearAgainstTruthTables(t *testing.T) {
	check := func(name string, n int, write func(w *Writer, lits []Lit), allowed func(set uint) bool) {
		t.Helper()
		w := linearOf(n, write)
		vars, clauses, linear := w.f.NumVars, w.f.Clauses, w.linear
		for set, got := range mixed(w, n) {
			want := 0
			if n < 2 && allowed(uint(set)) || n >= 2 && allowed(uint(set)^2) {
				want = 1
			}
			if got != want {
				t.Fatalf("%s, %d literals: %0*b has %d models, want %d: %d variables, %v, %v", name, n, n, set, got, want, vars, clauses, linear)
			}
		}
		if name == "exactly one" && (len(linear) != 1 || len(clauses) != 0) {
			t.Errorf("%s, %d literals: %d linear constraints and %d clauses", name, n, len(linear), len(clauses))
		}
	}
	for n := range 7 {
		check("exactly one", n, func(w *Writer, lits []Lit) { w.ExactlyOne(lits...) },
			func(set uint) bool { return bits.OnesCount(set) == 1 })
		check("at most one", n, func(w *Writer, lits []Lit) { w.AtMostOne(lits...) },
			func(set uint) bool { return bits.OnesCount(set) <= 1 })
		for _, odd := range []bool{false, true} {
			check(fmt.Sprint("xor ", odd), n, func(w *Writer, lits []Lit) { w.Xor(odd, lits...) },
				func(set uint) bool { return bits.OnesCount(set)%2 == 1 == odd })
		}
		for lo := range n + 2 {
			for hi := lo - 1; hi <= n; hi++ {
				check(fmt.Sprintf("%d to %d", lo, hi), n, func(w *Writer, lits []Lit) { w.Between(lo, hi, lits...) },
					func(set uint) bool { return lo <= bits.OnesCount(set) && bits.OnesCount(set) <= hi })
			}
		}
	}
}

// TestLinearSums checks that random sums kept as linear constraints have the right number of
// models. The integers have up to three values.
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
		w := newWriter("")
		w.KeepLinear()
		var terms []Term
		for i, n := range sites {
			terms = append(terms, Term{weights[i], integer(w, lows[i], n)})
		}
		w.Sum(lo, hi, terms...)
		vars, clauses, linear := w.f.NumVars, w.f.Clauses, w.linear
		got := 0
		for _, n := range mixed(w, vars) {
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
			t.Errorf("sites %v from %v by %v, %d to %d: %d models, want %d: %d variables, %v, %v", sites, lows, weights, lo, hi, got, want, vars, clauses, linear)
		}
	}
}

// TestLinearParityIsShort checks that a parity of 100 literals becomes one linear constraint with
// only six auxiliary variables.
func TestLinearParityIsShort(t *testing.T) {
	w := linearOf(100, func(w *Writer, lits []Lit) { w.Xor(true, lits...) })
	vars, clauses, linear := w.f.NumVars, w.f.Clauses, w.linear
	if len(clauses) > 0 || len(linear) != 1 || vars != 106 {
		t.Errorf("%d clauses, %d constraints, %d variables: want 0, 1 and 100 with the digits of 49", len(clauses), len(linear), vars)
	}
}
