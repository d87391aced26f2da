//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/test/facttest"
)

// TestCertifyEndsEarly checks that certify leaves nothing behind when it is interrupted. When it is
// killed, verify must refuse the leftovers, and the next run must remove them.
func TestCertifyEndsEarly(t *testing.T) {
	dlx, _ := pigeons(14)
	names := func(dir string) string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return strings.Join(all, " ")
	}
	dir := t.TempDir()
	begin := func() *launched {
		p := launch(t, dir, "certify", "--method=sat", "-o", "out", "exactcover", dlx)
		processtest.Until(t, "something is written", func() bool { return names(dir) != "" })
		p.until(t, works)
		return p
	}

	p := begin()
	_ = p.cmd.Process.Signal(os.Interrupt)
	if err := p.wait(); p.cmd.ProcessState.ExitCode() != console.Failure || p.stderr.String() != "counterproof: interrupted\n" {
		t.Errorf("%v, stderr %q", err, p.stderr.String())
	}
	if got := names(dir); got != "" {
		t.Errorf("after an interruption it leaves %s", got)
	}

	processtest.Need(t)
	p = begin()
	workers := processtest.Children(p.cmd.Process.Pid)
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	_ = p.wait()
	for _, worker := range workers {
		processtest.Until(t, "the worker ends with its parent", func() bool { return !processtest.Alive(worker) })
	}
	if got := names(dir); !strings.HasPrefix(got, ".out.unfinished-") {
		t.Errorf("after a kill it leaves %q", got)
	}
	for _, name := range []string{"", names(dir)} {
		if out, status := call(t, "", "verify", filepath.Join(dir, name)); status != console.Failure || out != "" {
			t.Errorf("verify %s: exit status %d, %s", name, status, out)
		}
	}
	if _, status := call(t, "", "certify", "-o", filepath.Join(dir, "out"), "lightsout", "#"); status != console.Done {
		t.Errorf("certify: exit status %d", status)
	}
	if got := names(dir); got != "out" {
		t.Errorf("the next run leaves %s, want out", got)
	}
}

// TestCertifyAtOnce checks that three runs can write to one folder at the same time, and that all of
// them print the same certificates.
func TestCertifyAtOnce(t *testing.T) {
	const boards = "#,##,...,##/##,.../...,###/###"
	dir := t.TempDir()
	var runs []*exec.Cmd
	var outs []*bytes.Buffer
	for range 3 {
		cmd := exec.Command("counterproof", append([]string{"certify", "-o", "out", "lightsout"}, strings.Split(boards, ",")...)...)
		out := new(bytes.Buffer)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		runs, outs = append(runs, cmd), append(outs, out)
	}
	for i, cmd := range runs {
		if err := cmd.Wait(); err != nil || outs[i].String() != outs[0].String() || strings.Count(outs[i].String(), "certified\t") != 6 {
			t.Errorf("%v:\n%s", err, outs[i])
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil || len(entries) != 6 {
		t.Errorf("the folder has %v, %v, want 6 certificates", entries, err)
	}
	if _, status := call(t, "", "verify", filepath.Join(dir, "out")); status != console.Done {
		t.Errorf("verify: exit status %d", status)
	}
}

// TestCertifyPlaces checks that certify reports on one line that it cannot write into a folder,
// before it starts any work. The exit status is 2 for a mistake of the user and 1 for an error of
// the file system.
func TestCertifyPlaces(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, err := range []error{
		os.WriteFile("file", nil, 0o666), os.MkdirAll("full/of", 0o777), os.Mkdir("closed", 0o555), os.Mkdir("mounted", 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		folder string
		status int
		want   string
	}{
		{"full", console.Misuse, "full"},
		{"file", console.Failure, "file"},
		{"file/day", console.Failure, "file/day"},
		{"closed/day", console.Failure, "closed/day"},
		{"mounted", console.Failure, "mounted"},
	} {
		t.Run(c.folder, func(t *testing.T) {
			// The certificate itself would take minutes.
			args := []string{"counterproof", "certify", "--timeout", "1m", "-o", c.folder, "pentomino", "6x10"}
			switch {
			case c.folder == "closed/day" && os.Getuid() == 0:
				t.Skip("*** SKIPPED: root can write to every folder ***")
			case c.folder == "mounted":
				needs(t, "unshare", "mount")
				if err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", "mounted").Run(); err != nil {
					t.Skip("*** SKIPPED: nothing can be mounted here: ", err)
				}
				args = append([]string{"unshare", "-rm", "sh", "-c", "mount -t tmpfs none mounted && exec \"$@\"", "sh"}, args...)
			}
			out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.status || strings.Count(string(out), "\n") != 1 || !facttest.States(string(out), c.want) {
				t.Errorf("%v: %s", err, out)
			}
			if left, err := filepath.Glob(".*"); err != nil || len(left) > 0 {
				t.Errorf("it leaves %v", left)
			}
		})
	}
}
