package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// A Sample is one measure of one method on one instance.
type Sample struct {
	Puzzle, Instance, Method string

	// Value is the median of the repetitions, of which those that were cut or are wrong
	// count as infinite where the measure is of work.
	Value float64
	Runs  int     // repetitions
	Wrong int     // of these
	Cut   string  // why there is no answer, where Value is infinite: "wrong", or a reason
	Least float64 // and what it is more than; 0: nobody knows
	Limit float64 // of the measure, the least of the repetitions; 0: none
	Other string  // the reason of a limit that ended it and is not the measure's; else empty

	fromClock bool           // in Least the clock stands for CPU time
	Record    *result.Record // for what it says of the instance; a wrong one if there is no other
	Order     int            // its place among the records
	Records   []*result.Record
}

// Task is what was to be solved, by whatever method.
func (s *Sample) Task() string {
	return fmt.Sprintf("%s %v %s %s", s.Record.Task, s.Record.Orbits, s.Puzzle, s.Instance)
}

// solutions is how many were asked for at most; 0: all.
func (s *Sample) solutions() int64 {
	switch n := s.Record.SolutionLimit; s.Record.Task {
	case "solve":
		return max(n, 1)
	case "unique":
		return 2
	default:
		return n
	}
}

// Question is the question of the job in words: "count up to symmetry, 100 solutions at most".
func (s *Sample) Question() string {
	text := s.Record.Task
	if s.Record.Orbits {
		text += " up to symmetry"
	}
	n := s.solutions()
	if n == map[string]int64{"solve": 1, "unique": 2}[s.Record.Task] {
		return text
	}
	return text + fmt.Sprintf(", %s %s at most", format.Whole(int(n)), format.Plural(int(n), "solution", "solutions"))
}

// listsSolutions reports whether the job was to list the solutions, where it may count without.
func (s *Sample) listsSolutions() bool { return s.Record.Mode == "list" }

// runKey is the key of the first repetition, by which to know the same job in another suite.
func (s *Sample) runKey() string {
	return slices.MinFunc(s.Records, func(a, b *result.Record) int { return a.Repetition - b.Repetition }).Key
}

// A job is what a record's job was asked to do, but for its repetition and where it stands.
type job struct {
	task, puzzle, instance, method, mode string
	orbits, trace, fresh, possible       bool
	seed                                 uint64
	solutions, memory                    int64
	wall, cpu                            float64
}

func jobOf(r *result.Record) job {
	return job{
		r.Task, r.Puzzle, r.Instance, r.Method, r.Mode,
		r.Orbits, r.Trace, r.Fresh, r.Possible,
		r.Seed,
		r.SolutionLimit, r.MemoryLimit,
		r.WallLimit, r.CPULimit,
	}
}

// completed reports whether the job did what it was asked to, and did it right.
func completed(r *result.Record) bool {
	return r.Verdict != result.Wrong && r.Status != result.Unknown && (r.Reason == result.Done || r.Reason == result.Limit || r.Reason == "")
}

// failed reports whether what the job spent is more than any number. A wrong answer without
// one, where others have it, says nothing.
func (m *Measure) failed(r *result.Record, has bool) bool {
	return m.Work && !completed(r) && (has || r.Verdict != result.Wrong)
}

// SamplesOf takes the repetitions of each job together: one of another mode or of other limits is
// a sample of its own, in the same suite too. Shards of an instance are left out. A wrong answer
// is none: what was spent on it is as infinite as what was cut, and a measure of what was found
// leaves it out, unless it is about wrong answers. wrong is how many jobs these are, without how
// many where the records do not have the measure.
func SamplesOf(recs []result.Record, m Measure) (samples []*Sample, wrong, without int) {
	type key struct {
		place string
		job
	}
	index := map[key]*Sample{}
	var order []*Sample
	seen := map[string]bool{}
	leftOut := map[key]bool{}
	for i := range recs {
		r := &recs[i]
		place := PositionOf(r)
		k := key{place, jobOf(r)}
		switch {
		case r.Cube != "":
			continue
		case r.Verdict == result.Wrong && !m.wrong && !m.Work && !m.fails:
			leftOut[k] = true
			continue
		}
		if id := place + "\x00" + r.Key; r.Key != "" {
			if seen[id] {
				continue
			}
			seen[id] = true
		}
		s := index[k]
		if s == nil {
			s = &Sample{Puzzle: r.Puzzle, Instance: r.Instance, Method: r.Method, Record: r, Order: i}
			index[k] = s
			order = append(order, s)
		}
		if s.Record.Verdict == result.Wrong && r.Verdict != result.Wrong {
			s.Record = r
		}
		s.Records = append(s.Records, r)
	}
	for _, s := range order {
		if s.complete(m) {
			samples = append(samples, s)
		} else {
			without++
		}
	}
	slices.SortStableFunc(samples, func(a, b *Sample) int {
		return cmp.Or(format.Natural(a.Puzzle, b.Puzzle), format.Natural(a.Instance, b.Instance), format.Natural(a.Method, b.Method))
	})
	return samples, len(leftOut), without
}

