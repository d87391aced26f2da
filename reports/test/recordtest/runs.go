package recordtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"counterproof/bench/record/result"
)

// TwoRuns returns jobs of three methods on 30 boards, with three repetitions, and the records of two
// invented runs of these jobs. The times of a job vary by 5%, and one measurement in twenty takes up
// to five times as long. In the second run, the method native/b takes slower times as long. The
// records depend only on the parameters.
func TwoRuns(seed uint64, slower float64) (jobs []result.Job, before, after []result.Record) {
	rng := rand.New(rand.NewPCG(seed, 31))
	for board := range 30 {
		hard := math.Exp(rng.NormFloat64() * 1.5)
		for k, method := range []string{"native/a", "native/b", "sat/c"} {
			for repetition := range 3 {
				j := result.Job{Task: result.Count, Puzzle: "calendar", Instance: fmt.Sprintf("board-%d", board), Method: method, Version: "1", Repetition: repetition, Label: result.Label{Suite: "s"}}
				jobs = append(jobs, j)
				for run, recs := range []*[]result.Record{&before, &after} {
					r := j.Record(result.Done, "")
					r.Status, r.Count, r.Verdict = result.Exact, "7", result.Correct
					seconds := 0.01 * float64(k+1) * hard * math.Exp(rng.NormFloat64()*0.05)
					if rng.Float64() < 0.05 {
						seconds *= 1 + 4*rng.Float64()
					}
					if run == 1 && method == "native/b" {
						seconds *= slower
					}
					r.WallSeconds = &seconds
					*recs = append(*recs, r)
				}
			}
		}
	}
	return jobs, before, after
}
