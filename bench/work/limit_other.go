//go:build !linux

package work

import (
	"errors"
	"os"
	"os/exec"
	"time"
)

// A cpuLimit does nothing on this system: only Linux can notice during a job that its CPU time is
// used up.
type cpuLimit struct{}

func (*cpuLimit) set(time.Duration, func()) {}

// guard does nothing on this system.
func (*turn) guard(func(string)) (stop func()) { return func() {} }

// processTime returns 0, because this system does not report the time.
func processTime(int) time.Duration { return 0 }

func resetPeak() bool { return false }

// peakBytes returns 0, because this system does not report the size.
func peakBytes() int64 { return 0 }

func peakOf(int) int64 { return 0 }

// residentBytes returns 0, because memory limits are only enforced on Linux.
func residentBytes(int) int64 { return 0 }

// A gauge does nothing on this system.
type gauge struct{}

func newGauge(int) *gauge { return &gauge{} }

func (*gauge) bytes() int64 { return 0 }

func (*gauge) close() {}

// CanLimitMemory returns an error that says why this system cannot enforce memory limits.
func CanLimitMemory() error { return errors.New("memory limits are only kept on Linux") }

// self returns a command that runs our own binary.
func self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}

// A cgroup does not exist on this system: newCgroup returns nil.
type cgroup struct{ limit int64 }

func newCgroup(int64) (*cgroup, error) { return nil, nil }

func (*cgroup) add(int) error { return nil }

func (*cgroup) killed() bool { return false }

func (*cgroup) remove() {}
