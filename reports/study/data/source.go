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

	samples map[string]sampled     // by the key of the measure
	choices map[string]choice      // by selection
	pairs   map[string]*Comparison // by methods and measure
	tally   *Tally
	survey  *judge.Survey
	once    *Source
}

type sampled struct {
	samples        []*Sample
	wrong, without int
	warnings       Warnings
}

type choice struct {
	*Source
	missing []string
}

// NewSource returns a Source of records, which must not change later.
func NewSource(recs []result.Record) *Source {
	return &Source{Records: recs, samples: map[string]sampled{}, choices: map[string]choice{}, pairs: map[string]*Comparison{}}
}

// Tally returns the tally of the counting jobs.
func (s *Source) Tally() *Tally {
	if s.tally == nil {
		s.tally = newTally(s)
	}
	return s.tally
}

// Samples returns the results of SamplesOf, and the warnings about how the samples were measured.
func (s *Source) Samples(m Measure) (samples []*Sample, wrong, without int, measured Warnings) {
	k, ok := s.samples[m.Key]
	if !ok {
		k.samples, k.wrong, k.without = SamplesOf(s.Records, m)
		k.warnings.Measured(k.samples, m)
		s.samples[m.Key] = k
	}
	return k.samples, k.wrong, k.without, k.warnings
}

// Choose returns the records that a selection chooses, which can be s itself, and the suites and methods
// that have no record.
func (s *Source) Choose(of *Selection) (*Source, []string) {
	key := fmt.Sprintf("%q %v %v", [][]string{of.Suites, of.Methods}, of.BySuite, of.ByPosition)
	c, ok := s.choices[key]
	if !ok {
		c.Source = s
		if recs, missing := of.Choose(s.Records); len(recs) < len(s.Records) {
			c = choice{NewSource(recs), missing}
		} else {
			c.missing = missing
		}
		s.choices[key] = c
	}
	return c.Source, c.missing
}

// Compare compares two methods by their samples of a measure.
func (s *Source) Compare(a, b string, m Measure) *Comparison {
	key := fmt.Sprintf("%q", []string{a, b, m.Key})
	if s.pairs[key] == nil {
		samples, _, _, _ := s.Samples(m)
		s.pairs[key] = Compare(samples, a, b, m)
	}
	return s.pairs[key]
}

// Survey returns the result of judge.NewSurvey.
func (s *Source) Survey() *judge.Survey {
	if s.survey == nil {
		s.survey = judge.NewSurvey(s.Records)
	}
	return s.survey
}

// Once returns the first record of each job, as the function judge.Once does.
func (s *Source) Once() *Source {
	if s.once == nil {
		s.once = s
		if recs := judge.Once(s.Records); len(recs) < len(s.Records) {
			s.once = NewSource(recs)
		}
	}
	return s.once
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
