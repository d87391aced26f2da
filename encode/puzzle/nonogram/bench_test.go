package nonogram

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// A way counts the solutions of a board by one method and stops at 2. The method is the function
// count. Its parameter dir is a folder with the board's formulas.
type way struct {
	name  string
	count func(b *Board, dir string) (int, error)
}

// by returns a way that uses one of our own methods, given by its name. For SAT, the
// measured time includes writing the formula.
func by(name string) way {
	return way{strings.ReplaceAll(name, "/", "-"), func(b *Board, _ string) (n int, err error) {
		m, err := lookup.Resolve(&Puzzle, b, method.MustParse(name))
		if err != nil {
			return 0, err
		}
		err = m.Search(context.Background(), new(lookup.Stats), func(encode.Solution) bool {
			n++
			return n < 2
		})
		return n, err
	}}
}

// clasp returns a way that runs clasp on the formula of the given style, which must already be in
// the folder.
func clasp(style string) way {
	return way{"clasp-" + style, func(_ *Board, dir string) (n int, err error) {
		text, err := puzzletest.Clasp(filepath.Join(dir, style+".cnf"), 2)
		if err == nil {
			n, err = strconv.Atoi(text)
		}
		return n, err
	}}
}

// BenchmarkUnique proves that each of the sixty boards of sgt-pattern in testdata has only one
// solution. There are 20 boards each of 15x15, 25x25 and 40x40. The methods are native, SAT in each
// style, and clasp on the same formulas. The times of SAT include writing the formula and the
// blocking clauses. The times of clasp include the start of the program and reading the formula.
// All methods solve a board before any method solves the next one. The benchmark reports the
// seconds of each method, for each size and for all sizes, and the ratio of each method's time to
// the native time.
func BenchmarkUnique(b *testing.B) {
	benchmark(b, ids(b))
}

// BenchmarkProbed does the same as BenchmarkUnique with the boards in
// testdata/probed.txt.
func BenchmarkProbed(b *testing.B) {
	benchmark(b, probedIDs(b))
}

func benchmark(b *testing.B, ids []string) {
	ways := []way{by("native")}
	for _, style := range Puzzle.Styles {
		ways = append(ways, by("sat/"+style))
	}
	if _, ok := processtest.Find(b, "clasp"); ok {
		for _, style := range Puzzle.Styles {
			ways = append(ways, clasp(style))
		}
	}
	dirs := make([]string, len(ids))
	for i, id := range ids {
		dirs[i] = b.TempDir()
		for _, style := range Puzzle.Styles {
			enc, err := encode.CNF(&Puzzle, mustParse(b, id), style)
			if err != nil {
				b.Fatal(err)
			}
			var text bytes.Buffer
			if err := enc.Write(&text); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dirs[i], style+".cnf"), text.Bytes(), 0o666); err != nil {
				b.Fatal(err)
			}
		}
	}
	spent := map[string]float64{}
	sizes := []string{"all"}
	for b.Loop() {
		for i, id := range ids {
			size, _, _ := strings.Cut(id, ":")
			if !slices.Contains(sizes, size) {
				sizes = append(sizes, size)
			}
			board := mustParse(b, id)
			for _, w := range ways {
				start := time.Now()
				n, err := w.count(board, dirs[i])
				took := time.Since(start).Seconds()
				if err != nil || n != 1 {
					b.Fatalf("%s by %s: %d solutions, %v; want 1", id, w.name, n, err)
				}
				spent[size+"-"+w.name] += took
				spent["all-"+w.name] += took
			}
		}
	}
	for _, w := range ways {
		for _, size := range sizes {
			b.ReportMetric(spent[size+"-"+w.name]/float64(b.N), size+"-"+w.name+"-s")
		}
		b.ReportMetric(spent["all-"+w.name]/spent["all-native"], w.name+"/native")
	}
}

// BenchmarkDeduce solves the boards in testdata by deduction. It reports the boards of
// sgt-pattern and the boards that need probes separately.
func BenchmarkDeduce(b *testing.B) {
	for name, ids := range map[string][]string{"pattern": ids(b), "probed": probedIDs(b)} {
		b.Run(name, func(b *testing.B) {
			levels := map[string]int{}
			n := 0
			for b.Loop() {
				for _, id := range ids {
					d := puzzletest.Deduce(b, mustParse(b, id), deduction.Options{})
					if d.Solution == nil {
						b.Fatalf("%s is not solved", id)
					}
					levels[d.Level]++
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "boards/s")
			for level, k := range levels {
				b.ReportMetric(float64(k)/float64(n), level+"/board")
			}
		})
	}
}
