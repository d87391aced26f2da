package reports

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// An outcome is what one method did with one instance, the repetitions of one job taken together:
// the median of what was measured, as a sample has it. NaN stands where nothing was measured and
// where there is no median, since half of them or more are wrong or came to no end.
type outcome struct {
	Method    string
	Status    string  // of the median repetition: exact, at-least, unknown; wrong where its verdict is
	Cut       bool    // a limit ended the median repetition
	Least     float64 // seconds that were spent where there is no median; 0: nobody knows
	Seconds   float64 // wall time of the search
	SAT       float64 // seconds inside the SAT solver
	Nodes     float64
	Conflicts float64
	Cubes     float64

	records []result.Record // of the job
}

// An instance is one board with all that was said of it.
type instance struct {
	Puzzle, Name string

	consensus

	Outcomes    []*outcome // in natural order of the methods
	Native, SAT *outcome   // of the study's two main methods; nil if there is none

	records []result.Record
}

// A study is the records in the shape that reports ask for. Records of other
// tasks than counting, shards of an instance, and counts up to symmetry where there
// are others too, have no say in it, and a job that stands in several places has one.
type study struct {
	Instances   []*instance // in natural order
	Native, SAT string      // the method of each family with the most instances; may be empty
	Dates       bool        // every instance is a date, MM-DD
	Orbits      bool        // the counts are up to symmetry
	Others      int         // jobs that are in no outcome
}

func newStudy(recs []result.Record) *study {
	s := &study{}
	index := map[[2]string]*instance{}
	methods := map[string]int{}
	all := func(r result.Record) bool { return counted(r) && r.Cube == "" && !r.Orbits }
	s.Orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	for _, r := range once(recs) {
		if r.Orbits = r.Orbits && !s.Orbits; !all(r) {
			continue
		}
		key := [2]string{r.Puzzle, r.Instance}
		in := index[key]
		if in == nil {
			in = &instance{Puzzle: r.Puzzle, Name: r.Instance}
			index[key] = in
			s.Instances = append(s.Instances, in)
		}
		in.records = append(in.records, r)
	}
	slices.SortFunc(s.Instances, func(a, b *instance) int {
		if c := strings.Compare(a.Puzzle, b.Puzzle); c != 0 {
			return c
		}
		return natural(a.Name, b.Name)
	})
	s.Dates = len(s.Instances) > 0
	for _, in := range s.Instances {
		s.Others += in.fold()
		in.consensus = weigh(in.records)
		for _, o := range in.Outcomes {
			methods[o.Method]++
		}
		if _, _, ok := date(in.Name); !ok {
			s.Dates = false
		}
	}
	s.Native, s.SAT = widest(methods, "native"), widest(methods, "sat")
	for _, in := range s.Instances {
		for _, o := range in.Outcomes {
			switch o.Method {
			case s.Native:
				in.Native = o
			case s.SAT:
				in.SAT = o
			}
		}
	}
	return s
}

// counted reports whether the job was to count.
func counted(r result.Record) bool { return r.Task == "" || r.Task == "count" }

// solutions are what is counted.
func (s *study) solutions() string {
	if s.Orbits {
		return "solutions up to symmetry"
	}
	return "solutions"
}

// noun is what an instance is called, for n of them.
func (s *study) noun(n int) string { return called(n, s.Dates) }

func called(n int, dates bool) string {
	if dates {
		return plural(n, "day", "days")
	}
	return plural(n, "instance", "instances")
}

// puzzles are those of the instances, in natural order.
func (s *study) puzzles() []string {
	all := map[string]bool{}
	for _, in := range s.Instances {
		all[in.Puzzle] = true
	}
	return naturalKeys(all)
}

// counted are the instances whose number of solutions is known.
func (s *study) counted() []*instance {
	var known []*instance
	for _, in := range s.Instances {
		if in.Count != nil {
			known = append(known, in)
		}
	}
	return known
}

