package data

import (
	"math"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/test/recordtest"
)

// TestWrongRepetitions checks samples with wrong answers. If one of three runs gives a wrong
// answer, its time counts as infinite, and the median is the slower of the two right runs. If one
// run is wrong and two were cut, there is no median, and the time of the wrong run gives no lower
// bound. A wrong answer without the measure does not become a sample.
func TestWrongRepetitions(t *testing.T) {
	wall, _ := FindMeasure("wall_seconds")
	nodes, _ := FindMeasure("nodes")
	bad := recordtest.With(recordtest.Ran("1", "a", 1), recordtest.Wrongly)
	samples, _, _ := SamplesOf([]result.Record{bad, recordtest.Ran("1", "a", 3), recordtest.Ran("1", "a", 2)}, wall)
	if s := samples[0]; s.Value != 3 || s.Cut != "" || s.Wrong != 1 || s.Record.Count != "1" {
		t.Errorf("one of three: got %+v", s)
	}
	samples, _, _ = SamplesOf([]result.Record{bad, recordtest.Ran("1", "a", 10), recordtest.Ran("1", "a", 10)}, wall)
	if s := samples[0]; s.Solved() || s.Cut != result.Wrong || s.Least != 0 {
		t.Errorf("one of three, the others cut: got %+v", s)
	}
	if samples, _, without := SamplesOf([]result.Record{bad}, nodes); len(samples) != 0 || without != 1 {
		t.Errorf("no nodes: got %d samples, %d without", len(samples), without)
	}
	// A takes 1, 1 and 1 s. B takes 4 s, is cut at 10 s, and gives a wrong answer. The mean ratio
	// is at least the root of 4 * 10.
	recs := []result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "b", 4), recordtest.Ran("2", "a", 1), recordtest.Ran("2", "b", 10), recordtest.Ran("3", "a", 1), recordtest.With(recordtest.Ran("3", "b", 2), recordtest.Wrongly)}
	samples, _, _ = SamplesOf(recs, wall)
	c := Compare(samples, "a", "b", wall)
	if c.Bounded != 2 || !recordtest.Near(c.Bound, math.Sqrt(40), 1e-12) || !c.AtLeast || c.OnlyA != 2 || c.CutB != 1 || c.WrongB != 1 || c.Cut != "timed out" {
		t.Errorf("got %+v", c)
	}
	if got, want := c.EstimateText(), "6.32 × (n = 2), 1, 3, 1 wrong"; !facttest.States(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := c.OwnWarnings(), []Warning{{FewInstances, 2, "2, 3 instances"}, {Ignored, 1, "lower, 1, 3"}, {Ignored, 1, "1, 3, wrong"}}; len(got) != 3 || !warned(got[:1], want[0]) || !warned(got[1:2], want[1]) || !warned(got[2:], want[2]) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if back := Compare(samples, "b", "a", wall); !facttest.States(back.CutText(), "b: 1, 3, 1 wrong") || back.CutA != 1 || back.WrongA != 1 {
		t.Errorf("got %q, %+v", back.CutText(), back)
	}
}

// TestSamples checks PAR-2 and the median. The PAR-2 of 1, 2 and 3 s and a job that was cut at 10 s
// is (1 + 2 + 3 + 20) / 4. A sample counts as cut if one of two runs was cut. A sample does not
// count as cut if one of three runs was cut.
func TestSamples(t *testing.T) {
	m, _ := FindMeasure("wall_seconds")
	samples, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("2", "a", 2), recordtest.Ran("3", "a", 3), recordtest.Ran("4", "a", 10)}, m)
	if got, ok := PAR2(samples); !ok || got != 6.5 {
		t.Errorf("PAR-2: got %g, %v, want 6.5", got, ok)
	}
	samples[3].Limit = 0
	if _, ok := PAR2(samples); ok {
		t.Error("there is a PAR-2 without a limit")
	}
	if got, ok := PAR2(samples[:3]); !ok || got != 2 {
		t.Errorf("PAR-2 of what was solved: got %g, %v, want 2", got, ok)
	}
	if _, ok := PAR2(nil); ok {
		t.Error("there is a PAR-2 of nothing")
	}
	two, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "a", 10)}, m)
	three, _, _ := SamplesOf([]result.Record{recordtest.Ran("1", "a", 1), recordtest.Ran("1", "a", 10), recordtest.Ran("1", "a", 4)}, m)
	if two[0].Solved() || two[0].Cut != result.Timeout || two[0].Runs != 2 || three[0].Value != 4 || three[0].Cut != "" || three[0].Runs != 3 {
		t.Errorf("got %+v and %+v", two[0], three[0])
	}
}
