package ledger

import (
	"io/fs"
	"os"
	"syscall"
)

// takeLock locks a ledger for one writer with a file at path, which no other process can open.
// Windows deletes the file when the process ends.
func takeLock(path string) (unlock func(), err error) {
	const (
		sharingViolation = syscall.Errno(32)
		deleteOnClose    = 0x04000000
	)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, deleteOnClose, 0)
	switch err {
	case nil:
		return func() { syscall.CloseHandle(h) }, nil
	case sharingViolation:
		return nil, ErrLocked
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: err}
}

// isLocked reports whether a process holds the lock at path. Without it, there is no file.
func isLocked(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
