//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// takeLock locks a ledger for one writer with a file at path, which exists as long as the lock is
// held. If the process that holds the lock is killed, the file stays, but no longer locks the
// ledger.
func takeLock(path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		for {
			err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
			if !errors.Is(err, syscall.EINTR) {
				break
			}
		}
		if err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, ErrLocked
			}
			return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		// The last holder of the lock may have deleted the file since this process opened it.
		own, err := f.Stat()
		if there, gone := os.Stat(path); err == nil && gone == nil && os.SameFile(own, there) {
			return func() {
				os.Remove(path)
				f.Close()
			}, nil
		}
		f.Close()
	}
}
