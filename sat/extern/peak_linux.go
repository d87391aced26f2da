package extern

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// peak is the largest resident size that the process has had, in bytes; 0 where
// it is not known or the process has ended.
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

// maxResident is the peak of a process that has ended. It is never less than that
// of the process which started it: the two are one until the program is loaded.
func maxResident(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}
