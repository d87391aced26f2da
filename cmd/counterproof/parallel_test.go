//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
)

// fakeSSH replaces ssh. Like ssh, fakeSSH starts in the home folder and runs the command with a
// shell, but on this machine. It sets SHELL, as ssh does; without SHELL, GNU parallel runs nothing on
// the other machine and reports success. It writes the name of the other machine into a file.
const fakeSSH = `#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
echo "$1" >>"$MACHINES"
shift
[ "$1" = -- ] && shift
cd && SHELL=/bin/sh exec sh -c "$*"
`

// TestParallel runs an experiment with GNU parallel on two machines. Because of fakeSSH, the two
// machines are this machine. The records must be the same as the records of a plain run, also after a
// second start. Every start begins all shards, and a shard skips its finished jobs. Only a long test
// uses SAT.
func TestParallel(t *testing.T) {
	needs(t, "parallel", "perl")
	processtest.Need(t)
	home := t.TempDir()
	a := &array{dir: filepath.Join(home, "a 'quoted' folder"), spec: arrayFile, name: arrayName}
	if err := os.Mkdir(a.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"HOME": home, "PARALLEL_SSH": filepath.Join(home, "ssh"), "MACHINES": filepath.Join(home, "machines")} {
		t.Setenv(name, value)
	}
	write(t, filepath.Join(home, "ssh"), 0o755, fakeSSH)
	method := "native/dlx"
	if processtest.IsLong() {
		method = "sat" // takes 9 s of CPU time, and native/dlx 1 s
	}
	writeArray(t, a.dir, 3, method)
	if status, text := a.in(t, "counterproof", "run", "--ledger", "plain.sqlite", a.spec); status != console.Done {
		t.Fatalf("a plain run: exit status %d: %s", status, text)
	}
	status, text := a.in(t, "counterproof", "cluster", "--shards", "3", "--at-once", "1", "--parts", "the 'parts'.txt", "--hosts", "one,two", "parallel", a.spec)
	if status != console.Done {
		t.Fatalf("cluster: exit status %d: %s", status, text)
	}
	write(t, filepath.Join(a.dir, "job.sh"), 0o644, text)
	log := filepath.Join(a.dir, a.name+".joblog")
	for i := range 2 {
		if status, text := a.in(t, "sh", "job.sh"); status != 0 {
			t.Fatalf("start %d: exit status %d: %s", i, status, text)
		}
		// The log has a line for its heading and one for each shard.
		if table, err := os.ReadFile(log); err != nil || strings.Count(string(table), "\n") != 1+3 {
			t.Errorf("start %d: want 4 lines in the log (%v):\n%s", i, err, table)
		}
	}
	want, complete := measured(t, filepath.Join(a.dir, "plain.sqlite"))
	got, _ := measured(t, filepath.Join(a.dir, a.name+".sqlite"))
	if !complete || len(want) != 6 || !maps.Equal(got, want) {
		t.Errorf("%d merged records differ from the %d records of a plain run", len(got), len(want))
	}
	names, err := os.ReadFile(filepath.Join(home, "machines"))
	machines := slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(names)))))
	if err != nil || fmt.Sprint(machines) != "[one two]" {
		t.Errorf("the shards ran on %v (%v), want one and two", machines, err)
	}
}
