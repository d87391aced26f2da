// Package data turns the records of an experiment into the numbers behind plots and tables. A
// Sample is one Measure of one job, taken over its repetitions. A Dimension divides samples into
// Groups. A Comparison compares two methods, and a Tally adds up the counting jobs. Warnings say
// what a reader should know before believing a number.
//
// The package does not read instances: it uses only the descriptions in their records.
package data

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"strconv"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// A Sample is the value of one measure for one method on one instance: the median over the
// repetitions of a job.
type Sample struct {
	Puzzle, Instance, Method string

	// Value is the median of the repetitions. For a measure of work, repetitions that were cut or
	// gave a wrong answer count as infinite. Times are rounded to 12 significant digits, so that
	// equal medians are equal numbers.
	Value float64
	Runs  int     // repetitions
	Wrong int     // repetitions with a wrong answer
	Cut   string  // if Value is infinite, the reason: "wrong", or why the job ended
	Least float64 // if Value is infinite, a lower bound of the true value; 0: unknown
	Limit float64 // the lowest limit that a repetition had for this measure; 0: no limit
	Other string  // if the limit of another measure ended the job, the reason, such as "memory"

	fromClock bool             // Least is a wall time limit that stands in for CPU time
	first     *result.Record   // even if the measure leaves it out
	leftOut   int              // repetitions with a wrong answer, which the measure leaves out
	Record    *result.Record   // describes the instance: the first repetition that completed or, without one, the first that is not wrong
	Order     int              // the index of the first record
	Records   []*result.Record // the repetitions
}

// Task returns the task and the instance. Jobs with the same result can be compared, whatever their
// methods are.
func (s *Sample) Task() [4]string {
	return [4]string{s.Record.Task, strconv.FormatBool(s.Record.Orbits), s.Puzzle, s.Instance}
}

// solutions returns the number of solutions after which the job is allowed to stop. If the job must
// find all solutions, the result is 0.
func (s *Sample) solutions() int64 {
	switch n := s.Record.SolutionLimit; s.Record.Task {
	case result.Solve:
		return max(n, 1)
	case result.Unique:
		return 2
	default:
		return n
	}
}

// Question returns the job's question in words: "count up to symmetry, 100 solutions at most".
func (s *Sample) Question() string {
	text := s.Record.Task + wording.If(s.Record.Orbits, " up to symmetry")
	n := s.solutions()
	usual := map[string]int64{result.Solve: 1, result.Unique: 2}[s.Record.Task]
	return text + wording.If(n != usual, fmt.Sprintf(", %s %s at most", format.Whole(int(n)), format.Plural(int(n), "solution", "solutions")))
}

// listsSolutions reports whether the job had to list solutions that its method can count without.
func (s *Sample) listsSolutions() bool { return s.Record.Mode == result.List }

// runKey returns the job key of the first repetition, which is the same in every suite.
func (s *Sample) runKey() string {
	return slices.MinFunc(s.Records, func(a, b *result.Record) int { return a.Repetition - b.Repetition }).Key
}

// A job describes what was asked, without the number of the repetition and without the suite.
type job struct {
	task, puzzle, instance, method, mode string
	result.Options
	seed              uint64
	solutions, memory int64
	wall, cpu         float64
}

func jobOf(r *result.Record) job {
	return job{r.Task, r.Puzzle, r.Instance, r.Method, r.Mode, r.Options, r.Seed, r.SolutionLimit, r.MemoryLimit, r.WallLimit, r.CPULimit}
}

// completed reports whether the job did what it was asked to do, and its answer is not wrong.
func completed(r *result.Record) bool {
	return r.Verdict != result.Wrong && r.Status != result.Unknown && (r.Reason == result.Done || r.Reason == result.Limit || r.Reason == "")
}

// failed reports whether the measure of a job counts as infinite because the job did not complete.
// A wrong answer whose record lacks the measure does not count at all.
func (m *Measure) failed(r *result.Record, has bool) bool {
	return m.Work && !completed(r) && (has || r.Verdict != result.Wrong)
}

// leavesOut reports whether samples of the measure leave out the record, because its answer is wrong.
func (m *Measure) leavesOut(r *result.Record) bool {
	return r.Verdict == result.Wrong && !m.wrong && !m.Work && !m.fails
}

