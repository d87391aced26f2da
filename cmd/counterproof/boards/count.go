package boards

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// CountCommand is the command count.
var CountCommand = &cli.Command{
	Name:  "count",
	Usage: "count solutions",
	Description: console.Describe(
		"For each instance and each method, prints a line with the instance, the method and the count, "+
			"separated by tabs. With --given, the line repeats the given values after the instance. The lines are in the order of the arguments. With --limit K, >=K means "+
			"that there are more than K solutions. If a method gives no answer, its count is ? with the reason, such as ?(timeout). "+
			"If a board has no solution, the command prints the reason to stderr if it is simple. If the board has clues, it also "+
			"prints a command that finds clues that contradict each other. "+
			"If there are fewer lines than cores (see --jobs), the native search of a hard exact cover or nonogram uses several cores. "+
			"If at least 32 boards in a row differ only in their open cells, as the days of a year do, native/bitset counts them in one search. "+
			"Their objects with --json have no times and no nodes. Set a limit, such as --timeout 1h, to search each board by itself. "+
			"If methods disagree, the command names the instance on stderr and exits with status 1.",
		"counterproof count --method native,sat calendar 10-06",
		"counterproof count --up-to-symmetry pentomino 6x10",
	),
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: append([]cli.Flag{
		&cli.StringSliceFlag{Name: "method", Value: cli.NewStringSlice("native"), DefaultText: "native; for nonograms: hybrid; for dimacs and opb: sat/count", Usage: "count by each method in `METHOD,...`", Action: console.CheckMethods},
		console.GivenFlag, console.JSONFlag,
	}, console.LimitFlags...),
	Action: console.Do(count),
}

func count(c *console.Call) error {
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	methods := c.Methods()
	if !c.IsSet("method") {
		methods = []method.Name{method.MustParse(lookup.Default(c.Puzzle))}
	}
	jobs, n, err := countJobs(c, ins, methods)
	if err != nil {
		return err
	}
	bar := console.NewProgress(c, n, true)
	defer bar.Close()
	out := bufio.NewWriter(c.Stdout)
	c.Stdout = out
	k := &counter{Call: c, out: out, methods: methods, bar: bar}
	pool := &work.Pool{Workers: c.Jobs(), Unmeasured: !c.Bool("json") && !c.Bool(console.VerboseFlag.Name), Emitted: out.Flush}
	err = work.Stream(c, jobs, nil, pool, k.add)
	return console.Finish(err, k.failed)
}

type counter struct {
	*console.Call
	out     *bufio.Writer // to stdout, which gets the lines of all records that arrive together
	methods []method.Name // as --method names them
	bar     *console.Progress
	records []result.Record // the records so far of the current instance
	reasons console.Unsolvable
	failed  bool
}

// add prints one record. After the last record of an instance, it reports the records that
// contradict each other, even if one of the methods is known to be wrong.
func (k *counter) add(in encode.Instance, o work.Outcome) error {
	r, asked := o.Record, k.methods[o.Index%len(k.methods)]
	k.bar.Step(r)
	if judge.Failed(r) || r.Refused() { // a method that refuses the instance gives no count, so the command fails
		k.fail("%s %s by %v: %s", r.Puzzle, console.Under(r.Instance, r.Given), asked, r.Error)
	}
	var err error
	if k.Bool("json") {
		err = k.JSON(console.Asked(r, asked.String()))
	} else {
		_, err = fmt.Fprintf(k.Stdout, "%s\t%v\t%s\n", console.Under(r.Instance, r.Given), asked, r.Amount())
	}
	if k.records = append(k.records[:o.Index%len(k.methods)], r); err != nil || len(k.records) < len(k.methods) {
		return err
	}
	if slices.ContainsFunc(k.records, func(r result.Record) bool { return r.Status == result.Exact && r.Count == "0" }) {
		given, _ := clues.ParseGiven(r.Given, in.Sites()) // the text was checked before the job ran
		k.out.Flush()
		k.reasons.Explain(k.Call, k.Puzzle, in, given)
	}
	if len(k.methods) == 1 {
		return nil
	}
	for _, text := range judge.Compare(k.records).Disagreements() {
		k.fail("%s %s: %s", r.Puzzle, console.Under(r.Instance, r.Given), text)
	}
	return nil
}

func (k *counter) fail(format string, args ...any) {
	k.failed = true
	k.out.Flush()
	k.Say(format, args...)
}

// countJobs returns the jobs of every method on every instance, and the number of jobs. All jobs
// are checked first, so that a mistake is reported before any job runs. They are made again when they
// run, so that memory does not grow with their number. If the jobs of a method differ only in their
// instances, they need not be prepared again.
func countJobs(c *console.Call, ins console.Instances, methods []method.Name) (jobs iter.Seq2[encode.Instance, result.Job], n int, err error) {
	job, alike := c.Job(), true
	first := make([]result.Job, len(methods)) // of each method, without the instance
	for in, err := range ins {
		if err != nil {
			return nil, 0, err
		}
		for i, m := range methods {
			j, err := c.Prepare(job, in, m)
			if err != nil {
				return nil, 0, err
			}
			if j.Instance = ""; n < len(methods) {
				first[i] = j
			}
			alike = alike && j == first[i]
			n++
		}
		c.WarnAbout(in)
	}
	if n > 0 { // if there are fewer jobs than cores, a job may use several
		job.Cores = min(cmp.Or(c.Jobs(), work.Cores()), work.Cores()) / n
	}
	return func(yield func(encode.Instance, result.Job) bool) {
		for in := range ins {
			for i, m := range methods {
				j, err := first[i], error(nil)
				if alike {
					j.Instance, j.Cores = in.String(), job.Cores
				} else {
					j, err = answer.Prepare(job, c.Puzzle, in, m)
				}
				if j.Family = answer.Family(j, in); err == nil && !yield(in, j) {
					return
				}
			}
		}
	}, n, nil
}
