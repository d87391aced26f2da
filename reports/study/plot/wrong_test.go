package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// sixBoards returns records of six boards, with three runs each. Method native takes 1 s on each
// board. Method sat takes 2, 2, 4, 4, 2 and 2 s, and is wrong on the last two boards.
func sixBoards() []result.Record {
	var recs []result.Record
	for i, t := range []float64{2, 2, 4, 4, 2, 2} {
		for run := range 3 {
			name := fmt.Sprintf("i%d", i+1)
			native, sat := recordtest.Ran(name, "native", 1), recordtest.Ran(name, "sat", t)
			native.Repetition, sat.Repetition = run, run
			native.Verdict, sat.Verdict = result.Correct, result.Correct
			if i >= 4 {
				recordtest.Wrongly(&sat)
			}
			recs = append(recs, native, sat)
		}
	}
	return recs
}

// TestWrongAnswers checks wrong answers in comparisons, plots and measures, worked out by hand.
// Method sat solves 4 of 6 boards. Its PAR-2 is (2 + 2 + 4 + 4 + 20 + 20) / 6 s. The ratio is the
// fourth root of 2 * 2 * 4 * 4. Method native wins 6 of 6 boards, so p is 1/32.
func TestWrongAnswers(t *testing.T) {
	recs := sixBoards()
	wall, _ := data.FindMeasure("wall_seconds")
	samples, wrong, without := data.SamplesOf(recs, wall)
	if len(samples) != 12 || wrong != 0 || without != 0 {
		t.Fatalf("got %d samples, %d wrong, %d without", len(samples), wrong, without)
	}
	c := data.Compare(samples, "native", "sat", wall)
	if c.N != 6 || c.Ratios != 4 || !recordtest.Near(c.Ratio, 2*math.Sqrt2, 1e-12) || c.WinsA != 6 || c.OnlyA != 2 || c.WrongB != 2 || c.CutB != 0 || c.Bounded != 0 {
		t.Errorf("got %+v", c)
	}
	if !recordtest.Near(c.Sign, 2./64, 1e-12) || !recordtest.Near(c.Wilcoxon.P, 2./64, 1e-12) {
		t.Errorf("got p = %g and %g, want 1/32", c.Sign, c.Wilcoxon.P)
	}
	mistakes := data.Warning{Kind: data.LeftOut, N: 2, Text: "sat, 2, 6 (i5 and i6)"}
	for _, x := range []struct {
		plot            Plot
		answer, caption string
	}{
		{Plot{Kind: "cactus"}, "native 6, 6 (PAR-2 1 s); sat 4, 6, 2 wrong (PAR-2 8.67 s)", "PAR-2, wrongly"},
		{Plot{Kind: "ablation"}, "native: sat 2.83 × (n = 4), 2, 6 wrong", "wrong"},
		{Plot{Kind: "scatter"}, "sat, 2.83 × native, 4 instances, 6, 0, 0, p = 0.031, p = 0.031, exact, 6: 2 wrong",
			"triangles: 2, sat, 0, native, 0, 2, sat, 0, native"},
		{Plot{Kind: "share", Measure: "exact", By: "method"}, "native 100% (6 of 6), sat 67% (4 of 6)", ""},
	} {
		f, err := Draw(recs, x.plot)
		if err != nil {
			t.Errorf("%s: %v", x.plot.Kind, err)
			continue
		}
		if !facttest.States(f.Answer, x.answer) || !facttest.States(f.Caption, x.caption) {
			t.Errorf("%s: got\n%s\n%s\nwant\n%s\n... %s", x.plot.Kind, f.Answer, f.Caption, x.answer, x.caption)
		}
		if !warned(f.Warnings, mistakes) {
			t.Errorf("%s: got %v, want %v", x.plot.Kind, f.Warnings, mistakes)
		}
	}
	for _, x := range []struct {
		key                      string
		samples, wrong, n, total int // samples of sat, and the sum of their values
	}{
		{"count", 10, 2, 4, 4}, {"count_claimed", 12, 0, 6, 4 + 29 + 29}, {"wrong", 12, 0, 6, 2}, {"exact", 12, 0, 6, 4},
		{"unique", 10, 2, 4, 4}, {"wall_seconds<=2", 12, 0, 6, 2}, {"wall_seconds>2", 12, 0, 6, 4}, {"count=29", 10, 2, 4, 0},
	} {
		m, err := data.FindMeasure(x.key)
		if err != nil {
			t.Fatal(err)
		}
		samples, wrong, _ := data.SamplesOf(recs, m)
		n, total := 0, 0.0
		for _, s := range samples {
			if s.Method == "sat" {
				n, total = n+1, total+s.Value
			}
		}
		if len(samples) != x.samples || wrong != x.wrong || n != x.n || total != float64(x.total) {
			t.Errorf("%s: got %d samples, %d wrong, %d of sat with the sum %g, want %+v", x.key, len(samples), wrong, n, total, x)
		}
	}
}

