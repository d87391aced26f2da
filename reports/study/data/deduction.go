package data

import (
	"cmp"
	"fmt"
	"slices"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// ByMostLevels keeps one sample per board: the sample whose method is allowed to use rules of the
// most levels. If several samples have equally many levels, ByMostLevels keeps the first of them.
func ByMostLevels(samples []*Sample) []*Sample {
	most := map[[4]string]*Sample{}
	for _, s := range samples {
		if old := most[s.Task()]; old == nil || levelsOf(s) > levelsOf(old) {
			most[s.Task()] = s
		}
	}
	return slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return most[s.Task()] != s })
}

func levelsOf(s *Sample) int {
	if s.Record.Difficulty == nil {
		return 0
	}
	return len(s.Record.Levels)
}

// deduced reports whether the record has an answer of the task deduce that is not known to be wrong.
func deduced(r result.Record) bool {
	return r.Difficulty != nil && r.Verdict != result.Wrong && judge.Answer(r) != nil
}

// A Deduction summarizes the results of one method of deduction on the boards of one puzzle.
type Deduction struct {
	Puzzle, Method                string
	Boards, Solved, Stuck, Broken int
	Unanswered                    int                // boards that are not among Boards because they have no right answer
	Left, LeftRemovable           int64              // sums of the fields of the records with these names; LeftRemovable is -1 if a record lacks the field
	Medians                       map[string]float64 // by the key of the measure; NaN if no record has it
}

// foldDeductions returns one record with a right answer for each job. If half or more of the
// repetitions of a job have no answer or a wrong answer, foldDeductions leaves out the job.
func foldDeductions(deductions []result.Record) []result.Record {
	var folded []result.Record
	for _, all := range result.GroupBy(deductions, func(r result.Record) [3]string { return [3]string{r.Puzzle, r.Instance, r.Method} }) {
		good := slices.DeleteFunc(slices.Clone(all), func(r result.Record) bool { return !deduced(r) })
		if 2*len(good) > len(all) {
			folded = append(folded, good[0])
		}
	}
	return folded
}

// Deductions summarizes each method of deduction on each puzzle. It sorts by puzzle in natural
// order, and puts methods with fewer levels first. For measures of work, boards without a right
// answer count as infinite in the medians.
func Deductions(recs []result.Record) []*Deduction {
	jobs := slices.Clone(judge.Once(result.Without(recs, func(r result.Record) bool { return r.Task != result.Deduce && r.Difficulty == nil })))
	for i := range jobs {
		jobs[i].Suite, jobs[i].Density = "", nil // a job in several suites counts once
	}
	var all []*Deduction
	for _, group := range result.GroupBy(foldDeductions(jobs), func(r result.Record) [2]string { return [2]string{r.Puzzle, r.Method} }) {
		d := &Deduction{Puzzle: group[0].Puzzle, Method: group[0].Method, Boards: len(group), Medians: map[string]float64{}}
		for _, r := range group {
			d.Solved += one(r.Deduced == result.Solved)
			d.Stuck += one(r.Deduced == result.Stuck)
			d.Left += r.Left
			if r.LeftRemovable == nil || d.LeftRemovable < 0 {
				d.LeftRemovable = -1
			} else {
				d.LeftRemovable += *r.LeftRemovable
			}
		}
		d.Broken = d.Boards - d.Solved - d.Stuck
		all = append(all, d)
	}
	for _, key := range []string{"wall_seconds", "steps", "moves", "longest_wait", "nodes", "conflicts", "decisions", "clues"} {
		samples, _, _ := SamplesOf(jobs, MustMeasure(key))
		for _, d := range all {
			others := func(s *Sample) bool { return s.Puzzle != d.Puzzle || s.Method != d.Method }
			own := slices.DeleteFunc(slices.Clone(samples), others)
			d.Medians[key] = stat.Median(Ascending(own))
			d.Unanswered = max(d.Unanswered, CountIf(own, func(s *Sample) bool { return !s.Solved() }))
		}
	}
	slices.SortFunc(all, func(a, b *Deduction) int {
		return cmp.Or(format.Natural(a.Puzzle, b.Puzzle), a.levels(recs)-b.levels(recs))
	})
	return all
}

func (d *Deduction) levels(recs []result.Record) int {
	i := slices.IndexFunc(recs, func(r result.Record) bool { return deduced(r) && r.Puzzle == d.Puzzle && r.Method == d.Method })
	return len(recs[i].Levels)
}

// Text returns the numbers of solved, stuck and contradictory boards in words, such as "20 of 60
// solved" and "40 stuck with 312 values left".
func (d *Deduction) Text() string {
	text := fmt.Sprintf("%s of %s solved (%s)", format.Whole(d.Solved), format.Whole(d.Boards), format.Percent(d.Solved, d.Boards))
	if d.Stuck > 0 {
		text += fmt.Sprintf(", %s stuck with %s values left", format.Whole(d.Stuck), format.Grouped(fmt.Sprint(d.Left)))
		if d.LeftRemovable >= 0 {
			text += fmt.Sprintf(", %s of them in no solution", format.Grouped(fmt.Sprint(d.LeftRemovable)))
		}
	}
	return text + format.Some(d.Broken, ", ", " without one solution")
}
