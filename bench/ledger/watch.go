package ledger

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Watch looks at the file so often. It reads all of it less often: so that this takes
// at most one part in sparing of the time, which is the time of the jobs.
const (
	watching = 2 * time.Second
	sparing  = 50
)

// Watch looks every few seconds whether the file is what this process has written, until
// stop is called. If it is not, Watch calls changed with the error, once.
func (l *Ledger) Watch(changed func(error)) (stop func()) {
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(watching)
		defer ticker.Stop()
		var next time.Time // to read all of it
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			began := time.Now()
			err := l.check(!began.Before(next))
			if errors.Is(err, ErrChanged) {
				changed(err)
				return
			}
			if !began.Before(next) {
				next = time.Now().Add(sparing * time.Since(began))
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		running.Wait()
	})
}

// Check reads all of the file and compares it with what this process has written. The
// error wraps ErrChanged if they differ. It says what is left of the records and
// what to do.
func (l *Ledger) Check() error { return l.check(true) }

// check compares the file with its mark and, if all is set, with all that was written.
func (l *Ledger) check(all bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.look()
	if err != nil || !all || l.mark == nil {
		return l.place(err)
	}
	if err := l.compare(); err != nil && !errors.Is(err, ErrLocked) {
		l.changed = l.advise(fmt.Errorf("%w: %w", ErrChanged, err))
	}
	return l.place(l.changed)
}

// look compares the file with its mark.
func (l *Ledger) look() error {
	if l.changed != nil || l.mark == nil {
		return l.changed
	}
	err := l.mark.same()
	if errors.Is(err, ErrChanged) {
		l.changed = l.advise(err)
		return l.changed
	}
	return err
}

// compare reads the file as another process would, and compares its seal.
func (l *Ledger) compare() error {
	now, err := snapshot(l.mark.name)
	if err != nil {
		return explain(err)
	}
	defer now.Close()
	found, lost := verify(now.conn, (*stored).intact)
	if err := damaged(lost); err != nil {
		return err
	}
	if found != l.seal {
		return fmt.Errorf("%w: %w", ErrDamaged, errEarlier)
	}
	return nil
}

// advise adds to an error what is left of the records, and what to do. If the file has
// lost its name, SQLite still has it open; advise saves the records first.
func (l *Ledger) advise(err error) error {
	if l.seal.records == 0 {
		return fmt.Errorf("%w; it had no records: start again", err)
	}
	if errors.Is(err, errGone) {
		name, failed := l.rescue()
		if failed != nil {
			return fmt.Errorf("%w; its %d records are lost, because they could not be saved: %w; start again", err, l.seal.records, failed)
		}
		return fmt.Errorf("%w; its %d records are saved in %s: give that file the name of the ledger, and start again", err, l.seal.records, name)
	}
	if info, gone := os.Stat(l.mark.name); gone == nil && info.Size() == 0 {
		return fmt.Errorf("%w; its %d records are lost: start again", err, l.seal.records)
	}
	return fmt.Errorf("%w; it had %d records: start again, which keeps those that can be read and does the other jobs", err, l.seal.records)
}

// rescue copies the records into a new file and checks it.
func (l *Ledger) rescue() (name string, err error) {
	name, f, err := createNew(l.path + "-saved")
	if err != nil {
		return "", err
	}
	f.Close()
	if err = l.copyTo(name); err == nil {
		var saved *Ledger
		if saved, err = Read(name); err == nil {
			if saved.seal != l.seal {
				err = errEarlier
			}
			saved.Close()
		}
	}
	if err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}
