//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// takeLock locks a ledger for one writer, by a file at path that is there as long as
// the lock is held, and that nobody minds where its process was killed.
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
		// Its last holder may have removed it since it was opened.
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
