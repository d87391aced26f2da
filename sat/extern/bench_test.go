package extern_test

import (
	"context"
	"testing"

	"counterproof/bench/system/solvers"
	"counterproof/encode"
	"counterproof/encode/puzzle/calendar"
	"counterproof/sat"
	"counterproof/sat/cnf"
	. "counterproof/sat/extern"
)

// BenchmarkStart measures the cost of starting each program. It runs the program on a trivial
// formula with 16 models, which clasp lists in one run.
func BenchmarkStart(b *testing.B) {
	f := formula(4, lits{1, 2, 3, 4})
	for _, tool := range solvers.Found() {
		if tool.Answer == Counts {
			continue
		}
		b.Run("program="+tool.Name, func(b *testing.B) {
			var st cnf.Stats
			for b.Loop() {
				count(b, Solver{tool, f}, &st, 16)
			}
			b.ReportMetric(st.Seconds*1e9/float64(st.Runs), "ns/run")
		})
	}
}

// BenchmarkDay measures how long each program and our own cubes take to count days with
// published numbers of solutions.
func BenchmarkDay(b *testing.B) {
	for _, day := range []struct {
		text  string
		count int
		all   bool // also use programs that start again for each solution
	}{{"10-06", 7, true}, {"01-25", 216, false}} {
		in, err := calendar.Puzzle.Parse(day.text)
		if err != nil {
			b.Fatal(err)
		}
		enc, err := encode.CNF(&calendar.Puzzle, in, calendar.Puzzle.Styles[0])
		if err != nil {
			b.Fatal(err)
		}
		by := func(name string, s cnf.Solver) {
			b.Run("day="+day.text+"/by="+name, func(b *testing.B) {
				var st cnf.Stats
				for b.Loop() {
					count(b, s, &st, day.count)
				}
			})
		}
		by("cubes", sat.Cubes{F: &enc.Formula, Depth: -1})
		for _, tool := range solvers.Found() {
			if day.all && tool.Answer != Counts || tool.Answer == AllModels {
				by(tool.Name, Solver{tool, &enc.Formula})
			}
		}
	}
}

func count(b *testing.B, s cnf.Solver, st *cnf.Stats, want int) {
	b.Helper()
	n := 0
	if err := s.Search(context.Background(), st, func(cnf.Model) bool { n++; return true }); err != nil || n != want {
		b.Fatalf("%d solutions, %v, want %d", n, err, want)
	}
}
