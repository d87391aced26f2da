//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// looking is how long takeLock keeps trying to lock a ledger. The function isLocked holds the lock
// for a much shorter time.
const looking = 100 * time.Millisecond

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func isLocked(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(flock(f, syscall.LOCK_SH), syscall.EWOULDBLOCK)
}

// takeLock locks a ledger for one writer with a file at path. The function unlock removes the file.
// If the process that holds the lock is killed, the file stays, but the ledger is unlocked.
func takeLock(path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		for end := time.Now().Add(looking); ; time.Sleep(looking / 50) {
			err = flock(f, syscall.LOCK_EX)
			if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
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
