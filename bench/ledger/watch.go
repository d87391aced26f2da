package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// watching is the time between two looks of Watch at the file.
	watching = 2 * time.Second

	// sparing limits the time for reading the whole file: about 1/sparing of all time,
	// because the jobs need that time.
	sparing = 50

	// inVain is the number of false alarms after which a new modification time alone no
	// longer makes us read the whole file at once. Some file systems set that time later
	// than we write.
	inVain = 10
)

// Watch looks every few seconds whether the file is what this process has written, until
// stop is called. If it is not, Watch calls changed with the error, once.
func (l *Ledger) Watch(changed func(error)) (stop func()) {
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(watching)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if err := l.check(sparingly); errors.Is(err, ErrChanged) {
				changed(err)
				return
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
func (l *Ledger) Check() error { return l.check(always) }

// check is look for those who do not hold the lock.
func (l *Ledger) check(read reading) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.look(read))
}

// A reading says when look reads all of the file.
type reading int

const (
	ifTouched reading = iota // if the system knows of a change
	sparingly                // if the last time is long enough ago
	always
)

// look compares the file with its mark, which takes no time, and may read all of it.
func (l *Ledger) look(read reading) error {
	if l.changed != nil || l.mark == nil {
		return l.changed
	}
	touched, err := l.mark.same()
	rested := !time.Now().Before(l.again)
	if err == nil && (read == always || read == sparingly && rested || touched && (rested || l.vain < inVain)) {
		began := time.Now()
		err = l.compare()
		l.again = time.Now().Add(sparing * time.Since(began))
		if touched {
			l.vain++
		}
	}
	switch {
	case errors.Is(err, ErrChanged):
		err = l.advise(err)
		l.changed = err
	case read == always && errors.Is(err, ErrLocked):
		err = l.occupied()
	}
	return err
}

// compare reads the file as another process would, and compares its seal.
func (l *Ledger) compare() error {
	info, err := l.mark.file.Stat() // before it is read
	if err != nil {
		return err
	}
	now, err := snapshot(l.mark.name)
	if err != nil {
		if err = explain(err); errors.Is(err, ErrLocked) {
			return err
		}
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	defer now.Close()
	found, lost := verify(now.conn, schemaVersion, (*stored).intact)
	err = damaged(lost)
	if err == nil && found != l.seal {
		err = fmt.Errorf("%w: its records are not those that this process has written", ErrDamaged)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	l.mark.time = info.ModTime()
	return nil
}

// advise adds to an error what is left of the records, and what to do. If the file has
// lost its name, SQLite still has it open; advise saves the records first.
func (l *Ledger) advise(err error) error {
	n := l.seal.records
	if n == 0 {
		return fmt.Errorf("%w; it had no records: start again", err)
	}
	if errors.Is(err, errFolderGone) || errors.Is(err, errGone) || errors.Is(err, errReplaced) {
		if errors.Is(err, errFolderGone) {
			err = fmt.Errorf("%w; if you find the folder under another name, the ledger is in it, with all %d records", err, n)
		}
		name, failed := l.rescue()
		if failed != nil {
			return fmt.Errorf("%w; the %d records could not be saved elsewhere: %w; start again", err, n, failed)
		}
		return fmt.Errorf("%w; the %d records are saved in %s: give that file the name of the ledger, and start again", err, n, name)
	}
	if info, gone := os.Stat(l.mark.name); gone == nil && info.Size() == 0 {
		return fmt.Errorf("%w; its %d records are lost: start again", err, n)
	}
	return fmt.Errorf("%w; it had %d records: start again, which keeps those that can be read and does the other jobs", err, n)
}

// rescue saves the records next to the ledger. If that fails, as it does without a folder, it
// tries the current folder and then that of temporary files. The error is the first one.
func (l *Ledger) rescue() (name string, err error) {
	saved := l.path + "-saved"
	if name, err = l.saveAs(saved); err == nil {
		return name, nil
	}
	for _, folder := range []string{".", os.TempDir()} {
		path, failed := filepath.Abs(filepath.Join(folder, filepath.Base(saved)))
		if failed != nil {
			continue
		}
		if name, failed = l.saveAs(path); failed == nil {
			return name, nil
		}
	}
	return "", err
}

// saveAs copies the records into a new file and checks it.
func (l *Ledger) saveAs(path string) (name string, err error) {
	name, f, err := createNew(path)
	if err != nil {
		return "", err
	}
	f.Close()
	if err = l.copyTo(name); err == nil {
		var saved *Ledger
		if saved, err = Read(name); err == nil {
			if saved.seal != l.seal {
				err = errors.New("the copy does not match the ledger")
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
