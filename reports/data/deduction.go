package data

import (
	"fmt"
	"math"
	"slices"

	"counterproof/bench/judge"
	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// ByMostLevels keeps one sample per board: the sample whose method is allowed to use rules of the
// most levels. If several samples have equally many levels, ByMostLevels keeps the first of them.
func ByMostLevels(samples []*Sample) []*Sample {
	most := map[string]*Sample{}
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

// deduced reports whether the record has an answer of the task deduce, and this answer is not known
// to be wrong.
func deduced(r result.Record) bool {
	return r.Difficulty != nil && r.Verdict != result.Wrong && judge.Answer(r) != nil
}

// A Deduction summarizes the results of one method of deduction on the boards of one puzzle.
type Deduction struct {
	Puzzle, Method                string
	Boards, Solved, Stuck, Broken int
	Left, LeftRemovable           int64              // sums of the fields of the records with these names; LeftRemovable is -1 if a record lacks the field
	Medians                       map[string]float64 // by the key of the measure
}

// foldDeductions merges the repetitions of each job into one record with the median time of the
// repetitions. If half or more of the repetitions have no answer or a wrong answer, foldDeductions
// leaves out the job.
func foldDeductions(recs []result.Record) []result.Record {
	deductions := slices.DeleteFunc(judge.Once(recs), func(r result.Record) bool { return r.Task != result.Deduce && r.Difficulty == nil })
	var folded []result.Record
	for _, all := range result.GroupBy(deductions, func(r result.Record) [3]string { return [3]string{r.Puzzle, r.Instance, r.Method} }) {
		good := slices.DeleteFunc(slices.Clone(all), func(r result.Record) bool { return !deduced(r) })
		if 2*len(good) <= len(all) {
			continue
		}
		r := good[0]
		if time := SampleOf(all, "wall_seconds").valueOrNaN(); !math.IsNaN(time) {
			r.WallSeconds = &time
		}
		folded = append(folded, r)
	}
	return folded
}

// Deductions summarizes each method of deduction on each puzzle. It sorts by puzzle in natural
// order, and puts methods with fewer levels first.
func Deductions(recs []result.Record) []*Deduction {
	var all []*Deduction
	for _, group := range result.GroupBy(foldDeductions(recs), func(r result.Record) [2]string { return [2]string{r.Puzzle, r.Method} }) {
		d := &Deduction{Puzzle: group[0].Puzzle, Method: group[0].Method, Boards: len(group)}
		for _, r := range group {
			switch r.Deduced {
			case result.Solved:
				d.Solved++
			case result.Stuck:
				d.Stuck++
			default:
				d.Broken++
			}
			d.Left += r.Left
			switch {
			case r.LeftRemovable == nil || d.LeftRemovable < 0:
				d.LeftRemovable = -1
			default:
				d.LeftRemovable += *r.LeftRemovable
			}
		}
		d.Medians = map[string]float64{}
		for _, key := range []string{"wall_seconds", "steps", "moves", "longest_wait", "nodes", "conflicts", "decisions", "clues"} {
			d.Medians[key] = MedianOf(group, key)
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *Deduction) int {
		if c := format.Natural(a.Puzzle, b.Puzzle); c != 0 {
			return c
		}
		return a.levels(recs) - b.levels(recs)
	})
	return all
}

// levels returns the number of levels of rules that the method is allowed to use.
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
	if d.Broken > 0 {
		text += ", " + format.Whole(d.Broken) + " without one solution"
	}
	return text
}

// MedianOf returns the median of a measure over the records that have it, or NaN if none has it.
func MedianOf(recs []result.Record, key string) float64 {
	m := MustMeasure(key)
	var xs []float64
	for i := range recs {
		if x, ok := m.Value(&recs[i]); ok {
			xs = append(xs, x)
		}
	}
	slices.Sort(xs)
	return stat.Median(xs)
}
