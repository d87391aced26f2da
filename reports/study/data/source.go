package data

import (
	"fmt"
	"iter"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
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
