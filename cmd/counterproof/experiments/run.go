// Package experiments has the commands about experiments and their ledgers: run, merge, report,
// export and atlas.
package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/bench/work"
	"counterproof/cmd/counterproof/console"
)

// defaultLedger is the file of the ledger if the flag --ledger is not set.
const defaultLedger = "ledger.sqlite"

// RunCommand is the command run.
var RunCommand = &cli.Command{
	Name:     "run",
	Usage:    "run the jobs of an experiment and keep their records",
	Category: console.GroupScale,
	Description: console.Describe(
		"Runs every job of the experiment file that has no record in the ledger yet. After an "+
			"interruption, the same command continues where it stopped. docs/experiments.md describes "+
			"the file, and bench/experiments has examples.",
		"counterproof run --dry-run bench/experiments/calendar-year.toml",
		"counterproof run --ledger year.sqlite --shard 1/61 bench/experiments/calendar-year.toml",
	),
	ArgsUsage: "SPEC.toml",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "keep the records in the SQLite file `FILE`"),
		console.JobsFlag, console.FullFlag, dryRunFlag, shardFlag, console.VerboseFlag, console.InputFlag,
	},
	Action:       console.Args(1, 1, runExperiment),
	BashComplete: func(*cli.Context) {},
}

func runExperiment(c *cli.Context, args []string) error {
	spec, jobs, err := console.ReadExperiment(c, args[0])
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

// runJobs runs the jobs of an experiment as the flags of the command run say. It stores the records
// in the ledger at path, prints how the jobs ended, and returns the verdicts. If a job failed or
// gave a wrong answer, it also returns ErrReported. After --dry-run and after other errors the
// verdicts are nil.
func runJobs(c *cli.Context, path string, spec *experiment.Spec, jobs []result.Job) (*verdicts, error) {
	shard, err := readShard(c)
	if err != nil {
		return nil, err
	}
	if c.Bool(dryRunFlag.Name) {
		return nil, dryRun(c, path, spec, jobs, shard)
	}
	jobs = shard.Of(jobs)
	l, err := console.OpenLedger(c, path, true)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	x := ledger.Experiment{Name: spec.Name(), Text: string(spec.Text), Shards: shard.N}
	if err := l.SetExperiment(x, spec.Places, spec.LeftOut()); err != nil { // the places of all jobs, including the jobs of other shards
		return nil, err
	}
	for _, line := range work.Unkept(jobs) {
		fmt.Fprintf(c.App.ErrWriter, "counterproof: warning: %s\n", line)
	}
	started := time.Now()
	kept, failed, err := doJobs(c, l, spec, jobs)
	if err != nil {
		return nil, err
	}
	records, err := readRecords(l, jobs)
	if err != nil {
		return nil, err
	}
	found := &verdicts{suspects: spec.Suspects}
	if err := found.add(c, l, records); err != nil {
		return nil, err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d jobs, %d of them from the ledger, in %v: %s\n",
		spec.Title, len(jobs), kept, time.Since(started).Round(100*time.Millisecond), found.end(c))
	failed = failed || found.failures > 0
	return found, console.Finish(nil, &failed)
}

// readShard reads --shard. Without the flag, the shard consists of all jobs.
func readShard(c *cli.Context) (experiment.Shard, error) {
	if !c.IsSet(shardFlag.Name) {
		return experiment.Shard{I: 1, N: 1}, nil
	}
	shard, err := experiment.ParseShard(c.String(shardFlag.Name))
	if err != nil {
		return shard, console.Usagef("%s: --shard: %w", c.Command.Name, err)
	}
	return shard, nil
}

// doJobs runs the jobs that have no record in the ledger, and reports their progress. It returns
// how many jobs had a record before, and whether a job failed. After a signal the error is a
// stopped.
func doJobs(c *cli.Context, l *ledger.Ledger, spec *experiment.Spec, jobs []result.Job) (kept int, failed bool, err error) {
	bar := console.ForJobs(c, jobs)
	defer bar.Close()
	settled := 0
	err = work.Batch(c.Context, jobs, l, &work.Pool{Workers: c.Int("jobs")}, func(batch []work.Outcome) error {
		for _, o := range batch {
			r := o.Record
			bar.Job(o)
			if o.Kept {
				kept++
			}
			suspected := spec.Suspects.Has(r.Method)
			switch {
			case ledger.Settled(r):
				settled++
			case !suspected:
				failed = true
			}
			// A job that hit a limit has not failed, so it is printed only on a terminal. With -v,
			// bar.Job has already printed every job.
			tell := !ledger.Settled(r) && !suspected || r.Status == result.Unknown && console.IsTerminal(c.App.ErrWriter)
			if tell && !c.Bool(console.VerboseFlag.Name) {
				bar.Say("%s", console.Finished(r))
			}
		}
		return nil
	})
	if console.Interrupted(c.Context, err) {
		return kept, failed, stopped{settled, len(jobs)}
	}
	return kept, failed, err
}

// dryRun prints how many jobs the shard has, how many of them have a record in the ledger, and how
// long the others may take. The estimate uses all records of the experiment, also of other shards.
func dryRun(c *cli.Context, path string, spec *experiment.Spec, jobs []result.Job, shard experiment.Shard) error {
	kept := 0
	own := shard.Of(jobs)
	estimate := experiment.NewEstimate(own, c.Int("jobs"))
	switch l, err := console.ReadLedger(c, path, true); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ledger.ErrEmpty): // no job is done yet
	case err != nil:
		return err
	default:
		defer l.Close()
		rest := own // the jobs of the shard that the loop has not reached, in the order of jobs
		for _, j := range jobs {
			isOwn := len(rest) > 0 && rest[0] == j
			if isOwn {
				rest = rest[1:]
			}
			r, ok, err := l.Get(j.Key())
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
	_, err := fmt.Fprintf(c.App.Writer, "%d jobs, %d of them in the ledger, %d to do\n%s\n",
		len(own), kept, len(own)-kept, estimate.Text(spec))
	return err
}

// These are the flags that all commands that run an experiment have.
var (
	dryRunFlag = &cli.BoolFlag{Name: "dry-run", Usage: "run nothing; print the number of jobs and an estimate of their time"}
	shardFlag  = &cli.StringFlag{Name: "shard", Usage: "run only shard `I/N`, which is part I of N of the experiment: every Nth instance, starting with the Ith"}
)

// readRecords returns the records of the jobs in the order of the jobs. It skips jobs without a
// record.
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
