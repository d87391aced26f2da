package lightsout

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/constraint"
	"counterproof/encode/puzzletest"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// A way is a method that BenchmarkNineByNine measures: it counts the solutions of one formula.
type way struct {
	name  string
	count func() (string, error)
}

func listing(s cnf.Solver) func() (string, error) {
	return func() (string, error) {
		n := 0
		err := s.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool { n++; return true })
		return fmt.Sprint(n), err
	}
}

// BenchmarkNineByNine uses SAT to count the 256 solutions of the 9x9 board with all lights on. For
// each style of Xor, gophersat counts once with blocking clauses and once with cubes. If clasp is
// installed, it counts, too. The benchmark runs these methods in turn. It reports the median of the
// seconds of each method.
func BenchmarkNineByNine(b *testing.B) {
	in := mustParse(b, lit(9, 9))
	var ways []way
	for _, style := range constraint.XorStyles {
		enc, err := encode.CNF(&Puzzle, in, style)
		if err != nil {
			b.Fatal(err)
		}
		ways = append(ways,
			way{style + "-blocking", listing(sat.Blocking{F: &enc.Formula})},
			way{style + "-cubes", listing(sat.Cubes{F: &enc.Formula, Depth: -1})})
		if _, ok := processtest.Find(b, "clasp"); !ok {
			continue
		}
		var text bytes.Buffer
		if err := enc.Write(&text); err != nil {
			b.Fatal(err)
		}
		file := filepath.Join(b.TempDir(), style+".cnf")
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			b.Fatal(err)
		}
		ways = append(ways, way{style + "-clasp", func() (string, error) { return puzzletest.Clasp(file, 0) }})
	}
	spent := map[string][]float64{}
	for b.Loop() {
		for _, w := range ways {
			start := time.Now()
			n, err := w.count()
			if err != nil || n != "256" {
				b.Fatalf("%s: %s solutions, %v; want 256", w.name, n, err)
			}
			spent[w.name] = append(spent[w.name], time.Since(start).Seconds())
		}
	}
	for name, s := range spent {
		slices.Sort(s)
		b.ReportMetric(s[len(s)/2], name+"-s")
	}
}
