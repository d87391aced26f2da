package processtest

import (
	"os"
	"testing"
)

// LongTests is the environment variable that switches on the long tests. "make test-long" sets it.
const LongTests = "COUNTERPROOF_LONG"

// IsLong reports whether long tests run. Tests with a short and a long form ask it.
func IsLong() bool { return os.Getenv(LongTests) != "" }

// Cases returns the number of random cases that a test tries: short, or long if long tests run.
func Cases(short, long int) int {
	if IsLong() {
		return long
	}
	return short
}

// Long skips the test unless long tests run.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("a long test: make test-long runs it")
	}
}
