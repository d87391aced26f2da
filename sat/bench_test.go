package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/bench/test/ratio"
	"counterproof/encode/constraint"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// benchDays lists every 24th day of the year with its published count.
var benchDays = []struct{ month, day, solutions int }{
	{1, 1, 64}, {1, 25, 216}, {2, 18, 35}, {3, 13, 53}, {4, 6, 8}, {4, 30, 52}, {5, 24, 14}, {6, 17, 75},
	{7, 11, 43}, {8, 4, 94}, {8, 28, 189}, {9, 21, 38}, {10, 15, 43}, {11, 8, 108}, {12, 2, 32}, {12, 26, 48},
}

func benchSearch(b *testing.B, f *cnf.Formula, s cnf.Solver, want int) {
	var st cnf.Stats
	for b.Loop() {
		mustCount(b, s, &st, want)
	}
	per := float64(b.N)
	b.ReportMetric(float64(st.Conflicts)/per, "conflicts/op")
	b.ReportMetric(st.Seconds/b.Elapsed().Seconds(), "sat-share")
	if st.Cubes > 0 {
		b.ReportMetric(float64(st.Cubes)/per, "cubes/op")
		b.ReportMetric(float64(st.Closed)/per, "closed/op")
	}
}

func mustCount(b *testing.B, s cnf.Solver, st *cnf.Stats, want int) {
	b.Helper()
	n := 0
	if err := s.Search(context.Background(), st, func(cnf.Model) bool { n++; return true }); err != nil || n != want {
		b.Fatalf("got %d solutions and %v, want %d", n, err, want)
	}
}

func BenchmarkCubes(b *testing.B) {
	for _, d := range benchDays {
		f := dayFormula(d.month, d.day, "pairwise")
		b.Run(fmt.Sprintf("day=%02d-%02d", d.month, d.day), func(b *testing.B) {
			benchSearch(b, f, Cubes{F: f, Depth: -1}, d.solutions)
		})
	}
}

// BenchmarkStyle measures the search for the solutions of 25 January in each style.
func BenchmarkStyle(b *testing.B) {
	for _, style := range constraint.AtMostOneStyles {
		f := dayFormula(1, 25, style)
		b.Run("style="+style, func(b *testing.B) { benchSearch(b, f, Cubes{F: f, Depth: -1}, 216) })
	}
}

// BenchmarkDepth measures the search for the solutions of 25 January at each fixed depth of the
// cubes.
func BenchmarkDepth(b *testing.B) {
	f := dayFormula(1, 25, "pairwise")
	for depth := 1; depth <= 6; depth++ {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) { benchSearch(b, f, Cubes{F: f, Depth: depth}, 216) })
	}
}

// A claspRun is a formula in a file for clasp, with the expected count.
type claspRun struct {
	style, file string
	want        int
}

func (c claspRun) seconds(b *testing.B) float64 {
	args := []string{"-n", "0", "-q", c.file}
	if c.style != "pairwise" { // pairwise has no auxiliaries, and projecting would cost clasp a third more
		args = append(args, "--parse-ext", "--project")
	}
	start := time.Now()
	out, _ := exec.Command("clasp", args...).Output() // its exit status is 30
	seconds := time.Since(start).Seconds()
	found := ""
	for _, line := range strings.Split(string(out), "\n") {
		if n, ok := strings.CutPrefix(line, "c Models         : "); ok {
			found = n
		}
	}
	if found != fmt.Sprint(c.want) {
		b.Fatalf("clasp counts %q solutions, want %d", found, c.want)
	}
	return seconds
}

func claspRuns(b *testing.B, month, day, want int) []claspRun {
	processtest.Program(b, "clasp")
	var runs []claspRun
	for _, style := range constraint.AtMostOneStyles {
		var text bytes.Buffer
		if err := dayFormula(month, day, style).Write(&text); err != nil {
			b.Fatal(err)
		}
		file := filepath.Join(b.TempDir(), style+".cnf")
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			b.Fatal(err)
		}
		runs = append(runs, claspRun{style, file, want})
	}
	return runs
}

