package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// A tally is what was counted: the boards, and the jobs that stand for the methods. Records of
// other tasks, shards of an instance, and counts up to symmetry where there are others too, are
// not in it, and a job that stands in several places is in it once.
type tally struct {
	Boards      []*board
	Native, SAT string // the method of each family with the most boards; may be empty
	Orbits      bool   // the counts are up to symmetry
	Others      int    // jobs that do not stand for their methods

	jobs []result.Record // of no suite
}

func newTally(recs []result.Record) *tally {
	chosen, orbits := countingRecords(recs)
	t := &tally{Orbits: orbits}
	t.Boards = groupBoards(chosen)
	t.jobs, t.Others = mainJobs(chosen)
	boards := map[string]int{}
	for key := range t.samples("exact") {
		boards[key.Method]++
	}
	t.Native, t.SAT = widest(boards, "native"), widest(boards, "sat")
	return t
}

// countingRecords returns the records of counting, each job once, without shards. Counts up to
// symmetry are left out where there are others; else orbits is true, and they are returned as
// if they were counts of all solutions.
func countingRecords(recs []result.Record) (chosen []result.Record, orbits bool) {
	all := func(r result.Record) bool { return counted(r) && r.Cube == "" && !r.Orbits }
	orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	for _, r := range once(recs) {
		if r.Orbits = r.Orbits && !orbits; all(r) {
			chosen = append(chosen, r)
		}
	}
	return chosen, orbits
}

// mainJobs returns the records of one job of each method on each instance. Of several jobs, of
// other limits or modes, the first stands for the method that was to find all solutions, or else
// the first; others is how many do not.
func mainJobs(recs []result.Record) (records []result.Record, others int) {
	chosen := map[boardMethod]job{}
	jobs := map[job]bool{}
	for i := range recs {
		j := jobOf(&recs[i])
		jobs[j] = true
		key := boardMethod{j.puzzle, j.instance, j.method}
		if old, ok := chosen[key]; !ok || old.solutions > 0 && j.solutions == 0 {
			chosen[key] = j
		}
	}
	for _, r := range recs {
		if j := jobOf(&r); chosen[boardMethod{j.puzzle, j.instance, j.method}] == j {
			r.Suite, r.Density = "", nil
			records = append(records, r)
		}
	}
	return records, len(jobs) - len(chosen)
}

// main returns the records of the jobs that stand for some methods.
func (t *tally) main(methods ...string) []result.Record {
	return slices.DeleteFunc(slices.Clone(t.jobs), func(r result.Record) bool { return !slices.Contains(methods, r.Method) })
}

// agreed returns one record of each board, of no method, with the count that all records
// of it say together.
func (t *tally) agreed() []result.Record {
	var recs []result.Record
	for _, b := range t.Boards {
		r := b.records[0]
		r.Suite, r.Density, r.Method, r.Verdict, r.Status, r.Count = "", nil, "", "", result.Unknown, ""
		if b.Count != nil {
			r.Status, r.Count = result.Exact, b.Count.String()
		}
		recs = append(recs, r)
	}
	return recs
}

// A boardMethod is a method on a board.
type boardMethod struct{ Puzzle, Name, Method string }

// samples are a measure of the jobs.
func (t *tally) samples(key string) map[boardMethod]*sample {
	samples, _, _ := samplesOf(t.jobs, mustMeasure(key))
	all := map[boardMethod]*sample{}
	for _, s := range samples {
		all[boardMethod{s.Puzzle, s.Instance, s.Method}] = s
	}
	return all
}

// solutions are what is counted.
func (t *tally) solutions() string {
	if t.Orbits {
		return "solutions up to symmetry"
	}
	return "solutions"
}

// noun is what an instance is called, for n of them.
func (t *tally) noun(n int) string { return nounOf(t.Boards, n) }

// puzzles are those of the boards, in natural order.
func (t *tally) puzzles() []string {
	all := map[string]bool{}
	for _, b := range t.Boards {
		all[b.Puzzle] = true
	}
	return naturalKeys(all)
}

