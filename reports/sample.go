package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"counterproof/bench/result"
)

// A sample is one measure of one method on one instance.
type sample struct {
	Puzzle, Instance, Method string

	// Value is the median of the repetitions, of which those that were cut count
	// as infinite where the measure is of work.
	Value float64
	Runs  int     // repetitions
	Cut   string  // why there is no answer, where Value is infinite
	Least float64 // and what it is more than; 0: nobody knows
	Limit float64 // of the measure, the least of the repetitions; 0: none

	first *result.Record // for what it says of the instance
	order int            // its place among the records
	all   []*result.Record
}

// task is what was to be solved, by whatever method.
func (s *sample) task() string {
	return fmt.Sprintf("%s %v %s %s", s.first.Task, s.first.Orbits, s.Puzzle, s.Instance)
}

// done reports whether the job did what it was asked to.
func done(r *result.Record) bool {
	return r.Status != result.Unknown && (r.Reason == result.Done || r.Reason == result.Limit || r.Reason == "")
}

// samplesOf takes the repetitions of each job together. Shards of an instance are
// left out, and wrong answers unless the measure is about them; without a value are the
// instances where the records do not have the measure.
func samplesOf(recs []result.Record, m Measure) (samples []*sample, wrong, without int) {
	type key struct {
		suite, task, puzzle, instance, method string
		orbits                                bool
	}
	index := map[key]*sample{}
	var order []*sample
	seen := map[string]bool{}
	for i := range recs {
		r := &recs[i]
		switch {
		case r.Cube != "":
			continue
		case r.Verdict == result.Wrong && !m.wrong:
			wrong++
			continue
		}
		if id := r.Suite + "\x00" + r.Key; r.Key != "" {
			if seen[id] {
				continue
			}
			seen[id] = true
		}
		k := key{r.Suite, r.Task, r.Puzzle, r.Instance, r.Method, r.Orbits}
		s := index[k]
		if s == nil {
			s = &sample{Puzzle: r.Puzzle, Instance: r.Instance, Method: r.Method, first: r, order: i}
			index[k] = s
			order = append(order, s)
		}
		s.all = append(s.all, r)
	}
	for _, s := range order {
		if s.complete(m) {
			samples = append(samples, s)
		} else {
			without++
		}
	}
	slices.SortStableFunc(samples, func(a, b *sample) int {
		return cmp.Or(natural(a.Puzzle, b.Puzzle), natural(a.Instance, b.Instance), natural(a.Method, b.Method))
	})
	return samples, wrong, without
}

// complete sets what the records say; false: nothing.
func (s *sample) complete(m Measure) bool {
	var xs, least []float64
	for _, r := range s.all {
		if m.limit != nil {
			if l := m.limit(r); l > 0 && (s.Limit == 0 || l < s.Limit) {
				s.Limit = l
			}
		}
		x, ok := m.value(r)
		switch {
		case m.work && !done(r):
			xs, least = append(xs, math.Inf(1)), append(least, m.spent(r))
			s.Cut = cmp.Or(r.Reason, "no answer")
		case ok:
			xs, least = append(xs, x), append(least, x)
		}
	}
	if len(xs) == 0 {
		return false
	}
	s.Runs = len(xs)
	slices.Sort(xs)
	s.Value = middleOf(xs)
	if !math.IsInf(s.Value, 1) {
		s.Cut = ""
		return true
	}
	slices.Sort(least)
	if least[(len(least)-1)/2] > 0 {
		s.Least = middleOf(least)
	}
	return true
}

// spent is what a job that was cut had spent at least; 0: nobody knows. CPU time that was
// not measured is taken for that of the clock, at which the job was ended.
func (m *Measure) spent(r *result.Record) float64 {
	x, ok := m.value(r)
	switch {
	case m.Key == "wall_seconds" && r.Reason == result.Timeout && r.WallLimit > 0:
		return r.WallLimit
	case m.Key == "cpu_seconds" && r.Reason == result.CPU && r.CPULimit > 0:
		return r.CPULimit
	case m.Key == "peak_bytes" && r.Reason == result.Memory && r.MemoryLimit > 0:
		return float64(r.MemoryLimit)
	case ok:
		return x
	case m.Key == "cpu_seconds" && r.Reason == result.Timeout:
		return r.WallLimit
	}
	return 0
}

// byClock reports whether some of the samples have the limit of the clock for CPU time.
func (m *Measure) byClock(samples []*sample) bool {
	return m.Key == "cpu_seconds" && slices.ContainsFunc(samples, func(s *sample) bool { return s.Cut == result.Timeout && s.Least > 0 })
}

// solved reports whether there is a number.
func (s *sample) solved() bool { return !math.IsInf(s.Value, 1) }

// middleOf is the median of ascending numbers; NaN if there is none.
func middleOf(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	a, b := xs[(len(xs)-1)/2], xs[len(xs)/2]
	if a == b {
		return a // of two infinities too
	}
	return a + (b-a)/2
}

// solvedValues are the numbers of the samples that have one, ascending.
func solvedValues(samples []*sample) []float64 {
	var xs []float64
	for _, s := range samples {
		if s.solved() {
			xs = append(xs, s.Value)
		}
	}
	slices.Sort(xs)
	return xs
}

// ascending are the numbers of all samples, infinite where there is none.
func ascending(samples []*sample) []float64 {
	xs := make([]float64, len(samples))
	for i, s := range samples {
		xs[i] = s.Value
	}
	slices.Sort(xs)
	return xs
}

// par2 is the mean in which what was not solved counts as twice its limit; false
// where there is no limit for one that was not solved, or no sample.
func par2(samples []*sample) (float64, bool) {
	total := 0.0
	for _, s := range samples {
		switch {
		case s.solved():
			total += s.Value
		case s.Limit > 0:
			total += 2 * s.Limit
		default:
			return 0, false
		}
	}
	return total / float64(len(samples)), len(samples) > 0
}
