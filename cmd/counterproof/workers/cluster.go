// Package workers has the commands that spread work over processes and machines: cluster, work and
// worker.
package workers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/cluster"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// ClusterCommand is the command cluster.
var ClusterCommand = &cli.Command{
	Name:  "cluster",
	Usage: "print a job file for a cluster, or report the progress of its tasks",
	Description: `Prints a job file for Slurm, for Kubernetes or for GNU parallel. Each task runs one shard, which
is a part of the experiment, and writes a ledger of its own. Under Slurm and GNU parallel, the last step merges the
ledgers, makes the report, and names the missing shards. The command "cluster status SPEC.toml" prints the progress of
each task. Run it in the folder in which the tasks run. Their ledgers are in a subfolder, such as calendar-year-shards
for calendar-year.toml. See docs/scale.md.
$ counterproof cluster --shards 4 --partition short --at-once 2 slurm bench/experiments/calendar-year.toml
$ mkdir calendar-year-shards; counterproof run --shard 1/61 --ledger calendar-year-shards/1.sqlite bench/experiments/calendar-year.toml; counterproof cluster status bench/experiments/calendar-year.toml`,
	ArgsUsage: "slurm|k8s|parallel|status SPEC.toml",
	Flags: []cli.Flag{
		console.FullFlag,
		console.CommandsFlag,
		&cli.IntFlag{Name: "shards", Value: 16, Usage: "split the experiment into `N` tasks"},
		&cli.StringFlag{Name: "parts", TakesFile: true, Usage: "make shards that take about the same time, and write the boards of each shard into `FILE`, which the tasks read"},
		console.FileFlag("ledger", "", "with --parts: estimate times from the records in `FILE` instead of from the sizes of the boards"),
		&cli.IntFlag{Name: "at-once", Usage: "run at most `N` tasks at once (with GNU parallel, on each machine)"},
		&cli.IntFlag{Name: "cpus", Value: 1, Usage: "give each task `N` cores, on which it runs N jobs at once"},
		&cli.IntFlag{Name: "memory", Value: 4, Usage: "give each task `N` gigabytes of memory"},
		&cli.IntFlag{Name: "hours", Value: 24, Usage: "stop each task after `N` hours"},
		&cli.StringFlag{Name: "partition", Usage: "slurm: use the partition `NAME`"},
		&cli.StringFlag{Name: "account", Usage: "slurm: charge the account `NAME`"},
		&cli.StringFlag{Name: "constraint", Usage: "slurm: use only nodes with the features `LIST`"},
		&cli.StringFlag{Name: "qos", Usage: "slurm: use the quality of service `NAME`"},
		&cli.StringFlag{Name: "prelude", TakesFile: true, Usage: "slurm: run the shell script `FILE` before each task and before the merge; #SBATCH lines at its top are used as options of the job"},
		&cli.IntFlag{Name: "max-array-size", Value: cluster.DefaultMaxArraySize, Usage: "slurm: accept up to `N` shards; N is the cluster's setting MaxArraySize"},
		&cli.StringFlag{Name: "hosts", Usage: "parallel: run on the machines in `LIST`, which are separated by commas; the name \":\" means this machine"},
		&cli.StringFlag{Name: "image", Value: "counterproof:latest", Usage: "k8s: run the container image `IMAGE`"},
		&cli.StringFlag{Name: "volume", Value: "counterproof", Usage: "k8s: mount the volume claim `NAME`, which holds a shared folder with SPEC.toml"},
		&cli.BoolFlag{Name: "complete", Usage: "status: exit with status 1 if a job is not done; a failed job is not done"},
		&cli.BoolFlag{Name: console.JSONFlag.Name, Usage: "status: " + console.JSONFlag.Usage},
		console.InputFlag,
	},
	Action: console.Do(runCluster),
}

// onlyFor lists the kinds of clusters that use a flag. Flags that every kind with a job file uses
// are missing here. Flags that an earlier version accepted with every kind are also missing.
var onlyFor = map[string]string{
	"partition": "slurm", "account": "slurm", "constraint": "slurm", "qos": "slurm", "prelude": "slurm",
	"hosts": "parallel", "complete": statusKind, console.JSONFlag.Name: statusKind,
}

