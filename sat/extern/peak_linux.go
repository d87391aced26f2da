package extern

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
)

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
