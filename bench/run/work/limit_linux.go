package work

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
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
