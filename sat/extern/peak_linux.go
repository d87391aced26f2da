package extern

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// peak returns the largest resident size of a process so far, in bytes. It returns 0 if the
// size is unknown or the process has ended.
func peak(pid int) int64 {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
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