// TestWrongPoints checks that the dashed line is at the limit of the jobs that were cut, and that a
// wrong answer is drawn in the margin.
func TestWrongPoints(t *testing.T) {
	var recs []result.Record
	for i, x := range []float64{1, 2, 10, 3} {
		recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), "a", x), func(r *result.Record) { r.Number = recordtest.Of(int64(i + 1)) }))
	}
	recordtest.Wrongly(&recs[3])
	f, got := drawnTexts(t, recs, Plot{Kind: "growth", By: "number"})
	for _, want := range []string{"triangles, 1", "triangles, margin, 1", "wrong, (1)"} {
		if !facttest.States(f.Caption, want) {
			t.Errorf("no %q in %q", want, f.Caption)
		}
	}
	if !drawn(got, "limit 10 s, triangles") || !facttest.States(f.Answer, "n = 2, 1, 1 wrong") {
		t.Errorf("got %q, %q", f.Answer, got)
	}
	// A wrong count has no place on an axis of counts.
	recs = append(recs, recordtest.With(recordtest.Ran("3", "b", 4), func(r *result.Record) { r.Count = "7" }))
	f, _ = drawnTexts(t, recs, Plot{Kind: "scatter", By: "count"})
	if strings.Contains(f.Caption, "29") || !facttest.States(f.Caption, "wrong, (1)") {
		t.Errorf("got %q", f.Caption)
	}
}

// TestPAR2OfOtherLimits checks a job that a limit of CPU time ended before the limit of 60 s wall
// time was reached. There must be no PAR-2 score of the wall time. The PAR-2 score of the CPU time,
// with its limit of 2 s, must be (1 + 2*2) / 2.
func TestPAR2OfOtherLimits(t *testing.T) {
	recs := func(reason string) []result.Record {
		var recs []result.Record
		for i := range 2 {
			recs = append(recs, recordtest.With(recordtest.Exact(fmt.Sprint(i), "a", "1"), func(r *result.Record) {
				r.WallLimit, r.CPULimit, r.MemoryLimit = 60, 2, 1e9
				r.WallSeconds, r.CPUSeconds, r.PeakBytes = recordtest.Of(1.), recordtest.Of(1.), recordtest.Of(int64(1e8))
				if i == 1 && reason != "" {
					r.Status, r.Reason, r.Count = result.Unknown, reason, ""
				}
			}))
		}
		return recs
	}
	const none = -1
	for _, c := range []struct {
		key, reason string
		want        float64
	}{
		{"wall_seconds", "", 1}, {"wall_seconds", result.Timeout, 60.5}, {"wall_seconds", result.CPU, none}, {"wall_seconds", result.Memory, none}, {"wall_seconds", result.Error, 60.5},
		{"cpu_seconds", "", 1}, {"cpu_seconds", result.Timeout, none}, {"cpu_seconds", result.CPU, 2.5}, {"cpu_seconds", result.Killed, 2.5},
		{"peak_bytes", result.Memory, 1.05e9}, {"peak_bytes", result.Timeout, none}, {"peak_bytes", result.CPU, none},
	} {
		m, _ := data.FindMeasure(c.key)
		samples, _, _ := data.SamplesOf(recs(c.reason), m)
		got, ok := data.PAR2(samples)
		if !ok {
			got = none
		}
		if !recordtest.Near(got, c.want, 1e-9*math.Abs(c.want)) {
			t.Errorf("%s, ended by %s: got %g, want %g", c.key, c.reason, got, c.want)
		}
	}
	// With only a wall time limit, this limit also applies to the CPU time.
	clock := recs(result.Timeout)
	for i := range clock {
		clock[i].CPULimit = 0
	}
	cpu, _ := data.FindMeasure("cpu_seconds")
	samples, _, _ := data.SamplesOf(clock, cpu)
	if got, ok := data.PAR2(samples); !ok || got != 60.5 {
		t.Errorf("CPU time by the clock: got %g, %v, want 60.5", got, ok)
	}
	f, _ := drawnTexts(t, recs(result.CPU), Plot{Kind: "cactus"})
	want := data.Warning{Kind: data.NoPAR2, N: 1, Text: "PAR-2: 1, CPU time, wall time"}
	if strings.Contains(f.Answer, "PAR-2") || !warned(f.Warnings, want) {
		t.Errorf("got %q, %v, want %v", f.Answer, f.Warnings, want)
	}
	if f, _ = drawnTexts(t, recs(result.CPU), Plot{Kind: "cactus", Measure: "cpu_seconds"}); !facttest.States(f.Answer, "1, 2 (PAR-2 2.5 s)") {
		t.Errorf("got %q", f.Answer)
	}
}

// TestCPUOfCutJobs checks cut jobs with and without a measured CPU time. Only if the CPU time is
// missing, the wall time limit replaces it.
func TestCPUOfCutJobs(t *testing.T) {
	for _, measured := range []bool{true, false} {
		var recs []result.Record
		for i, x := range []float64{1, 2, 10} {
			recs = append(recs, recordtest.With(recordtest.Ran(fmt.Sprint(i), "a", x), func(r *result.Record) {
				r.Number, r.CPUSeconds = recordtest.Of(int64(i+1)), recordtest.Of(0.7*x)
				if x == 10 && !measured {
					r.CPUSeconds = nil
				}
			}))
		}
		cpu, _ := data.FindMeasure("cpu_seconds")
		samples, _, _ := data.SamplesOf(recs, cpu)
		want := map[bool]float64{true: 7, false: 10}[measured]
		if got := samples[2].Least; !recordtest.Near(got, want, 1e-12) {
			t.Errorf("got %g, want %g", got, want)
		}
		f, _ := drawnTexts(t, recs, Plot{Kind: "growth", By: "number", Measure: "cpu_seconds"})
		if strings.Contains(f.Caption, "measured") == measured {
			t.Errorf("measured %v: got %q", measured, f.Caption)
		}
	}
}
