package bench

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/result"
)

func TestEstimate(t *testing.T) {
	jobs := func(wall time.Duration) (all []Job) {
		for _, instance := range []string{"1", "2", "3", "4"} {
			for _, m := range []string{"native/a", "sat/b"} {
				all = append(all, Job{Puzzle: "p", Instance: instance, Method: m, Limits: Limits{Wall: wall}})
			}
		}
		return all
	}
	seconds := func(x float64) result.Record { return result.Record{WallSeconds: &x} }
	cost := &Spec{Cost: Cost{Quick: duration{40 * time.Second}, Full: duration{time.Hour}}}
	full := *cost
	full.Full = true
	shard := *cost // 8 jobs of 32
	shard.Places = map[string][]Label{}
	for i := range 32 {
		shard.Places[strconv.Itoa(i)] = nil
	}
	for _, c := range []struct {
		name string
		spec *Spec
		wall time.Duration
		done map[int]float64 // seconds of jobs
		want string
	}{
		// 3 x 2 s and 3 x 8 s are to do.
		{"by the jobs done", cost, 0, map[int]float64{0: 2, 1: 8}, "about 15s with 2 at once, by the 2 jobs"},
		{"one method has none", cost, 0, map[int]float64{0: 2}, "about 18s with 2 at once, by the cost that the file gives for the quick size"},
		{"none", cost, 0, nil, "about 20s with 2"},
		{"full", &full, 0, nil, "about 30m0s with 2 at once, by the cost that the file gives for the full size"},
		{"a shard", &shard, 0, nil, "about 5s with 2 at once, by the cost"},
		{"half a shard", &shard, 0, map[int]float64{0: 2, 2: 2, 4: 2, 6: 2}, "about 2.5s with 2 at once, by the cost"},
		{"by limits", &Spec{}, time.Minute, nil, "4m0s at most with 2 at once, by their limits"},
		{"nothing known", &Spec{}, 0, nil, "no estimate"},
		{"all done", cost, 0, map[int]float64{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}, "nothing to do"},
	} {
		e := NewEstimate(c.spec)
		all := jobs(c.wall)
		for i, s := range c.done {
			e.Done(all[i], seconds(s))
		}
		if got := e.Of(all, 2); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
