package spread

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/ratio"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// spreadingOf returns a job of a puzzle of the catalogue.
func spreadingOf(t testing.TB, puzzle, instance, name string, template result.Job) spreading {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(instance)
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.Prepare(template, p, in, method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	return spreading{j, p, func(_ result.Job, do func() result.Record) result.Record { return do() }}
}

// gist returns what must not depend on the number of cores.
func gist(r result.Record) string {
	value := func(steps *int64) int64 {
		if steps == nil {
			return 0
		}
		return *steps
	}
	return fmt.Sprintln(r.Status, r.Reason, r.Count, r.Digest, value(r.Nodes), value(r.Updates), r.Error)
}

// sparse returns a random exact cover with primary items, secondary items and colours.
func sparse(rng *rand.Rand) string {
	text := []string{"A B C D E F | X Y"}
	for range 40 {
		var option []string
		for _, i := range rng.Perm(6)[:1+rng.IntN(3)] {
			option = append(option, string(rune('A'+i)))
		}
		if rng.IntN(2) > 0 {
			option = append(option, []string{"X", "X:1", "X:2"}[rng.IntN(3)])
		}
		if rng.IntN(4) == 0 {
			option = append(option, []string{"Y", "Y:1"}[rng.IntN(2)])
		}
		text = append(text, strings.Join(option, " "))
	}
	return strings.Join(text, " ; ")
}

// spreadBoards returns boards that take a few milliseconds. They include pieces with multiplicities
// other than 1:1, boards without a solution, and nonograms with many solutions.
func spreadBoards() [][2]string {
	boards := [][2]string{
		{"calendar", "10-06"}, {"pentomino", "3x20"}, {"pentomino", "5x6:FILPVW"},
		{"packing", "..../..../....;6*xx"}, {"packing", "..../..../....;0-6*xx;0-4*xx/x.;0-2*xxx"}, {"packing", "..../.#../....;6*xx"},
		{"sudoku", "................"},
		{"pairplace", "....../....../......"},
	}
	rng := rand.New(rand.NewPCG(1, 36))
	for range 6 {
		boards = append(boards, [2]string{"exactcover", sparse(rng)})
	}
	nonogram := catalog.Find("nonogram")
	for range 6 {
		if in, err := nonogram.Random(rng, encode.Size{H: 9, W: 10}, 0.4); err == nil {
			boards = append(boards, [2]string{"nonogram", in.String()})
		}
	}
	return boards
}

// TestSpread divides searches among 2 to 4 cores, at every depth that has nodes. The count, the digest
// and the numbers of nodes and updates must be the same as on one core.
func TestSpread(t *testing.T) {
	shared := map[string]int{}
	for _, board := range spreadBoards() {
		for _, name := range []string{"bitset", "dlx", "line"} {
			if (board[0] == "nonogram") != (name == "line") || name == "dlx" && (board[0] == "calendar" || board[1] == "3x20") {
				continue
			}
			s := spreadingOf(t, board[0], board[1], "native/"+name, result.Job{Limits: result.Limits{Solutions: 100_000}})
			want := s.search(t.Context(), nil)
			if want.Status != result.Exact {
				t.Fatal(board, name, want.Count, want.Reason, want.Error)
			}
			for depth := 1; depth < 8; depth++ {
				s.job.Cores = 2 + depth%3
				walk := &native.Share{Depth: depth}
				top := s.search(t.Context(), walk)
				if top.Count != "0" {
					t.Fatalf("%v by %s: the walk to depth %d has %s solutions", board, name, depth, top.Count)
				}
				if r := merge(s.job, s.together(depth), top); gist(r) != gist(want) {
					t.Fatalf("%v by %s on %d cores at depth %d:\n got %swant %s", board, name, s.job.Cores, depth, gist(r), gist(want))
				}
				if walk.Met > 1 {
					shared[name]++
				}
			}
		}
	}
	for _, name := range []string{"bitset", "dlx", "line"} {
		if shared[name] < 20 {
			t.Errorf("%s shared %d searches, want 20 or more", name, shared[name])
		}
	}
}

// TestSpreadUnsupported checks that engines that cannot share leave all counters alone, so that spread
// waits for their only search.
func TestSpreadUnsupported(t *testing.T) {
	for _, c := range [][3]string{
		{"packing", "..../..../....;6*xx", "memo"}, {"packing", "..../..../....;6*xx", "dictionary"},
		{"sudoku", "1..4........4..1", "domain"}, {"minesweeper", "mines=2 ???/?2?/???", "sums"},
		{"laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "linear"},
	} {
		s := spreadingOf(t, c[0], c[1], "native/"+c[2], result.Job{Limits: result.Limits{Solutions: 1000}})
		share := &native.Share{Depth: 1, Taken: new(atomic.Int64)}
		if got, want := s.search(t.Context(), share), s.search(t.Context(), nil); gist(got) != gist(want) || share.Met != 0 {
			t.Errorf("%v: %d nodes were met, %s", c, share.Met, gist(got))
		}
	}
}

// TestSpreadLimit counts with limits around the known number of solutions of a calendar board, and up
// to symmetry: 6 dominoes cover 3x4 cells in 11 ways, 5 up to symmetry.
func TestSpreadLimit(t *testing.T) {
	before := alone
	t.Cleanup(func() { alone = before })
	for _, alone = range []time.Duration{0, time.Hour} {
		for limit, want := range map[int64]string{0: "11", 1: ">=1", 10: ">=10", 11: "11", 12: "11"} {
			s := spreadingOf(t, "packing", "..../..../....;6*xx", "native/bitset", result.Job{Cores: 3, Limits: result.Limits{Solutions: limit}})
			if r := Count(s.job, s.puzzle, s.guard); r.Amount() != want || (r.Digest != "") != (r.Status == result.Exact) || r.Key != s.job.Key() {
				t.Errorf("limit %d: %s, want %s, digest %q", limit, r.Amount(), want, r.Digest)
			}
		}
		s := spreadingOf(t, "packing", "..../..../....;6*xx", "native/bitset", result.Job{Cores: 2, Options: result.Options{Orbits: true}})
		if r := Count(s.job, s.puzzle, s.guard); r.Amount() != "5" {
			t.Errorf("%s up to symmetry, want 5: %s", r.Amount(), r.Error)
		}
	}
}

// BenchmarkSpread counts the packings of a board of 4x15 cells with the twelve pentominoes by dancing
// links, on one core and on two. It reports how many times as fast two cores are.
func BenchmarkSpread(b *testing.B) {
	s := spreadingOf(b, "pentomino", "4x15", "native/dlx", result.Job{Cores: 2})
	var wall [2]float64
	for b.Loop() {
		for i := range wall {
			r := s.search(b.Context(), nil)
			if i > 0 {
				r = Count(s.job, s.puzzle, s.guard)
			}
			if r.Count != "1472" {
				b.Fatal(r)
			}
			wall[i] += *r.WallSeconds
		}
	}
	if runtime.NumCPU() < 2 {
		b.Skip("this machine has one core")
	}
	ratio.Report(b, 1.1, "core", wall[0]/wall[1])
}
