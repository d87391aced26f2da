//go:build unix && !linux

package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach it, and it can be ended together with the processes that it starts. The program
// survives if this process is killed; before this process exits, it can call Kill.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
