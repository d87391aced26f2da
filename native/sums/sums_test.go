package sums

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"counterproof/native"
)

// sums reads "1:AB 2:ABC" with A as variable 0.
func sums(text string) []Sum {
	var all []Sum
	for _, f := range strings.Fields(text) {
		s := Sum{Value: int(f[0] - '0')}
		for _, c := range f[2:] {
			s.Vars = append(s.Vars, int(c-'A'))
		}
		all = append(all, s)
	}
	return all
}

// TestWorkedExample has the board worked out by hand in the source: 85 covered
// cells of which A to I are next to numbers, 10 mines.
func TestWorkedExample(t *testing.T) {
	p := &Problem{N: 85, Total: 10, Sums: sums("1:AB 2:ABC 3:BCD 2:CDE 2:DEFGH 1:GHI 1:HI")}
	a, err := p.Analyse(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Count.String(); got != "237093780" {
		t.Errorf("%s configurations, want 237093780", got)
	}
	if a.Open != 76 {
		t.Errorf("%d open variables, want 76", a.Open)
	}
	for v, x := range a.Ones {
		want := big.NewRat(6, 77)
		switch v {
		case 0, 4, 6:
			want = big.NewRat(0, 1)
		case 1, 2, 3:
			want = big.NewRat(1, 1)
		case 7:
			want = big.NewRat(71, 77)
		}
		if got := new(big.Rat).SetFrac(x, a.Count); got.Cmp(want) != 0 {
			t.Errorf("variable %d is 1 with probability %s, want %s", v, got, want)
		}
	}
}
