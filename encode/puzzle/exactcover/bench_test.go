package exactcover

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/native"
)

// BenchmarkQueens places 11 queens in 2680 ways (OEIS A000170). It lists the solutions by the first
// engine, checks each of them, and compares with counting them by memo, which checks none. When Check
// went through all options for each item, listing and checking took several times as long as memo.
func BenchmarkQueens(b *testing.B) {
	in, err := Puzzle.Parse(queens(11))
	if err != nil {
		b.Fatal(err)
	}
	methods := in.Reduce()
	memo := methods[slices.IndexFunc(methods, func(m encode.Reduction) bool { return m.Method == "memo" })]
	count := func() {
		n, err := memo.Count(context.Background(), new(native.Stats))
		if err != nil || n.Cmp(big.NewInt(2680)) != 0 {
			b.Fatal(n, err)
		}
	}
	list := func() {
		n := 0
		err := methods[0].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
			if err := in.Check(s); err != nil {
				b.Error(err)
			}
			n++
			return true
		})
		if err != nil || n != 2680 {
			b.Fatal(n, err)
		}
	}
	ratio.AtLeast(b, 1, "memo", count, list)
}
