package data

import (
	"cmp"
	"fmt"

	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
)

// A Source holds records and keeps what is made from them, because several pictures and tables take
// the same samples and comparisons. The callers must not change the results of its methods.
type Source struct {
	Records []result.Record
	made    map[string]any
}

// NewSource returns a Source of records, which must not change later.
func NewSource(recs []result.Record) *Source { return &Source{recs, map[string]any{}} }

// kept returns what the function fresh made when kept was called with this key for the first time.
func kept[T any](s *Source, key string, fresh func() T) T {
	if s.made[key] == nil {
		s.made[key] = fresh()
	}
	return s.made[key].(T)
}

// A Sampled holds the results of SamplesOf, and the warnings about how the samples were measured.
type Sampled struct {
	Samples        []*Sample
	Wrong, Without int
	Warnings       Warnings
}

// Samples returns the samples of a measure.
func (s *Source) Samples(m Measure) *Sampled {
	return kept(s, "samples "+m.Key, func() *Sampled {
		k := &Sampled{}
		k.Samples, k.Wrong, k.Without = SamplesOf(s.Records, m)
		k.Warnings.Measured(k.Samples, m)
		return k
	})
}

type choice struct {
	*Source
	missing []string
}

// Choose returns the records that a selection chooses, which can be s itself, and the suites and methods
// that have no record.
func (s *Source) Choose(of *Selection) (*Source, []string) {
	c := kept(s, fmt.Sprintf("choice %q %v %v", [][]string{of.Suites, of.Methods}, of.BySuite, of.ByPosition), func() choice {
		recs, missing := of.Choose(s.Records)
		return choice{s.part(recs), missing}
	})
	return c.Source, c.missing
}

func (s *Source) part(recs []result.Record) *Source {
	if len(recs) == len(s.Records) {
		return s
	}
	return NewSource(recs)
}

// Compare compares two methods by their samples of a measure.
func (s *Source) Compare(a, b string, m Measure) *Comparison {
	return kept(s, fmt.Sprintf("comparison %q", []string{a, b, m.Key}), func() *Comparison { return Compare(s.Samples(m).Samples, a, b, m) })
}

// Tally returns the tally of the counting jobs.
func (s *Source) Tally() *Tally { return kept(s, "tally", func() *Tally { return newTally(s) }) }

// Survey returns the result of judge.NewSurvey.
func (s *Source) Survey() *judge.Survey {
	return kept(s, "survey", func() *judge.Survey { return judge.NewSurvey(s.Records) })
}

// Once returns the first record of each job, as the function judge.Once does.
func (s *Source) Once() *Source {
	return kept(s, "once", func() *Source { return s.part(judge.Once(s.Records)) })
}

func pointers(recs []result.Record) []*result.Record {
	all := make([]*result.Record, len(recs))
	for i := range recs {
		all[i] = &recs[i]
	}
	return all
}

// PositionOf returns the position of the record in the experiment: its suite and density. If a job
// is in several suites, or if its board was chosen at random at several densities, the job has a
// record for each position.
func PositionOf(r *result.Record) string {
	at := r.Suite
	if r.Density != nil {
		at += "\x00" + strconv.FormatFloat(*r.Density, 'g', -1, 64)
	}
	return at
}

// BoardID returns a short name for the board of a record, which depends on the puzzle, the instance and
// the given values. The name is the beginning of a hash. With 10,000 boards, the chance that two of them
// have the same name is less than one in a million.
func BoardID(r *result.Record) string {
	return result.Hash(r.Puzzle + "\x00" + r.Instance + "\x00" + r.Given)[:12]
}

// A Selection says which records a plot uses.
type Selection struct {
	Suites, Methods []string // none: all; a method by its full name or a prefix of it that ends at a slash
	BySuite         bool     // a job in several suites counts once in each
	ByPosition      bool     // a job in several suites or at several densities counts once in each place
}

// Choose returns the records of the selected suites and methods, in the order of the parameter
// recs. If ByPosition is true, Choose keeps one record of each job for each suite and density. If
// BySuite is true or Suites are selected, Choose keeps one record of each job for each suite. In
// all other cases, Choose keeps only one record of each job. The result missing holds the selected
// suites and methods that have no record. The caller must not change the chosen records.
func (s *Selection) Choose(recs []result.Record) (chosen []result.Record, missing []string) {
	used := map[string]bool{}
	seen := make(map[string]bool, len(recs))
	chosen = result.Without(recs, func(r result.Record) bool {
		if len(s.Suites) > 0 && !slices.Contains(s.Suites, r.Suite) {
			return true
		}
		named := slices.DeleteFunc(slices.Clone(s.Methods), func(m string) bool { return !method.HasPrefix(r.Method, m) })
		if len(named) == 0 && len(s.Methods) > 0 {
			return true
		}
		used["suite "+r.Suite] = true
		for _, m := range named {
			used["method "+m] = true
		}
		id := r.Key
		switch {
		case s.ByPosition:
			id += "\x00" + PositionOf(&r)
		case s.BySuite || len(s.Suites) > 0:
			id += "\x00" + r.Suite
		}
		again := r.Key != "" && seen[id]
		seen[id] = true
		return again
	})
	missing = append(wording.Each(s.Suites, func(name string) string { return "suite " + name }),
		wording.Each(s.Methods, func(name string) string { return "method " + name })...)
	return chosen, slices.DeleteFunc(missing, func(name string) bool { return used[name] })
}