func runCluster(c *console.Call) error {
	kind, path := c.Args[0], c.Args[1]
	for name, want := range onlyFor {
		if c.IsSet(name) && kind != want && slices.Contains(append(cluster.Kinds(), statusKind), kind) {
			return c.Usagef("--%s is only for cluster %s, not for cluster %s", name, want, kind)
		}
	}
	if kind == statusKind {
		return status(c, path)
	}
	job, err := readJob(c, path)
	if err != nil {
		return err
	}
	_, list, err := c.ReadExperiment(path)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := job.Write(&text, kind); err != nil {
		return c.Usagef("%w", err)
	}
	if job.Parts != "" {
		if err := writeParts(c, job, result.Unlisted(list)); err != nil {
			return err
		}
	}
	_, err = c.Stdout.Write(text.Bytes())
	return err
}

func readJob(c *console.Call, path string) (cluster.Job, error) {
	for _, name := range []string{"shards", "cpus", "memory", "hours", "max-array-size", "at-once"} {
		if n := c.Int(name); (n < 1 || n > 1_000_000) && (name != "at-once" || c.IsSet(name)) {
			return cluster.Job{}, c.Usagef("--%s: want 1 to 1000000, got %d", name, n)
		}
	}
	for _, name := range []string{"parts", "ledger", "partition", "account", "constraint", "qos", "prelude", "hosts"} {
		if c.IsSet(name) && c.String(name) == "" {
			return cluster.Job{}, c.Usagef("--%s: want a name, got an empty text", name)
		}
	}
	if c.IsSet("ledger") && !c.IsSet("parts") {
		return cluster.Job{}, c.Usagef("--ledger needs --parts FILE, which names the file for the parts")
	}
	job := cluster.Job{
		Spec: path, Full: c.Bool(console.FullFlag.Name), AllowCommands: c.Bool(console.CommandsFlag.Name), Shards: c.Int("shards"), CPUs: c.Int("cpus"), Memory: c.Int("memory"), Hours: c.Int("hours"),
		Parts: c.String("parts"), AtOnce: c.Int("at-once"), Hosts: c.String("hosts"),
		Partition: c.String("partition"), Account: c.String("account"), Constraint: c.String("constraint"), QOS: c.String("qos"),
		Image: c.String("image"), Volume: c.String("volume"), MaxArraySize: c.Int("max-array-size"),
	}
	if name := c.String("prelude"); name != "" {
		text, err := c.ReadFile(name)
		if err != nil {
			return job, err
		}
		job.Prelude = string(text)
	}
	return job, nil
}

// writeParts splits the jobs into parts of about equal time, and writes the file of the parts. It refuses
// to change a file with another split, because tasks may be using it.
func writeParts(c *console.Call, job cluster.Job, jobs []result.Job) error {
	costs := new(experiment.Costs)
	if path := c.String("ledger"); path != "" {
		l, err := c.ReadLedger(path, true)
		if err != nil {
			return err
		}
		defer l.Close()
		if costs, err = experiment.NewCosts(l.Records()); err != nil {
			return err
		}
		if !costs.Known() {
			return c.Usagef("--ledger: %s has no times of finished jobs: leave out the flag, or run a part of the experiment first", path)
		}
	}
	var text strings.Builder
	_ = experiment.NewSplit(jobs, job.Shards, costs.Of).Write(&text) // writing to a strings.Builder does not fail
	switch old, err := c.ReadFile(job.Parts); {
	case err == nil && string(old) == text.String():
		return nil
	case err == nil:
		return c.Usagef("--parts: %s exists with other parts, which tasks may be using: name another file, or delete this one", job.Parts)
	case !os.IsNotExist(err):
		return err
	}
	return atomicfile.Write(job.Parts, []byte(text.String()))
}

// WorkerCommand is the hidden command worker. The program starts worker processes with it.
var WorkerCommand = &cli.Command{
	Name:   work.WorkerCommand,
	Usage:  "run jobs that are given on standard input",
	Hidden: true,
	Action: func(c *cli.Context) error {
		return console.Finish(nil, work.Worker(catalog.Find, os.Stdin, c.App.Writer) != console.Done)
	},
}

// statusKind is the argument of the command cluster that asks for the progress.
const statusKind = "status"

