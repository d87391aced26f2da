package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/result"
)

func wrongly(r *result.Record) { r.Verdict, r.Count = result.Wrong, "29" }

// sixBoards is six boards by native in 1 s each and by sat in 2, 2, 4, 4, 2 and 2 s, three
// runs each, of which sat has the last two boards wrong.
func sixBoards() []result.Record {
	var recs []result.Record
	for i, t := range []float64{2, 2, 4, 4, 2, 2} {
		for run := range 3 {
			name := fmt.Sprintf("i%d", i+1)
			native, sat := ran(name, "native", 1), ran(name, "sat", t)
			native.Repetition, sat.Repetition = run, run
			native.Verdict, sat.Verdict = result.Correct, result.Correct
			if i >= 4 {
				wrongly(&sat)
			}
			recs = append(recs, native, sat)
		}
	}
	return recs
}

// Worked by hand: sat solves 4 of 6, its PAR-2 is (2 + 2 + 4 + 4 + 20 + 20) / 6 s, the ratio is
// the fourth root of 2 * 2 * 4 * 4, and native wins 6 of 6, of which one toss in 32 does.
func TestWrongAnswers(t *testing.T) {
	recs := sixBoards()
	wall, _ := findMeasure("wall_seconds")
	samples, wrong, without := samplesOf(recs, wall)
	if len(samples) != 12 || wrong != 0 || without != 0 {
		t.Fatalf("got %d samples, %d wrong, %d without", len(samples), wrong, without)
	}
	c := compare(samples, "native", "sat", wall)
	if c.N != 6 || c.Ratios != 4 || !near(c.Ratio, 2*math.Sqrt2, 1e-12) || c.WinsA != 6 || c.OnlyA != 2 || c.WrongB != 2 || c.CutB != 0 || c.Bounded != 0 {
		t.Errorf("got %+v", c)
	}
	if !near(c.Sign, 2./64, 1e-12) || !near(c.Wilcoxon.P, 2./64, 1e-12) {
		t.Errorf("got p = %g and %g, want 1/32", c.Sign, c.Wilcoxon.P)
	}
	const warned = "wrong answers, which count as unsolved: sat on 2 of 6 (i5 and i6)"
	for _, x := range []struct {
		plot            Plot
		answer, caption string
	}{
		{Plot{Kind: "cactus"}, "Solved: native 6 of 6 (PAR-2 1 s); sat 4 of 6, 2 wrong (PAR-2 8.67 s)", "not solved, or wrongly, counts as twice the limit"},
		{Plot{Kind: "ablation"}, "Wall time as a multiple of that of native: sat 2.83 × (n = 4), 2 of 6 wrong and not in it", "A wrong answer is none"},
		{Plot{Kind: "scatter"}, "By wall time, sat is 2.83 × native in the geometric mean over 4 instances; it is larger on 6, smaller on 0 and equal on 0 (sign test p = 0.031, signed-rank test p = 0.031, exact). Not in it, of 6: 2 wrong by sat.",
			"In the margins, open triangles: 2 without an answer by sat, 0 by native; 0 by neither are not drawn. A wrong answer is none: 2 by sat, 0 by native."},
		{Plot{Kind: "share", Measure: "exact", By: "method"}, "Share counted exactly: native 100 % (6 of 6), sat 67 % (4 of 6)", ""},
	} {
		f, err := Draw(recs, x.plot)
		if err != nil {
			t.Errorf("%s: %v", x.plot.Kind, err)
			continue
		}
		if f.Answer != x.answer || !strings.Contains(f.Caption, x.caption) {
			t.Errorf("%s: got\n%s\n%s\nwant\n%s\n... %s", x.plot.Kind, f.Answer, f.Caption, x.answer, x.caption)
		}
		if !slices.ContainsFunc(f.Warnings, func(w Warning) bool { return w.Kind == LeftOut && w.N == 2 && w.Text == warned }) {
			t.Errorf("%s: got %v, want %q", x.plot.Kind, f.Warnings, warned)
		}
	}
	for _, x := range []struct {
		key                      string
		samples, wrong, n, total int // of the samples of sat, and the sum of their values
	}{
		{"count", 10, 2, 4, 4}, {"count_claimed", 12, 0, 6, 4 + 29 + 29}, {"wrong", 12, 0, 6, 2}, {"exact", 12, 0, 6, 4},
		{"unique", 10, 2, 4, 4}, {"wall_seconds<=2", 12, 0, 6, 2}, {"wall_seconds>2", 12, 0, 6, 4}, {"count=29", 10, 2, 4, 0},
	} {
		m, err := findMeasure(x.key)
		if err != nil {
			t.Fatal(err)
		}
		samples, wrong, _ := samplesOf(recs, m)
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

// Of three runs of which one is wrong the median is the slower of the others; of two there is
// none. What was spent on a wrong answer is no bound, and a method without nodes has none wrong.
func TestWrongRepetitions(t *testing.T) {
	wall, _ := findMeasure("wall_seconds")
	nodes, _ := findMeasure("nodes")
	bad := with(ran("1", "a", 1), wrongly)
	samples, _, _ := samplesOf([]result.Record{bad, ran("1", "a", 3), ran("1", "a", 2)}, wall)
	if s := samples[0]; s.Value != 3 || s.Cut != "" || s.Wrong != 1 || s.Record.Count != "1" {
		t.Errorf("one of three: got %+v", s)
	}
	samples, _, _ = samplesOf([]result.Record{bad, ran("1", "a", 10), ran("1", "a", 10)}, wall)
	if s := samples[0]; s.solved() || s.Cut != result.Wrong || s.Least != 0 {
		t.Errorf("one of three, the others cut: got %+v", s)
	}
	if samples, _, without := samplesOf([]result.Record{bad}, nodes); len(samples) != 0 || without != 1 {
		t.Errorf("no nodes: got %d samples, %d without", len(samples), without)
	}
	// a takes 1, 1 and 1 s, b 4 s, is cut at 10 s, and is wrong: above the root of 4 * 10.
	recs := []result.Record{ran("1", "a", 1), ran("1", "b", 4), ran("2", "a", 1), ran("2", "b", 10), ran("3", "a", 1), with(ran("3", "b", 2), wrongly)}
	samples, _, _ = samplesOf(recs, wall)
	c := compare(samples, "a", "b", wall)
	if c.Bounded != 2 || !near(c.Bound, math.Sqrt(40), 1e-12) || !c.AtLeast || c.OnlyA != 2 || c.CutB != 1 || c.WrongB != 1 || c.Cut != "timed out" {
		t.Errorf("got %+v", c)
	}
	if got, want := c.estimateText(), "at least 6.32 × (n = 2), 1 of 3 timed out, 1 wrong"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := fmt.Sprint(c.ownWarnings()), "[{instances 2 only 2 of 3 instances have a ratio} {ignored 1 the ratio is a lower bound: 1 of 3 timed out} {ignored 1 the ratio leaves out 1 of 3 that one of the two has wrong}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if back := compare(samples, "b", "a", wall); back.cutText() != "b: 1 of 3 timed out, 1 wrong" || back.CutA != 1 || back.WrongA != 1 {
		t.Errorf("got %q, %+v", back.cutText(), back)
	}
}

// The limit line of a picture is that of those that were cut; a wrong one stands in the margin.
func TestWrongPoints(t *testing.T) {
	var recs []result.Record
	for i, x := range []float64{1, 2, 10, 3} {
		recs = append(recs, with(ran(fmt.Sprint(i), "a", x), func(r *result.Record) { r.Number = of(int64(i + 1)) }))
	}
	wrongly(&recs[3])
	f, got := drawnTexts(t, recs, Plot{Kind: "growth", By: "number"})
	for _, want := range []string{"Open triangles, 1 in all, timed out: they are more than that.", "Open triangles in the margin, 1 in all, have no answer", "A wrong answer is none (1)."} {
		if !strings.Contains(f.Caption, want) {
			t.Errorf("no %q in %q", want, f.Caption)
		}
	}
	if !slices.Contains(got, "limit 10 s; open triangles: more") || !strings.HasSuffix(f.Answer, ", n = 2 (without 1 that timed out and 1 wrong)") {
		t.Errorf("got %q, %q", f.Answer, got)
	}
	// By what was claimed a wrong count has no place of its own.
	recs = append(recs, with(ran("3", "b", 4), func(r *result.Record) { r.Count = "7" }))
	f, _ = drawnTexts(t, recs, Plot{Kind: "scatter", By: "count"})
	if strings.Contains(f.Caption, "29") || !strings.Contains(f.Caption, "A wrong answer is none (1).") {
		t.Errorf("got %q", f.Caption)
	}
}

// There is no PAR-2 of wall time where the limit of CPU time ended a job: 2 s of one processor are
// not the 60 s of the clock. Of CPU time it is (1 + 2*2) / 2.
func TestPAR2OfOtherLimits(t *testing.T) {
	recs := func(reason string) []result.Record {
		var recs []result.Record
		for i := range 2 {
			recs = append(recs, with(exact(fmt.Sprint(i), "a", "1"), func(r *result.Record) {
				r.WallLimit, r.CPULimit, r.MemoryLimit = 60, 2, 1e9
				r.WallSeconds, r.CPUSeconds, r.PeakBytes = of(1.), of(1.), of(int64(1e8))
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
		m, _ := findMeasure(c.key)
		samples, _, _ := samplesOf(recs(c.reason), m)
		got, ok := par2(samples)
		if !ok {
			got = none
		}
		if !near(got, c.want, 1e-9*math.Abs(c.want)) {
			t.Errorf("%s, ended by %s: got %g, want %g", c.key, c.reason, got, c.want)
		}
	}
	// Where the clock alone has a limit, it is that of CPU time as well.
	clock := recs(result.Timeout)
	for i := range clock {
		clock[i].CPULimit = 0
	}
	cpu, _ := findMeasure("cpu_seconds")
	samples, _, _ := samplesOf(clock, cpu)
	if got, ok := par2(samples); !ok || got != 60.5 {
		t.Errorf("CPU time by the clock: got %g, %v, want 60.5", got, ok)
	}
	f, _ := drawnTexts(t, recs(result.CPU), Plot{Kind: "cactus"})
	want := Warning{NoPAR2, 1, "no PAR-2: 1 ended by the limit of CPU time, not by that of wall time"}
	if strings.Contains(f.Answer, "PAR-2") || !slices.Contains(f.Warnings, want) {
		t.Errorf("got %q, %v, want %v", f.Answer, f.Warnings, want)
	}
	if f, _ = drawnTexts(t, recs(result.CPU), Plot{Kind: "cactus", Measure: "cpu_seconds"}); f.Answer != "Solved: all 1 of 2 (PAR-2 2.5 s)" {
		t.Errorf("got %q", f.Answer)
	}
}

// The clock stands for CPU time where that was not measured, and only there.
func TestCPUOfCutJobs(t *testing.T) {
	for _, measured := range []bool{true, false} {
		var recs []result.Record
		for i, x := range []float64{1, 2, 10} {
			recs = append(recs, with(ran(fmt.Sprint(i), "a", x), func(r *result.Record) {
				r.Number, r.CPUSeconds = of(int64(i+1)), of(0.7*x)
				if x == 10 && !measured {
					r.CPUSeconds = nil
				}
			}))
		}
		cpu, _ := findMeasure("cpu_seconds")
		samples, _, _ := samplesOf(recs, cpu)
		want := map[bool]float64{true: 7, false: 10}[measured]
		if got := samples[2].Least; !near(got, want, 1e-12) {
			t.Errorf("got %g, want %g", got, want)
		}
		f, _ := drawnTexts(t, recs, Plot{Kind: "growth", By: "number", Measure: "cpu_seconds"})
		if strings.Contains(f.Caption, "was not measured") == measured {
			t.Errorf("measured %v: got %q", measured, f.Caption)
		}
	}
}
