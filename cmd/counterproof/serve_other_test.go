//go:build !unix

package main

import "testing"

// runServer skips the test, because other systems have no SIGINT to end the server with.
func runServer(t *testing.T, _ []string) {
	t.Skip("a test cannot send Ctrl-C on this system")
}
