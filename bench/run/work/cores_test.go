package work

import (
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode/catalog"
)

// TestCores gives jobs with two cores to a pool. A search that would take years ends at its limit of
// time, and its record has the CPU time so far. The other search has the answer of one core, and the CPU
// time and the memory of both.
func TestCores(t *testing.T) {
	board := func(puzzle, instance string, template result.Job) result.Job {
		p := catalog.Find(puzzle)
		in, err := p.Parse(instance)
		if err != nil {
			t.Fatal(err)
		}
		j, err := answer.Prepare(template, p, in, method.MustParse("native/bitset"))
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	dominoes := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 14)+"/", 14), "/") + ";98*xx"
	out := do(t, &Pool{Workers: 1},
		board("packing", dominoes, result.Job{Cores: 2, Limits: result.Limits{Wall: time.Second}}),
		board("pentomino", "5x12", result.Job{Cores: 2}), board("pentomino", "5x12", result.Job{}))
	if r := out[0].Record; r.Reason != result.Timeout || *r.WallSeconds < 1 || *r.CPUSeconds == 0 {
		t.Errorf("%s after %v s", r.Reason, *r.WallSeconds)
	}
	two, one := out[1].Record, out[2].Record
	if two.Count != "4040" || two.Digest != one.Digest || *two.Nodes != *one.Nodes || two.Key != one.Key { // 1010 up to symmetry
		t.Errorf("on two cores %+v, on one %+v", two, one)
	}
	if *two.CPUSeconds <= 0 || two.PeakBytes == nil {
		t.Errorf("CPU time %v, memory %v", *two.CPUSeconds, two.PeakBytes)
	}
}
