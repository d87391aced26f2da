package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach it, and it can be ended together with the processes that it starts. The kernel ends the
// program when the thread that started it ends.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
