//go:build unix

package work

import (
	"os"
	"syscall"
)

// polled is a pipe whose reads wait in the runtime's poller, and not in a system call; of
// anything else the file itself. A thread that goes into a long system call while the
// collector stops the world can hold it up for as much as a minute (Go 1.26 looks whether
// it is being stopped before it says that it is in the call): of 70,000 short jobs a few
// ended as time-outs in debug.FreeOSMemory, since a worker waits for its next line all the while.
func polled(f *os.File) *os.File {
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return f
	}
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return f
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return f
	}
	return os.NewFile(uintptr(fd), f.Name())
}
