package reports

import (
	"fmt"
	"math"
	"slices"

	"counterproof/bench/result"
)

// A family is the boards of one puzzle that were worked on by rules.
type family struct {
	Puzzle string
	Boards []*sample // of the hardest level, one a board
}

// families takes of each board the record by the most levels. Records without an answer and
// wrong ones are left out.
func families(recs []result.Record) []*family {
	samples, _, _ := samplesOf(recs, hardestLevel)
	puzzles, _ := split(byMostLevels(samples), mustDimension("puzzle"))
	var all []*family
	for _, g := range puzzles {
		all = append(all, &family{g.Name, g.Samples})
	}
	return all
}

// byMostLevels keeps one sample of each board, the first of those by the most levels.
func byMostLevels(samples []*sample) []*sample {
	most := map[string]*sample{}
	for _, s := range samples {
		if old := most[s.task()]; old == nil || levelsOf(s) > levelsOf(old) {
			most[s.task()] = s
		}
	}
	return slices.DeleteFunc(slices.Clone(samples), func(s *sample) bool { return most[s.task()] != s })
}

func levelsOf(s *sample) int {
	if s.Record.Difficulty == nil {
		return 0
	}
	return len(s.Record.Levels)
}

func deduced(r result.Record) bool {
	return r.Difficulty != nil && r.Verdict != result.Wrong && answer(r) != nil
}

// percent is "0 %", "0.4 %", "12 %", "100 %": all and nothing are exact.
func percent(n, of int) string {
	x := 100 * float64(n) / float64(of)
	if n > 0 && x < 1 || n < of && x > 99 {
		return fmt.Sprintf("%.1f %%", x)
	}
	return fmt.Sprintf("%.0f %%", x)
}

// A deduction is what one method did on the boards of one puzzle.
type deduction struct {
	Puzzle, Method                string
	Boards, Solved, Stuck, Broken int
	Left, LeftRemovable           int64 // in total; -1: not asked for
	medians                       map[string]float64
}

// foldDeductions takes the repetitions of each job together: a record with the median of their
// times, unless half of them or more have no answer, or a wrong one.
func foldDeductions(recs []result.Record) []result.Record {
	type key struct{ puzzle, instance, method string }
	runs := map[key][]result.Record{}
	var order []key
	for _, r := range once(recs) {
		if r.Task != "deduce" && r.Difficulty == nil {
			continue
		}
		k := key{r.Puzzle, r.Instance, r.Method}
		if runs[k] == nil {
			order = append(order, k)
		}
		runs[k] = append(runs[k], r)
	}
	var folded []result.Record
	for _, k := range order {
		all := runs[k]
		good := slices.DeleteFunc(slices.Clone(all), func(r result.Record) bool { return !deduced(r) })
		if 2*len(good) <= len(all) {
			continue
		}
		r := good[0]
		if time := sampleOf(all, "wall_seconds").valueOrNaN(); !math.IsNaN(time) {
			r.WallSeconds = &time
		}
		folded = append(folded, r)
	}
	return folded
}

// deductions are all methods on all puzzles, in natural order.
func deductions(recs []result.Record) []*deduction {
	groups := map[[2]string][]result.Record{}
	for _, r := range foldDeductions(recs) {
		key := [2]string{r.Puzzle, r.Method}
		groups[key] = append(groups[key], r)
	}
	var all []*deduction
	for key, group := range groups {
		d := &deduction{Puzzle: key[0], Method: key[1], Boards: len(group)}
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
		d.medians = map[string]float64{}
		for _, key := range []string{"wall_seconds", "steps", "longest_wait", "nodes", "conflicts", "decisions", "clues"} {
			d.medians[key] = recordMedian(group, key)
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *deduction) int {
		if c := natural(a.Puzzle, b.Puzzle); c != 0 {
			return c
		}
		return a.levels(recs) - b.levels(recs)
	})
	return all
}

// levels is how many levels the method has.
func (d *deduction) levels(recs []result.Record) int {
	i := slices.IndexFunc(recs, func(r result.Record) bool { return deduced(r) && r.Puzzle == d.Puzzle && r.Method == d.Method })
	return len(recs[i].Levels)
}

// text is "20 of 60 solved (33 %), 40 stuck with 312 values left".
func (d *deduction) text() string {
	text := fmt.Sprintf("%s of %s solved (%s)", whole(d.Solved), whole(d.Boards), percent(d.Solved, d.Boards))
	if d.Stuck > 0 {
		text += fmt.Sprintf(", %s stuck with %s values left", whole(d.Stuck), grouped(fmt.Sprint(d.Left)))
		if d.LeftRemovable >= 0 {
			text += fmt.Sprintf(", %s of them in no solution", grouped(fmt.Sprint(d.LeftRemovable)))
		}
	}
	if d.Broken > 0 {
		text += ", " + whole(d.Broken) + " without one solution"
	}
	return text
}
