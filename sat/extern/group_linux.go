package extern

import "syscall"

// ownGroup puts a program into a process group of its own, so that a signal from
// the terminal does not reach it and all that it starts can be ended; the kernel
// ends it with the thread that has started it.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
