//go:build unix

package child

import (
	"os"
	"syscall"
)

// polled returns a copy of a pipe. A read from this copy waits in the runtime's poller instead of a
// system call. If the file is not a pipe, polled returns the file unchanged.
//
// If a thread enters a long system call while the garbage collector stops all threads, this thread
// can delay the collector by up to a minute. (Go 1.26 checks whether a thread is being stopped
// before it notes that the thread is in the call.) A worker often waits for its next line. When
// such a wait was a long system call, a few of 70,000 short jobs ended as time-outs in
// debug.FreeOSMemory.
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
