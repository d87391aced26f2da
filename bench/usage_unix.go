//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime is the CPU time that this process and the programs that it has waited
// for have used, user and system, and whether it is known.
func cpuTime() (time.Duration, bool) {
	own, ok := usage(syscall.RUSAGE_SELF)
	programs, also := usage(syscall.RUSAGE_CHILDREN)
	return own + programs, ok && also
}

func usage(who int) (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
