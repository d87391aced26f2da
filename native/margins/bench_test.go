package margins

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"counterproof/native"
)

// BenchmarkCount counts the n x n matrices whose margins all equal k. The targets are 50 ms for 8x8
// with margins 4, and some seconds for 10x10 and 20x20 with margins 5. The other sizes have no
// target.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		n, k int
		want string
	}{
		{8, 4, "116963796250"},         // A058527
		{10, 5, "6736218287430460752"}, // A058527, A075754
		{20, 5, countOf20},
		{30, 5, countOf30},
		{100, 3, cubic(100).String()},
		{16, 8, "34812290428176298285394893936773707951192224124239796250"}, // A058527
	} {
		b.Run(fmt.Sprintf("%dx%d,margins=%d", c.n, c.n, c.k), func(b *testing.B) {
			var st native.Stats
			for b.Loop() {
				st = native.Stats{}
				n, err := regular(c.n, c.k).Count(context.Background(), &st)
				if err != nil || n.String() != c.want {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(st.Nodes), "nodes/op")
			b.ReportMetric(float64(st.Updates), "updates/op")
		})
	}
}

// BenchmarkSearch lists all 67,950 matrices of size 6x6 whose margins all equal 2 (OEIS A001499).
func BenchmarkSearch(b *testing.B) {
	for b.Loop() {
		if n := len(listed(b, regular(6, 2))); n != 67950 {
			b.Fatal(n)
		}
	}
}

// BenchmarkLonesum measures how long it takes to prepare a Lonesum and to draw a matrix.
func BenchmarkLonesum(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 0))
	for b.Loop() {
		NewLonesum(100, 100).Draw(rng)
	}
}
