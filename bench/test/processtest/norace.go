//go:build !race

package processtest

// Race reports whether the race detector is on.
const Race = false
