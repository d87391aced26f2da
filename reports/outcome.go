package reports

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// The values of instance.Agreement.
const (
	agree     = "agree"      // two methods or more answered, and no answer contradicts another
	disagree  = "DISAGREE"   // two answers contradict each other, or one is known to be wrong
	oneAnswer = "one answer" // nothing to compare with
	noAnswer  = "no answer"
)

// An outcome is what one method said of one instance, its repetitions taken
// together: the median of what was measured, NaN where nothing was.
type outcome struct {
	Method    string
	Status    string   // the best of the repetitions: exact, at-least, unknown
	Reason    string   // of that repetition
	Count     *big.Int // nil if unknown
	Digest    string
	Seconds   float64 // wall time of the search
	SAT       float64 // seconds inside the SAT solver
	Nodes     float64
	Conflicts float64
	Cubes     float64
}

// An instance is one board with all that was said of it.
type instance struct {
	Puzzle, Name string

	Count     *big.Int // exact; nil if unknown or if the answers contradict each other
	AtLeast   *big.Int // where Count is nil and nothing contradicts it
	Agreement string
	Digests   int // methods, of those that agree, that have the same digest

	Outcomes    []*outcome // in natural order of the methods
	Native, SAT *outcome   // of the study's two main methods; nil if there is none

	records []result.Record
}

// A study is the records in the shape that reports ask for. Records of other
// tasks than counting, shards of an instance, and counts up to symmetry where there
// are others too, have no say in it.
type study struct {
	Instances   []*instance // in natural order
	Native, SAT string      // the method of each family with the most instances; may be empty
	Dates       bool        // every instance is a date, MM-DD
	Orbits      bool        // the counts are up to symmetry
}

func newStudy(recs []result.Record) *study {
	s := &study{}
	index := map[[2]string]*instance{}
	methods := map[string]int{}
	all := func(r result.Record) bool { return counted(r) && r.Cube == "" && !r.Orbits }
	s.Orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	for _, r := range recs {
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
		in.fold()
		in.compare()
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
func (s *study) noun(n int) string {
	word := "instance"
	if s.Dates {
		word = "day"
	}
	if n != 1 {
		word += "s"
	}
	return word
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

// fold makes the outcomes out of the records.
func (in *instance) fold() {
	byMethod := map[string][]result.Record{}
	for _, r := range in.records {
		byMethod[r.Method] = append(byMethod[r.Method], r)
	}
	for m, recs := range byMethod {
		best := slices.MinFunc(recs, func(a, b result.Record) int { return rank(a) - rank(b) })
		in.Outcomes = append(in.Outcomes, &outcome{
			Method: m, Status: best.Status, Reason: best.Reason, Count: answer(best), Digest: best.Digest,
			Seconds:   median(recs, func(r result.Record) *float64 { return r.WallSeconds }),
			SAT:       median(recs, func(r result.Record) *float64 { return r.SATSeconds }),
			Nodes:     median(recs, func(r result.Record) *int64 { return r.Nodes }),
			Conflicts: median(recs, func(r result.Record) *int64 { return r.Conflicts }),
			Cubes:     median(recs, func(r result.Record) *int64 { return r.Cubes }),
		})
	}
	slices.SortFunc(in.Outcomes, func(a, b *outcome) int { return natural(a.Method, b.Method) })
}

// compare sets Count, AtLeast, Agreement and Digests from all the records: a
// repetition that contradicts another is a disagreement too.
func (in *instance) compare() {
	var trusted []result.Record
	methods := map[string]bool{}
	wrong := false
	for _, r := range in.records {
		if answer(r) == nil {
			continue
		}
		methods[r.Method] = true
		if r.Verdict == result.Wrong {
			wrong = true
		} else {
			trusted = append(trusted, r)
		}
	}
	exact, least, digests, ok := merge(trusted)
	switch {
	case wrong || !ok:
		in.Agreement = disagree
	case len(methods) == 0:
		in.Agreement = noAnswer
	case len(methods) == 1:
		in.Agreement = oneAnswer
	default:
		in.Agreement = agree
	}
	if ok {
		in.Count = exact
		if exact == nil {
			in.AtLeast = least
		}
		in.Digests = digests
	}
}

// merge is the exact count, the largest lower bound, and how many methods have
// a digest; ok is false if two of the answers contradict each other.
func merge(recs []result.Record) (exact, least *big.Int, digests int, ok bool) {
	digest := ""
	withDigest := map[string]bool{}
	for _, r := range recs {
		n := answer(r)
		if r.Status != result.Exact {
			if least == nil || n.Cmp(least) > 0 {
				least = n
			}
			continue
		}
		if exact != nil && exact.Cmp(n) != 0 {
			return nil, nil, 0, false
		}
		exact = n
		if r.Digest == "" {
			continue
		}
		if digest != "" && digest != r.Digest {
			return nil, nil, 0, false
		}
		digest = r.Digest
		withDigest[r.Method] = true
	}
	if exact != nil && least != nil && least.Cmp(exact) > 0 {
		return nil, nil, 0, false
	}
	return exact, least, len(withDigest), true
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

// rank orders the repetitions of a job: an exact answer says the most.
func rank(r result.Record) int {
	switch {
	case answer(r) == nil:
		return 2
	case r.Status == result.Exact:
		return 0
	}
	return 1
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
