package crosscheck

import (
	"context"
	"strings"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/test/fakes"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// compare does jobs on a board one after the other and compares the answers. There must be
// at least one job. The function watcher returns the Watcher of the i-th job; watcher itself can be
// nil. If ctx ends, the records of the unfinished jobs have the reason Timeout or Killed.
func compare(ctx context.Context, jobs []result.Job, p *encode.Puzzle, in encode.Instance, watcher func(i int) answer.Watcher) *judge.Case {
	records := make([]result.Record, len(jobs))
	for i, j := range jobs {
		if err := ctx.Err(); err != nil {
			records[i] = answer.Failed(j, err)
			continue
		}
		var w answer.Watcher
		if watcher != nil {
			w = watcher(i)
		}
		records[i] = answer.Count(ctx, j, p, in, w)
	}
	return judge.Compare(records)
}

// TestCompare checks that three methods find the same 6 colourings of a triangle with three
// colours, and that the comparison says so.
func TestCompare(t *testing.T) {
	p := catalog.Find("map")
	in, err := p.Parse("regions=3 colours=3 edges=0-1,0-2,1-2")
	if err != nil {
		t.Fatal(err)
	}
	jobs, asked, err := Check{Methods: []string{"native", "native/domain", "sat", "brute", "sat/pairwise"}}.jobs(Board{p, in})
	if err != nil || len(jobs) != 3 || strings.Join(asked, " ") != "native sat brute" {
		t.Fatalf("%d jobs of %v, %v, want one for each method", len(jobs), asked, err)
	}
	var watching []int
	b := compare(t.Context(), jobs, p, in, func(i int) answer.Watcher {
		return answer.Watcher{Ready: func(m *lookup.Method) {
			watching = append(watching, i)
			if m.Name.String() != jobs[i].Method {
				t.Errorf("%s is ready, want %s", m.Name, jobs[i].Method)
			}
		}}
	})
	if b.Agreement != judge.Agreed || b.Count.String() != "6" || !b.Sets || b.Methods != 3 || len(watching) != 3 {
		t.Errorf("%+v, watched %v, want three methods with the same 6 solutions", b, watching)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	b = compare(over, jobs, p, in, nil)
	for _, r := range b.Records {
		if r.Reason != result.Killed || b.Agreement != judge.NoAnswer {
			t.Errorf("after the end: %+v", r)
		}
	}
	if _, _, err := (Check{Methods: []string{"native", "magic"}}).jobs(Board{p, in}); err == nil {
		t.Error("an unknown method gives no error")
	}
}

// TestCompareFinds checks that a comparison notices a method that loses a solution.
func TestCompareFinds(t *testing.T) {
	for puzzle, wrong := range map[string]bool{"fake": false, "fake-few": true} {
		p, in := fakes.Lookup(puzzle), fakes.New(puzzle, 6)
		jobs, _, err := Check{Methods: []string{"native", "sat", "brute"}}.jobs(Board{p, in})
		if err != nil {
			t.Fatal(err)
		}
		if b := compare(t.Context(), jobs, p, in, nil); b.Wrong() != wrong || b.Methods != 3 {
			t.Errorf("%s: %+v, wrong: %v, want %v", puzzle, b, b.Wrong(), wrong)
		}
	}
}
