//go:build unix && !linux

package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach it, and it can be ended together with the processes that it starts. If this process is
// killed, the program continues to run. A process that exits by itself should call Kill first.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
