package experiments

import (
	"fmt"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
)

type tally struct {
	c     *console.Call
	spec  *experiment.Spec
	jobs  []result.Job
	bar   *console.Progress
	began time.Time

	settled   int             // jobs with final records
	unsettled map[string]bool // keys of jobs that were killed or ended with an error
	kept      int             // jobs whose records were in the ledger before
	reused    int             // how many of these the ledger had under shorter limits of time
}

func newTally(c *console.Call, spec *experiment.Spec, jobs []result.Job) *tally {
	return &tally{c: c, spec: spec, jobs: jobs, bar: console.ForJobs(c, jobs), began: time.Now(), unsettled: map[string]bool{}}
}

// run runs the jobs that have no record in the ledger. After a signal, the error has the type
// stopped.
func (t *tally) run(l *ledger.Ledger) error {
	defer t.bar.Close()
	workers := t.c.Jobs()
	if workers > work.Cores() {
		workers = min(workers, max(work.Cores(), len(t.jobs))) // no more jobs can run at once
	}
	pool := &work.Pool{Workers: workers, Comparing: t.bar.Compare}
	err := work.Batch(t.c, t.jobs, l, pool, func(batch []work.Outcome) error {
		for _, o := range batch {
			t.job(o)
		}
		return nil
	})
	if console.Interrupted(t.c, err) {
		return t.stop(err)
	}
	return err
}

// stop returns the error of an interrupted run, and prints all other errors in err.
func (t *tally) stop(err error) error {
	for _, other := range console.Besides(t.c, err) {
		t.bar.Say("%v", other)
	}
	return stopped{t.settled, len(t.jobs)}
}

func (t *tally) job(o work.Outcome) {
	r := o.Record
	settled, suspected, late := ledger.Settled(r), t.spec.Suspects.Has(r.Method), t.unsettled[r.Key]
	if !late {
		t.bar.Job(o)
	}
	if o.Kept {
		t.kept++
	}
	if settled {
		t.settled++
		delete(t.unsettled, r.Key)
	} else {
		t.unsettled[r.Key] = true
	}
	// A job that hit a limit has not failed, so it is printed only on a terminal. With -v, bar.Job has
	// already printed every job, except late answers.
	tell := !settled && !suspected || r.Status == result.Unknown && console.IsTerminal(t.c.Stderr)
	if late || tell && !t.c.Bool(console.VerboseFlag.Name) {
		t.bar.Say("%s", console.Finished(r))
	}
}

// conclude prints how the jobs ended, and returns the verdicts. If a job failed or an answer is wrong,
// except of methods under test, the error is ErrReported.
func (t *tally) conclude(l *ledger.Ledger) (*verdicts, error) {
	records, err := readRecords(l, t.jobs)
	if err != nil {
		return nil, err
	}
	found := &verdicts{suspects: t.spec.Suspects}
	if err := found.add(t.c, l, records); err != nil {
		return nil, err
	}
	reused := ""
	if t.reused > 0 {
		reused = fmt.Sprintf(" (%d of these ended within a shorter time limit)", t.reused)
	}
	fmt.Fprintf(t.c.Stdout, "%s: %d jobs, %d of them from the ledger%s, in %v: %s\n",
		t.spec.Title, len(t.jobs), t.kept, reused, time.Since(t.began).Round(100*time.Millisecond), found.end(t.c))
	return found, console.Finish(nil, found.unsettled > 0 || found.failures > 0)
}

func readRecords(l *ledger.Ledger, jobs []result.Job) ([]result.Record, error) {
	var records []result.Record
	for _, j := range jobs {
		r, ok, err := l.Get(j.Key())
		if err != nil {
			return nil, err
		}
		if ok {
			records = append(records, j.Label.On(r)) // another experiment may have made the record, with its own label
		}
	}
	return records, nil
}
