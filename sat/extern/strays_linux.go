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

// A stray is a process that one of our programs has started, and that left the program's
// process group, as with setsid(2), so that killGroup does not reach it.

// adopting: the kernel makes this process the parent of all strays.
var adopting atomic.Bool

// Adopt makes strays children of this process, which ends them with their program. It is for
// a process that starts nothing but programs, for every other child counts as a stray. The
// programs get the mark m.
func Adopt(m string) {
	mark = func() string { return m }
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, prctl(2)
	_, _, err := syscall.RawSyscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0)
	adopting.Store(err == 0)
}

// enough is how long strays are ended for. One that starts others faster than they can be
// found would keep us for ever.
const enough = 500 * time.Millisecond

// endStrays ends and reaps the children that are none of the programs, until none is left:
// the children of one that ends become ours.
func endStrays() {
	if !adopting.Load() {
		return
	}
	for end := time.Now().Add(enough); anyChild() && killStrays() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}

// endAll ends what the programs have started, which have been killed. They may need a
// moment to end, and what they leave behind becomes ours only then.
func endAll() {
	if !adopting.Load() {
		if everStarted.Load() {
			EndMarked(mark())
		}
		return
	}
	for end := time.Now().Add(enough); anyChild() && time.Now().Before(end); time.Sleep(time.Millisecond) {
		killStrays()
	}
}

// anyChild reports whether this process has children, dead or alive.
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

// killStrays kills the strays that are there and reaps the dead ones; some: there were some.
// A child keeps its number until it is reaped, and a program that is just being started is
// not seen before it is in running.
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

// EndMarked ends all processes that have the mark but this one, until there is none. It
// finds those that have become children of init, too; it does not find one that has
// cleared its environment.
func EndMarked(m string) {
	text := []byte("\x00" + MarkVariable + "=" + m + "\x00")
	for end := time.Now().Add(enough); time.Now().Before(end); time.Sleep(time.Millisecond) {
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

// killMarked kills a process that has the mark. The number may be that of another process
// by now: the handle stays that of the one whose mark is read.
func killMarked(pid int, text []byte) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if !marked(pid, text) {
		return false
	}
	return !errors.Is(p.Kill(), os.ErrProcessDone)
}

func marked(pid int, text []byte) bool {
	environment, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	return bytes.Contains(append([]byte{0}, environment...), text)
}

// processes are the numbers of all processes.
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

// parent is the number of a process's parent; empty if the process is gone.
func parent(pid int) string {
	stat, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // behind the name, which it chooses
	if len(fields) < 2 {
		return ""
	}
	return fields[1]
}
