//go:build !linux

package work

import (
	"errors"
	"os"
	"os/exec"
	"time"
)

// A cpuLimit is only seen by Linux before a job is over.
type cpuLimit struct{}

func (*cpuLimit) set(time.Duration, func()) {}

// guard does nothing here.
func (*turn) guard(func(string)) (stop func()) { return func() {} }

// processTime is not known here.
func processTime(int) time.Duration { return 0 }

func resetPeak() bool { return false }

// peakBytes is not known here.
func peakBytes() int64 { return 0 }

func peakOf(int) int64 { return 0 }

// residentBytes is not known here: a memory limit is only kept on Linux.
func residentBytes(int) int64 { return 0 }

// A gauge knows no size here.
type gauge struct{}

func newGauge(int) *gauge { return &gauge{} }

func (*gauge) bytes() int64 { return 0 }

func (*gauge) close() {}

// CanLimitMemory returns why memory limits are not kept on this system.
func CanLimitMemory() error { return errors.New("memory limits are only kept on Linux") }

// self is our own binary.
func self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}

// A cgroup is not there.
type cgroup struct{ limit int64 }

func newCgroup(int64) (*cgroup, error) { return nil, nil }

func (*cgroup) add(int) error { return nil }

func (*cgroup) killed() bool { return false }

func (*cgroup) remove() {}
