//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime is the CPU time that this process has used, user and system, and
// whether it is known.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
