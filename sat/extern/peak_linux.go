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

// maxResident returns the peak of a process that has ended. It is never less than the peak of
// the process that started it, because both share their memory until the program is loaded.
func maxResident(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}
