//go:build unix && !linux

package extern

import "syscall"

// ownGroup puts a program into its own process group. A signal from the terminal then does not
// reach the program. A kill of the group ends the program and the processes that it started. If
// this process is killed, the program continues to run. A process that exits by itself should call
// Kill first.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
