package data

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// A Runs compares two runs of the same jobs, such as the runs before and after a change. Two jobs of
// the runs are a pair if the same method answers the same question about the same board in the same
// suite. The versions of the method and the limits of time and memory may differ.
type Runs struct {
	A, B string // the names of the runs

	// Records holds the records of run A, and then the records of run B. To a picture, each run is a
	// method. So the field Method is the name of the run, and the field Suite is the name of the group.
	Records []result.Record

	Groups    []*RunGroup // first the groups with a found difference; the largest ratios come first
	Different []string    // a line for each board with different answers of one method
	Warnings  Warnings
}

// A RunGroup compares the two runs of one method in one suite. Its Comparison is about wall times.
type RunGroup struct {
	Name string // the method, after the name of the suite if there are several suites
	*Comparison
	P            float64 // the larger p of the signed-rank test and of the method rounds, adjusted for the number of groups (Holm)
	Different    int     // boards with different answers
	LoneA, LoneB int     // jobs that only one run has
}

// significance is the bound that P must be below for a difference to count as found.
const significance = 0.05

// Found returns "slower" or "faster" if run B takes more or less time: P is small, and the interval of
// the ratio, if there is one, does not contain 1. Otherwise, the result is "". Without the second
// condition, a few outliers could give a ratio that contradicts the test, which compares ranks.
func (g *RunGroup) Found() string {
	i, n := g.Estimate().Interval, float64(g.Wilcoxon.N)
	switch more := g.Wilcoxon.Plus > n*(n+1)/4; {
	case g.P >= significance || i.OK() && (more && i.Low <= 1 || !more && i.High >= 1):
		return ""
	case more:
		return "slower"
	}
	return "faster"
}

// NewRuns compares the records of two runs. The parameters nameA and nameB are the names of the runs.
func NewRuns(nameA, nameB string, a, b []result.Record) *Runs {
	rs := &Runs{A: nameA, B: nameB}
	place := func(r result.Record) string { return cmp.Or(r.Suite, r.Puzzle) }
	several := len(result.GroupBy(slices.Concat(a, b), place)) > 1
	versions := map[[2]string][]string{} // by group and run
	add := func(run string, recs []result.Record) {
		for _, r := range recs {
			group := wording.Either(several, place(r)+", "+r.Method, r.Method)
			at := [2]string{group, run}
			versions[at] = format.AppendDistinct(versions[at], strings.TrimSpace(r.Version+" "+r.Solver))
			r.Key, r.Suite, r.Method, r.Style, r.Version, r.Solver = run+" "+r.Key, group, run, "", "", ""
			rs.Records = append(rs.Records, r)
		}
	}
	add(nameA, a)
	add(nameB, b)
	m := MustMeasure("wall_seconds")
	samples, _, _ := SamplesOf(rs.Records, m)
	rs.Warnings.Measured(samples, m)
	var ps []float64
	for _, recs := range result.GroupBy(rs.Records, func(r result.Record) string { return r.Suite }) {
		g := rs.group(recs, m)
		v, u := versions[[2]string{g.Name, nameA}], versions[[2]string{g.Name, nameB}]
		if v != nil && u != nil && !slices.Equal(v, u) {
			rs.Warnings.Add(Mixed, 2, "%s has version %s in %s and %s in %s", g.Name, format.List(v), nameA, format.List(u), nameB)
		}
		rs.Groups = append(rs.Groups, g)
		ps = append(ps, max(g.Wilcoxon.P, g.rounds(m)))
	}
	for i, p := range stat.Holm(ps) {
		rs.Groups[i].P = p
	}
	size := func(g *RunGroup) float64 {
		e := g.Estimate()
		return wording.Either(e.N > 0, math.Abs(math.Log(e.Ratio)), 0)
	}
	slices.SortStableFunc(rs.Groups, func(a, b *RunGroup) int {
		return cmp.Or(one(a.Found() == "")-one(b.Found() == ""), cmp.Compare(size(b), size(a)))
	})
	return rs
}

func (rs *Runs) group(recs []result.Record, m Measure) *RunGroup {
	samples, _, _ := SamplesOf(recs, m)
	g := &RunGroup{Name: recs[0].Suite, Comparison: Compare(samples, rs.A, rs.B, m)}
	for _, board := range result.GroupBy(recs, func(r result.Record) [4]string { return [4]string{r.Task, r.Puzzle, r.Instance, r.Given} }) {
		for _, job := range result.GroupBy(board, func(r result.Record) string { return fmt.Sprint(r.Orbits, r.SolutionLimit, r.Cube) }) {
			g.LoneA += one(job[len(job)-1].Method != rs.B) // the records of run A come first
			g.LoneB += one(job[0].Method != rs.A)
		}
		if b := judge.NewCase(board); b.Agreement == judge.Disagree {
			g.Different++
			rs.Different = append(rs.Different, fmt.Sprintf("DIFFERENT on %s %s by %s: %s", b.Puzzle, format.Label(&board[0]), g.Name, strings.Join(b.Disagreements(), "; ")))
		}
	}
	return g
}

// correlation is the factor of the p of the t-test in rounds. Neighbouring repetitions are less
// independent than the test assumes, so its p is too small. In 100 pairs of equal runs of one second
// on an idle machine of two cores, the test found a difference in 10 pairs. With ten times its p, it
// found one in 1 pair.
const correlation = 10

// rounds returns the p of a t-test of the median times of the repetitions times correlation, or 0
// without repetitions. The machine may be slower during one run. All jobs of the run are then slower,
// so the signed-rank test, which takes the jobs as independent, finds a difference. The repetitions
// run one after the other, and so they show how much the machine varies.
func (g *RunGroup) rounds(m Measure) float64 {
	var medians [2][]float64
	for side := range medians {
		logs := map[int][]float64{} // by repetition, relative to run A
		for _, pair := range g.Pairs {
			for _, r := range []*Sample{pair.A, pair.B}[side].Records {
				if x, ok := m.Value(r); ok && completed(r) && x > 0 && pair.A.Solved() && pair.A.Value > 0 {
					logs[r.Repetition] = append(logs[r.Repetition], math.Log(x/pair.A.Value))
				}
			}
		}
		medians[side] = wording.Each(slices.Sorted(maps.Keys(logs)), func(k int) float64 { return stat.UnsortedMedian(logs[k]) })
	}
	p, ok := stat.TTest(medians[0], medians[1])
	if !ok {
		return 0
	}
	return min(1, correlation*p)
}