// main returns the records of the jobs that stand for the methods, or for all methods, each
// once whatever suites it is in.
func (s *study) main(methods ...string) []result.Record {
	var recs []result.Record
	for _, in := range s.Instances {
		for _, o := range in.Outcomes {
			if len(methods) > 0 && !slices.Contains(methods, o.Method) {
				continue
			}
			for _, r := range o.records {
				r.Suite, r.Density = "", nil
				recs = append(recs, r)
			}
		}
	}
	return recs
}

// agreed returns one record of each instance, of no method, with the count that all records
// of it say together.
func (s *study) agreed() []result.Record {
	var recs []result.Record
	for _, in := range s.Instances {
		r := in.records[0]
		r.Suite, r.Density, r.Method, r.Verdict, r.Status, r.Count = "", nil, "", "", result.Unknown, ""
		if in.Count != nil {
			r.Status, r.Count = result.Exact, in.Count.String()
		}
		recs = append(recs, r)
	}
	return recs
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

// fold makes the outcomes out of the records. Of several jobs of a method, of other limits or
// modes, the first stands for it that was to find all solutions, or else the first; others is how
// many do not.
func (in *instance) fold() (others int) {
	jobs := map[job][]result.Record{}
	chosen := map[string]job{}
	for i := range in.records {
		r := &in.records[i]
		j := jobOf(r)
		if old, ok := chosen[r.Method]; !ok || old.solutions > 0 && j.solutions == 0 {
			chosen[r.Method] = j
		}
		jobs[j] = append(jobs[j], *r)
	}
	for m, j := range chosen {
		recs := jobs[j]
		slices.SortStableFunc(recs, func(a, b result.Record) int { return rank(a) - rank(b) })
		middle := recs[len(recs)/2]
		o := &outcome{Method: m, records: recs, Status: middle.Status, Cut: stopped(middle),
			Seconds: math.NaN(), SAT: math.NaN(), Nodes: math.NaN(), Conflicts: math.NaN(), Cubes: math.NaN()}
		in.Outcomes = append(in.Outcomes, o)
		if middle.Verdict == result.Wrong {
			o.Status = result.Wrong
		}
		time := repeated(recs, "wall_seconds")
		if !done(&middle) {
			o.Least = time.Least
			continue
		}
		o.Seconds, o.SAT = time.number(), repeated(recs, "sat_seconds").number()
		o.Nodes, o.Conflicts, o.Cubes = repeated(recs, "nodes").number(), repeated(recs, "conflicts").number(), repeated(recs, "cubes").number()
	}
	slices.SortFunc(in.Outcomes, func(a, b *outcome) int { return natural(a.Method, b.Method) })
	return len(jobs) - len(chosen)
}

// repeated is the repetitions of one job as one sample.
func repeated(recs []result.Record, key string) *sample {
	s := &sample{Value: math.NaN()}
	for i := range recs {
		s.all = append(s.all, &recs[i])
	}
	s.complete(theMeasure(key))
	return s
}

// number is the value of a sample; NaN where there is none.
func (s *sample) number() float64 {
	if !s.solved() {
		return math.NaN()
	}
	return s.Value
}

// answer is the count of a record that is exact or at-least; nil if it says
// nothing, or nothing that is a number.
func answer(r result.Record) *big.Int {
	if r.Status != result.Exact && r.Status != result.AtLeast {
		return nil
	}
	n, ok := new(big.Int).SetString(r.Count, 10)
	if !ok || n.Sign() < 0 {
		return nil
	}
	return n
}

// rank orders the repetitions of a job, the best first: those that came to an end before
// those that have an answer and did not, then the others.
func rank(r result.Record) int {
	switch {
	case r.Verdict == result.Wrong:
		return 4
	case answer(r) == nil:
		return 3
	case !done(&r):
		return 2
	case r.Status == result.Exact:
		return 0
	}
	return 1
}

// stopped reports whether a limit ended a job whose answer is not wrong.
func stopped(r result.Record) bool {
	return r.Verdict != result.Wrong && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory)
}

// median of what the records measured; NaN if nothing.
func median[T int64 | float64](recs []result.Record, value func(result.Record) *T) float64 {
	var xs []float64
	for _, r := range recs {
		if v := value(r); v != nil {
			xs = append(xs, float64(*v))
		}
	}
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}
