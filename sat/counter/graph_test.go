package counter

import (
	"context"
	"errors"
	"math"
	"testing"

	"counterproof/sat/cnf"
)

// TestLarge checks the estimate of a tree whose size is known: with k independent pairs of variables of which
// at most one is true, the tree of the whole has a node for each pair and each of its free variables. It
// also checks that a context ends the search.
func TestLarge(t *testing.T) {
	f := &cnf.Formula{NumVars: 3 * 20}
	for v := cnf.Lit(1); int(v) <= f.NumVars; v += 3 {
		f.Add(-v, -v-1)
		f.Add(-v-1, -v-2)
		f.Free = append(f.Free, v, v+1, v+2)
	}
	e := new(LargeError)
	if err := (Counter{f}).estimate(t.Context(), sweep, e); err != nil {
		t.Fatal(err)
	}
	// A path of three: the middle one is decided first or last. Either it leaves two free variables, or it
	// leaves a pair, which is one node more.
	if e.Tree < 20 || e.Tree > 40 || e.Low > e.Tree || e.High < e.Tree || math.IsNaN(e.High) {
		t.Errorf("estimated %v, %v to %v, want 20 to 40", e.Tree, e.Low, e.High)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Counter{f}).Graph(ctx, new(cnf.Stats)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
