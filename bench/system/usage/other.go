//go:build !unix

package usage

import "time"

// CPU returns false, because the CPU time is unknown on this system.
func CPU() (time.Duration, bool) { return 0, false }
