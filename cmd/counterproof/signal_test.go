//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pigeons puts n pigeons into n-1 holes, which a SAT solver takes ages to
// refuse, in one go and without looking at anything else.
func pigeons(n int) (dlx, cnf string) {
	var items, holes, options []string
	clauses := 0
	var b strings.Builder
	for p := range n {
		items = append(items, fmt.Sprintf("p%d", p))
		for h := range n - 1 {
			options = append(options, fmt.Sprintf("p%d h%d", p, h))
			fmt.Fprintf(&b, "%d ", p*n+h+1)
		}
		b.WriteString("0\n")
		clauses++
	}
	for h := range n - 1 {
		holes = append(holes, fmt.Sprintf("h%d", h))
		for p := range n {
			for q := range p {
				fmt.Fprintf(&b, "-%d -%d 0\n", p*n+h+1, q*n+h+1)
				clauses++
			}
		}
	}
	dlx = strings.Join(items, " ") + " | " + strings.Join(holes, " ") + " ; " + strings.Join(options, " ; ")
	return dlx, fmt.Sprintf("p cnf %d %d\n%s", n*n, clauses, b.String())
}

// TestSignals: one signal ends whatever is going on.
func TestSignals(t *testing.T) {
	dlx, cnf := pigeons(14)
	dir := t.TempDir()
	spec := `title = "Slow"
question = "?"
[[suite]]
puzzle = "calendar"
instances = ["10-06"]
methods = ["native"]
[[suite]]
puzzle = "calendar"
instances = ["01-25"]
methods = ["sat", "sat/cubes=0", "sat/cubes=1"]
[[suite]]
puzzle = "exactcover"
instances = ["` + dlx + `"]
methods = ["sat"]
`
	for name, text := range map[string]string{"pigeons.cnf": cnf, "slow.toml": spec} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o666); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(dir, "*proof*")); len(left) > 0 {
			t.Errorf("sat --proof left %v", left)
		}
	})
	const told = "^counterproof: interrupted\n$"
	for _, c := range []struct {
		args           []string
		status         int
		stdout, stderr string
	}{
		{[]string{"count", "calendar", "-"}, 1, "^$", told},
		{[]string{"decode", "calendar", "10-06"}, 1, "^$", told},
		{[]string{"decode", "calendar", "10-06", "fifo"}, 1, "^$", told}, // nobody writes into it
		{[]string{"sat", "fifo"}, 0, "^s UNKNOWN\n$", "^$"},
		{[]string{"sat", "-"}, 0, "^s UNKNOWN\n$", "^$"},
		{[]string{"sat", "pigeons.cnf"}, 0, "^s UNKNOWN\n$", "^$"},
		{[]string{"sat", "--count", "pigeons.cnf"}, 0, "^s UNKNOWN\n$", "^$"},
		{[]string{"sat", "--proof=proof", "pigeons.cnf"}, 0, "^s UNKNOWN\n$", "^$"},
		{[]string{"generate", "--size=20x20", "packing"}, 1, "^$", told},
		{[]string{"solve", "--method", "sat", "exactcover", dlx}, 1, "^$", told},
		{[]string{"count", "--method", "sat", "exactcover", dlx}, 1, "^$", told},
		{[]string{"run", "slow.toml"}, 1, "^$", `^counterproof: interrupted: \d of 5 jobs are in the ledger; start again to go on\n$`},
	} {
		for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(fmt.Sprintf("%s %.10s %v", c.args[0], c.args[1], signal), func(t *testing.T) {
				t.Parallel()
				args := c.args
				if args[0] == "run" { // each its own ledger
					args = []string{"run", "--ledger", signal.String() + ".sqlite", args[1]}
				}
				p := launch(t, dir, args...)
				_ = p.cmd.Process.Signal(signal)
				if err := p.wait(); p.cmd.ProcessState.ExitCode() != c.status {
					t.Errorf("%v, want exit status %d", err, c.status)
				}
				if got := p.stdout.String(); !regexp.MustCompile(c.stdout).MatchString(got) {
					t.Errorf("stdout %q, want %s", got, c.stdout)
				}
				if got := p.stderr.String(); !regexp.MustCompile(c.stderr).MatchString(got) {
					t.Errorf("stderr %q, want %s", got, c.stderr)
				}
			})
		}
	}
}

// TestSecondSignal has the first one find nobody who looks: the program waits
// for the other end of a pipe.
func TestSecondSignal(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Skip(err)
	}
	p := launch(t, dir, "count", "calendar", "@pipe")
	_ = p.cmd.Process.Signal(os.Interrupt)
	time.Sleep(200 * time.Millisecond)
	_ = p.cmd.Process.Signal(os.Interrupt)
	if err := p.wait(); err == nil || !strings.Contains(err.Error(), "interrupt") {
		t.Errorf("got %v, want the end by the signal", err)
	}
}

// A launched is the program in a process of its own, whose stdin stays open.
type launched struct {
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
}

func launch(t *testing.T, dir string, args ...string) *launched {
	t.Helper()
	p := &launched{cmd: exec.Command("counterproof", args...)}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, &p.stdout, &p.stderr
	if _, err := p.cmd.StdinPipe(); err != nil { // closed by Wait, when all is over
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // it is at work
	return p
}

// wait kills what does not end.
func (p *launched) wait() error {
	late := time.AfterFunc(10*time.Second, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	return p.cmd.Wait()
}
