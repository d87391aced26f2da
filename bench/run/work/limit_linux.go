package work

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// endsAtCPULimit says that guard works on this system.
const endsAtCPULimit = true

// guard calls the function cut when this process and its outside programs together exceed the job's
// limit of CPU time or memory. The checks end when the function stop is called. If no outside
// program does the job, the pool measures the memory of this process, and guard only checks the CPU
// time. The kernel's own limit of CPU time does not help, because it applies to each program
// separately, and only this process knows all programs. guard reads the CPU time so often that it is
// at most a hundredth of a second late. A job that ends before the first check starts no goroutine:
// with one, an easy sudoku took 8 more microseconds.
func (t *turn) guard(cut func(reason string)) (stop func()) {
	limits := t.job.Limits
	if !byProgram(t.job) {
		limits.Memory = 0
	}
	if limits.CPU <= 0 && limits.Memory <= 0 {
		return func() {}
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	first := time.AfterFunc(time.Millisecond, func() {
		defer close(ended)
		for {
			wait := child.LongestLook
			if limits.CPU > 0 {
				used, _ := t.spent()
				if used >= limits.CPU {
					cut(result.CPU)
				}
				wait = min(wait, max((limits.CPU-used)/2, 5*time.Millisecond))
			}
			if limits.Memory > 0 {
				resident := child.Resident(os.Getpid())
				for _, pid := range extern.Running() {
					resident += child.Resident(pid)
				}
				if resident > limits.Memory {
					cut(result.Memory)
				}
				wait = min(wait, child.UntilLook(resident, limits.Memory))
			}
			select {
			case <-quit:
				return
			case <-time.After(wait):
			}
		}
	})
	return func() {
		if !first.Stop() {
			close(quit)
			<-ended
		}
	}
}

// tick is the unit of time in /proc/PID/stat. On all systems, the kernel reports these times in
// hundredths of a second.
const tick = time.Second / 100

// processTime returns the user and system time of a running process and of the children that it has
// waited for (proc(5), stat). If the time is not known, the result is 0.
func processTime(pid int) time.Duration {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, rest, _ := strings.Cut(string(stat), ") ") // after the name, which may have spaces
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0
	}
	ticks := int64(0)
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

// resetPeak makes peakBytes start again from the present size (proc(5), clear_refs). The result
// says whether the reset succeeded, because a container may forbid it.
func resetPeak() bool {
	_, err := clearRefs().WriteAt([]byte("5"), 0)
	return err == nil
}

// A worker opens these files once, because each job needs them. A file that cannot be opened is nil,
// and nobody can read or write it.
var (
	clearRefs = sync.OnceValue(func() *os.File { return own("clear_refs", os.O_WRONLY) })
	ownStatus = sync.OnceValue(func() *os.File { return own("status", os.O_RDONLY) })
)

func own(name string, flag int) *os.File {
	f, _ := os.OpenFile("/proc/self/"+name, flag, 0)
	return f
}

// peakBytes returns the largest resident size of this process since the last successful resetPeak,
// or since the start of the process if there was none. If the size is not known, the result is 0.
// The function does not use getrusage, because the maximum of getrusage starts at the size of the
// parent process.
func peakBytes() int64 {
	text := make([]byte, 1<<13)
	n, _ := ownStatus().ReadAt(text, 0)
	return extern.PeakIn(text[:n])
}

// cgroupVariable names the environment variable with a folder of the cgroup file system, of either
// version. In this folder, a Pool makes a cgroup for each worker. The Pool does not search for such a
// folder, because another program may manage a folder even if it is writable.
const cgroupVariable = "COUNTERPROOF_CGROUP"

// A cgroup holds a worker and all processes that it starts. The kernel kills a process of the
// cgroup when the memory of all its processes together exceeds the limit by more than the
// tolerance. The kernel counts resident memory and more, such as page tables. It does not count the
// 17 MB that a worker has before it is moved into the cgroup. The tests have run on version 1. The
// use of version 2 follows the kernel's documentation (cgroup-v2.rst).
type cgroup struct {
	dir    string
	limit  int64 // of its jobs in bytes; 0: none
	events string
	count  string // the beginning of the line in the file events
}

// controllers lists the files of the memory controller in the two versions of cgroups. In the file
// that the field events names, one line begins with the text in the field count. In version 2, the
// number on this line says how often an allocation was about to fail because of the limit. In
// version 1, it says how many processes were killed because of the limit.
var controllers = []struct{ limit, swap, events, count string }{
	{"memory.max", "memory.swap.max", "memory.events", "oom "},
	{"memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control", "oom_kill "},
}

// newCgroup makes a cgroup for a worker. If the environment variable COUNTERPROOF_CGROUP is not set,
// the result is nil.
func newCgroup(limit int64) (*cgroup, error) {
	parent := os.Getenv(cgroupVariable)
	if parent == "" {
		return nil, nil
	}
	dir, err := os.MkdirTemp(parent, "counterproof-")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cgroupVariable, err)
	}
	g := &cgroup{dir: dir, limit: limit}
	for _, c := range controllers {
		if _, err := os.Stat(filepath.Join(dir, c.limit)); err != nil {
			continue
		}
		g.events, g.count = c.events, c.count
		if limit == 0 {
			return g, nil
		}
		most := strconv.FormatInt(limit+int64(child.Tolerance*float64(limit)), 10)
		if err := g.write(c.limit, most); err != nil {
			g.remove()
			return nil, fmt.Errorf("%s: %w", cgroupVariable, err)
		}
		// Swapped memory is not resident. Version 2 limits swap on its own, and version 1 limits the
		// sum of memory and swap.
		swap := wording.Either(c.swap == "memory.memsw.limit_in_bytes", most, "0")
		_ = g.write(c.swap, swap) // not every kernel has this file
		_ = g.write("memory.oom.group", "1")
		return g, nil
	}
	g.remove()
	return nil, fmt.Errorf("%s=%s: no memory controller: want a cgroup with memory in its cgroup.subtree_control, or a memory cgroup of version 1", cgroupVariable, parent)
}

func (g *cgroup) write(file, text string) error {
	f, err := os.OpenFile(filepath.Join(g.dir, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func (g *cgroup) add(pid int) error { return g.write("cgroup.procs", strconv.Itoa(pid)) }

// killed reports whether the kernel has killed a process of the cgroup because of the memory limit.
func (g *cgroup) killed() bool {
	if g == nil {
		return false
	}
	text, _ := os.ReadFile(filepath.Join(g.dir, g.events))
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(line, g.count); ok {
			return strings.TrimSpace(n) != "0"
		}
	}
	return false
}

func (g *cgroup) remove() {
	if g == nil {
		return
	}
	for end := time.Now().Add(grace); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if g.write("cgroup.kill", "1") != nil { // before Linux 5.14, and in version 1
			text, _ := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
			for word := range strings.FieldsSeq(string(text)) {
				if pid, err := strconv.Atoi(word); err == nil {
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		}
		if err := os.Remove(g.dir); err == nil || errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
