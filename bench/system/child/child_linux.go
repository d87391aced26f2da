package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// self returns a command that runs our own binary. The link /proc/self/exe leads to the running
// file, even after a build has put another file in its place. Without /proc, self uses the path by
// which this process was started. If a build has replaced the file at this path by another
// version, the worker rejects jobs of methods whose version has changed.
func self() *exec.Cmd {
	const link = "/proc/self/exe"
	if _, err := os.Lstat(link); err == nil {
		cmd := exec.Command(link)
		cmd.Args[0] = os.Args[0]
		return cmd
	}
	cmd := exec.Command(os.Args[0])
	if _, err := exec.LookPath(os.Args[0]); err != nil {
		cmd.Err = fmt.Errorf("/proc is not mounted, and there is no program called %q: mount /proc, or call this program by its path", os.Args[0])
	}
	return cmd
}

// CanLimitMemory returns nil if this system can enforce memory limits, or the reason.
func CanLimitMemory() error {
	if Resident(os.Getpid()) == 0 {
		return errors.New("memory limits need /proc, which is not mounted here")
	}
	return nil
}
