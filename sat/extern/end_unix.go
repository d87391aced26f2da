//go:build unix

package extern

import (
	"os"
	"syscall"
)

// killGroup ends the program and all processes in its group.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// pastCPU reports whether the system ended the program because of its CPU time.
func pastCPU(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGXCPU
}