// complete sets what the records say; false: nothing.
func (s *Sample) complete(m Measure) bool {
	var xs, least []float64
	for _, r := range s.Records {
		if m.limit != nil {
			if l := m.limit(r); l > 0 && (s.Limit == 0 || l < s.Limit) {
				s.Limit = l
			}
		}
		if r.Verdict == result.Wrong {
			s.Wrong++
		}
		x, ok := m.Value(r)
		switch {
		case m.failed(r, ok):
			spent, clock := m.spent(r)
			xs, least = append(xs, math.Inf(1)), append(least, spent)
			s.fromClock = s.fromClock || clock
			s.Cut = cmp.Or(r.Reason, "no answer")
			if m.endedByOther(r) {
				s.Other = r.Reason
			}
		case ok:
			xs, least = append(xs, x), append(least, x)
		}
	}
	if len(xs) == 0 {
		return false
	}
	s.Runs = len(xs)
	slices.Sort(xs)
	s.Value = stat.Median(xs)
	switch {
	case !math.IsInf(s.Value, 1):
		s.Cut, s.Other = "", ""
		return true
	case s.Wrong > 0:
		s.Cut = result.Wrong // and nobody knows how long it would take to be right
		return true
	}
	slices.Sort(least)
	if least[(len(least)-1)/2] > 0 {
		s.Least = stat.Median(least)
	}
	return true
}

// spent is what a job that was cut had spent at least; 0: nobody knows. CPU time that was
// not measured is taken for that of the clock, at which the job was ended.
func (m *Measure) spent(r *result.Record) (least float64, clock bool) {
	x, ok := m.Value(r)
	switch {
	case m.Key == "wall_seconds" && r.Reason == result.Timeout && r.WallLimit > 0:
		return r.WallLimit, false
	case m.Key == "cpu_seconds" && r.Reason == result.CPU && r.CPULimit > 0:
		return r.CPULimit, false
	case m.Key == "peak_bytes" && r.Reason == result.Memory && r.MemoryLimit > 0:
		return float64(r.MemoryLimit), false
	case ok:
		return x, false
	case m.Key == "cpu_seconds" && r.Reason == result.Timeout && r.WallLimit > 0:
		return r.WallLimit, true
	}
	return 0, false
}

// UsesClock reports whether some of the samples have the limit of the clock for CPU time.
func UsesClock(samples []*Sample) bool {
	return slices.ContainsFunc(samples, func(s *Sample) bool { return s.fromClock && s.Least > 0 })
}

// endedByOther reports whether a limit ended the job that is not the measure's: what the
// measure's own limit is then says nothing of the job.
func (m *Measure) endedByOther(r *result.Record) bool {
	switch r.Reason {
	case result.Timeout:
		return m.Key == "peak_bytes" || m.Key == "cpu_seconds" && r.CPULimit > 0
	case result.CPU:
		return m.Key != "cpu_seconds"
	case result.Memory:
		return m.Key != "peak_bytes"
	}
	return false
}

// Solved reports whether there is a number.
func (s *Sample) Solved() bool { return !math.IsInf(s.Value, 1) }

// SolvedValues are the numbers of the samples that have one, ascending.
func SolvedValues(samples []*Sample) []float64 {
	var xs []float64
	for _, s := range samples {
		if s.Solved() {
			xs = append(xs, s.Value)
		}
	}
	slices.Sort(xs)
	return xs
}

// Ascending are the numbers of all samples, infinite where there is none.
func Ascending(samples []*Sample) []float64 {
	xs := make([]float64, len(samples))
	for i, s := range samples {
		xs[i] = s.Value
	}
	slices.Sort(xs)
	return xs
}

// PAR2 is the mean in which what was not solved, or wrongly, counts as twice its limit; false
// where there is no limit for one that was not solved, or another one ended it, or no sample.
func PAR2(samples []*Sample) (float64, bool) {
	total := 0.0
	for _, s := range samples {
		switch {
		case s.Solved():
			total += s.Value
		case s.Limit > 0 && s.Other == "":
			total += 2 * s.Limit
		default:
			return 0, false
		}
	}
	return total / float64(len(samples)), len(samples) > 0
}

// SampleOf is the repetitions of one job as one sample.
func SampleOf(recs []result.Record, key string) *Sample {
	s := &Sample{Value: math.NaN()}
	for i := range recs {
		s.Records = append(s.Records, &recs[i])
	}
	s.complete(MustMeasure(key))
	return s
}

// valueOrNaN is the value of a sample; NaN where there is none.
func (s *Sample) valueOrNaN() float64 {
	if !s.Solved() {
		return math.NaN()
	}
	return s.Value
}

// HitLimit reports whether a limit of time or memory ended a sample without an answer.
func (s *Sample) HitLimit() bool {
	return !s.Solved() && (s.Cut == result.Timeout || s.Cut == result.CPU || s.Cut == result.Memory)
}
