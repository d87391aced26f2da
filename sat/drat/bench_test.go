package drat_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/puzzle/calendar"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

func dayFormula(b *testing.B, day string) *cnf.Formula {
	p := &calendar.Puzzle
	in, err := p.Parse(day)
	if err != nil {
		b.Fatal(err)
	}
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		b.Fatal(err)
	}
	return &enc.Formula
}

// BenchmarkCalendar measures counting a day of the calendar, certifying the count and checking the
// proof, in turn. If drat-trim is on PATH, drat-trim also checks the proof forward.
func BenchmarkCalendar(b *testing.B) {
	for _, c := range []struct {
		day, method string
		search      func(f *cnf.Formula, to sat.Proof) cnf.Solver
	}{
		{"10-06", "cubes", cubes}, {"07-04", "cubes", cubes}, {"01-25", "cubes", cubes},
		{"10-06", "blocking", func(f *cnf.Formula, to sat.Proof) cnf.Solver { return sat.Blocking{F: f, Proof: to} }},
	} {
		b.Run("day="+c.day+"/method="+c.method, func(b *testing.B) {
			f := dayFormula(b, c.day)
			var counting, certifying, checking, trimming time.Duration
			var size int
			var st drat.Stats
			for b.Loop() {
				begin := time.Now()
				certified(b, f, c.search(f, nil), nil)
				counted := time.Now()
				var proof bytes.Buffer
				w := drat.NewWriter(&proof)
				all := certified(b, f, c.search(f, w), w)
				size = proof.Len()
				written := time.Now()
				trim := dratTrim(b, all, proof.Bytes())
				trimmed := time.Now()
				var err error
				if st, err = drat.Check(context.Background(), all, &proof); err != nil || st.Unknown > 0 {
					b.Fatal(st, err)
				}
				checking += time.Since(trimmed)
				trimming += trim
				certifying += written.Sub(counted)
				counting += counted.Sub(begin)
			}
			b.ReportMetric(counting.Seconds()/float64(b.N), "counting-s")
			b.ReportMetric(certifying.Seconds()/counting.Seconds(), "certifying/counting")
			b.ReportMetric(checking.Seconds()/certifying.Seconds(), "checking/certifying")
			if trimming > 0 {
				b.ReportMetric(trimming.Seconds()/checking.Seconds(), "drat-trim/checking")
			}
			b.ReportMetric(float64(size)/1e6, "MB")
			b.ReportMetric(float64(st.Lemmas), "lemmas")
			b.ReportMetric(checking.Seconds()*1e6/float64(b.N*st.Lemmas), "µs/lemma")
			b.ReportMetric(float64(st.Propagations)/float64(st.Lemmas), "propagations/lemma")
		})
	}
}

func cubes(f *cnf.Formula, to sat.Proof) cnf.Solver {
	return sat.Cubes{F: f, Depth: -1, Proof: to}
}

// certified returns f with the blocking clauses of the solutions that s finds.
func certified(b *testing.B, f *cnf.Formula, s cnf.Solver, proof *drat.Writer) *cnf.Formula {
	all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	err := s.Search(context.Background(), &cnf.Stats{}, func(m cnf.Model) bool {
		all.Add(f.Blocking(m)...)
		return true
	})
	if err == nil && proof != nil {
		err = proof.Flush()
	}
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// dratTrim returns the time that drat-trim takes, or 0 if it is not installed.
func dratTrim(b *testing.B, f *cnf.Formula, proof []byte) time.Duration {
	if _, ok := processtest.Find(b, "drat-trim"); !ok {
		return 0
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	formula, name := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	if os.WriteFile(formula, text.Bytes(), 0o666) != nil || os.WriteFile(name, proof, 0o666) != nil {
		b.Fatal("the files cannot be written")
	}
	begin := time.Now()
	out, _ := exec.Command("drat-trim", formula, name, "-f").Output()
	if !bytes.Contains(out, []byte("s VERIFIED")) {
		b.Fatalf("drat-trim says %s", out)
	}
	return time.Since(begin)
}

// BenchmarkRead measures reading a proof of 10 MB.
func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("-1043 -877 -12 1999 456 -33 781 0\nd -1043 -877 -12 1999 456 -33 781 0\n", 140_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for _, err := range drat.Read(io.Reader(strings.NewReader(text))) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
