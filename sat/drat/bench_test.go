package drat_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode"
	"counterproof/encode/calendar"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

func dayFormula(b testing.TB, day string) *cnf.Formula {
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

// certified is f with its blocking clauses, and the proof that it has no model.
func certified(b testing.TB, f *cnf.Formula, search func(sat.Proof) native.Solver[cnf.Model]) (*cnf.Formula, []byte) {
	var proof bytes.Buffer
	w := drat.NewWriter(&proof)
	all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	var st native.Stats
	err := search(w).Search(context.Background(), &st, func(m cnf.Model) bool {
		all.Add(f.Blocking(m)...)
		return true
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		b.Fatal(err)
	}
	return all, proof.Bytes()
}

// BenchmarkCalendar counts a day of the calendar by cubes, certifies the count,
// and checks the proof, by turns.
func BenchmarkCalendar(b *testing.B) {
	for _, day := range []string{"10-06", "07-04", "01-25"} {
		b.Run("day="+day, func(b *testing.B) {
			f := dayFormula(b, day)
			var counting, certifying, checking time.Duration
			var size, lines int
			var st drat.Stats
			for b.Loop() {
				begin := time.Now()
				certified(b, f, func(sat.Proof) native.Solver[cnf.Model] { return sat.Cubes{F: f, Depth: -1} })
				counted := time.Now()
				all, proof := certified(b, f, func(to sat.Proof) native.Solver[cnf.Model] { return sat.Cubes{F: f, Depth: -1, Proof: to} })
				written := time.Now()
				var err error
				if st, err = drat.Check(context.Background(), all, bytes.NewReader(proof)); err != nil || st.Unknown > 0 {
					b.Fatal(st, err)
				}
				checking += time.Since(written)
				certifying += written.Sub(counted)
				counting += counted.Sub(begin)
				size, lines = len(proof), bytes.Count(proof, []byte("\n"))
			}
			b.ReportMetric(counting.Seconds()/float64(b.N), "counting-s")
			b.ReportMetric(certifying.Seconds()/counting.Seconds(), "certifying/counting")
			b.ReportMetric(checking.Seconds()/certifying.Seconds(), "checking/certifying")
			b.ReportMetric(float64(size)/1e6, "MB")
			b.ReportMetric(float64(lines), "lines")
			b.ReportMetric(checking.Seconds()*1e6/float64(b.N*st.Lemmas), "µs/lemma")
			b.ReportMetric(float64(st.Propagations)/float64(st.Lemmas), "propagations/lemma")
		})
	}
}

// BenchmarkRead reads 10 MB of proof.
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
