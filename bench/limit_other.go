//go:build !linux

package bench

import (
	"os"
	"os/exec"
	"time"
)

const (
	cpuExit    = 152
	memoryExit = 153
)

// A cpuLimit is only kept on Linux.
type cpuLimit struct{}

func (*cpuLimit) set(time.Duration) {}

// guard does nothing here.
func guard(Limits) (stop func()) { return func() {} }

func resetPeak() bool { return false }

// peakBytes is not known here.
func peakBytes() int64 { return 0 }

// residentBytes is not known here: a memory limit is only kept on Linux.
func residentBytes(int) int64 { return 0 }

// self is our own binary.
func self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}
