// Package workers has the commands that spread work over processes and machines: cluster, work and
// worker.
package workers

import (
	"bytes"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/result"
	"counterproof/bench/run/cluster"
	"counterproof/bench/run/experiment"
	"counterproof/bench/run/work"
	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

// ClusterCommand is the command cluster.
var ClusterCommand = &cli.Command{
	Name:  "cluster",
	Usage: "print a job file for a cluster, or report the progress of its tasks",
	Description: console.Describe(
		"Prints a job file for Slurm, for Kubernetes or for GNU parallel. Each task runs one shard, "+
			"which is a part of the experiment, and writes a ledger of its own. Under Slurm and GNU "+
			"parallel, the last step merges the ledgers, makes the report, and names the missing shards. "+
			"The command \"cluster status SPEC.toml\" prints the progress of each task. Run it in the folder "+
			"in which the tasks run. Their ledgers are in a subfolder, such as calendar-year-shards for "+
			"calendar-year.toml. See docs/scale.md.",
		"counterproof cluster --shards 4 --partition short --at-once 2 slurm bench/experiments/calendar-year.toml",
		"mkdir calendar-year-shards; counterproof run --shard 1/61 --ledger calendar-year-shards/1.sqlite bench/experiments/calendar-year.toml; counterproof cluster status bench/experiments/calendar-year.toml",
	),
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
