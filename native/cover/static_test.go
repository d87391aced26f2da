package cover

import (
	"fmt"
	"math/bits"
	"testing"

	"counterproof/native"
)

// TestManyOptions lists the partitions of 11 elements into sets of at most 4 elements. The first item has
// 176 options, more than a machine word has bits. The numbers are in OEIS A001681. They also follow from the
// size k of the set of the first element: a(n) is the sum of binomial(n-1, k-1)*a(n-k).
func TestManyOptions(t *testing.T) {
	for n, want := range map[int]int{5: 51, 8: 3795, 9: 18755, 11: 556711} {
		p := &Problem{}
		for i := range n {
			p.Items = append(p.Items, Item{Name: fmt.Sprint(i), Lo: 1, Hi: 1})
		}
		for set := range 1 << n {
			if k := bits.OnesCount(uint(set)); k == 0 || k > 4 {
				continue
			}
			var option Option
			for i := range n {
				if set>>i&1 != 0 {
					option = append(option, Use{Item: i})
				}
			}
			p.Options = append(p.Options, option)
		}
		if got := list(t, p, "bitset", new(native.Stats)); got != want {
			t.Errorf("%d elements: %d partitions, want %d", n, got, want)
		}
	}
}
