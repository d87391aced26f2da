// Package processtest lets tests deal with other processes. It finds outside programs,
// skips the test or fails in CI if one is missing, and waits for events: for anything
// that can be asked about again, and for processes to start, to work, to wait or to end.
//
// Tests use it in place of sleeping for a fixed time, which fails on a machine that
// has much else to do. What it says about processes comes from /proc (proc(5)), so
// that tests which need it are skipped on systems without one.
package processtest

import (
	"testing"
	"time"
)

// Patience is the longest time that a test waits for an event. It bounds only how
// long a failing test takes: it is a hundred times what a slow machine needs.
const Patience = 3 * time.Minute

// pause is the time between two looks.
const pause = 5 * time.Millisecond

// Until waits for an event, and fails the test if it has not happened after Patience.
func Until(t testing.TB, event string, happened func() bool) {
	t.Helper()
	if !Happens(happened) {
		t.Fatalf("waited %v in vain: %s", Patience, event)
	}
}

// Happens waits for an event and reports whether it has happened within Patience. It
// is for goroutines other than that of the test, which must not end the test.
func Happens(happened func() bool) bool {
	for end := time.Now().Add(Patience); !happened(); time.Sleep(pause) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
