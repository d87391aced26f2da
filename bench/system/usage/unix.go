//go:build unix

package usage

import (
	"syscall"
	"time"
)

// CPU returns the user and system CPU time of this process and of the programs that it has
// waited for. The second result says whether the time is known.
func CPU() (time.Duration, bool) {
	own, ok := of(syscall.RUSAGE_SELF)
	programs, also := of(syscall.RUSAGE_CHILDREN)
	return own + programs, ok && also
}

// of returns the CPU time of the processes that the parameter who selects, as in getrusage(2).
func of(who int) (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
