// Package scale has the commands that spread work over processes and machines: cluster and worker.
package scale

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/cmd/counterproof/console"
)

// ClusterCommand is the command cluster.
var ClusterCommand = &cli.Command{
	Name:     "cluster",
	Usage:    "print a job file that runs an experiment on a cluster",
	Category: console.GroupScale,
	Description: console.Describe(
		"Prints a job file for a Slurm array or for an Indexed Job of Kubernetes. Each task runs one "+
			"shard, which is a part of the experiment, and writes a ledger of its own. The command merge "+
			"puts the ledgers together. See docs/scale.md.",
		"counterproof cluster slurm bench/experiments/calendar-year.toml",
		"counterproof cluster --shards 4 --cpus 2 k8s bench/experiments/calendar-year.toml",
	),
	ArgsUsage: "slurm|k8s SPEC.toml",
	Flags: []cli.Flag{
		console.FullFlag,
		&cli.IntFlag{Name: "shards", Value: 16, Usage: "split the experiment into `N` tasks"},
		&cli.IntFlag{Name: "cpus", Value: 1, Usage: "give each task `N` cores, on which it runs N jobs at once"},
		&cli.IntFlag{Name: "memory", Value: 4, Usage: "give each task `N` gigabytes of memory"},
		&cli.IntFlag{Name: "hours", Value: 24, Usage: "stop each task after `N` hours"},
		&cli.IntFlag{Name: "max-array-size", Value: experiment.DefaultMaxArraySize, Usage: "slurm: accept up to `N` shards; N is the cluster's setting MaxArraySize"},
		&cli.StringFlag{Name: "image", Value: "counterproof:latest", Usage: "k8s: run the container image `IMAGE`"},
		&cli.StringFlag{Name: "volume", Value: "counterproof", Usage: "k8s: mount the volume claim `NAME`, which holds a shared folder with SPEC.toml"},
		console.InputFlag,
	},
	Action:       console.Args(2, 2, cluster),
	BashComplete: func(*cli.Context) {},
}

func cluster(c *cli.Context, args []string) error {
	for _, name := range []string{"shards", "cpus", "memory", "hours", "max-array-size"} {
		if n := c.Int(name); n < 1 || n > 1_000_000 {
			return console.Usagef("cluster: --%s: want 1 to 1000000, got %d", name, n)
		}
	}
	if _, _, err := console.ReadExperiment(c, args[1]); err != nil {
		return err
	}
	job := experiment.Cluster{
		Spec: args[1], Full: c.Bool(console.FullFlag.Name), Shards: c.Int("shards"), CPUs: c.Int("cpus"), Memory: c.Int("memory"), Hours: c.Int("hours"),
		Image: c.String("image"), Volume: c.String("volume"), MaxArraySize: c.Int("max-array-size"),
	}
	var text bytes.Buffer
	if err := job.Write(&text, args[0]); err != nil {
		return console.Usagef("cluster: %w", err)
	}
	_, err := c.App.Writer.Write(text.Bytes())
	return err
}
