package lookup

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// A mixture is a list of boards of several sizes in random order: boards with one solution, boards
// with several solutions and boards without a solution.
func mixture(t testing.TB) (p *encode.Puzzle, boards []encode.HasCommonFormula) {
	p = catalog.Find("sudoku")
	rng := rand.New(rand.NewPCG(1, 2))
	add := func(in encode.Instance) { boards = append(boards, in.(encode.HasCommonFormula)) }
	for _, size := range []encode.Size{{H: 4, W: 4}, {H: 6, W: 6}, {H: 9, W: 9}} {
		for range 3 {
			in, err := p.Generate(t.Context(), rng, size, unique)
			if err != nil {
				t.Fatal(err)
			}
			board := in.(clues.HasClues)
			add(board)
			add(board.Without(rng.Perm(board.Clues())[:3]...))
		}
	}
	large := "5x4:" // its formula is too large to be kept
	for i := range 400 {
		large += string(".123456789ABCDEFGHIJK"[(4*(i/20%5)+i/100+i%20)%20+1])
	}
	large = strings.ReplaceAll(large, "1", ".")
	for _, text := range []string{large, "11..............", "1...1...........", "12..34..........", "................"} {
		in, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		add(in)
	}
	rng.Shuffle(len(boards), func(i, j int) { boards[i], boards[j] = boards[j], boards[i] })
	return p, boards
}

func unique(in encode.Instance) bool {
	one, err := encode.Unique(context.Background(), in)
	return one && err == nil
}

// alone returns the solver of a method on a formula that no other board shares.
func alone(enc *encode.Encoding, name string) cnf.Solver {
	if method.MustParse(name).Variant == method.Cubes {
		return sat.Cubes{F: &enc.Formula, Depth: method.OwnDepth}
	}
	return sat.Blocking{F: &enc.Formula}
}

// A found is what a search returns: at most 100 solutions in their order, and the work.
type found struct {
	solutions          []encode.Solution
	work               [4]int64
	variables, clauses int
}

func find(t testing.TB, search func(context.Context, *Stats, func(encode.Solution) bool) error, variables, clauses int) (f found) {
	var st Stats
	err := search(t.Context(), &st, func(s encode.Solution) bool {
		f.solutions = append(f.solutions, s)
		return len(f.solutions) < 100
	})
	if err != nil {
		t.Error(err)
	}
	f.work = [4]int64{st.SAT.Conflicts, st.SAT.Decisions, st.SAT.Cubes, st.SAT.Closed}
	f.variables, f.clauses = variables, clauses
	return f
}

// TestCommonFormula compares searches on the common formula of a kind of boards with searches on the
// formula of each board. The solutions, their order, the work and the size of the formula must be
// the same, also if two goroutines search at the same time.
func TestCommonFormula(t *testing.T) {
	p, boards := mixture(t)
	var wg sync.WaitGroup
	for _, name := range []string{"sat", "sat/product/cubes", "sat/sequential"} {
		wg.Go(func() {
			several := 0
			for _, in := range boards {
				m, err := Resolve(p, in, method.MustParse(name))
				if err != nil {
					t.Error(err)
					return
				}
				enc, err := encode.CNF(p, in, m.Style)
				if err != nil {
					t.Error(err)
					return
				}
				want := find(t, decoded(alone(enc, name), enc), enc.NumVars, len(enc.Clauses))
				if got := find(t, m.Search, m.Variables, m.Clauses); !reflect.DeepEqual(got, want) {
					t.Errorf("%s %v: got %d solutions, %d variables, %d clauses, work %v; want %d, %d, %d, %v", name, in,
						len(got.solutions), got.variables, got.clauses, got.work, len(want.solutions), want.variables, want.clauses, want.work)
				}
				if len(want.solutions) > 1 {
					several++
				}
			}
			if several < 5 || several == len(boards) {
				t.Errorf("%d of %d boards have several solutions", several, len(boards))
			}
		})
	}
	wg.Wait()
}

// TestCommon checks the promise of encode.HasCommonFormula for each puzzle that makes it.
func TestCommon(t *testing.T) {
	boards := map[string][]encode.HasCommonFormula{}
	for _, p := range catalog.All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		if in, ok := in.(encode.HasCommonFormula); ok {
			boards[p.Name] = append(boards[p.Name], in)
		}
	}
	_, more := mixture(t)
	boards["sudoku"] = append(boards["sudoku"], more...)
	for name, list := range boards {
		p := catalog.Find(name)
		for _, in := range list {
			board, values := in.Common()
			for _, style := range p.Styles {
				got := clauses(t, p, board, style, func(e *encode.Encoder) {
					for site, v := range values {
						if v >= 0 {
							e.Add(e.Is(site, v))
						}
					}
				})
				if want := clauses(t, p, in, style, func(*encode.Encoder) {}); !slices.Equal(got, want) {
					t.Errorf("%s %v, style %s: the formula differs from the common one with unit clauses", name, in, style)
				}
			}
		}
	}
}

// clauses returns the clauses and the projection of a formula as sorted texts.
func clauses(t *testing.T, p *encode.Puzzle, in encode.Instance, style string, more func(*encode.Encoder)) []string {
	enc, err := encode.CNFAnd(t.Context(), p, in, style, 0, more)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{fmt.Sprint(enc.NumVars, enc.Projection)}
	for _, c := range enc.Clauses {
		all = append(all, fmt.Sprint(c))
	}
	slices.Sort(all)
	return all
}

// BenchmarkCommonFormula measures the method sat on 50 minimal sudokus with their common formula, and
// with a formula for each board. It reports how many times faster the first is.
func BenchmarkCommonFormula(b *testing.B) {
	p := catalog.Find("sudoku")
	rng := rand.New(rand.NewPCG(1, 2))
	var boards []encode.Instance
	for range 50 {
		in, err := p.Generate(b.Context(), rng, p.Size, unique)
		if err != nil {
			b.Fatal(err)
		}
		boards = append(boards, in)
	}
	var shared, each float64
	for b.Loop() {
		shared += seconds(func() {
			for _, in := range boards {
				m, err := Resolve(p, in, method.MustParse("sat"))
				if err != nil {
					b.Fatal(err)
				}
				if n := len(find(b, m.Search, 0, 0).solutions); n != 1 {
					b.Fatalf("%v has %d solutions", in, n)
				}
			}
		})
		each += seconds(func() {
			for _, in := range boards {
				enc, err := encode.CNF(p, in, p.Styles[0])
				if err != nil {
					b.Fatal(err)
				}
				find(b, decoded(alone(enc, "sat"), enc), 0, 0)
			}
		})
	}
	ratio.Report(b, 8, "alone", each/shared)
	b.ReportMetric(float64(len(boards)*b.N)/shared, "boards/s")
}

func seconds(f func()) float64 {
	start := time.Now()
	f()
	return time.Since(start).Seconds()
}
