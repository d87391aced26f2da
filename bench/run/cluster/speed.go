package cluster

import (
	"slices"
	"time"

	"counterproof/bench/record/result"
)

const (
	// recent is the time over which the speed of a part is measured.
	recent = 10 * time.Minute

	// standstill is the shortest time without a search that counts as a stop of a part. The
	// time before a stop does not count for the part's speed.
	standstill = time.Minute
)

// A speed says how many jobs a part finishes per second, and how many seconds of searches it does
// per second. The field seconds would equal the number of the part's workers if these workers were
// always searching.
type speed struct{ jobs, seconds float64 }

type span struct{ start, end time.Time }

// spans returns when the searches of the records began and ended, in the order of their starts.
func spans(records []result.Record) (all []span) {
	for _, r := range records {
		start, err := time.Parse(time.RFC3339Nano, r.Started)
		if err == nil && r.WallSeconds != nil {
			all = append(all, span{start, start.Add(time.Duration(*r.WallSeconds * float64(time.Second)))})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.start.Compare(b.start) })
	return all
}

func (m *measure) speed(records []result.Record) (v speed) {
	all := spans(records)
	if len(all) == 0 {
		return v
	}
	from, last := all[0].start, all[0].end
	for _, s := range all {
		if s.start.Sub(last) > standstill {
			from = s.start
		}
		last = later(last, s.end)
	}
	last = later(last, m.now) // the clock of the other machine may be ahead
	from = later(from, last.Add(-recent))
	window := last.Sub(from).Seconds()
	if window <= 0 {
		return v
	}
	for _, s := range all {
		if s.end.After(from) {
			v.jobs += 1 / window
			v.seconds += s.end.Sub(later(s.start, from)).Seconds() / window
		}
	}
	return v
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }
