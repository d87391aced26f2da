package work

import (
	"context"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
)

// emptyRuns has the result of measuring the empty runs of each outside program, as a *float64 by
// Job.Solver. The mutex is locked during a measurement.
var emptyRuns struct {
	sync.Mutex
	seconds sync.Map
}

// emptyTimeout limits the time of measuring the empty runs of a program.
const emptyTimeout = 10 * time.Second

// measureEmpty measures the empty runs of the outside programs of the jobs, once per process. A job of the
// task result.Empty does this in the worker, so that a program that misbehaves is under the limits of the
// first of its jobs.
func (p *Pool) measureEmpty(ctx context.Context, worker **process, jobs []Outcome) error {
	for i := range jobs {
		j := jobs[i].Job
		if p.Unmeasured || j.Task == result.Empty || !strings.HasPrefix(j.Method, method.Extern+"/") {
			continue
		}
		emptyRuns.Lock()
		if _, known := emptyRuns.seconds.Load(j.Solver); !known {
			j.Task, j.Together = result.Empty, 0
			if j.Limits.Wall == 0 || j.Limits.Wall > emptyTimeout {
				j.Limits.Wall = emptyTimeout
			}
			var seconds *float64
			if _, err := p.next(ctx, worker, []Outcome{{Job: j}}, false, func(done []Outcome) {
				if r := done[0].Record; r.Reason == result.Done {
					seconds = r.WallSeconds
				}
			}); err != nil {
				emptyRuns.Unlock()
				return err
			}
			emptyRuns.seconds.Store(j.Solver, seconds)
		}
		emptyRuns.Unlock()
	}
	return nil
}

// emptyRun runs the outside program of a job five times on a formula of one unit clause. The wall time of the
// record is the shortest time, because other processes can only make a run longer.
func emptyRun(j result.Job) result.Record {
	name, err := method.Parse(j.Method)
	if err != nil {
		return answer.Failed(j, err)
	}
	r := j.Record(result.Done, "")
	for range 5 {
		began := time.Now()
		if _, err := lookup.ProgramOf(name).Ask(context.Background(), []byte("p cnf 1 1\n1 0\n"), 1); err != nil {
			return answer.Failed(j, err)
		}
		if took := time.Since(began).Seconds(); r.WallSeconds == nil || took < *r.WallSeconds {
			r.WallSeconds = &took
		}
	}
	return r
}
