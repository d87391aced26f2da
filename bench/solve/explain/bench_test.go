package explain

import (
	"testing"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/test/ratio"
	"counterproof/encode/catalog"
)

// BenchmarkMinesweeper explains a game of 9x9 cells with 5,739,370 solutions, with the counts of each
// cell. Known takes them from the native theory. It must be much faster than Shared, which lists
// 10,000 solutions and counts all of them with a solution graph.
func BenchmarkMinesweeper(b *testing.B) {
	p := catalog.Find("minesweeper")
	in, err := p.Parse("9x9:0,5,m22ea2678a2caced864308")
	if err != nil {
		b.Fatal(err)
	}
	const times = 5
	shared := func() {
		for range times {
			t, err := Shared(b.Context(), p, in, nil, 10_000, answer.Watcher{})
			if err != nil || !t.Complete {
				b.Fatal(t, err)
			}
		}
	}
	known := func() {
		for range times {
			x, err := Known(b.Context(), p, in, Explaining{Limit: 10_000, Timeout: time.Minute, Marginals: true}, answer.Watcher{})
			if err != nil {
				b.Fatal(err)
			}
			for _, f := range x.Facts {
				if f.Name == "marginals" && f.Value == nil {
					b.Fatal(f.Text)
				}
			}
		}
	}
	ratio.AtLeast(b, 10, "shared", shared, known)
}
