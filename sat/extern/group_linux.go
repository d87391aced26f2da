package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach the program. A kill of the group ends the program and the processes that it started. The
// kernel ends the program when the thread that started it ends.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