// Draws returns how many times the instance was chosen at random. It returns 1 for an instance that
// was not chosen at random.
func (s *Sample) Draws() int {
	return max(1, int(*cmp.Or(s.Record.Draws, new(int64))))
}

// A Tally summarizes the counting jobs of an experiment: it holds the boards, and one job for each
// method and board. It leaves out other tasks and jobs on a single cube. If some jobs count all
// solutions and others count up to symmetry, the Tally leaves out the counts up to symmetry.
type Tally struct {
	Boards      []*judge.Case
	Native, SAT string // the method of each family with the most boards; "" without one
	Orbits      bool   // the counts are up to symmetry
	Others      int    // jobs left out because another job represents their method

	jobs   []*result.Record // of the chosen jobs, sorted by puzzle, instance and method; suites and densities do not count
	totals []*MethodTotal
	from   *Source
}

// NewTally makes the tally of the counting jobs among the records.
func NewTally(recs []result.Record) *Tally { return NewSource(recs).Tally() }

func newTally(from *Source) *Tally {
	chosen, orbits := judge.Counting(from.Records)
	t := &Tally{Orbits: orbits, from: from}
	if s := from.Survey(); len(chosen) == len(from.Records) && len(s.Cases) > 0 && &s.Cases[0].Records[0] == &chosen[0] {
		t.Boards = slices.Clone(s.Cases) // of the same records
	} else {
		t.Boards = judge.Cases(chosen)
	}
	SortBoards(t.Boards)
	methods := t.chooseJobs(pointers(chosen))
	t.Native, t.SAT = Widest(methods, "native"), Widest(methods, "sat")
	return t
}

// chooseJobs chooses one job for each method and instance. Among jobs with different limits or modes, it
// takes the first that must find all solutions, or else the first. It returns the method of each chosen
// job.
func (t *Tally) chooseJobs(recs []*result.Record) (methods []string) {
	boards := result.Neighbours(recs, func(r *result.Record) [2]string { return [2]string{r.Puzzle, r.Instance} })
	slices.SortFunc(boards, func(a, b []*result.Record) int {
		return cmp.Or(format.Natural(a[0].Puzzle, b[0].Puzzle), format.Natural(a[0].Instance, b[0].Instance))
	})
	for _, board := range boards {
		for _, own := range ByName(board, func(r *result.Record) string { return r.Method }) {
			jobs := result.Neighbours(own, jobOf)
			t.Others += len(jobs) - 1
			all := slices.IndexFunc(jobs, func(same []*result.Record) bool { return same[0].SolutionLimit == 0 })
			t.jobs, methods = append(t.jobs, jobs[max(all, 0)]...), append(methods, own[0].Method)
		}
	}
	return methods
}

// samplesOf returns the samples of the chosen jobs. If these are all jobs, in only one suite, their
// samples may exist already. The result without is the number of jobs that lack the measure.
func (t *Tally) samplesOf(key string) (samples []*Sample, without int) {
	recs := t.from.Records
	if k, ok := t.from.made["samples "+key].(*Sampled); ok && len(t.jobs) == len(recs) && !t.Orbits &&
		!slices.ContainsFunc(t.jobs, func(r *result.Record) bool { return PositionOf(r) != PositionOf(&recs[0]) }) {
		return k.Samples, k.Without
	}
	samples, _, without = samplesAt(t.jobs, MustMeasure(key), anywhere)
	return samples, without
}

func anywhere(*result.Record) string { return "" }

// Main returns the records of the given methods, one job for each method and board, as the tally
// has chosen the jobs. They name no suites and densities.
func (t *Tally) Main(methods ...string) (recs []result.Record) {
	for _, r := range t.jobs {
		if slices.Contains(methods, r.Method) {
			own := *r
			own.Suite, own.Density = "", nil
			recs = append(recs, own)
		}
	}
	return recs
}

