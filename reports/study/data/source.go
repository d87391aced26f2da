package data

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
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

func pointers(recs []result.Record) iter.Seq[*result.Record] {
	return func(yield func(*result.Record) bool) {
		for i := range recs {
			if !yield(&recs[i]) {
				return
			}
		}
	}
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
	sum := sha256.Sum256([]byte(r.Puzzle + "\x00" + r.Instance + "\x00" + r.Given))
	return hex.EncodeToString(sum[:6])
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
	if s.Record.Draws == nil {
		return 1
	}
	return max(1, int(*s.Record.Draws))
}