// status prints the progress of the experiment whose file is at path. It reads the ledgers below
// the current folder, which must be the folder where the tasks run.
func status(c *console.Call, path string) error {
	spec, err := c.ReadSpec(path)
	if err != nil {
		return err
	}
	job := cluster.Job{Spec: path, Full: spec.Full}
	files, err := filepath.Glob(filepath.Join(job.Folder(), "*.sqlite"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no ledger in the folder %s: no task has started, or this is not the folder where the tasks run", job.Folder())
	}
	r := &reader{Call: c, spec: spec}
	for _, file := range files {
		switch err := r.read(file); {
		case errors.Is(err, ledger.ErrDamaged), errors.Is(err, ledger.ErrNotLedger):
			r.Say("left out: %v", err)
			r.damage = console.ErrReported
		case err != nil:
			return err
		}
	}
	if r.stored == nil {
		return cmp.Or(r.damage, fmt.Errorf("no ledger in the folder %s has the experiment %s%s: the tasks have just started, or they run another version of this file",
			job.Folder(), spec.Name(), wording.If(spec.Full, " with --full")))
	}
	s := cluster.NewStatus(r.places, r.stored.Shards, spec.Suspects, r.sources, time.Now())
	if s.Total.State == cluster.Done {
		if err := r.addUnlisted(s); err != nil {
			return err
		}
	}
	show := wording.Either(c.Bool(console.JSONFlag.Name), encodeStatus, printStatus)
	if err := show(c.Stdout, spec.Title, s); err != nil {
		return err
	}
	return console.Finish(nil, r.damage != nil || s.Wrong > 0 || c.Bool("complete") && s.Total.Done < s.Total.Jobs)
}

type reader struct {
	*console.Call
	spec *experiment.Spec

	sources []cluster.Source
	stored  *ledger.Experiment // in the ledger that lists the most jobs
	file    string             // of this ledger
	places  []result.Place     // of stored
	damage  error              // of a ledger that cannot be read; status has printed the error
}

// addUnlisted adds to the status the jobs of the experiment that no ledger lists. It makes the boards for
// this, which can take a minute, so status calls it only if all listed jobs are done. If the ledgers have
// none of the boards, the result is an error.
func (r *reader) addUnlisted(s *cluster.Status) error {
	_, jobs, err := r.ReadExperiment(r.spec.Path)
	if err != nil {
		return err
	}
	l, err := r.ReadLedger(r.file, true)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := console.CheckBoards(l, r.file, r.stored, jobs, r.spec.Path); err != nil {
		return err
	}
	s.AddUnlisted(result.Unlisted(jobs), r.places, r.sources)
	return nil
}

// read reads the ledger of a task. The ledger may lack the experiment.
func (r *reader) read(file string) error {
	r.sources = append(r.sources, cluster.Source{Index: -1, Writing: ledger.Writing(file)})
	s := &r.sources[len(r.sources)-1]
	if i, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".sqlite")); err == nil {
		s.Index = i
	}
	l, err := r.ReadLedger(file, true)
	if errors.Is(err, ledger.ErrEmpty) { // its task has just begun
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Close()
	all, err := l.Experiments()
	if err != nil {
		return err
	}
	x := r.StoredExperiment(file, r.spec, all)
	if x == nil {
		return nil
	}
	places, err := l.Places(x)
	if err != nil {
		return err
	}
	for record, err := range l.Records() {
		if err != nil {
			return err
		}
		s.Records = append(s.Records, record)
	}
	if r.stored == nil || len(places) > len(r.places) {
		r.stored, r.file, r.places = x, file, places
	}
	return nil
}

// partOf returns the part that a task runs. Task 0 runs the last part.
func partOf(s *cluster.Status, task int) cluster.Part {
	return s.Parts[(task+len(s.Parts)-1)%len(s.Parts)]
}

func printStatus(w io.Writer, title string, s *cluster.Status) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "task\tjobs\tdone\tfailed\tstate\tjobs/s\ttime left")
	for i := range s.Parts {
		printPart(t, strconv.Itoa(i), partOf(s, i))
	}
	printPart(t, "all", s.Total)
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d of %d jobs done, %d wrong answers\n", title, s.Total.Done, s.Total.Jobs, s.Wrong)
	if s.Unlisted > 0 {
		fmt.Fprintf(w, "%d of these jobs are in no ledger: boards were added since the tasks started, or this machine has other versions of methods or solvers\n", s.Unlisted)
	}
	if tasks := s.Missing(); len(tasks) > 0 {
		fmt.Fprintf(w, "incomplete tasks that are not running: %s\n", ranges(tasks))
	}
	return nil
}

