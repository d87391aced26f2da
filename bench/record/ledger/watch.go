package ledger

import (
	"cmp"
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

	// inVain limits how often a new modification time makes the ledger read the whole file
	// immediately. After that, the ledger keeps the pause between two readings even if the
	// modification time is new. Some file systems set the modification time only after the write
	// has ended.
	inVain = 10
)

// Watch checks every two seconds whether another program has changed the file, until the function
// stop is called. If the file differs, Watch calls the function changed once with the error, and
// ends.
func (l *Ledger) Watch(changed func(error)) (stop func()) {
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for ticks := time.Tick(watching); ; {
			select {
			case <-done:
				return
			case <-ticks:
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

// Check reads the whole file and compares it with what this process has written. If the file
// differs, the error wraps ErrChanged, and says which records are left and what to do. If the file
// cannot be read, the error does not wrap ErrChanged.
func (l *Ledger) Check() error { return l.check(always) }

// Glance works like Check, but reads the whole file only if the modification time has changed. This is
// enough for a process that has written nothing.
func (l *Ledger) Glance() error { return l.check(ifTouched) }

func (l *Ledger) check(read reading) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.look(read))
}

// A reading says when the method look reads the whole file.
type reading int

const (
	ifTouched reading = iota // if the modification time has changed
	sparingly                // also if the last reading is long enough ago
	always
)

// look compares the file with its mark. This takes almost no time. The parameter read decides
// whether look then reads the whole file.
func (l *Ledger) look(read reading) error {
	if l.changed != nil || l.mark == nil {
		return l.changed
	}
	touched, err := l.mark.same()
	rested := !time.Now().Before(l.again)
	if err == nil && (read == always || read == sparingly && rested || touched && (rested || l.vain < inVain)) {
		began := time.Now()
		failed := l.compare()
		l.again = time.Now().Add(sparing * time.Since(began))
		if touched {
			l.vain++
		}
		if read == always || errors.Is(failed, ErrChanged) { // a file that cannot be read now is read later
			err = failed
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
// with the seal. If the contents differ, the error wraps ErrChanged. If the file cannot be read, for
// example because of a fault of the disk, the error does not wrap ErrChanged.
func (l *Ledger) compare() error {
	info, err := l.mark.file.Stat() // before reading
	if err != nil {
		return err
	}
	own := l.mark.digest()
	found, err := contents(l.mark.name)
	err = explain(err)
	switch {
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrNotLedger), errors.Is(err, ErrEmpty):
		return fmt.Errorf("%w: %w", ErrChanged, err)
	case err != nil:
		return err
	case found != l.sealed():
		return fmt.Errorf("%w: %w: its records differ from what this process has written", ErrChanged, ErrDamaged)
	}
	l.mark.info, l.stamp = info, own
	return nil
}

// advise adds to an error which records are left and what to do. If the file was deleted, renamed
// or replaced, SQLite still has it open, so advise first saves the records in another file.
func (l *Ledger) advise(err error) error {
	n := l.sealed().records
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

// rescue saves the records in a file next to the ledger, and returns its name. If the file cannot
// be written, for example because the folder is gone, rescue tries the current folder and then
// the folder for temporary files. If all three folders fail, the error is the first of the three
// errors.
func (l *Ledger) rescue() (name string, err error) {
	saved := l.path + "-saved"
	here, _ := filepath.Abs(filepath.Base(saved)) // without a current folder, saving to "" fails
	for _, path := range []string{saved, here, filepath.Join(os.TempDir(), filepath.Base(saved))} {
		name, failed := l.saveAs(path)
		if failed == nil {
			return name, nil
		}
		err = cmp.Or(err, failed)
	}
	return "", err
}

func (l *Ledger) saveAs(path string) (name string, err error) {
	name, f, err := createNew(path)
	if err != nil {
		return "", err
	}
	f.Close()
	if err = l.copyTo(name); err == nil {
		var saved seal
		if saved, err = contents(name); err == nil && saved != l.sealed() {
			err = errors.New("the copy does not match the ledger")
		}
	}
	if err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}
