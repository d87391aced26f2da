//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// TestSignals checks that one signal ends every command, whether it is waiting or working. Commands
// that work get SIGINT and SIGTERM in turn, and both signals in a long test.
func TestSignals(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
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
		for _, name := range []string{"*proof*", "*signal.pdf*"} {
			if left, _ := filepath.Glob(filepath.Join(dir, name)); len(left) > 0 {
				t.Errorf("an interrupted command left %v", left)
			}
		}
	})
	const told = "^counterproof: interrupted\n$"
	const waiting, working = false, true
	for i, c := range []struct {
		works          bool // whether the signal is sent to a program that works, instead of one that waits
		args           []string
		status         int
		stdout, stderr string
	}{
		{waiting, []string{"count", "calendar", "-"}, 1, "^$", told},
		{waiting, []string{"decode", "calendar", "10-06"}, 1, "^$", told},
		{waiting, []string{"decode", "calendar", "10-06", "fifo"}, 1, "^$", told}, // nobody writes to the pipe
		{waiting, []string{"sat", "fifo"}, 0, "^s UNKNOWN\n$", "^$"},
		{waiting, []string{"sat", "-"}, 0, "^s UNKNOWN\n$", "^$"},
		{waiting, []string{"sat", "--count", "-"}, 0, "^c .*\ns UNKNOWN\n$", "^$"},
		{working, []string{"sat", "pigeons.cnf"}, 0, "^s UNKNOWN\n$", "^$"},
		{working, []string{"sat", "--count", "pigeons.cnf"}, 0, "^c .*\ns UNKNOWN\n$", "^$"},
		{working, []string{"sat", "--proof=proof", "pigeons.cnf"}, 0, "^s UNKNOWN\n$", "^$"},
		{working, []string{"generate", "--size=20x20", "packing"}, 1, "^$", told},
		{working, []string{"sheet", "--size=20x20", "-o=signal.pdf", "packing"}, 1, "^$", told},
		{working, []string{"plot", "-o=signal.pdf", "calendar", "weekday"}, 1, "^$", told},
		{working, []string{"solve", "--method", "sat", "exactcover", dlx}, 1, "^$", told},
		{working, []string{"count", "--method", "sat", "exactcover", dlx}, 1, "^$", told},
		{working, []string{"run", "slow.toml"}, 1, "^$", `^counterproof: interrupted: \d .*\b5 jobs .*\n$`},
	} {
		for j, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			if c.works && j == i%2 && !processtest.IsLong() {
				continue
			}
			t.Run(fmt.Sprintf("%s %.10s %v", c.args[0], c.args[1], sent), func(t *testing.T) {
				t.Parallel()
				if processtest.Race && slices.Contains(c.args, "--proof=proof") {
					t.Skip("the race detector reports that the channel of the proof is closed to stop gophersat")
				}
				args := c.args
				if args[0] == "run" { // each run needs its own ledger
					args = []string{"run", "--ledger", sent.String() + ".sqlite", args[1]}
				}
				p := launch(t, dir, args...)
				if c.works {
					p.until(t, works)
				} else {
					p.until(t, waits)
				}
				_ = p.cmd.Process.Signal(sent)
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

// TestSatTimeout checks that the time limit of sat ends even a call of gophersat, which does not
// notice interruptions. Without the limit, the formula takes ages.
func TestSatTimeout(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	_, cnf := pigeons(14)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pigeons.cnf"), []byte(cnf), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, stdout string }{
		{"sat --timeout=100ms pigeons.cnf", "^s UNKNOWN\n$"},
		{"sat --count --timeout=100ms pigeons.cnf", "^c .*--timeout.*\ns UNKNOWN\n$"},
		{"sat --count --limit=9 --timeout=100ms pigeons.cnf", "^c .*--timeout.*\nc models so far: 0\ns UNKNOWN\n$"},
	} {
		p := start(t, dir, "counterproof", strings.Fields(c.args)...)
		if status := p.wait(t); status != 0 {
			t.Errorf("%s: exit status %d, want 0", c.args, status)
		}
		if got := p.stdout.String(); !regexp.MustCompile(c.stdout).MatchString(got) {
			t.Errorf("%s: stdout %q, want %s", c.args, got, c.stdout)
		}
	}
}

// TestRepairInterrupted checks that repair prints the values that it has found when a signal ends
// its proof. The proof for the empty sudoku takes several seconds.
func TestRepairInterrupted(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	p := start(t, "", "counterproof", "repair", "-v", "--json", "sudoku", strings.Repeat(".", 81))
	processtest.Until(t, "there are values", func() bool { return strings.Contains(p.stderr.String(), "values suffice") })
	_ = p.cmd.Process.Signal(os.Interrupt)
	if status := p.wait(t); status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
	if got := p.stdout.String(); !regexp.MustCompile(`^{.*"given":"[0-9]+=.*"minimal":false,.*}\n$`).MatchString(got) {
		t.Errorf("stdout %q", got)
	}
	if got := p.stderr.String(); !regexp.MustCompile(`(?m)^counterproof: .*interrupted: .*not known.*\ncounterproof: interrupted\n\z`).MatchString(got) {
		t.Errorf("stderr %q", got)
	}
}

// TestSecondSignal checks that a second signal kills the program. After the first signal, the program
// waits a short time for the other end of a pipe. On a busy machine, the second signal can come too
// late, so the test tries several times.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Skip(err)
	}
	processtest.Need(t)
	processtest.Until(t, "the second signal ends the program", func() bool {
		p := launch(t, dir, "count", "calendar", "@pipe")
		p.until(t, waits)
		_ = p.cmd.Process.Signal(os.Interrupt)
		p.until(t, waits) // the program has handled the first signal
		_ = p.cmd.Process.Signal(os.Interrupt)
		err := p.wait()
		return err != nil && strings.Contains(err.Error(), "interrupt")
	})
}

// A launched is a run of the program in its own process, with a standard input that stays open.
type launched struct {
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
}

// launch starts the program in a folder.
func launch(t *testing.T, dir string, args ...string) *launched {
	t.Helper()
	p := &launched{cmd: exec.Command("counterproof", args...)}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, &p.stdout, &p.stderr
	p.start(t)
	return p
}

// start starts the command of p.
func (p *launched) start(t *testing.T) {
	t.Helper()
	heedInterrupts()
	if _, err := p.cmd.StdinPipe(); err != nil { // Wait closes the pipe
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

// heedInterrupts makes sure that the programs that a test starts do not ignore SIGINT. A shell
// makes its background jobs ignore SIGINT, and every program that such a job starts then also
// ignores SIGINT.
func heedInterrupts() {
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
}

// waits reports whether the program is waiting and uses no CPU time.
func waits(p *launched) bool { return processtest.Idle(p.cmd.Process.Pid) }

// works reports whether the program and its workers have used 0.3 s of CPU time. That is more than
// they need to start, so they are working on the job.
func works(p *launched) bool { return processtest.CPU(p.cmd.Process.Pid) >= 300*time.Millisecond }

// until waits until the program is in the given state.
func (p *launched) until(t *testing.T, state func(*launched) bool) {
	t.Helper()
	processtest.Until(t, "the program waits or is at work", func() bool { return state(p) })
}

// wait waits for the end of the program. If this takes too long, wait kills the
// program.
func (p *launched) wait() error {
	late := time.AfterFunc(processtest.Patience, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	return p.cmd.Wait()
}
