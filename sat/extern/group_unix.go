//go:build unix && !linux

package extern

import "syscall"

// ownGroup puts a program into a process group of its own, so that a signal from
// the terminal does not reach it and all that it starts can be ended. It outlives
// a process that is killed; one that exits can Kill it.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