// Agreed returns one record for each board. The record names no method, and has the board's count
// if this count is known and all answers agree on it.
func (t *Tally) Agreed() []result.Record {
	var recs []result.Record
	for _, b := range t.Boards {
		r := b.Records[0]
		r.Suite, r.Density, r.Method, r.Verdict, r.Status, r.Count = "", nil, "", "", result.Unknown, ""
		if b.Count != nil {
			r.Status, r.Count = result.Exact, b.Count.String()
		}
		recs = append(recs, r)
	}
	return recs
}

// Samples returns the samples of a measure by puzzle, instance and method.
func (t *Tally) Samples(key string) map[[3]string]*Sample {
	all := map[[3]string]*Sample{}
	samples, _ := t.samplesOf(key)
	for _, s := range samples {
		all[[3]string{s.Puzzle, s.Instance, s.Method}] = s
	}
	return all
}

// Worth returns a tally of about n boards that are worth reading: those with wrong answers, those
// without a count, those with the fewest and the most solutions, and those that took the main methods
// longest. If the tally has at most n boards, Worth returns the tally itself.
func (t *Tally) Worth(n int) *Tally {
	if len(t.Boards) <= n {
		return t
	}
	chosen := map[[2]string]bool{}
	take := func(boards []*judge.Case) {
		for _, b := range boards[:min(len(boards), n/6)] {
			chosen[[2]string{b.Puzzle, b.Instance}] = true
		}
	}
	without := func(leaveOut func(*judge.Case) bool) []*judge.Case {
		return slices.DeleteFunc(slices.Clone(t.Boards), leaveOut)
	}
	take(without(func(b *judge.Case) bool { return !b.Wrong() }))
	take(without(func(b *judge.Case) bool { return b.Count != nil }))
	fewest, most := Extremes(t, n/6)
	take(fewest)
	take(most)
	for _, m := range t.Totals(false) {
		if m.Method != t.Native && m.Method != t.SAT {
			continue
		}
		samples := slices.SortedStableFunc(slices.Values(m.Times), func(a, b *Sample) int { return cmp.Compare(b.Value, a.Value) })
		for _, s := range samples[:min(len(samples), n/6)] {
			chosen[[2]string{s.Puzzle, s.Instance}] = true
		}
	}
	worth := *t
	worth.totals = nil
	worth.Boards = without(func(b *judge.Case) bool { return !chosen[[2]string{b.Puzzle, b.Instance}] })
	worth.jobs = result.Without(t.jobs, func(r *result.Record) bool { return !chosen[[2]string{r.Puzzle, r.Instance}] })
	return &worth
}

// Solutions names the objects that the jobs count.
func (t *Tally) Solutions() string {
	return "solutions" + wording.If(t.Orbits, " up to symmetry")
}

// Noun returns the word for n boards of the tally, such as "days".
func (t *Tally) Noun(n int) string { return NounOf(t.Boards, n) }

// NounOf returns the word for n of the given boards: "days" if all boards are days, or else
// "instances".
func NounOf(boards []*judge.Case, n int) string {
	noun := ""
	for i, b := range boards {
		c := b.Records[0].Cell
		if c == nil || c.Noun == "" || i > 0 && c.Noun != noun {
			return format.Plural(n, "instance", "instances")
		}
		noun = c.Noun
	}
	return format.Plural(n, noun, noun+"s")
}

// SortBoards sorts boards by puzzle, and the boards of a puzzle in natural order.
func SortBoards(boards []*judge.Case) {
	slices.SortFunc(boards, func(a, b *judge.Case) int {
		return cmp.Or(strings.Compare(a.Puzzle, b.Puzzle), format.Natural(a.Instance, b.Instance))
	})
}

// Puzzles returns the puzzles of the boards in natural order.
func (t *Tally) Puzzles() []string {
	boards := ByName(t.Boards, func(b *judge.Case) string { return b.Puzzle })
	return wording.Each(boards, func(own []*judge.Case) string { return own[0].Puzzle })
}

// Counted returns the boards whose number of solutions is known.
func (t *Tally) Counted() []*judge.Case { return CountedOf(t.Boards) }

// CountedOf returns the boards whose number of solutions is known.
func CountedOf(boards []*judge.Case) []*judge.Case {
	return slices.DeleteFunc(slices.Clone(boards), func(b *judge.Case) bool { return b.Count == nil })
}

// Widest returns the method of the given family that occurs most often, or "". The family is the first
// part of a method's name, such as native.
func Widest(methods []string, family string) string {
	best, most := "", 0
	for _, own := range ByName(methods, func(name string) string { return name }) {
		name, err := method.Parse(own[0])
		if err == nil && name.Family == family && len(own) > most {
			best, most = own[0], len(own)
		}
	}
	return best
}

