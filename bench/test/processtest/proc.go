package processtest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

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
