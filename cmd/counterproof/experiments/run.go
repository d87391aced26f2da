// Package experiments has the commands about experiments and their ledgers: run, coordinate, merge,
// report, compare, export and atlas.
package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/reports/study/page"
)

const defaultLedger = "ledger.sqlite"

// RunCommand is the command run.
var RunCommand = &cli.Command{
	Name:  "run",
	Usage: "run the jobs of an experiment and keep their records",
	Description: `Runs the jobs of an experiment file and keeps their records in a ledger, which is an SQLite file.
Jobs that already have a result in the ledger are not run again, so the same command continues after an interruption.
docs/experiments.md describes experiment files, and bench/experiments has examples.
$ counterproof run --dry-run bench/experiments/calendar-year.toml
$ counterproof run --ledger year.sqlite --shard 1/61 bench/experiments/calendar-year.toml`,
	ArgsUsage: "SPEC.toml",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "keep the records in the SQLite file `FILE`"),
		console.JobsFlag, console.FullFlag, console.CommandsFlag, dryRunFlag, shardFlag, partsFlag, console.VerboseFlag, console.InputFlag,
	},
	Action: console.Do(runExperiment),
}

func runExperiment(c *console.Call) error {
	spec, jobs, err := c.ReadExperiment(c.Args[0])
	if err != nil {
		return err
	}
	_, err = runJobs(c, c.String("ledger"), spec, jobs)
	return err
}

// A stopped is the error of a run that a signal interrupted.
type stopped struct{ settled, jobs int }

func (e stopped) Error() string {
	return fmt.Sprintf("interrupted: %d of %d jobs are in the ledger; run the command again to continue", e.settled, e.jobs)
}

// runJobs runs the jobs as the flags of the command run say, and prints how they ended. If a job
// failed or gave a wrong answer, the error is ErrReported. After --dry-run, and after other errors,
// the verdicts are nil.
func runJobs(c *console.Call, path string, spec *experiment.Spec, jobs []result.Listed) (*verdicts, error) {
	shard, err := readShard(c)
	if err != nil {
		return nil, err
	}
	own, err := ownJobs(c, spec, jobs, shard)
	if err != nil {
		return nil, err
	}
	if c.Bool(dryRunFlag.Name) {
		return nil, dryRun(c, path, spec, jobs, own)
	}
	console.SpareMemory(len(jobs))
	all, jobs := jobs, own
	l, err := c.OpenLedger(path, true)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	x := ledger.Experiment{Name: spec.Name(), Text: string(spec.Text), Files: spec.Files, Shards: shard.N}
	if err := checkBoards(c, l, path, x, all, spec.Path); err != nil {
		return nil, err
	}
	if err := l.SetExperiment(x, spec.Places, spec.LeftOut()); err != nil { // the places of all jobs, including the jobs of other shards
		return nil, err
	}
	warnings := work.Unkept(jobs)
	if line := work.TooMany(min(c.Jobs(), len(jobs))); line != "" {
		warnings = append(warnings, line)
	}
	for _, line := range warnings {
		c.Warn("%s", line)
	}
	t := newTally(c, spec, jobs)
	if t.reused, err = ledger.Reuse(l, jobs); err != nil {
		return nil, err
	}
	t.began = time.Now()
	if err := t.run(l); err != nil {
		return nil, err
	}
	return t.conclude(l)
}

// checkBoards refuses a shard's ledger that has the experiment with other boards. Its name follows
// from the experiment's file, so two files can use the same ledger by mistake.
func checkBoards(c *console.Call, l *ledger.Ledger, path string, x ledger.Experiment, jobs []result.Listed, spec string) error {
	if !c.IsSet(shardFlag.Name) {
		return nil
	}
	all, err := l.Experiments()
	if err != nil {
		return err
	}
	for _, old := range all {
		if old.Name == x.Name && old.Text == x.Text {
			return console.CheckBoards(l, path, old, jobs, spec)
		}
	}
	return nil
}

// readShard reads --shard. Without the flag, the shard consists of all jobs.
func readShard(c *console.Call) (experiment.Shard, error) {
	if !c.IsSet(shardFlag.Name) {
		return experiment.Shard{I: 1, N: 1}, nil
	}
	shard, err := experiment.ParseShard(c.String(shardFlag.Name))
	if err != nil {
		return shard, c.Usagef("--shard: %w", err)
	}
	return shard, nil
}

