package reports

import (
	"fmt"
	"math"
	"slices"

	"counterproof/bench/result"
)

// trusted are the records without those of the methods under test, whose wrong answers
// are no alarm.
func (p *Page) trusted() []result.Record {
	if len(p.Suspects) == 0 {
		return p.Records
	}
	return slices.DeleteFunc(slices.Clone(p.Records), func(r result.Record) bool { return slices.Contains(p.Suspects, r.Method) })
}

// suspected says of each method under test, by puzzle and suite, on how many instances it was
// wrong and by how much: its count over the one that the others agree on. A job that stands in
// several suites counts in each, and repetitions count once, as wrong if one is.
func (p *Page) suspected() []fact {
	if len(p.Suspects) == 0 {
		return nil
	}
	counts := map[[2]string]*board{}
	for _, b := range newTally(p.trusted()).Boards {
		counts[[2]string{b.Puzzle, b.Name}] = b
	}
	type tally struct {
		checked, wrong, silent, unchecked int
		low, high                         float64 // of the ratios of the wrong ones; NaN: none
	}
	var recs []result.Record
	suites := map[string][]string{} // of a puzzle
	for _, r := range p.Records {
		if slices.Contains(p.Suspects, r.Method) {
			recs = append(recs, r)
			if !slices.Contains(suites[r.Puzzle], r.Suite) {
				suites[r.Puzzle] = append(suites[r.Puzzle], r.Suite)
			}
		}
	}
	right := func(r result.Record) int { // the worst of the repetitions first
		in, said := counts[[2]string{r.Puzzle, r.Instance}], answer(r)
		switch {
		case said == nil:
			return 1
		case in == nil || in.Count == nil || r.Status != result.Exact || said.Cmp(in.Count) == 0:
			return 2
		}
		return 0
	}
	slices.SortStableFunc(recs, func(a, b result.Record) int { return right(a) - right(b) })
	seen := map[string]bool{}
	tallies := map[string]*tally{}
	for _, r := range recs {
		name := r.Method + " on " + r.Puzzle
		if len(suites[r.Puzzle]) > 1 && r.Suite != "" {
			name += ", " + r.Suite
		}
		board := name + "\x00" + r.Instance
		if seen[board] {
			continue
		}
		seen[board] = true
		t := tallies[name]
		if t == nil {
			t = &tally{low: math.NaN(), high: math.NaN()}
			tallies[name] = t
		}
		in := counts[[2]string{r.Puzzle, r.Instance}]
		said := answer(r)
		switch {
		case said == nil:
			t.silent++
		case r.Status != result.Exact || in == nil || in.Count == nil:
			t.unchecked++
		default:
			t.checked++
			if said.Cmp(in.Count) == 0 {
				continue
			}
			t.wrong++
			a, okA := float(said)
			b, okB := float(in.Count)
			if okA && okB && b > 0 {
				if x := a / b; math.IsNaN(t.low) {
					t.low, t.high = x, x
				} else {
					t.low, t.high = min(t.low, x), max(t.high, x)
				}
			}
		}
	}
	var facts []fact
	for _, name := range naturalKeys(tallies) {
		t := tallies[name]
		text := fmt.Sprintf("%d of %d counts wrong", t.wrong, t.checked)
		if t.checked > 0 {
			i := wilson(t.wrong, t.checked)
			text += fmt.Sprintf(" (%s; 95 %% interval %.0f %% to %.0f %%)", percent(t.wrong, t.checked), 100*i.Low, 100*i.High)
		}
		if !math.IsNaN(t.low) {
			if low, high := times(t.low), times(t.high); low == high {
				text += ", by a factor of " + low
			} else {
				text += fmt.Sprintf(", by factors of %s to %s", low, high)
			}
		}
		if t.silent > 0 {
			text += fmt.Sprintf(", %d without an answer", t.silent)
		}
		if t.unchecked > 0 {
			text += fmt.Sprintf(", %d unchecked", t.unchecked)
		}
		facts = append(facts, fact{name, text})
	}
	return facts
}