// lacking returns the methods that never have the measure, for example the native methods if the
// measure is the number of conflicts. A job of such a method says nothing about the measure, even if
// it was cut. If no record of a method has the measure, the method lacks it if one of its jobs
// completed, or if no method of its kind has the measure.
func (m *Measure) lacking(recs []*result.Record) map[string]bool {
	if m.of != nil {
		m = m.of
	}
	lacks, has := map[string]bool{}, map[string]bool{}
	for _, r := range recs {
		if _, ok := m.Value(r); ok {
			has[r.Method] = true
		}
		if !has[r.Method] && !lacks[r.Method] {
			name, err := method.Parse(r.Method)
			lacks[r.Method] = completed(r) || m.kind != nil && err == nil && !m.kind(name)
		}
	}
	maps.DeleteFunc(lacks, func(name string, _ bool) bool { return has[name] })
	return lacks
}

// SamplesOf makes one sample from the repetitions of each job. Jobs with different modes or limits
// get separate samples, even within a suite. SamplesOf skips jobs on a single cube of an instance.
// For measures of work, wrong answers and jobs that were cut count as infinite, unless the method
// never has the measure. Other measures leave wrong answers out, unless they are about wrong answers.
// SamplesOf also returns how many jobs it left out for this reason, and how many lack the measure.
func SamplesOf(recs []result.Record, m Measure) (samples []*Sample, wrong, without int) {
	return samplesAt(pointers(recs), m, PositionOf)
}

// samplesAt works like SamplesOf, but makes separate samples only for different results of the function
// position.
func samplesAt(recs []*result.Record, m Measure, position func(*result.Record) string) (samples []*Sample, wrong, without int) {
	order, wrong := gather(recs, m, position)
	lacks := m.lacking(recs)
	for _, s := range order {
		if !lacks[s.Method] && s.complete(m) {
			samples = append(samples, s)
		} else {
			without++
		}
	}
	return samples, wrong, without
}

// gather returns the samples without their values, sorted by instance and method.
func gather(recs []*result.Record, m Measure, position func(*result.Record) string) (order []*Sample, wrong int) {
	index := map[uint64]*Sample{}
	for i, r := range recs {
		if r.Cube != "" {
			continue
		}
		s := sampleOf(index, r, position)
		switch {
		case m.leavesOut(r):
			s.leftOut++
			wrong += one(s.leftOut == 1)
			continue
		case r.Key != "" && slices.ContainsFunc(s.Records, func(o *result.Record) bool { return o.Key == r.Key }):
			continue
		case s.Record == nil:
			s.Record, s.Order = r, i
			order = append(order, s)
		case completed(r) && !completed(s.Record) || s.Record.Verdict == result.Wrong && r.Verdict != result.Wrong:
			s.Record = r
		}
		s.Records = append(s.Records, r)
	}
	slices.SortFunc(order, func(a, b *Sample) int {
		return cmp.Or(format.Natural(a.Puzzle, b.Puzzle), format.Natural(a.Instance, b.Instance), format.Natural(a.Method, b.Method), a.Order-b.Order)
	})
	return order, wrong
}

var hashSeed = maphash.MakeSeed()

// sampleOf returns the sample of the record's job and position. The parameter index holds the samples by
// the hash of both, or by a number soon after it. An index by the job itself takes 0.3 kB per sample.
func sampleOf(index map[uint64]*Sample, r *result.Record, position func(*result.Record) string) *Sample {
	place, own := position(r), jobOf(r)
	for h := maphash.Comparable(hashSeed, own) + maphash.String(hashSeed, place); ; h++ {
		switch s := index[h]; {
		case s == nil:
			index[h] = &Sample{Puzzle: r.Puzzle, Instance: r.Instance, Method: r.Method, first: r}
			return index[h]
		case position(s.first) == place && jobOf(s.first) == own:
			return s
		}
	}
}