// ownJobs returns the jobs of the shard. With --parts, it takes the jobs from the file of that flag,
// and numbers the boards of the experiment so that the ledger knows the parts.
func ownJobs(c *console.Call, spec *experiment.Spec, jobs []result.Listed, shard experiment.Shard) ([]result.Listed, error) {
	path := c.String(partsFlag.Name)
	if path == "" {
		return experiment.Of(shard, jobs, spec.Places), nil
	}
	if !c.IsSet(shardFlag.Name) {
		return nil, c.Usagef("--parts needs --shard I/N, which says which part to run")
	}
	text, err := c.ReadFile(path)
	if err != nil {
		return nil, err
	}
	split, err := experiment.ReadSplit(bytes.NewReader(text))
	if err == nil && split.N != shard.N {
		err = fmt.Errorf("it has %d parts, but --shard says %d", split.N, shard.N)
	}
	if err == nil {
		err = split.Number(result.Unlisted(jobs), spec.Places)
	}
	if err != nil {
		return nil, c.Usagef("--parts: %s: %w", path, err)
	}
	return experiment.Of(shard, jobs, spec.Places), nil
}

// dryRun prints how many jobs of the shard, own, have a record in the ledger, and how long the others
// will probably take. The estimate uses all records of the experiment, even from other shards.
func dryRun(c *console.Call, path string, spec *experiment.Spec, jobs, own []result.Listed) error {
	kept := 0
	estimate := experiment.NewEstimate(own, c.Jobs())
	switch l, err := c.ReadLedger(path, true); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ledger.ErrEmpty): // no job is done yet
	case err != nil:
		return err
	default:
		defer l.Close()
		rest := own // the jobs of the shard that the loop has not reached, in the order of jobs
		for _, listed := range jobs {
			j, isOwn := listed.Whole(), len(rest) > 0 && rest[0] == listed
			if isOwn {
				rest = rest[1:]
			}
			r, ok, err := l.Reusable(j)
			if err == nil && !ok {
				r, ok, err = l.Get(listed.Key())
			}
			if err != nil {
				return err
			}
			switch o := (work.Outcome{Job: j, Record: r, Kept: true}); {
			case !ok || !ledger.Settled(r):
			case isOwn:
				kept++
				estimate.Done(o)
			default:
				estimate.Learn(o)
			}
		}
	}
	_, err := fmt.Fprintf(c.Stdout, "%d jobs, %d of them in the ledger, %d to do\n%s\n",
		len(own), kept, len(own)-kept, estimate.Text(spec))
	return err
}

// Every command that runs an experiment has these flags.
var (
	dryRunFlag = &cli.BoolFlag{Name: "dry-run", Usage: "run nothing; print the number of jobs and an estimate of their time"}
	shardFlag  = &cli.StringFlag{Name: "shard", Usage: "run only shard `I/N`, which is part I of the N parts of the experiment. It has every Nth instance, starting with the Ith"}
	partsFlag  = &cli.StringFlag{Name: "parts", TakesFile: true, Usage: "with --shard: take part I from `FILE`, which cluster --parts has written"}
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
	reused := wording.If(t.reused > 0, fmt.Sprintf(" (%d of these ended within a shorter time limit)", t.reused))
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
	return wording.Either(r.Status == result.Unknown, r.Error, r.Amount())
}

// CoordinateCommand is the command coordinate.
var CoordinateCommand = &cli.Command{
	Name:  "coordinate",
	Usage: "run an experiment on all machines that join with the command work" + console.QueueNote,
	Description: `Sends the jobs of an experiment to workers and keeps their records in the ledger. The first line
on stdout is the URL for workers. To join, a machine runs "counterproof work URL". Any number of machines may join and
leave at any time. The command coordinate ends when all jobs are done. After an interruption, the same command
continues where it stopped.

By default, only this machine can join. For other machines, --listen needs a token and TLS, which docs/scale.md
explains.
$ counterproof coordinate --ledger map.sqlite bench/experiments/map-kempe.toml
$ counterproof coordinate --listen 0.0.0.0:4222 --token queue.token --tls-cert cert.pem --tls-key key.pem bench/experiments/map-kempe.toml`,
	ArgsUsage: "SPEC.toml",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "keep the records in the SQLite file `FILE`; the queue is in the folder FILE-queue, which you can delete at any time"),
		&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "wait for workers at `ADDR`, a host and a port; port 0 takes a free one"},
		console.FileFlag("token", "", "workers must know the token in `FILE`; if there is no such file, the command creates it with a new token"),
		console.FileFlag("tls-cert", "", "use TLS with the certificate in `FILE`"),
		console.FileFlag("tls-key", "", "use TLS with the private key in `FILE`"),
		&cli.StringFlag{Name: "http", Usage: "show the progress as a page at `ADDR`, a host and a port; the second line on stdout is the address of the page"},
		console.FullFlag, console.CommandsFlag, console.VerboseFlag, console.InputFlag,
	},
	Action: console.Do(coordinate),
}
