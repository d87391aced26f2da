package toggle

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/native/gf2"
)

// TestExplain: three buttons in a line of which each toggles all lights, two
// buttons that do nothing, and what is told of them for people.
func TestExplain(t *testing.T) {
	all := gf2.System{A: gf2.NewMatrix(3, 3), B: gf2.NewVector(3)}
	for i := range 3 {
		all.B.Set(i)
		for j := range 3 {
			all.A.Set(i, j)
		}
	}
	for _, x := range []struct {
		board  Board
		system gf2.System
		want   string // name: text; name = value where there is no text
	}{
		{Board{1, 3, []bool{true, true, true}}, all,
			"rank = 1; nullity = 2; solvable = true; solutions = 4; min_presses = 1; fewest: @##; kernel: oo.  o.o"},
		{Board{2, 1, []bool{false, true}}, gf2.System{A: gf2.NewMatrix(2, 2), B: gf2.Vector{2}},
			"rank = 0; nullity = 2; solvable = false; solutions = 0; kernel: o  .\n.  o"},
	} {
		e, err := x.board.Explain(context.Background(), x.system)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range e.Facts {
			if f.Text != "" {
				got = append(got, f.Name+": "+f.Text)
			} else {
				got = append(got, f.Name+" = "+fmt.Sprint(f.Value))
			}
		}
		if got := strings.Join(got, "; "); got != x.want {
			t.Errorf("got\n%s\nwant\n%s", got, x.want)
		}
	}
}

// TestTooMuchToPrint: 100 x 100 buttons that do nothing.
func TestTooMuchToPrint(t *testing.T) {
	const n = 100 * 100
	b := Board{100, 100, make([]bool, n)}
	e, err := b.Explain(context.Background(), gf2.System{A: gf2.NewMatrix(n, n)})
	if err != nil {
		t.Fatal(err)
	}
	for name, printed := range map[string]bool{"kernel": false, "min_presses": true, "inverse": false} {
		i := slices.IndexFunc(e.Facts, func(f encode.Fact) bool { return f.Name == name && f.Value != nil })
		if i >= 0 != printed {
			t.Errorf("%s is printed: %v, want %v", name, i >= 0, printed)
		}
	}
}
