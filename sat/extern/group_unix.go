//go:build unix && !linux

package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach it, and it can be ended together with the processes that it starts. The program
// survives if this process is killed. If this process exits by itself, it can call Kill first.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
