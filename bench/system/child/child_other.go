//go:build !linux

package child

import (
	"errors"
	"os"
	"os/exec"
)

// Resident returns 0, because memory limits are only enforced on Linux.
func Resident(int) int64 { return 0 }

// A Gauge does nothing on this system.
type Gauge struct{}

// NewGauge returns a Gauge that does nothing.
func NewGauge(int) *Gauge { return &Gauge{} }

// Bytes returns 0, because the size is not known.
func (*Gauge) Bytes() int64 { return 0 }

func (*Gauge) Close() {}

// CanLimitMemory returns an error that says why this system cannot enforce memory limits.
func CanLimitMemory() error { return errors.New("memory limits are only kept on Linux") }

// Self returns a command that runs our own binary.
func Self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}
