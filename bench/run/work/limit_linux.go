package work

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/bench/system/usage"
	"counterproof/sat/extern"
)

// endsAtCPULimit says that a cpuLimit works on this system.
const endsAtCPULimit = true

// A cpuLimit notices when a job has used up its CPU time. The kernel counts the whole seconds: the
// soft RLIMIT_CPU is the CPU time at which the job must end, rounded down. After the kernel has
// sent SIGXCPU, the cpuLimit polls for the rest of the last second. So a job ends about 10 ms late,
// and before the last second the limit costs nothing. Go ignores SIGXCPU unless a program asks for
// it. The hard RLIMIT_CPU stays unchanged, because a process that lowers its hard limit cannot
// raise it again for the next job.
type cpuLimit struct {
	end  atomic.Int64 // CPU time in ns at which the job ends; 0: never
	poll chan os.Signal
	once sync.Once
}

// set starts the limit of one job, counted from the CPU time used so far. A limit of 0 means no
// limit. When the job reaches the limit, the cpuLimit calls the function past, which ends the
// process if the job is still running. The parameter past must be the same function in all calls of
// set.
func (c *cpuLimit) set(limit time.Duration, past func()) {
	var rlimit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CPU, &rlimit) != nil {
		return
	}
	if limit <= 0 {
		c.end.Store(0)
		rlimit.Cur = rlimit.Max
		_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &rlimit)
		return
	}
	c.once.Do(func() {
		c.poll = make(chan os.Signal, 1)
		signal.Notify(c.poll, syscall.SIGXCPU)
		go c.watch(past)
	})
	used, _ := usage.Of(syscall.RUSAGE_SELF)
	end := used + limit
	c.end.Store(int64(end))
	if end < time.Second { // the kernel treats a limit of 0 as one second
		select {
		case c.poll <- syscall.SIGXCPU:
		default:
		}
		return
	}
	rlimit.Cur = min(uint64(end/time.Second), rlimit.Max)
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &rlimit)
}

func (c *cpuLimit) watch(past func()) {
	for range c.poll {
		for end := c.end.Load(); end > 0; end = c.end.Load() {
			used, _ := usage.Of(syscall.RUSAGE_SELF)
			left := time.Duration(end) - used
			if left <= 0 {
				past()
				break
			}
			if left > time.Second { // this is the limit of the next job, which gets its own signal
				break
			}
			time.Sleep(min(left, 10*time.Millisecond))
		}
	}
}

// guard calls the function cut when this process and its outside programs together exceed the job's
// limit of CPU time or memory. The checks end when the function stop is called. The kernel's own
// limit does not help, because it applies to each program separately, and only this process knows
// all programs. guard reads the CPU time so often that it is at most a hundredth of a second late.
func (t *turn) guard(cut func(reason string)) (stop func()) {
	limits := t.job.Limits
	if limits.CPU <= 0 && limits.Memory <= 0 {
		return func() {}
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
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
	}()
	return func() {
		close(quit)
		<-ended
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
