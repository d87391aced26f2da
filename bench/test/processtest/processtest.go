// Package processtest helps tests that use other processes. It finds outside programs. If a
// program is missing, the test is skipped or, in CI, fails. The package also waits for events.
// An event is any condition that can be checked repeatedly, such as a process that starts,
// works, waits or ends.
//
// Tests wait for events instead of sleeping for a fixed time, because fixed times fail on a
// busy machine. The information about processes comes from /proc (proc(5)). Tests that need
// this information are skipped on systems without /proc.
package processtest

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Patience is the longest time that a test waits for an event. Patience only limits how long a
// failing test takes. Even a slow machine needs only a hundredth of this time.
const Patience = 3 * time.Minute

// pause is the time between two checks of an event.
const pause = 5 * time.Millisecond

// Until waits until the function happened returns true. If this takes longer than Patience, the
// test fails.
func Until(t testing.TB, event string, happened func() bool) {
	t.Helper()
	if !Happens(happened) {
		t.Fatalf("waited %v in vain: %s", Patience, event)
	}
}

// Happens waits until the function happened returns true, but not longer than Patience. The result
// says whether the function has returned true. Use Happens in other goroutines, because they must
// not end the test.
func Happens(happened func() bool) bool {
	for end := time.Now().Add(Patience); !happened(); time.Sleep(pause) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// Entries returns the names in a folder, in order and with hidden files.
func Entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// LongTests is the environment variable that switches on the long tests. "make test-long" sets it.
const LongTests = "COUNTERPROOF_LONG"

// IsLong reports whether long tests run. Tests with a short and a long form ask it.
func IsLong() bool { return os.Getenv(LongTests) != "" }

// Cases returns the number of random cases that a test tries: short, or long if long tests run.
func Cases(short, long int) int {
	if IsLong() {
		return long
	}
	return short
}

// Long skips the test unless long tests run.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("a long test: make test-long runs it")
	}
}

// CI is the environment variable that .ci/run sets. In CI, a test fails if a program is
// missing that `make tools` or `make tools-cluster` installs.
const CI = "COUNTERPROOF_CI"

//go:embed programs.tsv
var programs string

//go:embed cluster.tsv
var clusterPrograms string

// tables lists the tables of programs, each with the target of the Makefile that installs them.
var tables = []struct{ text, target string }{{programs, "make tools"}, {clusterPrograms, "make tools-cluster"}}

// Program returns the path of an outside program. If the program is missing, the test is skipped.
// In CI, the test can fail instead (see Find).
func Program(t testing.TB, name string) string {
	t.Helper()
	path, ok := Find(t, name)
	if !ok {
		t.Skipf("*** SKIPPED: %s is not installed ***", name)
	}
	return path
}

// Find looks for an outside program that only a part of a test needs. In CI, the test fails if
// the program is missing although a target of the Makefile installs it.
func Find(t testing.TB, name string) (path string, ok bool) {
	t.Helper()
	pkg, names, target := program(name)
	for _, n := range names {
		// The folders of Debian's sgt-puzzles and of its daemons are often not on PATH.
		for _, file := range []string{n, "/usr/games/" + n, "/usr/sbin/" + n} {
			if path, err := exec.LookPath(file); err == nil {
				return path, true
			}
		}
	}
	if pkg == "" {
		t.Logf("*** LEFT OUT: %s is not installed ***", name)
		return "", false
	}
	if os.Getenv(CI) != "" {
		t.Fatalf("%s is not installed and this is CI: run %s (Debian's package is %s)", name, target, pkg)
	}
	t.Logf("*** LEFT OUT: %s is not installed; %s installs it (Debian's package is %s) ***", name, target, pkg)
	return "", false
}

// Package returns the Debian packages, separated by spaces, from which the Makefile installs a
// program. If the Makefile does not install the program, the result is empty.
func Package(name string) string {
	pkg, _, _ := program(name)
	return pkg
}

// program finds a program in the tables by any of its names. It also returns the command that
// installs the program.
func program(name string) (pkg string, names []string, target string) {
	for _, table := range tables {
		for line := range strings.Lines(table.text) {
			fields := strings.Split(line, "\t")
			if len(fields) != 3 {
				continue
			}
			if names := strings.Fields(fields[1]); slices.Contains(names, name) {
				return strings.TrimPrefix(fields[0], "-"), names, table.target
			}
		}
	}
	return "", []string{name}, ""
}

// A Subject is a process that runs this test binary as another program. The test can kill the
// Subject. TestMain defines the commands. The output can be read while the Subject runs.
type Subject struct {
	cmd   *exec.Cmd
	file  string        // the file of its stdout
	Ended chan struct{} // closed when the Subject has ended
	Err   error         // the error of Wait; valid after Ended is closed
}

// Launch starts the test binary as a Subject with the given command, which works on a ledger.
func Launch(t *testing.T, command, ledger string) *Subject {
	t.Helper()
	stdout, err := os.CreateTemp(t.TempDir(), "stdout")
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	s := &Subject{cmd: exec.Command(os.Args[0], command, ledger), file: stdout.Name(), Ended: make(chan struct{})}
	s.cmd.Stdout = stdout
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.Ended)
		s.Err = s.cmd.Wait()
	}()
	return s
}

