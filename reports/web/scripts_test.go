package web_test

import (
	"os/exec"
	"testing"

	"counterproof/bench/test/processtest"
)

// TestPureFunctions runs the tests of the functions of our scripts that need no browser.
func TestPureFunctions(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(processtest.Program(t, "node"), "--test", "testdata/scripts")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", cmd, err, out)
	}
}
