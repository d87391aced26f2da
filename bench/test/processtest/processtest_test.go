package processtest

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// begin starts a shell script with an open stdin. The returned function end closes stdin and waits
// for the script.
func begin(t *testing.T, script string) (pid int, end func()) {
	t.Helper()
	Need(t)
	cmd := exec.Command("sh", "-c", script)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip("*** SKIPPED: sh is not installed ***")
	}
	end = func() {
		stdin.Close()
		_ = cmd.Wait()
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); end() })
	return cmd.Process.Pid, end
}

// TestIdle checks that a shell that reads its stdin is idle. A shell that computes is not idle,
// and neither is a shell that has ended.
func TestIdle(t *testing.T) {
	reader, end := begin(t, "read line # "+t.Name())
	Until(t, "a shell that reads waits", func() bool { return Idle(reader) })
	if !Alive(reader) || !slices.Contains(Children(os.Getpid()), reader) {
		t.Error("the shell that reads is not alive, or not a child of the test")
	}
	if named := Naming("# " + t.Name()); !slices.Equal(named, []int{reader}) {
		t.Errorf("the processes %v have the command line of the shell, want only %d", named, reader)
	}
	end()
	if Alive(reader) || Idle(reader) {
		t.Error("the shell has ended, but is alive or idle")
	}
	spinner, _ := begin(t, "while :; do :; done")
	Until(t, "a shell that computes takes CPU time", func() bool {
		if Idle(spinner) {
			t.Fatal("a shell that computes is idle")
		}
		return CPU(spinner) >= 100*time.Millisecond
	})
}

// TestAlive checks that a process that has ended is not alive, even if nobody has waited for it
// yet.
func TestAlive(t *testing.T) {
	Need(t)
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		t.Skip("*** SKIPPED: true is not installed ***")
	}
	Until(t, "the program ends", func() bool { return !Alive(cmd.Process.Pid) })
	if !slices.Contains(Children(os.Getpid()), cmd.Process.Pid) {
		t.Error("its parent has not waited for it, but it is not listed as a child")
	}
	_ = cmd.Wait()
	if slices.Contains(Children(os.Getpid()), cmd.Process.Pid) {
		t.Error("its parent has waited for it, but it is still listed as a child")
	}
}

// TestFamily checks that the Family of a process includes its child, and that CPU includes the
// child's CPU time.
func TestFamily(t *testing.T) {
	parent, end := begin(t, "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; read line' <&0; true")
	Until(t, "the child takes CPU time", func() bool { return CPU(parent) >= 50*time.Millisecond })
	children := Children(parent)
	if len(children) != 1 || !slices.Equal(Family(parent), []int{parent, children[0]}) {
		t.Errorf("children %v, family %v", children, Family(parent))
	}
	if own := Family(os.Getpid()); !slices.Contains(own, children[0]) {
		t.Errorf("our own family %v lacks %d", own, children[0])
	}
	end()
	if Alive(children[0]) {
		t.Error("the child is still alive")
	}
}
