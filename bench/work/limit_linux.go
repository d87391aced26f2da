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

// set starts the limit of one job, counted from the CPU time used so far. A limit of 0 switches it
// off. When the job reaches the limit, the cpuLimit calls the function past, which ends the process
// if the job is still running. The parameter past must be the same function in all calls of set.
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
// limit of CPU time or memory. It does so until the function stop is called. The kernel's own limit
// does not help, because it applies to each program separately, and only this process knows all
// programs. guard reads the CPU time often enough to be at most a hundredth of a second late.
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

// tick is the unit of time in /proc/PID/stat. On all systems, the kernel reports these times in
// hundredths of a second.
const tick = time.Second / 100

// processTime returns the user and system time of a running process and of the children that it has
// waited for (proc(5), stat). It returns 0 if the time is not known.
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

// resetPeak makes peakBytes start again from the present size (proc(5), clear_refs). It reports
// whether it succeeded, because a container may forbid this.
func resetPeak() bool {
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) == nil
}

// peakBytes returns the largest resident size of this process since the last successful resetPeak,
// or else since it started. It returns 0 if the size is not known. It does not use getrusage, whose
// maximum starts at the size of the process that started this one.
func peakBytes() int64 { return peakOf(os.Getpid()) }

// peakOf returns the largest resident size of a running process so far, or 0 if it is not known.
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

// residentBytes returns the resident size of a process, or 0 if it is not known.
func residentBytes(pid int) int64 {
	g := newGauge(pid)
	defer g.close()
	return g.bytes()
}

// A gauge reads the resident size of one process again and again.
type gauge struct{ statm *os.File } // nil if the size is not known

func newGauge(pid int) *gauge {
	statm, err := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return &gauge{}
	}
	return &gauge{statm}
}

// bytes returns the resident size, or 0 if it is not known.
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

// self returns a command that runs our own binary. The link /proc/self/exe leads to the running
// file, even after a build has put another file in its place. Without /proc, self uses the path by
// which this process was started. If a build has replaced that file by another version, the worker
// rejects jobs of methods whose version has changed.
func self() *exec.Cmd {
	const link = "/proc/self/exe"
	if _, err := os.Lstat(link); err == nil {
		cmd := exec.Command(link)
		cmd.Args[0] = os.Args[0]
		return cmd
	}
	cmd := exec.Command(os.Args[0])
	if _, err := exec.LookPath(os.Args[0]); err != nil {
		cmd.Err = fmt.Errorf("/proc is not mounted, and there is no program called %q: mount /proc, or call this program by its path", os.Args[0])
	}
	return cmd
}

// CanLimitMemory returns nil if this system can enforce memory limits, or else an error that says
// why it cannot.
func CanLimitMemory() error {
	if residentBytes(os.Getpid()) == 0 {
		return errors.New("memory limits need /proc, which is not mounted here")
	}
	return nil
}