// complete computes the value of the sample from its records. The result is false if no record has
// the measure. For a measure of results, the result is also false if half or more of the repetitions
// have no value, because then the job does not count as solved. Likewise, a property holds if it
// holds for more than half of the repetitions. A comparison applies to the median, not to the single
// repetitions.
func (s *Sample) complete(m Measure) bool {
	if m.of != nil {
		ok := s.complete(*m.of)
		s.Value, s.Cut, s.Other, s.Least, s.Limit = Indicator(m.holds(s.Value)), "", "", 0, 0
		return ok
	}
	var few [2][3]float64 // without this room, a million samples leave two million lists to the garbage collector
	xs, least := few[0][:0], few[1][:0]
	for _, r := range s.Records {
		if m.limit != nil {
			if l := m.limit(r); l > 0 && (s.Limit == 0 || l < s.Limit) {
				s.Limit = l
			}
		}
		s.Wrong += one(r.Verdict == result.Wrong)
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
	if len(xs) == 0 || !m.Work && !m.wrong && 2*len(xs) <= len(s.Records)+s.leftOut {
		return false
	}
	s.Runs = len(xs)
	slices.Sort(xs)
	slices.Sort(least)
	switch s.Value = stat.Median(xs); {
	case m.wrong && m.Property:
		right := len(slices.DeleteFunc(slices.Clone(s.Records), func(r *result.Record) bool { return !completed(r) }))
		s.Value = Indicator(s.Wrong > 0 && 2*right <= len(s.Records)) // not solved, and an answer was wrong
	case m.Property && s.Value == 0.5:
		s.Value = 0
	case m.Unit == "s":
		s.Value = format.Tidy(s.Value)
	}
	switch {
	case s.Solved():
		s.Cut, s.Other = "", ""
	case s.Wrong > 0:
		s.Cut = result.Wrong // a right answer could take any time
	case least[(len(least)-1)/2] > 0:
		s.Least = stat.Median(least)
	}
	return true
}

// spent returns a lower bound on the work of a job that was cut, or 0 if the work is unknown. If
// the measure is the CPU time and it was not measured, spent returns the wall time limit that ended
// the job, and the result clock is true.
func (m *Measure) spent(r *result.Record) (least float64, clock bool) {
	x, ok := m.Value(r)
	switch {
	case m.ends != "" && r.Reason == m.ends && m.limit(r) > 0:
		return m.limit(r), false
	case ok:
		return x, false
	case m.Key == "cpu_seconds" && r.Reason == result.Timeout && r.WallLimit > 0:
		return r.WallLimit, true
	}
	return 0, false
}

// UsesClock reports whether some samples use a wall time limit in place of CPU time.
func UsesClock(samples []*Sample) bool {
	return slices.ContainsFunc(samples, func(s *Sample) bool { return s.fromClock && s.Least > 0 })
}

// endedByOther reports whether a limit on another measure ended the job, for example a limit on
// memory if the measure is a time. In that case the limit on the measure says nothing about the
// job.
func (m *Measure) endedByOther(r *result.Record) bool {
	if r.Reason == result.Timeout {
		return m.Key == "peak_bytes" || m.Key == "cpu_seconds" && r.CPULimit > 0
	}
	return r.Reason != m.ends && (r.Reason == result.CPU || r.Reason == result.Memory)
}

// Solved reports whether the sample has a finite value.
func (s *Sample) Solved() bool { return !math.IsInf(s.Value, 1) }

// SolvedValues returns the finite values of the samples in ascending order.
func SolvedValues(samples []*Sample) []float64 {
	xs := Ascending(samples)
	return xs[:len(xs)-CountIf(samples, func(s *Sample) bool { return !s.Solved() })]
}

// Ascending returns the values of all samples in ascending order. Samples without an answer are
// infinite.
func Ascending(samples []*Sample) []float64 {
	return slices.Sorted(slices.Values(Values(samples)))
}

// Values returns the values of the samples in their order.
func Values(samples []*Sample) []float64 {
	return wording.Each(samples, func(s *Sample) float64 { return s.Value })
}

// PAR2 returns the PAR-2 score: the mean value, where each instance without a right answer counts
// as twice its limit. PAR2 returns false if there are no samples. It also returns false if an
// instance without a right answer has no limit on this measure, or if a limit on another measure
// ended the job.
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

// HitLimit reports whether a limit on time or memory ended the job without an answer.
func (s *Sample) HitLimit() bool {
	return !s.Solved() && (s.Cut == result.Timeout || s.Cut == result.CPU || s.Cut == result.Memory)
}