// Done returns the complete lines about finished jobs that the subject has printed so far.
func (s *Subject) Done(t *testing.T) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "done ") && strings.HasSuffix(line, "\n") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// Said returns everything that the subject has printed.
func (s *Subject) Said(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// KillAt kills the subject with kill -9, unless the subject ends first. The parameter n is the
// number of earlier kills, and sets the moment:
//
//   - 0: at once;
//   - 1: when there is a ledger;
//   - 2: when there is a worker;
//   - more: when the subject has reported n-2 finished jobs for whose lines the function fresh
//     returns true.
//
// KillAt also waits until the workers of the subject have ended. It reports whether it killed
// the subject.
func (s *Subject) KillAt(t *testing.T, n int, ledger string, fresh func(line string) bool) (killed bool) {
	t.Helper()
	Until(t, "the moment comes for kill "+strconv.Itoa(n), func() bool {
		select {
		case <-s.Ended:
			return true
		default:
		}
		switch n {
		case 0:
			return true
		case 1:
			_, err := os.Stat(ledger)
			return err == nil
		case 2:
			return len(Children(s.cmd.Process.Pid)) > 0
		}
		jobs := 0
		for _, line := range s.Done(t) {
			if fresh(line) {
				jobs++
			}
		}
		return jobs >= n-2
	})
	workers := Children(s.cmd.Process.Pid)
	_ = s.cmd.Process.Kill()
	<-s.Ended
	for _, worker := range workers {
		Until(t, "the worker "+strconv.Itoa(worker)+" ends with its parent", func() bool { return !Alive(worker) })
	}
	return s.Err != nil
}

// Ledgers returns the paths of two ledgers that do not exist yet.
func Ledgers(t *testing.T) (whole, killed string) {
	dir := t.TempDir()
	return filepath.Join(dir, "whole.db"), filepath.Join(dir, "killed.db")
}

// Need skips a test on systems where processes cannot be watched.
func Need(t testing.TB) {
	t.Helper()
	if _, ok := look("self"); !ok {
		t.Skip("*** SKIPPED: processes cannot be watched without /proc ***")
	}
}

// A stat is a line of /proc/PID/stat without the process id and the program's name. Its first
// field is the state.
type stat []string

// These constants are indices of fields in a stat. An index is the number of the field in
// proc(5) minus 3.
const (
	state  = 0
	parent = 1
	group  = 2
	utime  = 11
	stime  = 12
)

func (s stat) number(field int) int {
	n, _ := strconv.Atoi(s[field])
	return n
}

// look reads the stat of a process, or of one of its threads if pid is PID/task/TID.
func look(pid string) (stat, bool) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return nil, false
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may have spaces
	fields := stat(strings.Fields(rest))
	return fields, len(fields) > stime
}

// ended reports whether the process has ended and nobody has waited for it yet.
func (s stat) ended() bool { return s[state] == "Z" || s[state] == "X" }

// Alive reports whether a process exists and has not ended.
func Alive(pid int) bool {
	if _, ok := look("self"); !ok { // without /proc, a process that nobody has waited for counts as alive
		p, err := os.FindProcess(pid)
		return err == nil && p.Signal(syscall.Signal(0)) == nil
	}
	s, ok := look(strconv.Itoa(pid))
	return ok && !s.ended()
}

// Children lists the processes that pid has started and has not waited for yet.
func Children(pid int) []int {
	return processes(func(s stat) bool { return s.number(parent) == pid })
}

// Group lists the processes of a process group that have not ended.
func Group(pgid int) []int {
	return processes(func(s stat) bool { return s.number(group) == pgid && !s.ended() })
}

// Naming lists the running processes whose command line contains a text.
func Naming(text string) []int {
	return slices.DeleteFunc(processes(func(s stat) bool { return !s.ended() }), func(pid int) bool {
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		return !strings.Contains(string(line), text)
	})
}

// Family lists a process and all processes that it has started, directly or indirectly.
func Family(pid int) []int {
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		for _, child := range Children(all[i]) {
			if !slices.Contains(all, child) {
				all = append(all, child)
			}
		}
	}
	return all
}

func processes(wanted func(stat) bool) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		name := filepath.Base(dir)
		if s, ok := look(name); ok && wanted(s) {
			pid, _ := strconv.Atoi(name)
			pids = append(pids, pid)
		}
	}
	return pids
}

// CPU returns the CPU time that a process and its Family have used so far, in steps of 10 ms.
// Processes that have ended do not count.
func CPU(pid int) time.Duration {
	ticks := 0
	for _, p := range Family(pid) {
		if s, ok := look(strconv.Itoa(p)); ok {
			ticks += s.number(utime) + s.number(stime)
		}
	}
	return time.Duration(ticks) * time.Second / 100
}

// Idle reports whether a process waits for something from outside. This is true if there was a
// moment when all its threads were asleep and no signal was pending. A thread that waits for
// its turn on a core is not asleep.
func Idle(pid int) bool {
	before, ok := asleep(pid)
	if !ok {
		return false
	}
	// A thread that is asleep in the two samples, without a context switch between them, was
	// asleep all the time. If this is true for every thread, all threads were asleep at the
	// same time.
	after, ok := asleep(pid)
	return ok && slices.Equal(before, after)
}

// asleep returns a line for each thread of a process with the number of its context switches.
// The result ok says whether all threads are asleep.
func asleep(pid int) (threads []string, ok bool) {
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/[0-9]*")
	for _, task := range tasks {
		text, err := os.ReadFile(task + "/status")
		if err != nil {
			return nil, false
		}
		thread := filepath.Base(task)
		for line := range strings.Lines(string(text)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
			value = strings.TrimSpace(value)
			switch key {
			case "State":
				if !strings.HasPrefix(value, "S") {
					return nil, false
				}
			case "SigPnd", "ShdPnd":
				if strings.Trim(value, "0") != "" {
					return nil, false
				}
			case "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches":
				thread += " " + value
			}
		}
		threads = append(threads, thread)
	}
	return threads, len(threads) > 0
}
