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
	// watching is the time between two checks of the file by Watch.
	watching = 2 * time.Second

	// sparing limits the time for reading the whole file to about 1/sparing of the run time, so
	// that most of the time is left for the jobs.
	sparing = 50

	// inVain limits how often the whole file is read because of a new modification time although it
	// is unchanged. After that many times, the file is not read at once because of a new
	// modification time. Some file systems set this time only after the write has ended.
	inVain = 10
)

// Watch checks every two seconds whether the file is still as this process has written it, until
// the function stop is called. If the file differs, Watch calls the function changed once with the
// error, and ends.
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

// Check reads the whole file and compares it with what this process has written. If they differ,
// the error wraps ErrChanged and says which records are left and what to do.
func (l *Ledger) Check() error { return l.check(always) }

// check locks l and calls look.
func (l *Ledger) check(read reading) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.look(read))
}

// A reading says when look reads the whole file.
type reading int

const (
	ifTouched reading = iota // if the modification time has changed
	sparingly                // also if the last reading is long enough ago
	always
)

// look compares the file with its mark, which takes almost no time. Depending on the parameter
// read, it then also reads the whole file.
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

// compare reads the whole file by its name, as another process would, and compares its contents
// with the seal.
func (l *Ledger) compare() error {
	info, err := l.mark.file.Stat() // before reading
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
		err = fmt.Errorf("%w: its records differ from what this process has written", ErrDamaged)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	l.mark.time = info.ModTime()
	return nil
}

// advise adds to an error which records are left and what to do. If the file was deleted, renamed
// or replaced, SQLite still has it open, so advise first saves the records in another file.
func (l *Ledger) advise(err error) error {
	n := l.seal.records
	if n == 0 {
		return fmt.Errorf("%w; it had no records: start again", err)
	}
	if errors.Is(err, errFolderGone) || errors.Is(err, errGone) || errors.Is(err, errReplaced) {
		if errors.Is(err, errFolderGone) {
			err = fmt.Errorf("%w; if the folder has another name now, it still has the ledger with all %d records", err, n)
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
	return fmt.Errorf("%w; it had %d records: start again, and the run will keep the readable records and do the other jobs", err, n)
}

// rescue saves the records in a file next to the ledger, and returns its name. If that fails, for
// example because the folder is gone, rescue tries the current folder and then the folder for
// temporary files. If all fail, it returns the first error.
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

// saveAs copies the ledger into a new file, checks the copy and returns its name.
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
