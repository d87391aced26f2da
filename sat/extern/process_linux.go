package extern

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// A stray is a process that a program started and that left the program's process group, for
// example with setsid(2). killGroup does not reach it.

// adopting reports whether the kernel makes a stray a child of this process when the stray's parent
// ends.
var adopting atomic.Bool

// Adopt makes strays children of this process, which then ends them together with their program.
// Strays are processes that a program started and that left the program's process group. Use it
// only in a process that starts no other children, because every other child counts as a stray. The
// programs get the mark m.
func Adopt(m string) {
	mark = func() string { return m }
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, prctl(2)
	_, _, err := syscall.RawSyscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0)
	adopting.Store(err == 0)
}

// strayTimeout limits the time spent on ending strays. A stray that starts processes faster
// than they can be found would otherwise keep this process busy forever.
const strayTimeout = 500 * time.Millisecond

// endStrays ends and reaps all children that are not programs, until there are none left. The
// children of a stray become children of this process when the stray ends.
func endStrays() {
	if !adopting.Load() {
		return
	}
	for end := time.Now().Add(strayTimeout); anyChild() && killStrays() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}

// endAll ends the processes that killed programs started. The programs might need a moment to end.
// Their children become children of this process only when the programs have ended.
func endAll() {
	if !adopting.Load() {
		if everStarted.Load() {
			endMarked(mark())
		}
		return
	}
	for end := time.Now().Add(strayTimeout); anyChild() && time.Now().Before(end); time.Sleep(time.Millisecond) {
		killStrays()
	}
}

func anyChild() bool {
	const all = 0 // P_ALL, waitid(2)
	var info [128]byte
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, all, 0, uintptr(unsafe.Pointer(&info)),
			syscall.WEXITED|syscall.WNOHANG|syscall.WNOWAIT|syscall.WALL, 0, 0)
		if err != syscall.EINTR {
			return err != syscall.ECHILD
		}
	}
}

// killStrays kills the current strays and reaps the dead ones. It reports whether there were
// strays. A child keeps its process id until it is reaped. Because of the lock, killStrays does not
// treat a program that is being started as a stray.
func killStrays() (some bool) {
	running.Lock()
	defer running.Unlock()
	programs := map[int]bool{}
	for p := range running.all {
		programs[p.pid] = true
	}
	own := strconv.Itoa(os.Getpid())
	for _, pid := range processes() {
		if programs[pid] || parent(pid) != own {
			continue
		}
		some = true
		_ = syscall.Kill(pid, syscall.SIGKILL)
		_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG|syscall.WALL, nil)
	}
	return some
}

// endMarked ends all processes that have the mark, except this one, until there are none left. It
// also finds processes that have become children of init. It cannot find a process that has cleared
// its environment.
func endMarked(m string) {
	text := []byte("\x00" + MarkVariable + "=" + m + "\x00")
	for end := time.Now().Add(strayTimeout); time.Now().Before(end); time.Sleep(time.Millisecond) {
		some := false
		for _, pid := range processes() {
			if pid != os.Getpid() && marked(pid, text) {
				some = killMarked(pid, text) || some
			}
		}
		if !some {
			return
		}
	}
}

// killMarked kills a process that has the mark. Another process may have taken over the process
// id by now. So killMarked opens a handle first and then reads the mark again. The handle
// always refers to the same process.
func killMarked(pid int, text []byte) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return marked(pid, text) && !errors.Is(p.Kill(), os.ErrProcessDone)
}

// Strays counts the processes that programs have started and left behind. No program may be running.
func Strays() (n int) {
	text := []byte("\x00" + MarkVariable + "=" + mark() + "\x00")
	for _, pid := range processes() {
		if pid != os.Getpid() && marked(pid, text) {
			n++
		}
	}
	return n
}

func marked(pid int, text []byte) bool {
	environment, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	return bytes.Contains(append([]byte{0}, environment...), text)
}

func processes() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

func parent(pid int) string {
	stat, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // after the name, which may contain anything
	if len(fields) < 2 {
		return ""
	}
	return fields[1]
}

// Peak returns the largest resident size of a running process so far, in bytes. It returns 0 if the
// size is not known.
func Peak(pid int) int64 {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	return PeakIn(status)
}

// PeakIn returns the largest resident size that the file /proc/PID/status reports, or 0.
func PeakIn(status []byte) int64 {
	_, rest, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(string(line)), "kB")), 10, 64)
	return kb << 10
}

// maxResident returns the peak of a process that has ended. The peak is at least as large as the peak
// of its parent process. The reason is that a new process shares the memory of its parent until it
// loads its own program.
func maxResident(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach the program. A kill of the group ends the program and the processes that it started. The
// kernel ends the program when the thread that started it ends.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
