package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

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
