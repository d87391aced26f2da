//go:build !linux

package work

import (
	"errors"
	"os"
	"os/exec"
	"time"
)

// A cpuLimit does nothing here: only Linux notices during a job that its CPU time is used up.
type cpuLimit struct{}

func (*cpuLimit) set(time.Duration, func()) {}

// guard does nothing here.
func (*turn) guard(func(string)) (stop func()) { return func() {} }

// processTime returns 0, because the time is not known here.
func processTime(int) time.Duration { return 0 }

func resetPeak() bool { return false }

// peakBytes returns 0, because the size is not known here.
func peakBytes() int64 { return 0 }

func peakOf(int) int64 { return 0 }

// residentBytes returns 0, because the size is not known here: only Linux keeps memory limits.
func residentBytes(int) int64 { return 0 }

// A gauge knows no size here.
type gauge struct{}

func newGauge(int) *gauge { return &gauge{} }

func (*gauge) bytes() int64 { return 0 }

func (*gauge) close() {}

// CanLimitMemory returns an error that says why this system does not keep memory limits.
func CanLimitMemory() error { return errors.New("memory limits are only kept on Linux") }

// self returns a command that runs our own binary.
func self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}

// A cgroup does not exist here: newCgroup returns nil.
type cgroup struct{ limit int64 }

func newCgroup(int64) (*cgroup, error) { return nil, nil }

func (*cgroup) add(int) error { return nil }

func (*cgroup) killed() bool { return false }

func (*cgroup) remove() {}
