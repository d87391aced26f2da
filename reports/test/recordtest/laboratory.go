package recordtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"counterproof/bench/record/result"
)

// Laboratory returns records of an invented experiment on growth. The experiment has the given
// number of boards for each size from 4x4 to 10x10. The time of each method grows by a constant
// factor per cell, up to a limit of 60 s. The records are always the same.
func Laboratory(methods []string, boards int) []result.Record {
	rng := rand.New(rand.NewPCG(3, 4))
	var recs []result.Record
	for side := 4; side <= 10; side++ {
		for b := range boards {
			luck := math.Exp(rng.NormFloat64() * 0.8)
			density := float64(b%9+1) / 10
			count := "1"
			if rng.Float64() < 1/(1+math.Exp(20*(density-0.5))) {
				count = fmt.Sprint(2 + rng.IntN(400))
			}
			for m, method := range methods {
				t := 1e-4 * float64(m+1) * math.Pow(1.10+0.02*float64(m), float64(side*side)) * luck * math.Exp(rng.NormFloat64()*0.2)
				r := Exact(fmt.Sprintf("%d-%d", side, b), method, count)
				r.Puzzle, r.Suite, r.WallLimit = "nonogram", "random", 60
				r.Height, r.Width, r.Density = Of(int64(side)), Of(int64(side)), &density
				r.Host, r.Go, r.Commit, r.Version = "An Example CPU, 2 cores, linux/amd64", "go1.26.0", "c0ffee", "1"
				r.WallSeconds, r.Nodes = Of(math.Min(t, 60)), Of(int64(t*1e4))
				r.PeakBytes, r.Conflicts = Of(int64(1e7*(1+t))), Of(int64(t*1000))
				if t >= 60 {
					r.Status, r.Reason, r.Count = result.Unknown, result.Timeout, ""
				}
				recs = append(recs, r)
			}
		}
	}
	return recs
}

// EightMethods lists eight methods for Laboratory.
var EightMethods = []string{"native/bitset", "native/dlx", "sat/pairwise", "sat/pairwise/cubes", "sat/sequential", "sat/totalizer", "extern/clasp", "extern/cadical"}
