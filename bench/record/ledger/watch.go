package ledger

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
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

// ErrChanged means that another program has deleted, replaced, cut or overwritten the file of an
// open ledger. The returned errors wrap it.
var ErrChanged = errors.New("somebody else has changed the file")

// These errors say why the name of the ledger does not lead to its file any more. SQLite still has
// the file open, with all records.
var (
	errGone       = errors.New("it was deleted or renamed")
	errReplaced   = errors.New("another file was put in its place")
	errFolderGone = errors.New("its folder was deleted or renamed")
)

// ours reports whether the file of the ledger still looks as this process left it; see mark.same.
func (l *Ledger) ours() bool {
	if l.mark == nil {
		return true
	}
	_, err := l.mark.same()
	return err == nil
}

// A mark describes the file of an open ledger after the last transaction, so that a change by
// another program can be noticed. Programs that respect SQLite's locks do not write into the file
// while the ledger is open.
type mark struct {
	name  string
	file  *os.File    // the file that was opened, even if another file has its name now
	info  os.FileInfo // of file
	start [100]byte   // of file; SQLite changes this part with every transaction
}

func (m *mark) set() (err error) {
	if m.info, err = m.file.Stat(); err == nil {
		_, err = m.file.ReadAt(m.start[:], 0)
	}
	return err
}

// same returns an error in three cases: the name does not lead to the marked file, the marked file
// has become shorter, or its start has changed. The rest of the file is not read. The result
// touched is true if the modification time has changed.
func (m *mark) same() (touched bool, err error) {
	info, err := os.Stat(m.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(m.name)); errors.Is(err, fs.ErrNotExist) {
			return true, fmt.Errorf("%w: %w", ErrChanged, errFolderGone)
		}
		return true, fmt.Errorf("%w: %w", ErrChanged, errGone)
	case err != nil:
		return true, err
	case !os.SameFile(info, m.info):
		return true, fmt.Errorf("%w: %w", ErrChanged, errReplaced)
	case info.Size() < m.info.Size():
		return true, fmt.Errorf("%w: it was cut from %d to %d bytes", ErrChanged, m.info.Size(), info.Size())
	}
	var start [len(m.start)]byte
	if _, err := m.file.ReadAt(start[:], 0); err != nil {
		return true, err
	}
	if start != m.start {
		return true, fmt.Errorf("%w: it was overwritten", ErrChanged)
	}
	return !info.ModTime().Equal(m.info.ModTime()), nil
}

// A ledger that was closed after it was checked ends with a stamp: this text and the SHA-256 of all bytes
// before it. SQLite ignores what follows its last page. If the hash fits, each byte is as it was during
// the check, so Open need not check the records one by one. This takes a sixth of the time. The stamp is
// absent while the file is open for writing, and after a run that was killed.
const stampText = "counterproof has checked these pages. SHA-256: "

// digest returns the SHA-256 of the file, or nil if it cannot be read. The counters that SQLite raises in a
// transaction that changes nothing count as zero.
func (m *mark) digest() *sum {
	var start [len(m.start)]byte
	if m == nil {
		return nil
	}
	if _, err := m.file.ReadAt(start[:], 0); err != nil {
		return nil
	}
	clear(start[24:28])
	clear(start[92:])
	h := sha256.New()
	h.Write(start[:])
	if _, err := io.Copy(h, io.NewSectionReader(m.file, int64(len(start)), math.MaxInt64-int64(len(start)))); err != nil {
		return nil
	}
	return (*sum)(h.Sum(nil))
}

// takeStamp cuts the stamp off the file. It returns the hash in the stamp, or nil if there is none.
func (m *mark) takeStamp() *sum {
	var text [len(stampText) + len(sum{})]byte
	info, err := m.file.Stat()
	if err != nil || info.Size() < int64(len(text)) {
		return nil
	}
	end := info.Size() - int64(len(text))
	if _, err := m.file.ReadAt(text[:], end); err != nil || string(text[:len(stampText)]) != stampText || os.Truncate(m.name, end) != nil {
		return nil
	}
	return (*sum)(text[len(stampText):])
}

// putStamp appends a stamp, unless the file cannot be written. Appending cannot overwrite the pages of
// another program.
func (m *mark) putStamp(own *sum) {
	if f, err := os.OpenFile(m.name, os.O_WRONLY|os.O_APPEND, 0); err == nil {
		_, _ = f.Write(append([]byte(stampText), own[:]...))
		f.Close()
	}
}

// load checks the whole ledger, or only its stamp, and finds out how its jobs ended.
func (l *Ledger) load(version int) error {
	own := l.mark.digest()
	if own != nil && l.stamp != nil && *own == *l.stamp {
		return l.recall()
	}
	found, lost := verify(l.conn, version, func(s *stored) error {
		l.ends.keep(s)
		return s.intact()
	})
	l.seal.Store(&found)
	if lost == nil {
		l.stamp = own
	}
	return damaged(lost)
}

// recall reads the seal and how the jobs ended, without checks.
func (l *Ledger) recall() error {
	kept, err := sealOf(l.conn)
	l.seal.Store(&kept)
	const ends = "SELECT 0, key, '', '', '', '', status, reason, verdict, '', '' FROM record NOT INDEXED"
	for s, failed := range query(l.conn, scanStored, ends) {
		if failed != nil {
			return failed
		}
		l.ends.keep(s)
	}
	return err
}
