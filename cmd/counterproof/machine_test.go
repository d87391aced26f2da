//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
)

// TestHostIsTheMachine checks that the host of a record names all cores of the machine, even if the
// run may use only one of them.
func TestHostIsTheMachine(t *testing.T) {
	needs(t, "taskset", "getconf")
	online, err := exec.Command("getconf", "_NPROCESSORS_ONLN").Output()
	if err != nil {
		t.Fatal(err)
	}
	cores := strings.TrimSpace(string(online))
	if cores == "1" {
		t.Skip("*** SKIPPED: the machine has one core ***")
	}
	self, err := exec.Command("sh", "-c", "taskset -cp $$").Output() // it prints: pid 7's current affinity list: 0,1
	if err != nil {
		t.Skipf("*** SKIPPED: taskset: %v ***", err)
	}
	list := strings.TrimSpace(string(self[bytes.LastIndexByte(self, ' ')+1:]))
	first := list[:strings.IndexAny(list+",", ",-")]
	hosts := map[string]bool{}
	for _, words := range [][]string{{}, {"taskset", "-c", first}} {
		words = append(words, "counterproof", "count", "--json", "calendar", "10-06")
		out, err := exec.Command(words[0], words[1:]...).Output()
		var record struct{ Host, Count string }
		if err != nil || json.Unmarshal(out, &record) != nil || record.Count != "7" {
			t.Fatalf("%s: %v, %s", strings.Join(words, " "), err, out)
		}
		hosts[record.Host] = true
		if !strings.Contains(" "+record.Host, " "+cores+" cores, ") {
			t.Errorf("%s: the host is %q, want %s cores", strings.Join(words, " "), record.Host, cores)
		}
	}
	if len(hosts) != 1 {
		t.Errorf("one machine has %d names: %v", len(hosts), hosts)
	}
}

// withoutProc returns a command that runs in its own mount namespace, in which /proc has no files.
func withoutProc(t *testing.T, words ...string) *exec.Cmd {
	t.Helper()
	for _, unshare := range [][]string{{"unshare", "-m"}, {"unshare", "-r", "-m"}} {
		hide := append(unshare, "sh", "-c", `mount -t tmpfs none /proc && exec "$@"`, "sh")
		if exec.Command(hide[0], append(hide[1:], "true")...).Run() == nil {
			return exec.Command(hide[0], append(hide[1:], words...)...)
		}
	}
	t.Skip("*** SKIPPED: unshare cannot make a mount namespace here ***")
	return nil
}

// TestWithoutProc checks that workers start without /proc. Memory limits need /proc, so count must
// refuse them and run must print a warning.
func TestWithoutProc(t *testing.T) {
	t.Parallel()
	needs(t, "bash", "unshare")
	if processtest.Race {
		t.Skip("the race detector prints a warning without /proc")
	}
	dir := t.TempDir()
	spec := `title = "Limited"
[[suite]]
puzzle = "calendar"
instances = ["10-06"]
methods = ["native"]
limits = { memory = "4GB" }
`
	if err := os.WriteFile(filepath.Join(dir, "limited.toml"), []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	path, err := exec.LookPath("counterproof")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args           []string // for bash -c; $0 is the path of the program
		status         int
		stdout, stderr string
	}{
		{[]string{`counterproof count calendar 10-06`}, console.Done, "10-06\tnative\t7\n", ""},
		{[]string{`"$0" count calendar 10-06`}, console.Done, "10-06\tnative\t7\n", ""},
		{[]string{`counterproof crosscheck --failures '' calendar 10-06`}, console.Done, "agree", ""},
		// Under another name the program cannot find its own file to start workers.
		{[]string{`exec -a nowhere "$0" count calendar 10-06`}, console.Failure, "", "/proc"},
		{[]string{`counterproof count --memory 1GB calendar 10-06`}, console.Misuse, "", "/proc"},
		{[]string{`counterproof run limited.toml`}, console.Done, " 1 jobs, ", "/proc"},
	} {
		cmd := withoutProc(t, "bash", "-c", c.args[0], path)
		var out, errs bytes.Buffer
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
		_ = cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(out.String(), c.stdout) ||
			!strings.Contains(errs.String(), c.stderr) || (c.stderr == "") != (errs.Len() == 0) {
			t.Errorf("%s: exit status %d, want %d; stdout %q, want %q; stderr %q, want %q", c.args[0], got, c.status, out.String(), c.stdout, errs.String(), c.stderr)
		}
	}
}
