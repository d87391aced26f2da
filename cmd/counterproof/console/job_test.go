package console

import (
	"flag"
	"fmt"
	"testing"

	"github.com/urfave/cli/v2"
)

// TestJobs checks that --jobs wins over the variables of Slurm, and that without the flag a task runs as many
// jobs as it has cores. Without --cpus-per-task, only the second variable is set.
func TestJobs(t *testing.T) {
	for _, c := range []struct {
		flag, task, node string
		want             int
	}{
		{"", "", "", 0},
		{"", "1", "", 1},
		{"", "", "1", 1},
		{"", "1", "64", 1},
		{"3", "1", "1", 3},
		{"", "many", "1", 1},
		{"", "0", "-1", 0},
	} {
		t.Setenv("SLURM_CPUS_PER_TASK", c.task)
		t.Setenv("SLURM_CPUS_ON_NODE", c.node)
		set := flag.NewFlagSet("", flag.ContinueOnError)
		if err := (&cli.IntFlag{Name: JobsFlag.Name}).Apply(set); err != nil {
			t.Fatal(err)
		}
		if c.flag != "" {
			if err := set.Parse([]string{fmt.Sprintf("--jobs=%s", c.flag)}); err != nil {
				t.Fatal(err)
			}
		}
		if got := (&Call{Flags: cli.NewContext(nil, set, nil)}).Jobs(); got != c.want {
			t.Errorf("--jobs %q, %q cores of the task, %q of the node: %d jobs, want %d", c.flag, c.task, c.node, got, c.want)
		}
	}
}