// A MethodTotal adds up the work of one method over all boards that it solved.
type MethodTotal struct {
	Puzzle, Method string    // empty: over all puzzles
	Exact, Others  int       // boards with an exact count, and without one
	Cut, Wrong     int       // boards in Others where a limit ended the job, and boards in Others with a wrong answer
	Times          []*Sample // the samples of the wall time
	sums           map[string]float64
}

// Sum returns the sum of a measure over the solved boards, or NaN if no board has the measure.
func (m *MethodTotal) Sum(key string) float64 {
	x, ok := m.sums[key]
	return wording.Either(ok, x, math.NaN())
}

// Totals returns the totals of each method, per puzzle or over all puzzles.
func (t *Tally) Totals(byPuzzle bool) []*MethodTotal {
	if t.totals == nil {
		t.add("exact", "sat_seconds", "nodes", "conflicts", "cubes")
	}
	return slices.DeleteFunc(slices.Clone(t.totals), func(m *MethodTotal) bool { return (m.Puzzle != "") != byPuzzle })
}

func (t *Tally) add(keys ...string) {
	index := map[[2]string]*MethodTotal{}
	add := func(key string, s *Sample) {
		for _, puzzle := range []string{"", s.Puzzle} {
			at := [2]string{puzzle, s.Method}
			if index[at] == nil {
				index[at] = &MethodTotal{Puzzle: puzzle, Method: s.Method, sums: map[string]float64{}}
			}
			index[at].add(key, s)
		}
	}
	times, without := t.samplesOf("wall_seconds")
	for _, s := range times {
		add("wall_seconds", s)
	}
	jobs := times // these measures leave out no wrong answers, so that the samples of all have the same records
	if without > 0 {
		jobs, _ = gather(t.jobs, MustMeasure("wall_seconds"), anywhere)
	}
	var own Sample // one for all, because a list of a million samples takes 200 MB
	for _, key := range keys {
		m := MustMeasure(key)
		if !slices.ContainsFunc(t.jobs, func(r *result.Record) bool { _, ok := m.Value(r); return ok }) {
			continue // samples without values add nothing to the sums
		}
		lacks := m.lacking(t.jobs)
		for _, s := range jobs {
			own = Sample{Puzzle: s.Puzzle, Instance: s.Instance, Method: s.Method, Record: s.Record, Records: s.Records}
			if !lacks[s.Method] && own.complete(m) {
				add(key, &own)
			}
		}
	}
	t.totals = slices.SortedFunc(maps.Values(index), func(a, b *MethodTotal) int {
		return cmp.Or(format.Natural(a.Puzzle, b.Puzzle), format.Natural(a.Method, b.Method))
	})
}

func (m *MethodTotal) add(key string, s *Sample) {
	switch key {
	case "exact":
		m.Exact += one(s.Value == 1)
		m.Others += one(s.Value != 1)
		m.Wrong += one(s.Value != 1 && s.Wrong > 0)
	case "wall_seconds":
		m.Times = append(m.Times, s)
		m.Cut += one(s.HitLimit())
	}
	if s.Solved() {
		m.sums[key] += s.Value
	}
}

// TimeText returns the total time and the number of boards: "2 s for 3 days + 1 cut". It returns ""
// if no board has a time and no job was cut.
func (m *MethodTotal) TimeText(t *Tally) string {
	n := len(SolvedValues(m.Times))
	times := format.Some(n, format.Seconds(m.Sum("wall_seconds"))+" for ", " "+t.Noun(n))
	return strings.TrimPrefix(times+format.Some(m.Cut, " + ", " cut"), " + ")
}

// Extremes returns the n boards with the fewest solutions, in ascending order, and the n boards
// with the most, in descending order. Boards with equal counts are in natural order of their names.
func Extremes(t *Tally, n int) (fewest, most []*judge.Case) {
	fewest = t.Counted()
	slices.SortStableFunc(fewest, func(a, b *judge.Case) int { return a.Count.Cmp(b.Count) })
	most = slices.Clone(fewest)
	slices.SortStableFunc(most, func(a, b *judge.Case) int { return b.Count.Cmp(a.Count) })
	n = min(n, len(fewest))
	return fewest[:n], most[:n]
}

// Placed returns two lists of boards. The list all holds the boards that have a row and column in a
// table of instances. The list known holds only those boards of the first list that have a known
// count.
func (t *Tally) Placed() (all, known []*judge.Case) {
	all = slices.DeleteFunc(slices.Clone(t.Boards), func(b *judge.Case) bool { return InstanceCell(&b.Records[0]).Row == "" })
	return all, CountedOf(all)
}
