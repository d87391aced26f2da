//go:build linux

package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"counterproof/encode/facttest"
)

// TestFullDisk checks that a command whose file does not fit on the disk exits with status 1, says
// so in one line, leaves the old file unchanged, and leaves no other file behind.
func TestFullDisk(t *testing.T) {
	needs(t, "unshare", "mount")
	t.Chdir(t.TempDir())
	for name, args := range map[string]string{
		"sheet": "sheet -o small/x.pdf lightsout",
		"plot":  "plot -o small pentomino 3x20 4x15 5x12",
	} {
		// Every booklet is larger than 100 kB, because it contains a font. So are the files of plot.
		script := `mkdir -p small && mount -t tmpfs -o size=100k none small && echo old >small/x.pdf || exit 77
counterproof ` + args + ` 2>err
echo $? $(ls -A small) $(cat small/x.pdf)
cat err`
		out, err := exec.Command("unshare", "-rm", "sh", "-c", script).CombinedOutput()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Skip("*** SKIPPED: nothing can be mounted here: ", string(out))
		}
		state, message, _ := strings.Cut(string(out), "\n")
		if state != "1 x.pdf old" || strings.Count(message, "\n") != 1 || !facttest.States(message, "no space left") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
