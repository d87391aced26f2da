package main

import (
	"bytes"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
)

// TestSlurmArray checks that the command cluster accepts 1001 shards for Slurm and refuses more.
// Slurm refuses an array whose largest index reaches MaxArraySize, which is 1001 by default
// (slurm.conf(5)). So 1001 shards, 0 to 1000, fit.
func TestSlurmArray(t *testing.T) {
	const spec = "../../bench/experiments/calendar-year.toml"
	for _, c := range []struct {
		args   string
		status int
		array  string // in the job file
		says   string // on stderr
	}{
		{"--shards 1001 slurm", console.Done, "#SBATCH --array=0-1000\n", ""},
		{"--shards 1002 slurm", console.Misuse, "", "--max-array-size"},
		{"--shards 2000 slurm", console.Misuse, "", "1001"},
		{"--shards 2000 --max-array-size 2000 slurm", console.Done, "#SBATCH --array=0-1999\n", ""},
		{"--shards 2001 --max-array-size 2000 slurm", console.Misuse, "", "2000"},
		{"--shards 300 --max-array-size 200 slurm", console.Misuse, "", "200"},
		{"--max-array-size 0 slurm", console.Misuse, "", "--max-array-size"},
		{"--shards 2000 k8s", console.Done, "completions: 2000\n", ""},
	} {
		var out, errs bytes.Buffer
		args := append([]string{"counterproof", "cluster"}, strings.Fields(c.args)...)
		status := run(append(args, spec), strings.NewReader(""), &out, &errs)
		if status != c.status || !strings.Contains(out.String(), c.array) || (status != console.Done) != (out.Len() == 0) ||
			!strings.Contains(errs.String(), c.says) || (c.says == "") != (errs.Len() == 0) {
			t.Errorf("cluster %s: exit status %d, want %d; stdout %q, stderr %q", c.args, status, c.status, out.String(), errs.String())
		}
	}
}
