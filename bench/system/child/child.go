// Package child starts this program again as a child process and measures the memory of processes.
package child

import "time"

// These constants decide how often the memory of a process is measured. No process fills memory
// faster than fillRate. So the next measurement can wait until the process could have reached the
// limit at this rate.
//
// The kernel's RLIMIT_DATA cannot replace these measurements, because it limits mapped memory and
// not resident memory. In a Go program that does nothing, the mapped memory is 37 MB larger than
// the resident memory. Under a limit of 100 MB, a program ended at 65 MB of resident memory, with
// the runtime's message "out of memory" and without a record.
const (
	fillRate     = 4 << 30 // bytes per second; the machine of the figures in docs/experiments.md fills 1.2 GB
	shortestLook = time.Millisecond
	LongestLook  = 50 * time.Millisecond
)

// UntilLook returns the time to wait before the memory of a process is measured again.
func UntilLook(resident, limit int64) time.Duration {
	left := float64(limit-resident) / fillRate
	return min(max(time.Duration(left*float64(time.Second)), shortestLook), LongestLook)
}
