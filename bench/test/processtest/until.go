// Package processtest helps tests that use other processes. It finds outside programs. If a
// program is missing, the test is skipped or, in CI, fails. The package also waits for events.
// An event is any condition that can be checked repeatedly, such as a process that starts,
// works, waits or ends.
//
// Tests wait for events instead of sleeping for a fixed time, because fixed times fail on a
// busy machine. The information about processes comes from /proc (proc(5)). Tests that need
// this information are skipped on systems without /proc.
package processtest

import (
	"testing"
	"time"
)

// Patience is the longest time that a test waits for an event. Patience only limits how long a
// failing test takes. Even a slow machine needs only a hundredth of this time.
const Patience = 3 * time.Minute

// pause is the time between two checks of an event.
const pause = 5 * time.Millisecond

// Until waits until the function happened returns true. If this takes longer than Patience, the
// test fails.
func Until(t testing.TB, event string, happened func() bool) {
	t.Helper()
	if !Happens(happened) {
		t.Fatalf("waited %v in vain: %s", Patience, event)
	}
}

// Happens waits until the function happened returns true, but not longer than Patience. The result
// says whether the function has returned true. Use Happens in other goroutines, because they must
// not end the test.
func Happens(happened func() bool) bool {
	for end := time.Now().Add(Patience); !happened(); time.Sleep(pause) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
