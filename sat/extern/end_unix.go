//go:build unix

package extern

import (
	"os"
	"syscall"
)

// killGroup ends the program and all that it has started.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// pastCPU reports whether the system ended the program for its CPU time.
func pastCPU(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGXCPU
}