func printPart(w io.Writer, task string, p cluster.Part) {
	rate, left := "-", "-"
	if p.State == cluster.Running {
		rate, left = strconv.FormatFloat(p.Rate, 'g', 3, 64), wording.Either(p.Known, p.Left.Round(time.Second).String(), "unknown")
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%s\n", task, p.Jobs, p.Done, p.Failed, p.State, rate, left)
}

type progress struct {
	Jobs   int           `json:"jobs"`
	Done   int           `json:"done"`
	Failed int           `json:"failed"`
	State  cluster.State `json:"state"`
	Rate   *float64      `json:"jobs_per_second,omitempty"` // absent unless a task is running
	Left   *float64      `json:"seconds_left,omitempty"`    // absent unless a task is running and the time is known
}

func newProgress(p cluster.Part) progress {
	out := progress{Jobs: p.Jobs, Done: p.Done, Failed: p.Failed, State: p.State}
	if p.State == cluster.Running {
		out.Rate = &p.Rate
		if p.Known {
			out.Left = new(p.Left.Seconds())
		}
	}
	return out
}

func encodeStatus(w io.Writer, title string, s *cluster.Status) error {
	encoder := json.NewEncoder(w)
	for i := range s.Parts {
		if err := encoder.Encode(struct {
			Task int `json:"task"`
			progress
		}{i, newProgress(partOf(s, i))}); err != nil {
			return err
		}
	}
	return encoder.Encode(struct {
		Title string `json:"title"`
		progress
		Wrong      int   `json:"wrong_answers"`
		Incomplete []int `json:"incomplete_tasks"` // tasks that must run again
		Unlisted   int   `json:"unlisted_jobs,omitempty"`
	}{title, newProgress(s.Total), s.Wrong, append([]int{}, s.Missing()...), s.Unlisted})
}

// ranges prints increasing numbers as the option --array of sbatch takes them, such as 0,3-5.
func ranges(numbers []int) string {
	var words []string
	for i, j := 0, 0; i < len(numbers); i = j {
		for j = i + 1; j < len(numbers) && numbers[j] == numbers[j-1]+1; j++ {
		}
		words = append(words, strconv.Itoa(numbers[i])+wording.If(j > i+1, "-"+strconv.Itoa(numbers[j-1])))
	}
	return strings.Join(words, ",")
}

// WorkCommand is the command work.
var WorkCommand = &cli.Command{
	Name:  "work",
	Usage: "run jobs of an experiment that another machine coordinates" + console.QueueNote,
	Description: `Joins the coordinator at URL, which the command coordinate has printed, and runs its jobs. If the
connection is lost, the command tries to connect again, without a time limit unless --idle sets one. After Ctrl-C, it
gives its unfinished jobs back to the coordinator.

If the coordinator has a token, copy the token file to this machine and name it with --token, or put the token into the
environment variable COUNTERPROOF_TOKEN. A connection to another machine always uses TLS.
$ counterproof work --idle 5m nats://127.0.0.1:4222
$ counterproof work --jobs 8 --token queue.token --tls-ca cert.pem tls://coordinator.example.org:4222`,
	ArgsUsage: "URL",
	Flags: []cli.Flag{
		&cli.DurationFlag{Name: "idle", Usage: "end if no job arrives for the time `D`; if no coordinator has answered, the exit status is 1 (default: keep waiting)", Action: console.Least("idle", time.Millisecond)},
		console.FileFlag("token", "", "read the coordinator's token from `FILE`"),
		console.FileFlag("tls-ca", "", "trust the certificate in `FILE`: the coordinator's own certificate, or one that has signed it"),
		console.FilesFlag, console.JobsFlag,
		&cli.BoolFlag{Name: console.CommandsFlag.Name, Usage: "let experiments of the coordinator run the commands of their [[solver]] tables on this machine"},
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "also report on stderr when an experiment is done and when the connection is back"},
	},
	Action: console.Do(join),
}
