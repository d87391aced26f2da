package experiments

import (
	"fmt"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/study/page"
)

type tally struct {
	c     *console.Call
	spec  *experiment.Spec
	jobs  []result.Listed
	bar   *console.Progress
	began time.Time

	settled   int             // jobs with final records
	unsettled map[string]bool // keys of jobs that were killed or ended with an error
	kept      int             // jobs whose records were in the ledger before
	reused    int             // how many of these the ledger had under shorter limits of time
}

func newTally(c *console.Call, spec *experiment.Spec, jobs []result.Listed) *tally {
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
	if !t.bar.ShowsKept() {
		pool.Skipped = func(settled int) { t.kept, t.settled = settled, settled }
	}
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
	found := &verdicts{suspects: t.spec.Suspects}
	var records []result.Record // those that add has to look at
	for _, j := range t.jobs {
		switch e, ok := l.End(j.Key()); {
		case !ok:
		case e.Settled && e.Verdict() != result.Wrong:
			found.count(e.Verdict(), e.Unknown)
		default:
			r, _, err := l.Get(j.Key())
			if err != nil {
				return nil, err
			}
			records = append(records, r)
		}
	}
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

// A verdicts counts the verdicts of records. It prints the wrong answers, except for the wrong
// answers of methods under test, which are expected.
type verdicts struct {
	page.Verdicts
	suspects  judge.Suspects // the methods under test
	unsettled int            // records of jobs that were killed or ended with an error, except methods under test
	failures  int            // wrong records, except methods under test
}

func (v *verdicts) add(c *console.Call, l *ledger.Ledger, records []result.Record) error {
	if err := work.ApplySuspects(l, v.suspects, records); err != nil {
		return err
	}
	for _, r := range records {
		if !ledger.Settled(r) && !v.suspects.Has(r.Method) {
			v.unsettled++
		}
		if v.suspects.Fails(r) {
			v.failures++
			if v.failures <= console.MostNamed {
				c.Say("wrong: %s %s by %s: %s", r.Puzzle, r.Instance, r.Method, claim(r))
			}
		}
		v.count(r.Verdict, r.Status == result.Unknown)
	}
	return nil
}

func (v *verdicts) count(verdict string, unknown bool) {
	v.Jobs++
	switch {
	case verdict == result.Wrong:
		v.Wrong++
	case unknown:
		v.Unanswered++
	case verdict == result.Correct:
		v.Correct++
	default: // even without a verdict, because the run was killed before
		v.Unchecked++
	}
}

func (v *verdicts) reasons() (all []string) {
	if v.failures > 0 {
		all = append(all, fmt.Sprintf("wrong answers: %d", v.failures))
	}
	if v.unsettled > 0 {
		all = append(all, fmt.Sprintf("jobs that were killed or ended with an error: %d", v.unsettled))
	}
	return all
}

// end says how many wrong answers were not printed, and returns the counts of verdicts as a line.
func (v *verdicts) end(c *console.Call) string {
	if v.failures > console.MostNamed {
		c.Say("wrong: %d more", v.failures-console.MostNamed)
	}
	return fmt.Sprintf("%d correct, %d wrong, %d unchecked, %d without an answer", v.Correct, v.Wrong, v.Unchecked, v.Unanswered)
}

func claim(r result.Record) string {
	if r.Status == result.Unknown {
		return r.Error
	}
	return r.Amount()
}