// counted are the boards whose number of solutions is known.
func (t *tally) counted() []*board {
	return slices.DeleteFunc(slices.Clone(t.Boards), func(b *board) bool { return b.Count == nil })
}

// widest is the method of the family with the most instances.
func widest(methods map[string]int, family string) string {
	best := ""
	for m, n := range methods {
		if f, _, _ := strings.Cut(m, "/"); f != family {
			continue
		}
		if best == "" || n > methods[best] || n == methods[best] && natural(m, best) < 0 {
			best = m
		}
	}
	return best
}

// A methodTotal is the work of one method over all the boards that it has solved.
type methodTotal struct {
	Puzzle, Method string    // no puzzle: of all
	Exact, Others  int       // boards counted; at-least, unknown or wrong
	Cut, Wrong     int       // of the others
	Times          []*sample // wall times
	sums           map[string]float64
}

// sum is that of a measure over the boards that are solved; NaN where nothing was measured.
func (m *methodTotal) sum(key string) float64 {
	if x, ok := m.sums[key]; ok {
		return x
	}
	return math.NaN()
}

// totals are the totals of each method, on each puzzle or on all of them, in natural order.
func (t *tally) totals(byPuzzle bool) []*methodTotal {
	index := map[[2]string]*methodTotal{}
	for _, key := range []string{"exact", "wall_seconds", "sat_seconds", "nodes", "conflicts", "cubes"} {
		samples, _, _ := samplesOf(t.jobs, mustMeasure(key))
		for _, s := range samples {
			at := [2]string{"", s.Method}
			if byPuzzle {
				at[0] = s.Puzzle
			}
			if index[at] == nil {
				index[at] = &methodTotal{Puzzle: at[0], Method: s.Method, sums: map[string]float64{}}
			}
			index[at].add(key, s)
		}
	}
	return slices.SortedFunc(maps.Values(index), func(a, b *methodTotal) int {
		return cmp.Or(natural(a.Puzzle, b.Puzzle), natural(a.Method, b.Method))
	})
}

// add adds a measure of one board.
func (m *methodTotal) add(key string, s *sample) {
	switch {
	case key == "exact" && s.Value == 1:
		m.Exact++
		return
	case key == "exact":
		m.Others++
		if s.Wrong > 0 {
			m.Wrong++
		}
		return
	case key == "wall_seconds":
		m.Times = append(m.Times, s)
		if s.hitLimit() {
			m.Cut++
		}
	}
	if s.solved() {
		m.sums[key] += s.Value
	}
}

// timeText is "2 s for 3 days + 1 cut"; "" where nothing was measured or cut.
func (m *methodTotal) timeText(t *tally) string {
	var parts []string
	if n := len(solvedValues(m.Times)); n > 0 {
		parts = append(parts, fmt.Sprintf("%s for %s %s", seconds(m.sum("wall_seconds")), whole(n), t.noun(n)))
	}
	if m.Cut > 0 {
		parts = append(parts, whole(m.Cut)+" cut")
	}
	return strings.Join(parts, " + ")
}

// hitLimit reports whether a limit of time or memory ended a sample without an answer.
func (s *sample) hitLimit() bool {
	return !s.solved() && (s.Cut == result.Timeout || s.Cut == result.CPU || s.Cut == result.Memory)
}

// sampleOf is the repetitions of one job as one sample.
func sampleOf(recs []result.Record, key string) *sample {
	s := &sample{Value: math.NaN()}
	for i := range recs {
		s.Records = append(s.Records, &recs[i])
	}
	s.complete(mustMeasure(key))
	return s
}

// valueOrNaN is the value of a sample; NaN where there is none.
func (s *sample) valueOrNaN() float64 {
	if !s.solved() {
		return math.NaN()
	}
	return s.Value
}

// recordMedian of a measure of the records; NaN if none has it.
func recordMedian(recs []result.Record, key string) float64 {
	m := mustMeasure(key)
	var xs []float64
	for i := range recs {
		if x, ok := m.value(&recs[i]); ok {
			xs = append(xs, x)
		}
	}
	slices.Sort(xs)
	return medianOf(xs)
}
