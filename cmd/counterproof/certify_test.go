//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestCertifyEndsEarly: a certificate that is interrupted leaves nothing, one
// that is killed nothing that verify takes and that the next run does not clear
// away.
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
		for range 50 {
			if names(dir) != "" {
				return p
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Fatal("nothing is written")
		return nil
	}

	p := begin()
	_ = p.cmd.Process.Signal(os.Interrupt)
	if err := p.wait(); p.cmd.ProcessState.ExitCode() != failure || p.stderr.String() != "counterproof: interrupted\n" {
		t.Errorf("%v, stderr %q", err, p.stderr.String())
	}
	if got := names(dir); got != "" {
		t.Errorf("interrupted, it leaves %s", got)
	}

	p = begin()
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	_ = p.wait()
	time.Sleep(200 * time.Millisecond) // the worker ends when it sees that
	if got := names(dir); !strings.HasPrefix(got, ".out.unfinished-") {
		t.Errorf("killed, it leaves %q", got)
	}
	for _, name := range []string{"", names(dir)} {
		if out, status := call(t, "", "verify", filepath.Join(dir, name)); status != failure || out != "" {
			t.Errorf("verify %s: exit status %d, %s", name, status, out)
		}
	}
	if _, status := call(t, "", "certify", "-o", filepath.Join(dir, "out"), "lightsout", "#"); status != done {
		t.Errorf("certify: exit status %d", status)
	}
	if got := names(dir); got != "out" {
		t.Errorf("the next run leaves %s, want out", got)
	}
}
