package sat

import (
	"context"
	"errors"
	"testing"

	"counterproof/sat/cnf"
)

// TestModels checks Models and Count on formulas whose models are known. It also stops Models
// early and cancels its context.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name string
		f    cnf.Formula
		want int64
	}{
		{"no variables", cnf.Formula{}, 1},
		{"an empty clause", cnf.Formula{NumVars: 2, Clauses: [][]cnf.Lit{{}}}, 0},
		{"free variables", free(3), 8},
		{"a clause", with(free(3), []cnf.Lit{1, 2, 3}), 7},
		{"only two variables count", with(free(2), []cnf.Lit{1, 2, 3}), 4},
	} {
		if got, err := Count(t.Context(), &c.f); got != c.want || err != nil {
			t.Errorf("%s: Count is %d, %v; want %d", c.name, got, err, c.want)
		}
		seen := map[string]bool{}
		for m, err := range Models(t.Context(), &c.f) {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if err := c.f.Check(m); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			key := ""
			for _, l := range c.f.Free {
				if m[l-1] {
					key += "1"
				} else {
					key += "0"
				}
			}
			seen[key] = true
		}
		if int64(len(seen)) != c.want {
			t.Errorf("%s: Models yields %d, want %d", c.name, len(seen), c.want)
		}
	}
	f := free(10)
	n := 0
	for range Models(t.Context(), &f) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d models before the break, want 3", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range Models(ctx, &f) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("cancelled: the last error is %v", last)
	}
}

// free returns a formula without clauses whose n variables are all projected.
func free(n int) cnf.Formula {
	f := cnf.Formula{NumVars: n}
	for v := range n {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	return f
}

func with(f cnf.Formula, clause []cnf.Lit) cnf.Formula {
	for _, l := range clause {
		f.NumVars = max(f.NumVars, int(l))
	}
	f.Clauses = append(f.Clauses, clause)
	return f
}
