//go:build !unix

package usage

import "time"

// cpuTime is not known here.
func CPU() (time.Duration, bool) { return 0, false }
