package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestControl checks the graphs of the essay about reversible control flow, and chains of up to
// eight branches. In the plain colouring and in the found colouring, a position must have at most
// one jump of each colour.
func TestControl(t *testing.T) {
	for kind, want := range map[string]string{"while": "BADC/DCBA", "if": "BADC/DCBA"} {
		c := ask[Control](t, "control", object{"kind": kind})
		errors := 0
		for _, j := range c.Jumps {
			if j.Error {
				errors++
			}
		}
		if c.Instance != want || (errors == 1) != (kind == "if") {
			t.Errorf("%s: %s, %d errors; want %s", kind, c.Instance, errors, want)
		}
	}
	if c := ask[Control](t, "control", object{"kind": "chain", "branches": 2}); c.Instance != "BAFEDC/DCBAFE" {
		t.Errorf("if-else: %s, want BAFEDC/DCBAFE", c.Instance) // the table of the essay
	}
	for n := 2; n <= mostBranches; n++ {
		c := ask[Control](t, "control", object{"kind": "chain", "branches": n})
		rows := strings.Split(c.Instance, "/")
		if len(rows) != n || len(c.Values) != n || len(c.Jumps) != 3*n || len(c.Positions) != 2*n+2 {
			t.Errorf("%d branches: %+v", n, c)
		}
		var at []int
		for _, l := range c.Code {
			if l.At >= 0 {
				at = append(at, l.At)
			}
		}
		if !slices.IsSorted(at) || len(at) != len(c.Positions) {
			t.Errorf("%d branches: the code has the positions %v", n, at)
		}
		proper(t, c)
		for i := range n {
			if in, out := c.Jumps[3*i], c.Jumps[3*i+2]; in.Plain != i || out.Plain != i || in.To+1 != out.From {
				t.Errorf("%d branches: block %d is entered by %+v and left by %+v", n, i, in, out)
			}
		}
	}
	for _, q := range []object{{}, {"kind": "for"}, {"kind": "chain"}, {"kind": "chain", "branches": 9}, {"kind": "chain", "branches": -1}} {
		refused(t, "control", q)
	}
}

// proper checks that jumps with a common origin or destination have different colours.
func proper(t *testing.T, c Control) {
	t.Helper()
	seen := map[string]bool{}
	for _, j := range c.Jumps {
		for name, colour := range map[string]int{"plain": j.Plain, "found": j.Found} {
			for _, end := range []int{j.From, j.To} {
				key := fmt.Sprint(name, end, colour)
				if seen[key] || colour < 0 || colour >= len(c.Values) {
					t.Errorf("%d values: %s colour %d twice at %s", len(c.Values), name, colour, c.Positions[end])
				}
				seen[key] = true
			}
		}
	}
}
