package constraint

import (
	"fmt"
	"testing"
)

func TestXor(t *testing.T) {
	for _, style := range XorStyles {
		kept := true
		for n := range 13 {
			for _, odd := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%d/%t", style, n, odd), func(t *testing.T) {
					w, lits := literals(n, style)
					want := fmt.Sprint(lits)
					w.Xor(odd, lits...)
					kept = checkTable(t, w, lits, func(ones int) bool { return ones%2 == 1 == odd }) && kept
					if got := fmt.Sprint(lits); got != want {
						t.Errorf("the literals are %s, were %s", got, want)
					}
				})
			}
		}
		checkKeeps(t, style, kept)
	}
}

// TestXorSize checks the numbers of variables and clauses of a parity constraint, for up to 400
// literals.
func TestXorSize(t *testing.T) {
	for _, x := range []struct {
		style            string
		n, vars, clauses int
	}{
		{"direct", 0, 0, 0},
		{"direct", 1, 0, 1},
		{"direct", 5, 0, 16},
		{"direct", 8, 0, 128},
		{"direct", 9, 1, 128 + 4},
		{"direct", 14, 1, 128 + 128},
		{"direct", 400, 66, 66*128 + 8}, // 66 variables, each replacing 6 literals, leave 4
		{"cut", 4, 0, 8},
		{"cut", 5, 1, 8 + 4},
		{"cut", 6, 1, 8 + 8},
		{"cut", 400, 198, 198*8 + 8},
	} {
		w, lits := literals(x.n, x.style)
		w.Xor(false, lits...)
		enc := w.f
		if vars, clauses := enc.NumVars-x.n, len(enc.Clauses); vars != x.vars || clauses != x.clauses {
			t.Errorf("%s, %d literals: %d variables and %d clauses, want %d and %d", x.style, x.n, vars, clauses, x.vars, x.clauses)
		}
		long := 0
		for _, c := range enc.Clauses {
			long = max(long, len(c))
		}
		if want := map[string]int{"direct": 8, "cut": 4}[x.style]; long > want {
			t.Errorf("%s, %d literals: a clause of %d, want at most %d", x.style, x.n, long, want)
		}
	}
}
