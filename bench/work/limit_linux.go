package work

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"counterproof/bench/result"
	"counterproof/bench/usage"
	"counterproof/sat/extern"
)

// A cpuLimit sees when a job has used its CPU time. The kernel counts: the soft
// RLIMIT_CPU is set to the whole seconds of the CPU time at which the job must end,
// and from SIGXCPU on the rest of the last second is polled, so that the job is cut
// about 10 ms late at no cost before. Go ignores SIGXCPU unless it is asked for, and
// a lowered hard limit could not be raised again for the next job.
type cpuLimit struct {
	end  atomic.Int64 // CPU time in ns at which the job ends; 0: never
	poll chan os.Signal
	once sync.Once
}

// set arms the limit for one job, from the CPU time used so far; 0 disarms it. past,
// the same each time, is called when it is reached, and ends the process if the job
// is not over.
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
	if end < time.Second { // a limit of 0 would mean one second to the kernel
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
			if left > time.Second { // the next job's, which has a signal of its own
				break
			}
			time.Sleep(min(left, 10*time.Millisecond))
		}
	}
}

// guard calls cut when this process and the outside programs that it runs have
// together used more than the job's limits of CPU time or memory, until stop is
// called. The kernel's own limit is no help: each program would have all of it, and
// only this process knows all programs. CPU time is looked at as often as it takes
// to be a hundredth of a second late.
func (t *turn) guard(cut func(reason string)) (stop func()) {
	limits := t.job.Limits
	if limits.CPU <= 0 && limits.Memory <= 0 {
		return func() {}
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			wait := longestLook
			if limits.CPU > 0 {
				used, _ := t.spent()
				if used >= limits.CPU {
					cut(result.CPU)
				}
				wait = min(wait, max((limits.CPU-used)/2, 5*time.Millisecond))
			}
			if limits.Memory > 0 {
				resident := residentBytes(os.Getpid())
				for _, pid := range extern.Running() {
					resident += residentBytes(pid)
				}
				if resident > limits.Memory {
					cut(result.Memory)
				}
				wait = min(wait, untilLook(resident, limits.Memory))
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

// tick is the unit of time in /proc/PID/stat: the kernel tells user programs
// hundredths of a second on all systems.
const tick = time.Second / 100

// processTime is the CPU time that a process which runs and those that it has
// waited for have used, user and system (proc(5), stat); 0 where it is not known.
func processTime(pid int) time.Duration {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, rest, _ := strings.Cut(string(stat), ") ") // behind a name that may have spaces
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

// resetPeak makes peakBytes begin anew (proc(5), clear_refs), and reports
// whether it does. A container may forbid it.
func resetPeak() bool {
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil
}

// peakBytes is the largest resident size that this process has had, since
// resetPeak where that works; 0 where it is not known. Not getrusage's: that
// one starts at the size of the process which started us.
func peakBytes() int64 { return peakOf(os.Getpid()) }

// peakOf is the largest resident size that a process which runs has had; 0 where it
// is not known.
func peakOf(pid int) int64 {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}

// residentBytes is the resident size of a process; 0 where it is not known.
func residentBytes(pid int) int64 {
	g := newGauge(pid)
	defer g.close()
	return g.bytes()
}

// A gauge reads the resident size of one process again and again.
type gauge struct{ statm *os.File } // nil where the size is not known

func newGauge(pid int) *gauge {
	statm, err := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return &gauge{}
	}
	return &gauge{statm}
}

// bytes is the resident size; 0 where it is not known.
func (g *gauge) bytes() int64 {
	if g.statm == nil {
		return 0
	}
	var text [128]byte
	n, _ := g.statm.ReadAt(text[:], 0)
	_, rest, _ := bytes.Cut(text[:n], []byte(" "))
	pages := int64(0)
	for _, c := range rest {
		if c < '0' || c > '9' {
			break
		}
		pages = 10*pages + int64(c-'0')
	}
	return pages * int64(os.Getpagesize())
}

func (g *gauge) close() {
	if g.statm != nil {
		g.statm.Close()
	}
}

// self is our own binary. The link leads to the file that is running, even after a
// build has put another one in its place. Without /proc it is the file that this
// process was called as: if that is another version by now, its methods refuse the jobs
// that are for ours.
func self() *exec.Cmd {
	const link = "/proc/self/exe"
	if _, err := os.Lstat(link); err == nil {
		cmd := exec.Command(link)
		cmd.Args[0] = os.Args[0]
		return cmd
	}
	cmd := exec.Command(os.Args[0])
	if _, err := exec.LookPath(os.Args[0]); err != nil {
		cmd.Err = fmt.Errorf("/proc is not mounted, and no program is found as %q: mount /proc, or call this program by its path", os.Args[0])
	}
	return cmd
}

// CanLimitMemory returns nil if memory limits are kept on this system, or else why not.
func CanLimitMemory() error {
	if residentBytes(os.Getpid()) == 0 {
		return errors.New("memory limits need /proc, which is not mounted here")
	}
	return nil
}
