//go:build unix

package work

import (
	"os"
	"syscall"
)

// polled returns a copy of a pipe whose reads wait in the runtime's poller instead of a system call.
// It returns any other file as it is.
//
// A thread that enters a long system call while the garbage collector stops the world can delay the
// collector for as much as a minute. (Go 1.26 checks whether a thread is being stopped before it
// notes that the thread is in the call.) A worker waits for its next line all the time. So a few of
// 70,000 short jobs ended as time-outs in debug.FreeOSMemory.
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
