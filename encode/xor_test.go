package encode

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
					e, lits := literals(n, style)
					want := fmt.Sprint(lits)
					e.Xor(odd, lits...)
					kept = checkTable(t, e, lits, func(ones int) bool { return ones%2 == 1 == odd }) && kept
					if got := fmt.Sprint(lits); got != want {
						t.Errorf("the literals are %s, were %s", got, want)
					}
				})
			}
		}
		checkKeeps(t, style, kept)
	}
}
