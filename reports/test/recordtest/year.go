package recordtest

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/bench/record/result"
)

//go:embed testdata/dragonfjord.tsv
var dragonfjord string

// CalendarYear returns records of an invented experiment on the year. The records hold the
// published counts of all 366 days by two methods, with invented nodes, conflicts and times, and
// seven traces of 25 January. The records are always the same.
func CalendarYear(t testing.TB) []result.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	spread := func(by float64) float64 { return math.Exp(rng.NormFloat64() * by) }
	var recs []result.Record
	add := func(r result.Record) {
		r.Host, r.Go, r.Commit = "An Example CPU @ 2.40GHz, 2 cores, linux/amd64", "go1.26.0", "0123456789abcdef0123456789abcdef01234567"
		r.Version, r.Verdict = "1", result.Correct
		r.Digest = fmt.Sprintf("%064x", len(r.Instance+r.Count))
		recs = append(recs, r)
	}
	for line := range strings.Lines(dragonfjord) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		day, count, _ := strings.Cut(strings.TrimSpace(line), "\t")
		var n float64
		fmt.Sscan(count, &n)
		native := Exact(day, "native/bitset", count)
		native.Nodes = Of(int64(9000 * math.Pow(n, 0.3) * spread(0.25)))
		native.WallSeconds = Of(float64(*native.Nodes) * 2.2e-7 * spread(0.06))
		add(native)
		sat := Exact(day, "sat/pairwise/cubes", count)
		sat.Conflicts = Of(int64(2500 * math.Pow(n, 0.35) * spread(0.3)))
		sat.Cubes = Of(int64(500 + rng.IntN(400)))
		sat.WallSeconds = Of(float64(*sat.Conflicts) * 1.1e-4 * spread(0.1))
		sat.SATSeconds = Of(*sat.WallSeconds * 0.7)
		sat.Solver = "gophersat v1.4.0"
		add(sat)
	}
	for depth := -1; depth <= 5; depth++ {
		method := "sat/pairwise"
		if depth >= 0 {
			method = fmt.Sprintf("sat/pairwise/cubes=%d", depth)
		}
		r := Exact("01-25", method, "216")
		at := 0.0
		for i := range 216 {
			step := 0.004 * spread(0.9)
			if depth < 4 {
				step *= 1 + float64(i)/float64(12*(depth+2))
			}
			at += step
			r.ModelSeconds = append(r.ModelSeconds, at)
		}
		r.WallSeconds = Of(at)
		r.Solver = "gophersat v1.4.0"
		add(r)
	}
	return recs
}
