//go:build !linux

package child

import (
	"errors"
	"os"
	"os/exec"
)

// CanLimitMemory returns an error that says why this system cannot enforce memory limits.
func CanLimitMemory() error { return errors.New("memory limits are only kept on Linux") }

func self() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path)
}
