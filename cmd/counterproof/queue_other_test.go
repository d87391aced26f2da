//go:build !unix || nonats

package main

import "testing"

// runQueue skips the test: the program has no queue, or the system has no SIGINT.
func runQueue(t *testing.T, _ []string) {
	t.Helper()
	t.Skip("*** SKIPPED: coordinate and work cannot be tested here ***")
}
