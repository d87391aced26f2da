package page

import (
	"fmt"
	"math"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/test/recordtest"
)

// searches returns records of two counting methods on 14 days, with two repetitions each. Method
// native/a is cut in one repetition on one day, cut in both on three days, and wrong in one
// repetition on one day. Method sat/b lacks two days. No method counts the last two days. Two days
// share a size.
func searches() []result.Record {
	var recs []result.Record
	add := func(i, repetition int, method, outcome string, seconds float64) {
		day := fmt.Sprintf("%02d-%02d", i/7+1, i%7+1)
		r := recordtest.With(recordtest.Exact(day, method, fmt.Sprint(3*i+2)), func(r *result.Record) {
			r.Verdict, r.Suite, r.WallLimit, r.Repetition = result.Correct, "s", 60, repetition
			r.Key = fmt.Sprint(method, day, repetition)
			r.Height, r.Width, r.WallSeconds = recordtest.Of(int64(i/2+1)), recordtest.Of(int64(2)), recordtest.Of(seconds)
			work := recordtest.Of(int64(1000 + 90*((7*i)%12) + 10*repetition))
			if method == "sat/b" {
				r.Conflicts = recordtest.Of(*work / 3)
			} else {
				r.Nodes = work
			}
		})
		switch outcome {
		case "cut":
			recordtest.IsCut(&r)
			r.Verdict, r.WallSeconds = result.Unchecked, recordtest.Of(60.0)
		case "wrong":
			recordtest.Wrongly(&r)
		}
		recs = append(recs, r)
	}
	outcomes := map[string]string{"native/a 10 1": "cut", "native/a 11 0": "cut", "native/a 11 1": "cut", "native/a 4 0": "wrong",
		"sat/b 9 0": "cut", "sat/b 8 0": "cut", "sat/b 8 1": "cut"}
	for i := range 14 {
		for repetition := range 2 {
			for _, method := range []string{"native/a", "sat/b"} {
				seconds := 0.004 * math.Exp2(float64(i))
				if method == "sat/b" {
					seconds = 0.05 * math.Pow(1.7, float64(i))
				}
				outcome := outcomes[fmt.Sprint(method, " ", i, " ", repetition)]
				if i >= 12 {
					outcome = "cut"
				}
				if method == "native/a" || i >= 2 {
					add(i, repetition, method, outcome, seconds*float64(1+2*repetition))
				}
			}
		}
	}
	return recs
}

// sizeless returns the same records without the sizes of the boards.
func sizeless() []result.Record {
	recs := searches()
	for i := range recs {
		recs[i].Height, recs[i].Width = nil, nil
	}
	return recs
}

// deductions returns records of one method of deduction on ten boards, with two repetitions each.
// One board has no answer, and another one lacks it in one of the two repetitions. A third board has
// three repetitions and lacks the answer in the first one.
func deductions() []result.Record {
	var recs []result.Record
	for i, says := range strings.Split("solved 0,solved 1,solved 0,solved 2,stuck,solved 1,solved 0,stuck,solved 2,solved 0", ",") {
		repetitions := 2
		if i == 7 {
			repetitions = 3
		}
		for repetition := range repetitions {
			r := recordtest.Graded("map", fmt.Sprint("m", i), says, "easy", "normal", "hard")
			r.Repetition, r.Key, r.Steps = repetition, fmt.Sprint(i, repetition), int64(10+(3*i)%7)
			r.Nodes, r.Conflicts, r.WallSeconds = recordtest.Of(int64(5+(3*i)%8)), recordtest.Of(int64(9+(5*i)%7)), recordtest.Of(0.01*float64(i+1))
			r.Height, r.Width = recordtest.Of(int64(i%2+2)), recordtest.Of(int64(3))
			r.Clues, r.FullClues = recordtest.Of(int64(3+i%4)), recordtest.Of(int64(10))
			if i == 9 || i >= 7 && repetition == 0 {
				r.Status, r.Reason, r.Verdict, r.Count, r.Difficulty, r.Nodes, r.Conflicts = result.Unknown, result.Timeout, result.Unchecked, "", nil, nil, nil
			}
			recs = append(recs, r)
		}
	}
	return recs
}

// solutions returns the record of a search that found 60 solutions, each later one more slowly.
func solutions() []result.Record {
	r, at := recordtest.Exact("01-25", "sat/pairwise", "60"), 0.0
	for i := range 60 {
		at += 0.001 * math.Exp(float64(i)/15+0.3*math.Sin(float64(i)))
		r.ModelSeconds = append(r.ModelSeconds, at)
	}
	r.WallSeconds = &at
	return []result.Record{r}
}