// BenchmarkCubesAgainstClasp measures Cubes and clasp alternately on each day of benchDays. clasp
// gets the formulas of all three styles. The result is clasp's total time in its fastest style,
// divided by the total time of Cubes.
func BenchmarkCubesAgainstClasp(b *testing.B) {
	clasp := map[string]float64{}
	var st cnf.Stats
	ours := 0.0
	formulas := make([]*cnf.Formula, len(benchDays))
	runs := make([][]claspRun, len(benchDays))
	for i, d := range benchDays {
		formulas[i] = dayFormula(d.month, d.day, "pairwise")
		runs[i] = claspRuns(b, d.month, d.day, d.solutions)
	}
	for b.Loop() {
		for i, d := range benchDays {
			start := time.Now()
			mustCount(b, Cubes{F: formulas[i], Depth: -1}, &st, d.solutions)
			ours += time.Since(start).Seconds()
			for _, c := range runs[i] {
				clasp[c.style] += c.seconds(b)
			}
		}
	}
	reportRatio(b, 8, clasp, ours, st)
}

// BenchmarkBlockingAgainstClasp compares Blocking with clasp as BenchmarkCubesAgainstClasp does for
// Cubes, but only on 25 January.
func BenchmarkBlockingAgainstClasp(b *testing.B) {
	clasp := map[string]float64{}
	var st cnf.Stats
	ours := 0.0
	f, runs := dayFormula(1, 25, "pairwise"), claspRuns(b, 1, 25, 216)
	for b.Loop() {
		start := time.Now()
		mustCount(b, Blocking{F: f}, &st, 216)
		ours += time.Since(start).Seconds()
		for _, c := range runs {
			clasp[c.style] += c.seconds(b)
		}
	}
	reportRatio(b, 0.15, clasp, ours, st)
}

// reportRatio also fails the benchmark if clasp takes less than floor times as long.
func reportRatio(b *testing.B, floor float64, clasp map[string]float64, ours float64, st cnf.Stats) {
	best := ours * 1e9
	for style, s := range clasp {
		best = min(best, s)
		b.ReportMetric(s/float64(b.N), "clasp-"+style+"-s/op")
	}
	b.ReportMetric(ours/float64(b.N), "ours-s/op")
	ratio.Report(b, floor, "clasp", best/ours)
	b.ReportMetric(st.Seconds/ours, "sat-share")
	b.ReportMetric(float64(st.Conflicts)/float64(b.N), "conflicts/op")
	b.ReportMetric(float64(st.Cubes)/float64(b.N), "cubes/op")
	b.ReportMetric(float64(st.Closed)/float64(b.N), "closed/op")
}

// BenchmarkProof measures, in turn, a search without a proof, a search with a proof written to a
// file, and the check of this proof. It reports the times of the search with a proof and of the
// check as multiples of the time of the search without a proof.
func BenchmarkProof(b *testing.B) {
	for _, d := range []struct{ month, day, solutions int }{{7, 4, 70}, {1, 25, 216}} {
		f := dayFormula(d.month, d.day, "pairwise")
		b.Run(fmt.Sprintf("day=%02d-%02d/cubes", d.month, d.day), func(b *testing.B) {
			benchProof(b, f, Cubes{F: f, Depth: -1}, d.solutions)
		})
	}
	f := dayFormula(10, 6, "pairwise")
	b.Run("day=10-06/blocking", func(b *testing.B) { benchProof(b, f, Blocking{F: f}, 7) })
}

func benchProof(b *testing.B, f *cnf.Formula, s cnf.Solver, want int) {
	file := filepath.Join(b.TempDir(), "proof")
	var plain, proved, checked time.Duration
	for b.Loop() {
		start := time.Now()
		mustCount(b, s, &cnf.Stats{}, want)
		plain += time.Since(start)

		start = time.Now()
		out, err := os.Create(file)
		if err != nil {
			b.Fatal(err)
		}
		w := drat.NewWriter(out)
		all := blocked(b, f, withProof(s, w))
		if err := errors.Join(w.Flush(), out.Close()); err != nil {
			b.Fatal(err)
		}
		proved += time.Since(start)

		start = time.Now()
		in, err := os.Open(file)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := drat.Check(context.Background(), all, in); err != nil {
			b.Fatal(err)
		}
		in.Close()
		checked += time.Since(start)
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(plain.Seconds()/float64(b.N), "plain-s/op")
	b.ReportMetric(float64(proved)/float64(plain), "proving-ratio")
	b.ReportMetric(float64(checked)/float64(plain), "checking-ratio")
	b.ReportMetric(float64(info.Size()), "proof-bytes")
}
