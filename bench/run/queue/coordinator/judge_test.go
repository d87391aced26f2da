package coordinator

import (
	"fmt"
	"path/filepath"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/work"
)

// answered returns a coordinator with a ledger. In the ledger, two methods gave different answers
// on each board with each seed. No answer is judged.
func answered(t *testing.T, boards, seeds int, suspects judge.Suspects) *Coordinator {
	t.Helper()
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var jobs []result.Job
	var rows []ledger.Row
	for seed := range seeds {
		for board := range boards {
			for _, method := range []string{"native", "gophersat/countmodels"} {
				j := result.Job{Puzzle: "fake", Instance: fmt.Sprint(board), Method: method, Task: result.Count, Seed: uint64(seed)}
				jobs = append(jobs, j)
				rows = append(rows, ledger.Row{Job: j.Text(), Record: result.Record{Key: j.Key(), Task: j.Task, Puzzle: j.Puzzle, Instance: j.Instance,
					Seed: j.Seed, Method: j.Method, Status: result.Exact, Reason: result.Done, Count: fmt.Sprint(len(method))}})
			}
		}
	}
	if err := l.Add(rows...); err != nil {
		t.Fatal(err)
	}
	return &Coordinator{options: Options{Ledger: l, Jobs: jobs, Suspects: suspects}, plan: queue.New(jobs), wrong: map[string]bool{}, fresh: jobs}
}

// TestJudge judges the answers on many boards. Each call of judge may compare only a part of the
// boards, so that messages do not wait. At the end, every answer is known to be wrong.
func TestJudge(t *testing.T) {
	const boards = 3 * judged / 2 // two answers each
	c := answered(t, boards, 1, nil)
	for calls := 1; calls == 1 || len(c.round) > 0; calls++ {
		if err := c.judge(); err != nil {
			t.Fatal(err)
		}
		if want := calls * judged; len(c.wrong) != want {
			t.Fatalf("after call %d, %d answers are known to be wrong, want %d", calls, len(c.wrong), want)
		}
	}
	if len(c.wrong) != 2*boards || len(c.fresh) > 0 {
		t.Errorf("%d answers are known to be wrong and %d are not judged, want %d and 0", len(c.wrong), len(c.fresh), 2*boards)
	}
}

// TestJudgeOneBoard judges many answers on one board. One call must be enough, because each call reads
// all records of its boards. Answers that a method under test contradicts are not wrong.
func TestJudgeOneBoard(t *testing.T) {
	for _, c := range []struct {
		suspects judge.Suspects
		wrong    int
	}{{nil, 4 * judged}, {judge.Suspects{"gophersat/countmodels"}, 0}} {
		one := answered(t, 1, 2*judged, c.suspects)
		if err := one.judge(); err != nil {
			t.Fatal(err)
		}
		if len(one.round) > 0 || len(one.fresh) > 0 || len(one.wrong) != c.wrong {
			t.Errorf("suspects %v: %d boards and %d jobs are left, %d answers are wrong, want none, none, and %d", c.suspects, len(one.round), len(one.fresh), len(one.wrong), c.wrong)
		}
	}
}

// TestKeptWrong starts a coordinator with a ledger that has wrong answers. The coordinator must
// count the wrong answers of its experiment, and no others.
func TestKeptWrong(t *testing.T) {
	ended := answered(t, 3, 1, nil).options
	if _, err := work.Judge(ended.Jobs, ended.Ledger, nil); err != nil {
		t.Fatal(err)
	}
	ignore := func(string) {}
	c, err := New(Options{Jobs: ended.Jobs[:2], Ledger: ended.Ledger, Finished: func(work.Outcome) {}, Warn: ignore, Note: ignore, Tick: func(Status) {}})
	if err != nil {
		t.Fatal(err)
	}
	if s := c.Status(); s.Kept != 2 || s.Wrong != 2 {
		t.Errorf("%d answers are kept and %d are wrong, want 2 and 2", s.Kept, s.Wrong)
	}
}
