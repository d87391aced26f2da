package work

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/usage"
	"counterproof/bench/test/ratio"
	"counterproof/encode/catalog"
)

// published is the sudoku of the article "Sudoku" of the English Wikipedia. It has one solution.
const published = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// disguised returns the published board with exchanged digits, and with exchanged rows and columns
// within the bands. Such a board also has one solution.
func disguised(rng *rand.Rand) string {
	digits := rng.Perm(9)
	within := func() (order []int) {
		for band := range 3 {
			for _, i := range rng.Perm(3) {
				order = append(order, 3*band+i)
			}
		}
		return order
	}
	rows, columns := within(), within()
	board := make([]byte, 0, 81)
	for _, r := range rows {
		for _, c := range columns {
			x := published[9*r+c]
			if x != '.' {
				x = byte('1' + digits[x-'1'])
			}
			board = append(board, x)
		}
	}
	return string(board)
}

// BenchmarkSmallBoards counts the solutions of easy sudokus in worker processes, one per core. It
// reports the boards per second, and the CPU time of all processes per board. The target is 20,000
// boards per second on two idle cores without a ledger, which is 100 microseconds of CPU time.
func BenchmarkSmallBoards(b *testing.B) {
	for _, c := range []struct {
		name string
		kept bool // in a ledger
	}{{"stream", false}, {"ledger", true}} {
		b.Run(c.name, func(b *testing.B) {
			const boards = 20_000
			before, _ := usage.CPU()
			for b.Loop() {
				var l *ledger.Ledger
				if c.kept {
					var err error
					if l, err = ledger.Open(filepath.Join(b.TempDir(), "l")); err != nil {
						b.Fatal(err)
					}
					defer l.Close()
				}
				countBoards(b, boards, result.Limits{}, l, &Pool{})
			}
			after, _ := usage.CPU()
			b.ReportMetric(float64(b.N)*boards/b.Elapsed().Seconds(), "boards/s")
			b.ReportMetric(float64(after-before)/float64(time.Microsecond)/float64(b.N*boards), "cpu-µs/board")
		})
	}
}

// BenchmarkLists counts the solutions of easy sudokus like the command count, which reads no costs. The
// reference gives the jobs a limit of wall time that is so short that each reply is written at once.
func BenchmarkLists(b *testing.B) {
	const boards = 5000
	ratio.AtLeast(b, 1.2, "single",
		func() { countBoards(b, boards, result.Limits{Wall: strict - 1}, nil, &Pool{}) },
		func() { countBoards(b, boards, result.Limits{}, nil, &Pool{Unmeasured: true}) })
}

// countBoards counts the solutions of n boards and checks the counts.
func countBoards(b *testing.B, n int, limits result.Limits, l *ledger.Ledger, pool *Pool) {
	p := catalog.Find("sudoku")
	native := method.MustParse(method.Native)
	jobs := func(yield func(int, result.Job) bool) {
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range n {
			in, err := p.Parse(disguised(rng))
			if err != nil {
				panic(err)
			}
			j, err := answer.Prepare(result.Job{Limits: limits}, p, in, native)
			if err != nil {
				panic(err)
			}
			if !yield(i, j) {
				return
			}
		}
	}
	done := 0
	err := Stream(b.Context(), jobs, l, pool, func(_ int, o Outcome) error {
		if o.Record.Count != "1" {
			b.Fatalf("%s: count %s, want 1", o.Job.Instance, o.Record.Amount())
		}
		done++
		return nil
	})
	if err != nil || done != n {
		b.Fatalf("%d of %d boards, %v", done, n, err)
	}
}

// BenchmarkJudge compares the answers of two methods on 10,000 boards: for the first time, when the
// verdicts are stored, and again, when they stay the same.
func BenchmarkJudge(b *testing.B) {
	var jobs []result.Job
	var rows []ledger.Row
	for n := range 10_000 {
		for _, m := range []string{"native", "sat"} {
			j := result.Job{Task: result.Count, Puzzle: "sudoku", Instance: fmt.Sprintf("%081d", n), Method: m}
			r := j.Record(result.Done, "")
			r.Status, r.Count = result.Exact, "1"
			jobs, rows = append(jobs, j), append(rows, ledger.Row{Job: j.Text(), Record: r})
		}
	}
	for _, again := range []bool{false, true} {
		b.Run(map[bool]string{false: "first", true: "again"}[again], func(b *testing.B) {
			var took time.Duration
			for b.Loop() {
				l, err := ledger.Open(filepath.Join(b.TempDir(), "l"))
				if err == nil {
					err = l.Add(rows...)
				}
				if err == nil && again {
					_, err = Judge(jobs, l, nil)
				}
				before, _ := usage.CPU()
				if err == nil {
					_, err = Judge(jobs, l, nil)
				}
				after, _ := usage.CPU()
				if err != nil {
					b.Fatal(err)
				}
				took += after - before
				l.Close()
			}
			b.ReportMetric(float64(took)/float64(time.Microsecond)/float64(b.N*len(jobs)), "cpu-µs/record")
		})
	}
}
